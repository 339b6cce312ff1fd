import GRPCCore
import GRPCNIOTransportHTTP2Posix
import SwiftProtobuf

@testable import EmulatorServer

/// A gRPC client that sends and receives bytes.
struct WireClient: Sendable {
  let client: GRPCClient<HTTP2ClientTransport.Posix>

  static func with<Result: Sendable>(
    port: Int, _ body: @Sendable (WireClient) async throws -> Result
  ) async throws -> Result {
    try await withGRPCClient(
      transport: .http2NIOPosix(target: .ipv4(address: "127.0.0.1", port: port), transportSecurity: .plaintext)
    ) { client in try await body(WireClient(client: client)) }
  }

  static let owner: Metadata = ["authorization": "Bearer owner"]

  static func descriptor(_ method: String, service: String = RPCSettings.service) -> MethodDescriptor {
    MethodDescriptor(fullyQualifiedService: service, method: method)
  }

  func unary(_ method: String, _ bytes: [UInt8], metadata: Metadata = owner) async throws -> [UInt8] {
    try await client.unary(
      request: ClientRequest(message: WireBytes(bytes: bytes), metadata: metadata), descriptor: Self.descriptor(method),
      serializer: WireBytesSerializer(), deserializer: WireBytesDeserializer(), options: .defaults
    ) { try $0.message.bytes }
  }

  func unary<Answer: SwiftProtobuf.Message>(
    _ method: String, _ message: some SwiftProtobuf.Message, as answer: Answer.Type, metadata: Metadata = owner
  ) async throws -> Answer {
    try Answer(serializedBytes: try await unary(method, message.serializedBytes(), metadata: metadata))
  }

  func serverStreaming<Answer: SwiftProtobuf.Message & Sendable>(
    _ method: String, _ message: some SwiftProtobuf.Message, as answer: Answer.Type, metadata: Metadata = owner
  ) async throws -> [Answer] {
    let bytes: [UInt8] = try message.serializedBytes()
    return try await client.serverStreaming(
      request: ClientRequest(message: WireBytes(bytes: bytes), metadata: metadata), descriptor: Self.descriptor(method),
      serializer: WireBytesSerializer(), deserializer: WireBytesDeserializer(), options: .defaults
    ) { response in
      var answers: [Answer] = []
      for try await message in response.messages { answers.append(try Answer(serializedBytes: message.bytes)) }
      return answers
    }
  }
}
