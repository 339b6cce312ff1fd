import NIOCore
import NIOPosix

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The sockets that connections come in through.
struct ListeningSockets: Sendable {
  let address: ListeningAddress
  private let channels: [any Channel]

  /// - Parameter accept: adds the first handlers of a connection; on its event loop.
  static func open(
    _ configuration: ServerConfiguration, on group: any EventLoopGroup,
    accept: @escaping @Sendable (any Channel) throws -> Void
  ) async throws(ListeningFailure) -> ListeningSockets {
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 1_024)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try accept(channel) }
      }
    guard configuration.host == "localhost" else {
      let channel = try await bind(bootstrap, configuration.host, configuration.port)
      return try await sockets([channel], configuration.host)
    }
    return try await bothLoopbacks(bootstrap, port: configuration.port)
  }

  /// A port that the system has chosen for one address may be taken for the other: then it is asked again.
  private static func bothLoopbacks(
    _ bootstrap: ServerBootstrap, port: Int
  ) async throws(ListeningFailure) -> ListeningSockets {
    var attempts = port == 0 ? 8 : 1
    while true {
      attempts -= 1
      let first = try await bind(bootstrap, "127.0.0.1", port)
      let chosen = first.localAddress?.port ?? port
      do throws(ListeningFailure) {
        return try await sockets([first, bind(bootstrap, "::1", chosen)], "localhost")
      } catch {
        switch error {
        // A machine without IPv6.
        case .unavailable: return try await sockets([first], "localhost")
        case .portTaken, .notPermitted:
          try? await first.close().get()
          if attempts == 0 { throw error }
        }
      }
    }
  }

  private static func bind(
    _ bootstrap: ServerBootstrap, _ host: String, _ port: Int
  ) async throws(ListeningFailure) -> any Channel {
    guard (0...65_535).contains(port) else {
      throw .unavailable(host: host, port: port, reason: "ports are numbers from 0 to 65535")
    }
    do { return try await bootstrap.bind(host: host, port: port).get() } catch let error as IOError {
      switch error.errnoCode {
      case EADDRINUSE: throw .portTaken(host: host, port: port)
      case EACCES, EPERM: throw .notPermitted(host: host, port: port)
      default: throw .unavailable(host: host, port: port, reason: error.description)
      }
    } catch {
      throw .unavailable(host: host, port: port, reason: "\(error)")
    }
  }

  private static func sockets(
    _ channels: [any Channel], _ host: String
  ) async throws(ListeningFailure) -> ListeningSockets {
    let addresses = channels.compactMap(\.localAddress)
    guard let port = addresses.first?.port else {
      throw .unavailable(host: host, port: 0, reason: "the socket has no address")
    }
    let address = ListeningAddress(host: host, port: port, addresses: addresses.compactMap(\.ipAddress))
    return ListeningSockets(address: address, channels: channels)
  }

  func close() async {
    for channel in channels { try? await channel.close().get() }
  }
}
