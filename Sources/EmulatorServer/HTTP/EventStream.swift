import FirestoreModel
import HTTPTypes

/// Server-sent events, until the client leaves or the server stops.
enum EventStream {
  /// - Parameter atEnd: what is to be done when nothing is sent any more.
  /// - Returns: nil where nothing was sent, since the server stops.
  static func answer(
    _ calls: OpenCalls, send: @escaping @Sendable (BodyPieces) async throws(FirestoreError) -> Void,
    atEnd: @escaping @Sendable () async -> Void = {}
  ) async -> HTTPAnswer? {
    let pieces = BodyPieces()
    let work = Task {
      do throws(FirestoreError) {
        try await calls.answer(isEndless: true) { () async throws(FirestoreError) in try await send(pieces) }
      } catch {
        // The client is gone, or the server stops: there is nobody to tell.
      }
      await atEnd()
      pieces.finish()
    }
    pieces.whenAbandoned { work.cancel() }
    return await pieces.next().map { first in
      HTTPAnswer(.ok, "text/event-stream; charset=utf-8", .pieces(first: first, pieces))
    }
  }
}
