/// What a query selects among the children of a location: one ordering, bounds, a limit. Checked: only combinations that
/// clients can express.
package struct RealtimeQuerySpec: Hashable, Sendable {
  package typealias Ordering = RealtimeOrdering

  /// A bound over pairs of ordered value and key. `value` is absent for null; internal nodes are no bounds.
  package struct Bound: Hashable, Sendable {
    package var value: RealtimeNode
    package var key: RealtimeKey?
    /// False for `startAfter` and `endBefore`.
    package var isInclusive: Bool

    package init(_ value: RealtimeNode, key: RealtimeKey? = nil, isInclusive: Bool = true) {
      self.value = value
      self.key = key
      self.isInclusive = isInclusive
    }
  }

  package enum Limit: Hashable, Sendable { case first(Int), last(Int) }

  package var ordering: Ordering
  package var start: Bound?
  package var end: Bound?
  package var limit: Limit?

  package init(ordering: Ordering = .priority, start: Bound? = nil, end: Bound? = nil, limit: Limit? = nil) {
    self.ordering = ordering
    self.start = start
    self.end = end
    self.limit = limit
  }

  /// Neither a bound nor a limit: the listeners of the SDKs send it as a plain read of the whole location.
  package var selectsEverything: Bool { start == nil && end == nil && limit == nil }
}
