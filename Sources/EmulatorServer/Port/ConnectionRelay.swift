import GRPCNIOTransportHTTP2Posix
import NIOCore
import NIOPosix

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Hands connections over to the gRPC library, which expects to accept them from a listener of its own.
///
/// The listener it is given is a channel over a private pipe: no byte ever passes through it, but connections that
/// turned out to speak HTTP/2 are read from it as if it had accepted them.
struct ConnectionRelay: Sendable {
  typealias Connection = HTTP2ServerTransport.ConnectionConfigurator.ConnectionChannel
  typealias Listener = NIOAsyncChannel<Connection, Never>

  let configurator: HTTP2ServerTransport.ConnectionConfigurator
  private let entrance: NIOLoopBound<Entrance>
  private let channel: any Channel

  /// Adds the handlers of HTTP/2 and gRPC to a connection and hands it over.
  ///
  /// Call it on the event loop of the connection. Everything that is handed over before the relay is closed is served.
  func handOver(_ connection: any Channel) {
    let entrance = entrance
    let loop = channel.eventLoop
    do { try connection.pipeline.syncOperations.addHandler(StreamResetPacer()) } catch {
      connection.close(promise: nil)
      return
    }
    configurator.configure(channel: connection, tls: .none).whenComplete { result in
      switch result {
      case .success(let configured): loop.execute { entrance.value.emit(configured) }
      case .failure: connection.close(promise: nil)
      }
    }
  }

  /// The gRPC library stops when the connections it has been handed are finished.
  func close() {
    let channel = channel
    // Not directly: what was handed over from other event loops comes first.
    channel.eventLoop.execute { channel.close(promise: nil) }
  }

  /// Where connections enter the pipeline of the listener.
  final class Entrance: ChannelInboundHandler {
    typealias InboundIn = Connection
    typealias InboundOut = Connection

    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func emit(_ connection: Connection) {
      context?.fireChannelRead(wrapInboundOut(connection))
      context?.fireChannelReadComplete()
    }
  }

  /// Makes relays when the gRPC library asks for a listener.
  struct Factory: HTTP2ServerTransport.ListenerFactory {
    let eventLoopGroup: any EventLoopGroup
    /// Fulfilled with the relay as soon as there is one.
    let relay: EventLoopPromise<ConnectionRelay>

    func makeListeningChannel(
      listenerConfigurator: HTTP2ServerTransport.ListenerConfigurator,
      connectionConfigurator: HTTP2ServerTransport.ConnectionConfigurator
    ) async throws -> Listener {
      let pipe = try Self.pipe()
      let (entrance, listener) = try await NIOPipeBootstrap(group: eventLoopGroup)
        .takingOwnershipOfDescriptors(input: pipe.input, output: pipe.output) { channel in
          channel.eventLoop.makeCompletedFuture {
            let entrance = Entrance()
            try channel.pipeline.syncOperations.addHandler(entrance)
            return (
              NIOLoopBound(entrance, eventLoop: channel.eventLoop),
              try Listener(wrappingChannelSynchronously: channel)
            )
          }
        }
      relay.succeed(
        ConnectionRelay(configurator: connectionConfigurator, entrance: entrance, channel: listener.channel))
      return listener
    }

    private static func pipe() throws -> (input: CInt, output: CInt) {
      var descriptors: [CInt] = [-1, -1]
      #if canImport(Glibc)
        let result = unsafe Glibc.pipe(&descriptors)
      #elseif canImport(Musl)
        let result = unsafe Musl.pipe(&descriptors)
      #else
        let result = unsafe Darwin.pipe(&descriptors)
      #endif
      guard result == 0 else { throw IOError(errnoCode: errno, reason: "pipe") }
      return (descriptors[0], descriptors[1])
    }
  }
}
