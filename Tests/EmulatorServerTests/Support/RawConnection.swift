import NIOCore
import NIOPosix

/// A TCP connection of a client that may send anything.
struct RawConnection: Sendable {
  private let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

  /// - Parameter receiveBuffer: how much the system keeps for a client that does not read.
  static func with<Result: Sendable>(
    port: Int, host: String = "127.0.0.1", receiveBuffer: Int? = nil,
    _ body: @Sendable (inout Conversation) async throws -> Result
  ) async throws -> Result {
    var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
    if let receiveBuffer {
      bootstrap = bootstrap.channelOption(.socketOption(.so_rcvbuf), value: .init(receiveBuffer))
    }
    let channel = try await bootstrap.channelOption(.allowRemoteHalfClosure, value: true)
      .connect(host: host, port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
            wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      var conversation = Conversation(incoming: inbound.makeAsyncIterator(), outbound: outbound)
      return try await body(&conversation)
    }
  }

  struct Conversation {
    fileprivate var incoming: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    fileprivate let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>

    func send(_ bytes: some Sequence<UInt8>) async throws { try await outbound.write(ByteBuffer(bytes: bytes)) }

    func send(_ text: String) async throws { try await send(text.utf8) }

    func finishSending() { outbound.finish() }

    /// What has arrived next; nil at the end.
    mutating func receive() async throws -> [UInt8]? {
      try await incoming.next(isolation: #isolation).map { Array($0.readableBytesView) }
    }

    /// Everything until the server closes; a reset is an end, too.
    mutating func receiveAll() async -> [UInt8] {
      var bytes: [UInt8] = []
      while let next = try? await receive() { bytes += next }
      return bytes
    }
  }
}
