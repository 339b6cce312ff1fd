package import RealtimeDatabase

/// What the owner of a listener is told.
package enum RealtimeNotice: Hashable, Sendable {
  case changed(RealtimeDelta)
  /// The rules do not allow it any more; with the reason. Nothing comes after it.
  case cancelled(String)
}
