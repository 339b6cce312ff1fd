import FirestoreModel
import GRPCFraming
import NIOCore
import NIOHPACK
import NIOHTTP2
import SwiftProtobuf

@testable import EmulatorServer

/// A gRPC client that sends and receives bytes.
struct WireClient: Sendable {
  let client: HTTP2Client

  static func with<Result: Sendable>(
    port: Int, largeFrames: Bool = false, _ body: @Sendable (WireClient) async throws -> Result
  ) async throws -> Result {
    try await HTTP2Client.with(port: port, largeFrames: largeFrames) { try await body(WireClient(client: $0)) }
  }

  static let owner: [(String, String)] = [("authorization", "Bearer owner")]

  static func head(_ path: String, _ metadata: [(String, String)]) -> HPACKHeaders {
    HTTP2Client.head("POST", "/" + path, [("content-type", "application/grpc"), ("te", "trailers")] + metadata)
  }

  /// The messages of one call.
  struct Conversation {
    private var answer: HTTP2Client.Answer
    private let outbound: NIOAsyncChannelOutboundWriter<HTTP2Client.Payload>
    private let encoding: MessageEncoding
    private var reader: MessageReader

    fileprivate init(
      _ answer: HTTP2Client.Answer, _ outbound: NIOAsyncChannelOutboundWriter<HTTP2Client.Payload>,
      _ encoding: MessageEncoding
    ) {
      self.answer = answer
      self.outbound = outbound
      self.encoding = encoding
      reader = MessageReader(
        encoding, limit: MessageLimit(byteCount: .max, refusal: CallStatus(.resourceExhausted, "too large")))
    }

    func send(_ message: [UInt8], isLast: Bool = false) async throws {
      var buffer = ByteBuffer()
      MessageFraming.write(message, encoding, to: &buffer)
      try await outbound.write(.data(.init(data: .byteBuffer(buffer), endStream: isLast)))
    }

    func finish() async throws {
      try await outbound.write(.data(.init(data: .byteBuffer(ByteBuffer()), endStream: true)))
    }

    /// Nil when the call has ended well.
    ///
    /// - Throws: `CallStatus`.
    mutating func next() async throws -> [UInt8]? {
      while true {
        if let message = try reader.next() { return message }
        guard let piece = try await answer.next() else { break }
        reader.receive(piece)
      }
      try reader.finish()
      let status = CallStatus(trailers: answer.last ?? [:])
      guard status.code == .ok else { throw status }
      return nil
    }
  }

  func call<Result: Sendable>(
    path: String, metadata: [(String, String)] = owner, encoding: MessageEncoding = .identity,
    _ body: @Sendable (inout Conversation) async throws -> Result
  ) async throws -> Result {
    let encodings =
      encoding == .identity
      ? [] : [("grpc-encoding", encoding.rawValue), ("grpc-accept-encoding", "identity,deflate,gzip")]
    return try await client.stream(Self.head(path, metadata + encodings)) { answer, outbound in
      var conversation = Conversation(answer, outbound, encoding)
      return try await body(&conversation)
    }
  }

  /// All answers to one message.
  func answers(
    _ method: String, _ bytes: [UInt8], service: String = RPCMethod.service, metadata: [(String, String)] = owner,
    encoding: MessageEncoding = .identity
  ) async throws -> [[UInt8]] {
    try await call(path: "\(service)/\(method)", metadata: metadata, encoding: encoding) { conversation in
      // A server may have refused what is still being sent.
      do { try await conversation.send(bytes, isLast: true) } catch is ChannelError {}
      var answers: [[UInt8]] = []
      while let answer = try await conversation.next() { answers.append(answer) }
      return answers
    }
  }

  func unary(
    _ method: String, _ bytes: [UInt8], metadata: [(String, String)] = owner, encoding: MessageEncoding = .identity
  ) async throws -> [UInt8] {
    try await answers(method, bytes, metadata: metadata, encoding: encoding).first ?? []
  }

  func unary<Answer: SwiftProtobuf.Message>(
    _ method: String, _ message: some SwiftProtobuf.Message, as answer: Answer.Type,
    metadata: [(String, String)] = owner, encoding: MessageEncoding = .identity
  ) async throws -> Answer {
    try Answer(
      serializedBytes: try await unary(method, message.serializedBytes(), metadata: metadata, encoding: encoding))
  }

  func serverStreaming<Answer: SwiftProtobuf.Message & Sendable>(
    _ method: String, _ message: some SwiftProtobuf.Message, as answer: Answer.Type,
    metadata: [(String, String)] = owner
  ) async throws -> [Answer] {
    try await answers(method, message.serializedBytes(), metadata: metadata).map { try Answer(serializedBytes: $0) }
  }
}
