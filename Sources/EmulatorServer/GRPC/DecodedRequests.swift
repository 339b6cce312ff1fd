import FirestoreModel
import GRPCCore
import SwiftProtobuf

/// The messages of a client's stream.
struct DecodedRequests<Message: SwiftProtobuf.Message & Sendable>: AsyncSequence, Sendable {
  typealias Element = Message
  typealias Failure = any Error

  let messages: RPCAsyncSequence<WireBytes, any Error>
  let limit: Int

  struct AsyncIterator: AsyncIteratorProtocol {
    var base: RPCAsyncSequence<WireBytes, any Error>.AsyncIterator
    let limit: Int

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> Message? {
      try await base.next(isolation: actor)?.decoded(as: Message.self, limit: limit)
    }

    mutating func next() async throws -> Message? { try await next(isolation: nil) }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: messages.makeAsyncIterator(), limit: limit) }

  /// The only message of a client that sends one.
  func only() async throws(FirestoreError) -> Message {
    do {
      var iterator = makeAsyncIterator()
      guard let message = try await iterator.next(isolation: #isolation) else {
        throw FirestoreError(.invalidArgument, "The request has no message.")
      }
      guard try await iterator.next(isolation: #isolation) == nil else {
        throw FirestoreError(.invalidArgument, "The request has more than one message.")
      }
      return message
    } catch let error as FirestoreError {
      throw error
    } catch {
      throw FirestoreError(broken: error)
    }
  }
}

extension FirestoreError {
  /// A stream of requests that broke off: the client is gone, or has sent what cannot be read.
  init(broken error: any Error) {
    switch error {
    case let error as FirestoreError: self = error
    case let error as RPCError:
      self.init(StatusCode(rawValue: error.code.rawValue) ?? .unknown, error.message)
    default: self = OpenCalls.cancelled
    }
  }
}

extension RPCError {
  init(_ error: FirestoreError) {
    self.init(code: Code(error.status), message: error.message)
  }
}

extension RPCError.Code {
  init(_ status: StatusCode) {
    switch status {
    // An error cannot say that all is well.
    case .ok, .unknown: self = .unknown
    case .cancelled: self = .cancelled
    case .invalidArgument: self = .invalidArgument
    case .deadlineExceeded: self = .deadlineExceeded
    case .notFound: self = .notFound
    case .alreadyExists: self = .alreadyExists
    case .permissionDenied: self = .permissionDenied
    case .resourceExhausted: self = .resourceExhausted
    case .failedPrecondition: self = .failedPrecondition
    case .aborted: self = .aborted
    case .outOfRange: self = .outOfRange
    case .unimplemented: self = .unimplemented
    case .internal: self = .internalError
    case .unavailable: self = .unavailable
    case .dataLoss: self = .dataLoss
    case .unauthenticated: self = .unauthenticated
    }
  }
}
