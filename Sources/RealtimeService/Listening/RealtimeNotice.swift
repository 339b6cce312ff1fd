package import RealtimeDatabase

/// What a client is told of one of the locations that it listens to.
package struct RealtimeNotice: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case changed(RealtimeDelta)
    /// The rules do not allow it any more; with the reason. Nothing comes after it.
    case cancelled(String)
  }

  /// The number that the client has given it.
  package var listen: Int
  package var content: Content
}
