import DocumentMessages
import DocumentStore
import FirestoreModel
import FirestoreService
import FirestoreWire

/// A Write stream after its handshake: batches are committed and answered in the order they come, each on its own. The
/// first that is refused ends the stream.
struct WriteStream {
  let database: FirestoreDatabase
  let id: Text
  /// How many batches were answered.
  private(set) var position: UInt64 = 0

  init(database: FirestoreDatabase, id: Text) {
    self.database = database
    self.id = id
  }

  /// Names the newest answer.
  var token: [UInt8] { WriteStream.token(id, position) }

  func next(
    _ request: WireWriteRequest, _ context: RequestContext, to responses: some ResponseWriter
  ) async throws(FirestoreError) -> WriteStream {
    if !request.database.isEmpty { try DatabaseName(resourceName: request.database).require(database.name) }
    try requireKnown(Array(request.streamToken))
    let writes = try Write.list(request.writes, in: database.name)
    try RequestSize.check(request, writes)
    var results: [WriteResult] = []
    var time = database.clock.now
    // Clients say goodbye with a batch of nothing.
    if !writes.isEmpty {
      let answer = try await database.commit(writes, in: nil, as: .write, context)
      (results, time) = (answer.results, answer.commitTime)
    }
    var stream = self
    stream.position += 1
    let token = stream.token
    try await responses.write(
      EncodedMessage { writer in
        writer.bytes(2, token)
        for result in results { writer.message(3) { $0.writeResult(result) } }
        writer.time(4, time)
      })
    return stream
  }

  /// Clients send several batches before they have read an answer, so that any token of this stream will do.
  private func requireKnown(_ token: [UInt8]) throws(FirestoreError) {
    let name = Array(id.string.utf8)
    guard !token.isEmpty else { return }
    let position = token.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard token.count == name.count + 8, token.starts(with: name), position <= self.position else {
      // Refused in production; its text is not known.
      throw FirestoreError(.invalidArgument, "The stream_token is not one of this stream.")
    }
  }

  private static func token(_ id: Text, _ position: UInt64) -> [UInt8] {
    Array(id.string.utf8) + (0..<8).reversed().map { UInt8(truncatingIfNeeded: position >> (8 * UInt64($0))) }
  }
}
