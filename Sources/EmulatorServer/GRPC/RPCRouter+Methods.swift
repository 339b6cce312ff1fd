import FirestoreModel
import FirestoreService
import GRPCCore
import Synchronization

/// What the handlers of all methods share.
struct RPCSettings: Sendable {
  let calls: OpenCalls
  let pages: WebPages
  let requestBytes: Int
  let pacing: OutboundPacing

  static let service = "google.firestore.v1.Firestore"

  func descriptor(_ method: ServedRequest.Method) -> MethodDescriptor {
    MethodDescriptor(fullyQualifiedService: Self.service, method: method.rawValue)
  }

  /// Runs a handler and tells its error as the gRPC library wants it.
  func answer<Answer: Sendable>(
    isEndless: Bool = false, _ work: @escaping @Sendable () async throws(FirestoreError) -> Answer
  ) async throws -> Answer {
    do throws(FirestoreError) { return try await calls.answer(isEndless: isEndless, work) } catch {
      throw RPCError(error)
    }
  }
}

extension RPCRouter {
  mutating func register(_ method: some UnaryMethod, _ settings: RPCSettings) {
    registerRaw(method, settings) { request in
      let answer = try await settings.answer { () async throws(FirestoreError) in
        let call = try CallHeaders(request.metadata).call()
        return try await method.answer(Self.requests(of: method, request, settings).only(), call)
      }
      return StreamingServerResponse(single: ServerResponse(message: WireBytes(bytes: answer.bytes)))
    }
  }

  mutating func register(_ method: some ServerStreamingMethod, _ settings: RPCSettings) {
    registerRaw(method, settings) { request in
      StreamingServerResponse { writer in
        try await settings.answer { () async throws(FirestoreError) in
          let call = try CallHeaders(request.metadata).call()
          let message = try await Self.requests(of: method, request, settings).only()
          try await method.answer(message, call, to: RPCResponseWriter(writer, settings.pacing))
        }
        return [:]
      }
    }
  }

  mutating func register(_ method: some BidirectionalMethod, _ settings: RPCSettings) {
    registerRaw(method, settings) { request in
      StreamingServerResponse { writer in
        try await settings.answer(isEndless: true) { () async throws(FirestoreError) in
          let call = try CallHeaders(request.metadata).call()
          let requests = Self.requests(of: method, request, settings)
          try await method.answer(requests, call, to: RPCResponseWriter(writer, settings.pacing))
        }
        return [:]
      }
    }
  }

  private static func requests<Method: ServiceMethod>(
    of method: Method, _ request: StreamingServerRequest<WireBytes>, _ settings: RPCSettings
  ) -> DecodedRequests<Method.Request> {
    DecodedRequests(messages: request.messages, limit: settings.requestBytes)
  }

  private mutating func registerRaw(
    _ method: some ServiceMethod, _ settings: RPCSettings,
    _ handler:
      @escaping @Sendable (StreamingServerRequest<WireBytes>) async throws -> StreamingServerResponse<WireBytes>
  ) {
    registerHandler(
      forMethod: settings.descriptor(method.method), deserializer: WireBytesDeserializer(),
      serializer: WireBytesSerializer()
    ) { request, _ in
      // No browser speaks this protocol, but a proxy may translate what one sends.
      do throws(FirestoreError) {
        try settings.pages.admit(origins: Array(request.metadata[stringValues: "origin"]))
      } catch {
        throw RPCError(error)
      }
      return try await handler(request)
    }
  }
}

/// Sends answers as fast as the client reads them.
final class RPCResponseWriter: ResponseWriter {
  private let writer: RPCWriter<WireBytes>
  private let pacing: OutboundPacing
  private let ahead = Mutex(0)

  init(_ writer: RPCWriter<WireBytes>, _ pacing: OutboundPacing) {
    self.writer = writer
    self.pacing = pacing
  }

  func write(_ message: EncodedMessage) async throws(FirestoreError) {
    guard !Task.isCancelled else { throw OpenCalls.cancelled }
    do { try await writer.write(WireBytes(bytes: message.bytes)) } catch { throw OpenCalls.cancelled }
    if pacing.isDue(message.bytes.count, ahead: ahead) { await pacing.wait() }
  }
}
