/// A figure before and after; nil on a side that no run recorded. Unknown is not zero: a change with an unknown side is
/// unknown, too, and sums leave it out and say so.
package struct Change<Value: AdditiveArithmetic & Comparable & Sendable>: Sendable, Equatable {
  package var base: Value?
  package var head: Value?

  package init(base: Value?, head: Value?) {
    self.base = base
    self.head = head
  }

  /// Head minus base; nil when either is unknown.
  package var difference: Value? {
    guard let base, let head else { return nil }
    return head - base
  }

  /// Whether something differs, an operation that is new or gone included.
  package var isChange: Bool { base != head }
}
