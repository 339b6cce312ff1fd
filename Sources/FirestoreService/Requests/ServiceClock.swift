package import FirestoreModel

/// The time that the service goes by: commit times, read times, lock waits, lives of transactions.
package protocol ServiceClock: Sendable {
  var now: Timestamp { get }

  /// Returns when the clock shows `time` or later.
  func sleep(until time: Timestamp) async throws(CancellationError)
}
