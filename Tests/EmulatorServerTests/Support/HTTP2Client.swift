import GRPCFraming
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix

/// A client of HTTP/2 with prior knowledge, whose streams are frames.
struct HTTP2Client: Sendable {
  typealias Payload = HTTP2Frame.FramePayload
  typealias Stream = NIOAsyncChannel<Payload, Payload>

  private let multiplexer: NIOHTTP2Handler.AsyncStreamMultiplexer<Void>

  /// - Parameter largeFrames: takes frames and answers of some MiB in one piece, as Google's clients do.
  static func with<Result: Sendable>(
    port: Int, largeFrames: Bool = false, _ body: @Sendable (HTTP2Client) async throws -> Result
  ) async throws -> Result {
    let (channel, multiplexer) = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          var configuration = NIOHTTP2Handler.Configuration()
          if largeFrames {
            for parameter in [HTTP2SettingsParameter.maxFrameSize, .initialWindowSize] {
              configuration.connection.initialSettings.append(HTTP2Setting(parameter: parameter, value: 4 << 20))
            }
            configuration.connection.targetWindowSize = 4 << 20
            configuration.stream.targetWindowSize = 4 << 20
          }
          let multiplexer = try channel.pipeline.syncOperations.configureAsyncHTTP2Pipeline(
            mode: .client, configuration: configuration
          ) { stream in stream.eventLoop.makeSucceededVoidFuture() }
          return (channel, multiplexer)
        }
      }
    do {
      let result = try await body(HTTP2Client(multiplexer: multiplexer))
      try? await channel.close()
      return result
    } catch {
      try? await channel.close()
      throw error
    }
  }

  func stream<Result: Sendable>(
    _ headers: HPACKHeaders, isWhole: Bool = false,
    _ body: @Sendable (inout Answer, NIOAsyncChannelOutboundWriter<Payload>) async throws -> Result
  ) async throws -> Result {
    let stream = try await multiplexer.openStream { channel in
      channel.eventLoop.makeCompletedFuture {
        try Stream(wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: false))
      }
    }
    return try await stream.executeThenClose { inbound, outbound in
      try await outbound.write(.headers(.init(headers: headers, endStream: isWhole)))
      var answer = Answer(frames: inbound.makeAsyncIterator())
      return try await body(&answer, outbound)
    }
  }

  /// What a server has sent on a stream so far.
  struct Answer {
    fileprivate var frames: NIOAsyncChannelInboundStream<Payload>.AsyncIterator
    /// The first ones of the answer; nil before they have come.
    private(set) var head: HPACKHeaders?
    private(set) var last: HPACKHeaders?
    private(set) var isEnded = false

    /// The next piece of the body; nil at the end.
    mutating func next() async throws -> ByteBuffer? {
      while !isEnded, let frame = try await frames.next(isolation: #isolation) {
        switch frame {
        case .headers(let headers):
          head = head ?? headers.headers
          last = headers.headers
          isEnded = headers.endStream
        case .data(let data):
          isEnded = data.endStream
          if case .byteBuffer(let bytes) = data.data { return bytes }
        default: break
        }
      }
      return nil
    }

    mutating func body() async throws -> [UInt8] {
      var bytes: [UInt8] = []
      while let piece = try await next() { bytes += piece.readableBytesView }
      return bytes
    }
  }
}

extension HTTP2Client {
  static func head(_ method: String, _ path: String, _ headers: [(String, String)] = []) -> HPACKHeaders {
    HPACKHeaders([(":method", method), (":scheme", "http"), (":path", path), (":authority", "127.0.0.1")] + headers)
  }

  /// One request that is no call of gRPC, and its answer.
  func exchange(
    _ method: String, _ path: String, headers: [(String, String)] = [], body: String = ""
  ) async throws -> HTTPExchange {
    try await stream(Self.head(method, path, headers), isWhole: body.isEmpty) { answer, outbound in
      if !body.isEmpty {
        try await outbound.write(.data(.init(data: .byteBuffer(ByteBuffer(string: body)), endStream: true)))
      }
      let text = String(decoding: try await answer.body(), as: UTF8.self)
      return HTTPExchange(answer.head ?? [:], text)
    }
  }
}

extension HTTPExchange {
  fileprivate init(_ head: HPACKHeaders, _ body: String) {
    self.init(
      status: head.first(name: ":status").flatMap { Int($0) } ?? 0,
      headers: Dictionary(head.map { ($0.name, $0.value) }.filter { !$0.0.hasPrefix(":") }) { $1 }, body: body)
  }
}
