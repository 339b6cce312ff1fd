import GRPCCore
import GRPCNIOTransportHTTP2Posix
import NIOCore
import NIOPosix

/// One port that answers HTTP/1, and gRPC where there are services.
struct ServedPort: Sendable {
  let configuration: ServerConfiguration
  let calls: OpenCalls
  /// Of gRPC; without any, connections that speak HTTP/2 are closed.
  let services: [any RegistrableRPCService]
  /// Answers a request of HTTP/1.
  let respond: HTTP1Connection.Respond

  func run(until stop: StopSignal, onReady: (ListeningAddress) async -> Void) async throws {
    let group = MultiThreadedEventLoopGroup.singleton
    let connections = OpenConnections(limit: configuration.limits.connections)
    let gRPC = services.isEmpty ? nil : try await startGRPC(on: group)
    let sockets: ListeningSockets
    do {
      sockets = try await ListeningSockets.open(
        configuration, on: group, accept: acceptance(by: connections, handingOverTo: gRPC?.relay))
    } catch {
      // One of two sockets may have been open for a moment.
      await end(connections)
      await end(gRPC)
      throw error
    }
    await onReady(sockets.address)
    await stop.wait()
    await sockets.close()
    await end(connections)
    await end(gRPC)
  }

  private func end(_ gRPC: (relay: ConnectionRelay, serving: Task<Void, Never>)?) async {
    guard let gRPC else { return }
    gRPC.relay.close()
    await Self.wait(for: gRPC.serving, atMost: configuration.limits.stopTime)
  }

  /// A method that does not notice that it was cancelled does not keep the server from ending.
  static func wait(for serving: Task<Void, Never>, atMost limit: Duration) async {
    let (ends, end) = AsyncStream<Void>.makeStream()
    let deadline = Task {
      try? await Task.sleep(for: limit)
      end.finish()
    }
    let waiting = Task {
      await serving.value
      end.finish()
    }
    // Not in a task of this one, which may have been cancelled.
    await Task { for await _ in ends {} }.value
    deadline.cancel()
    waiting.cancel()
  }

  /// The gRPC library runs in a task of its own: were it cancelled with ours, it would drop connections that have been
  /// handed over and not been taken yet, which is a programming error to it. It ends when the relay is closed.
  private func startGRPC(
    on group: MultiThreadedEventLoopGroup
  ) async throws -> (relay: ConnectionRelay, serving: Task<Void, Never>) {
    let relay = group.any().makePromise(of: ConnectionRelay.self)
    let transport = HTTP2ServerTransport.Custom(
      listenerFactory: ConnectionRelay.Factory(eventLoopGroup: group, relay: relay), config: transportSettings())
    let server = GRPCServer(transport: transport, services: services)
    let serving = Task {
      // Connections that fail do not end it; nothing else can.
      do { try await server.serve() } catch { relay.fail(error) }
    }
    return (try await relay.futureResult.get(), serving)
  }

  private func transportSettings() -> HTTP2ServerTransport.Custom<ConnectionRelay.Factory>.Config {
    var settings = HTTP2ServerTransport.Custom<ConnectionRelay.Factory>.Config.defaults
    // Larger than any request may be, so that it is us who refuses them, with production's answer. What is larger still
    // the library resets, which clients see as CANCELLED: a message is held as a whole, so the limit is not raised.
    // Headers beyond 16 KiB end their connection: the library does not let that limit be set.
    settings.rpc.maxRequestPayloadSize = max(32 << 20, configuration.limits.requestBytes)
    // Mobile clients send pings as often as every ten seconds, also while no call is open.
    settings.connection.keepalive.clientBehavior.minPingIntervalWithoutCalls = .seconds(1)
    settings.connection.keepalive.clientBehavior.allowWithoutCalls = true
    settings.http2.targetWindowSize = 1 << 20
    settings.http2.maxConcurrentStreams = configuration.limits.streams
    return settings
  }

  private func acceptance(
    by connections: OpenConnections, handingOverTo relay: ConnectionRelay?
  ) -> @Sendable (any Channel) throws -> Void {
    let time = TimeAmount(configuration.limits.openingTime)
    let http1 = HTTP1Connection(configuration, respond)
    return { channel in
      guard connections.admit(channel) else { throw ChannelError.alreadyClosed }
      try channel.pipeline.syncOperations.addHandler(
        ConnectionSniffer(time: time) { speech, channel in
          switch speech {
          case .http1: http1.serve(channel)
          case .http2:
            guard let relay else { throw ChannelError.inappropriateOperationForState }
            relay.handOver(channel)
          }
        })
    }
  }

  /// Within a bounded time: requests may finish, streams are ended, and then the connections are.
  private func end(_ connections: OpenConnections) async {
    let (limit, calls) = (configuration.limits.stopTime, calls)
    calls.stop()
    connections.beginStopping()
    await withTaskGroup { group in
      group.addTask {
        await connections.waitUntilEmpty()
        return
      }
      // The task may have been cancelled; the time to finish is given all the same.
      let deadline = Task { try? await Task.sleep(for: limit) }
      group.addTask {
        await deadline.value
        calls.cancelAll()
        connections.closeAll()
      }
      await group.next()
      deadline.cancel()
    }
  }
}
