import FirestoreModel
import Synchronization

/// Bounds what all requests that are under way hold in memory together, however small each of them is.
final class RequestBudget: Sendable {
  private let limit: Int
  private let used = Mutex(0)

  init(byteCount: Int) { limit = byteCount }

  var usedByteCount: Int { used.withLock { $0 } }

  /// A share of one request.
  ///
  /// - Throws: RESOURCE_EXHAUSTED when others hold too much.
  func take(_ byteCount: Int) throws(FirestoreError) {
    let isTaken = used.withLock { used in
      guard byteCount <= limit - used else { return false }
      used += byteCount
      return true
    }
    guard isTaken else {
      throw FirestoreError(
        .resourceExhausted, "Too many large requests are being received: more than \(limit) bytes at once.")
    }
  }

  func giveBack(_ byteCount: Int) { used.withLock { $0 -= byteCount } }
}
