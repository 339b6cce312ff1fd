/// What a listener of an SDK is told.
package struct RealtimeEvent: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case childRemoved, childAdded, childMoved, childChanged, value
  }

  package var kind: Kind
  /// The child; nil for `value`.
  package var key: RealtimeKey?
  /// The child, as it was for a removed one, or the whole view.
  package var node: RealtimeNode
  /// The child in front of it; nil for the first one, for a removed one and for `value`.
  package var previous: RealtimeKey?

  package init(_ kind: Kind, key: RealtimeKey? = nil, node: RealtimeNode, previous: RealtimeKey? = nil) {
    self.kind = kind
    self.key = key
    self.node = node
    self.previous = previous
  }
}
