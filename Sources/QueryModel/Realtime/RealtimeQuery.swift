/// A read of the Realtime Database as code states it: a location, at most one ordering, bounds and a limit.
package struct RealtimeQuery: Hashable, Sendable {
  package enum Ordering: Hashable, Sendable {
    case key, value, priority
    /// The child path; unknown when only the run knows it.
    case child(PathTemplate)
  }

  package enum Event: String, Hashable, Sendable, CaseIterable {
    case value, childAdded, childChanged, childRemoved, childMoved
  }

  package enum BoundKind: String, Hashable, Sendable, CaseIterable {
    case startAt, startAfter, endAt, endBefore, equalTo
  }

  package struct Bound: Hashable, Sendable {
    package var kind: BoundKind
    package var value: Operand
    package var hasKey: Bool

    package init(_ kind: BoundKind, _ value: Operand, hasKey: Bool = false) {
      self.kind = kind
      self.value = value
      self.hasKey = hasKey
    }
  }

  package enum Limit: Hashable, Sendable {
    /// Nil: known only at run time.
    case first(Int?), last(Int?)
  }

  /// Segments from the root; the empty path is the root.
  package var location: PathTemplate
  package var ordering: Ordering?
  package var bounds: [Bound]
  package var limit: Limit?
  /// What a listener waits for; nil for other requests.
  package var event: Event?

  package init(
    location: PathTemplate, ordering: Ordering? = nil, bounds: [Bound] = [], limit: Limit? = nil, event: Event? = nil
  ) {
    self.location = location
    self.ordering = ordering
    self.bounds = bounds
    self.limit = limit
    self.event = event
  }
}
