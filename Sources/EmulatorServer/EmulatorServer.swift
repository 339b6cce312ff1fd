package import Emulation
import NIOCore
import NIOPosix

/// The network side of an emulation: gRPC, REST and the emulator's own endpoints on one port.
package struct EmulatorServer: Sendable {
  let emulation: Emulation
  let configuration: ServerConfiguration

  package init(emulation: Emulation, configuration: ServerConfiguration = ServerConfiguration()) {
    self.emulation = emulation
    self.configuration = configuration
  }

  /// Serves until the task is cancelled or a client asks for the end (`POST /shutdown`); requests that are under way then
  /// have a moment to finish.
  ///
  /// - Parameter onReady: called once, when clients can connect.
  /// - Throws: ``ListeningFailure``.
  package func run(onReady: @Sendable (ListeningAddress) async -> Void) async throws {
    let stop = StopSignal()
    let calls = OpenCalls()
    let methods = ServiceMethods(emulation: emulation)
    let rpc = FirestoreRPCService(
      methods: methods,
      settings: RPCSettings(
        calls: calls, requestBytes: configuration.limits.requestBytes,
        pacing: OutboundPacing(MultiThreadedEventLoopGroup.singleton)))
    let responder = HTTPResponder(
      rest: RESTService(methods: methods, calls: calls, turns: ConversionTurns(limit: System.coreCount - 1)), endpoints: EmulatorEndpoints(emulation: emulation),
      ownEndpoints: OwnEndpoints(emulation: emulation), stop: stop, bodyLimit: configuration.limits.requestBytes,
      budget: RequestBudget(byteCount: configuration.limits.bufferedBytes), host: configuration.host)
    let port = ServedPort(
      configuration: configuration, calls: calls, services: [rpc], respond: { await responder.respond($0) })
    try await port.run(until: stop, onReady: onReady)
  }
}
