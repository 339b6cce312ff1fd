import FirestoreModel
import SwiftProtobuf

/// A method as gRPC carries it: bytes in, bytes out.
struct RPCMethod: Sendable {
  enum Work: Sendable {
    /// Of a client that sends one message.
    case single(@Sendable (_ message: [UInt8], Call, CallResponses) async throws(FirestoreError) -> Void)
    /// Of a conversation, which goes on for as long as the client likes.
    case conversation(@Sendable (StreamInput<[UInt8]>, Call, CallResponses) async throws(FirestoreError) -> Void)
  }

  static let service = "google.firestore.v1.Firestore"

  /// `package.Service/Method`.
  let path: String
  let work: Work

  init(_ method: some UnaryMethod) {
    path = method.path
    work = .single { message, call, responses async throws(FirestoreError) in
      try await responses.write(method.answer(WireBytes(bytes: message).decoded(), call))
    }
  }

  init(_ method: some ServerStreamingMethod) {
    path = method.path
    work = .single { message, call, responses async throws(FirestoreError) in
      try await method.answer(WireBytes(bytes: message).decoded(), call, to: responses)
    }
  }

  init<Method: BidirectionalMethod>(_ method: Method) {
    path = method.path
    work = .conversation { input, call, responses async throws(FirestoreError) in
      try await method.answer(DecodedRequests<Method.Request>(input: input), call, to: responses)
    }
  }
}

/// The messages of a client's conversation.
private struct DecodedRequests<Message: SwiftProtobuf.Message & Sendable>: AsyncSequence, Sendable {
  typealias Element = Message
  typealias Failure = any Error

  let input: StreamInput<[UInt8]>

  struct AsyncIterator: AsyncIteratorProtocol {
    let input: StreamInput<[UInt8]>

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> Message? {
      guard let bytes = try await input.next() else { return nil }
      return try WireBytes(bytes: bytes).decoded(as: Message.self)
    }

    mutating func next() async throws -> Message? { try await next(isolation: nil) }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(input: input) }
}
