import FirestoreModel
import HTTPTypes
import HummingbirdCore
import NIOCore
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

  /// Reads the body of a request, and lets go of it when it has been answered.
  ///
  /// - Throws: when it is larger than `limit`, when it cannot be read, and when others hold too much.
  func holding(
    _ request: Request, limit: Int, _ answer: (_ body: [UInt8]) async -> HTTPAnswer
  ) async throws(FirestoreError) -> HTTPAnswer {
    if let length = request.headers[.contentLength].map({ Int($0) ?? .max }), length > limit {
      throw .requestTooLarge(limit: limit)
    }
    var body: [UInt8] = []
    var held = 0
    defer { giveBack(held) }
    do {
      for try await piece in request.body {
        guard piece.readableBytes <= limit - body.count else { throw FirestoreError.requestTooLarge(limit: limit) }
        try take(piece.readableBytes)
        held += piece.readableBytes
        body += piece.readableBytesView
      }
    } catch let error as FirestoreError {
      throw error
    } catch {
      throw FirestoreError(.invalidArgument, "The body of the request could not be read.")
    }
    return await answer(body)
  }

  func giveBack(_ byteCount: Int) { used.withLock { $0 -= byteCount } }
}
