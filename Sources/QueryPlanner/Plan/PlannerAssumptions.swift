/// How the open questions are answered. Everything not named has its default answer.
package struct PlannerAssumptions: Hashable, Sendable {
  /// The questions that are answered the other way.
  package var alternatives: Set<OpenQuestion>

  package init(alternatives: Set<OpenQuestion> = []) { self.alternatives = alternatives }

  /// Sets one switch as written on the command line (`Q-2=composite`). False: no such name or value.
  package mutating func set(_ name: String, to value: String) -> Bool {
    guard let question = OpenQuestion(rawValue: name) else { return false }
    switch value {
    case question.defaultAnswer: alternatives.remove(question)
    case question.alternativeAnswer: alternatives.insert(question)
    default: return false
    }
    return true
  }

  func takesAlternative(_ question: OpenQuestion) -> Bool { alternatives.contains(question) }

  func flipping(_ question: OpenQuestion) -> PlannerAssumptions {
    PlannerAssumptions(alternatives: alternatives.symmetricDifference([question]))
  }
}

extension OpenQuestion {
  /// The answer that holds unless `--assume` says otherwise.
  package var defaultAnswer: String { answers.default }
  package var alternativeAnswer: String { answers.alternative }

  /// What is not known, as one clause.
  package var summary: String {
    switch self {
    case .trailingEquality: "whether a trailing index field or a backward scan serves a query over several ranges"
    case .mergedNameDescending: "whether several equalities ordered by `__name__` descending merge automatic indexes"
    case .arrayNameDescending: "whether array-contains ordered by `__name__` descending needs a composite index"
    case .equalityByDescendingIndex: "whether a descending single-field index alone serves an equality"
    case .groupCompositeMergesWithAutomatic: "whether a group-scope composite merges with collection-scope indexes"
    case .aggregatedDirection: "in which direction an aggregated field joins a descending order"
    case .aggregatedEquality: "whether an equality already makes an aggregated field available"
    case .mergeAfterDroppedOrder: "whether a branch whose order clause was dropped can be served by a merge"
    case .equalityBehindRange: "whether equality fields behind the range field can be served"
    case .nameDirectionAfterArray: "which direction `__name__` gets behind a final array field"
    case .orderWithEqualityKept: "whether a branch keeps an order clause whose field has an equality there"
    }
  }

  private var answers: (default: String, alternative: String) {
    switch self {
    case .trailingEquality, .equalityByDescendingIndex, .equalityBehindRange: ("not-served", "served")
    case .mergedNameDescending: ("served", "composite")
    case .arrayNameDescending: ("composite", "served")
    case .groupCompositeMergesWithAutomatic, .mergeAfterDroppedOrder: ("served", "not-served")
    case .aggregatedDirection: ("ascending", "descending")
    case .aggregatedEquality: ("satisfied", "required")
    case .nameDirectionAfterArray: ("descending", "ascending")
    case .orderWithEqualityKept: ("dropped", "kept")
    }
  }

  /// Only these are announced when a verdict depends on them.
  static let announced: [OpenQuestion] = [
    .mergedNameDescending, .arrayNameDescending, .equalityByDescendingIndex, .groupCompositeMergesWithAutomatic,
    .nameDirectionAfterArray,
  ]
}
