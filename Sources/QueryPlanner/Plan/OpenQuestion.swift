import FirestoreModel

/// Behaviour of the service that nobody has verified. Each is a switch with a default; a verdict that rests on one says
/// so (FB8002).
package enum OpenQuestion: String, AssumptionSwitch, CaseIterable, Comparable {
  case trailingEquality = "Q-1"
  case mergedNameDescending = "Q-2"
  case arrayNameDescending = "Q-3"
  case equalityByDescendingIndex = "Q-4"
  case groupCompositeMergesWithAutomatic = "Q-5"
  case aggregatedDirection = "Q-6"
  case aggregatedEquality = "Q-7"
  case mergeAfterDroppedOrder = "Q-8"
  case equalityBehindRange = "Q-9"
  case nameDirectionAfterArray = "Q-10"
  case orderWithEqualityKept = "Q-11"

  package static func < (lhs: OpenQuestion, rhs: OpenQuestion) -> Bool { lhs.number < rhs.number }

  private var number: Int { OpenQuestion.allCases.firstIndex(of: self) ?? 0 }
}
