import DocumentMessages
import DocumentStore
package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct WriteMethod: BidirectionalMethod, RecordedMethod {
  package typealias Request = WireWriteRequest
  package typealias Response = WireWriteResponse

  package let method = ServedRequest.Method.write
  let backend: ServiceBackend

  package func answer<Requests: AsyncSequence & Sendable>(
    _ requests: Requests, _ call: Call, to responses: some ResponseWriter
  ) async throws(FirestoreError) where Requests.Element == Request {

    var stream: WriteStream?
    do {
      for try await request in requests {
        if let opened = stream {
          stream = try await opened.next(request, call.context, to: responses)
        } else {
          stream = try await open(request, call, to: responses)
        }
      }
    } catch {
      throw FirestoreError(endingStream: error)
    }
  }

  /// The handshake.
  private func open(
    _ request: Request, _ call: Call, to responses: some ResponseWriter
  ) async throws(FirestoreError) -> WriteStream {
    let name = try DatabaseName(ofStream: request.database, call)
    guard request.writes.isEmpty else {
      // Documented; the text of the refusal is not known.
      throw FirestoreError(.invalidArgument, "The first message of a Write stream must not have writes.")
    }
    guard request.streamID.isEmpty else {
      throw FirestoreError(.unimplemented, "Resuming a Write stream by its stream_id is not supported (FB8001).")
    }
    let stream = WriteStream(database: try backend.database(name), id: backend.ids.next())
    try await responses.write(
      EncodedMessage { writer in
        writer.string(1, stream.id.string)
        writer.bytes(2, stream.token)
      })
    return stream
  }
}
