import FirestoreModel
import SwiftProtobuf
import WebChannel

/// A method of both directions behind a session: the one that gRPC calls.
struct ChannelStream<Method: BidirectionalMethod>: Sendable {
  let method: Method
  let session: ChannelSession
  let calls: OpenCalls
  let turns: ConversionTurns
  /// Of one message.
  let requestBytes: Int

  /// Until the client has finished, or something has gone wrong: then that is the last it hears.
  func run(_ headers: CallHeaders) async {
    do throws(FirestoreError) {
      let call = try headers.call()
      let (method, session) = (method, session)
      let requests = ChannelRequests<Method.Request>(session: session, turns: turns, limit: requestBytes)
      let responses = ChannelWriter<Method.Response>(session: session, turns: turns)
      try await calls.answer(isEndless: true) { () async throws(FirestoreError) in
        try await method.answer(requests, call, to: responses)
      }
      session.end(nil)
    } catch {
      session.end(Array("[\(HTTPAnswer.errorText(error))]".utf8))
    }
  }
}

/// The maps of a session as messages.
struct ChannelRequests<Message: SwiftProtobuf.Message & Sendable>: AsyncSequence, Sendable {
  typealias Element = Message
  typealias Failure = any Error

  let session: ChannelSession
  let turns: ConversionTurns
  let limit: Int

  struct AsyncIterator: AsyncIteratorProtocol {
    let requests: ChannelRequests

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> Message? {
      guard let text = await requests.session.nextMap() else {
        // The server stops, which is not an end that the client has asked for.
        guard !Task.isCancelled else { throw OpenCalls.cancelled }
        return nil
      }
      guard text.count <= requests.limit else { throw FirestoreError.requestTooLarge(limit: requests.limit) }
      return try await requests.turns.convert(text.count) { () throws(FirestoreError) in
        try TranscodedRequest(parameters: [], body: text, isBinary: false).decoded(
          as: Message.self, .message, bound: [])
      }
    }

    mutating func next() async throws -> Message? { try await next(isolation: nil) }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(requests: self) }
}

/// Sends each message as an array of its own, as JSON.
struct ChannelWriter<Message: SwiftProtobuf.Message & Sendable>: ResponseWriter {
  let session: ChannelSession
  let turns: ConversionTurns

  func write(_ message: EncodedMessage) async throws(FirestoreError) {
    let text = try await turns.convert(message.bytes.count) { () throws(FirestoreError) in
      try RESTMessage.json(Message.self, message, enumsAsNumbers: false)
    }
    await session.send([UInt8(ascii: "[")] + text + [UInt8(ascii: "]")])
    guard !Task.isCancelled else { throw OpenCalls.cancelled }
  }
}
