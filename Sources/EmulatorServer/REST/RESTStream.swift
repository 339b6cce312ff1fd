import FirestoreModel
import HTTPTypes
import Synchronization

/// A stream of answers as one JSON array, sent as it is made.
struct RESTStream<Method: ServerStreamingMethod>: Sendable {
  let method: Method
  let calls: OpenCalls
  let turns: ConversionTurns
  let mask: ResponseMask?
  let enumsAsNumbers: Bool

  /// - Throws: what went wrong before there was anything to send. Later errors are the last element of the array.
  func answer(_ message: Method.Request, _ call: Call) async throws(FirestoreError) -> HTTPAnswer {
    let pieces = BodyPieces()
    let writer = Writer(pieces: pieces, turns: turns, mask: mask, enumsAsNumbers: enumsAsNumbers)
    let (method, calls) = (method, calls)
    let work = Task { () async -> FirestoreError? in
      do throws(FirestoreError) {
        try await calls.answer { () async throws(FirestoreError) in
          try await method.answer(message, call, to: writer)
        }
        try await writer.end()
        return nil
      } catch {
        await writer.fail(error)
        return error
      }
    }
    pieces.whenAbandoned { work.cancel() }
    guard let first = await pieces.next() else {
      throw await work.value ?? OpenCalls.cancelled
    }
    return HTTPAnswer(.ok, HTTPAnswer.jsonType, .pieces(first: first, pieces))
  }

  /// Writes each message as an element.
  struct Writer: ResponseWriter {
    let pieces: BodyPieces
    let turns: ConversionTurns
    let mask: ResponseMask?
    let enumsAsNumbers: Bool
    private let count = SentCount()

    init(pieces: BodyPieces, turns: ConversionTurns, mask: ResponseMask?, enumsAsNumbers: Bool) {
      self.pieces = pieces
      self.turns = turns
      self.mask = mask
      self.enumsAsNumbers = enumsAsNumbers
    }

    func write(_ message: EncodedMessage) async throws(FirestoreError) {
      guard !pieces.isAbandoned else { throw OpenCalls.cancelled }
      let text = try await turns.convert(message.bytes.count) { () throws(FirestoreError) in
        try RESTMessage.json(Method.Response.self, message, mask, enumsAsNumbers: enumsAsNumbers)
      }
      try await pieces.send(separator + text)
    }

    func end() async throws(FirestoreError) {
      try await pieces.send(Array((count.isFirst ? "[]\n" : "]\n").utf8))
      pieces.finish()
    }

    func fail(_ error: FirestoreError) async {
      // Nothing was sent: the answer is an error by its status, too.
      if !count.isFirst { try? await pieces.send(separator + Array((HTTPAnswer.errorText(error) + "]\n").utf8)) }
      pieces.finish()
    }

    private var separator: [UInt8] { Array((count.next() == 0 ? "[" : ",\n").utf8) }
  }
}

/// How many elements were sent.
final class SentCount: Sendable {
  private let count = Mutex(0)

  var isFirst: Bool { count.withLock { $0 == 0 } }

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count - 1
    }
  }
}
