import NIOCore
import NIOPosix

/// One port that answers HTTP/1 and HTTP/2, and gRPC where there are services.
struct ServedPort: Sendable {
  let configuration: ServerConfiguration
  let calls: OpenCalls
  /// Of gRPC.
  let services: RPCServices
  /// Answers a request that is no call of gRPC.
  let respond: Respond

  func run(until stop: StopSignal, onReady: (ListeningAddress) async -> Void) async throws {
    let group = MultiThreadedEventLoopGroup.singleton
    let connections = OpenConnections(limit: configuration.limits.connections)
    let sockets: ListeningSockets
    do {
      sockets = try await ListeningSockets.open(
        configuration, on: group, accept: acceptance(by: connections))
    } catch {
      // One of two sockets may have been open for a moment.
      await end(connections)
      throw error
    }
    await onReady(sockets.address)
    await stop.wait()
    await sockets.close()
    await end(connections)
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

  private func acceptance(by connections: OpenConnections) -> @Sendable (any Channel) throws -> Void {
    let time = TimeAmount(configuration.limits.openingTime)
    let http1 = HTTP1Connection(configuration, respond)
    let http2 = HTTP2Connection(configuration, services, respond)
    return { channel in
      guard connections.admit(channel) else { throw ChannelError.alreadyClosed }
      try channel.pipeline.syncOperations.addHandler(
        ConnectionSniffer(time: time) { speech, channel in
          switch speech {
          case .http1: http1.serve(channel)
          case .http2: try http2.serve(channel)
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
