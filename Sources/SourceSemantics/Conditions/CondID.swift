/// A condition of one `Diagrams`. Equal conditions have equal ids, as long as nothing about their subjects is needed to
/// see that they are equal (`Diagrams.isPossible` knows the subjects).
package struct CondID: Hashable, Sendable {
  /// The number of the node, twice, and one more for its negation.
  package let raw: UInt32

  package init(raw: UInt32) { self.raw = raw }

  package static let always = CondID(raw: 0)
  package static let never = CondID(raw: 1)

  package static prefix func ! (condition: CondID) -> CondID { CondID(raw: condition.raw ^ 1) }

  package var isConstant: Bool { raw < 2 }

  var node: Int { Int(raw >> 1) }
  var isNegated: Bool { raw & 1 == 1 }
  /// Without its negation.
  var positive: CondID { CondID(raw: raw & ~1) }

  func negated(if negates: Bool) -> CondID { negates ? !self : self }
}
