package import Emulation
import NIOCore
import NIOPosix
import Synchronization

/// The network side of an emulation: gRPC, REST and the emulator's own endpoints of Firestore on one port, the Realtime
/// Database on another.
package struct EmulatorServer: Sendable {
  let emulation: Emulation
  let configuration: ServerConfiguration
  /// Nil: the Realtime Database is not served.
  let database: ServerConfiguration?

  package init(
    emulation: Emulation, configuration: ServerConfiguration = ServerConfiguration(),
    database: ServerConfiguration? = nil
  ) {
    self.emulation = emulation
    self.configuration = configuration
    self.database = database
  }

  /// Serves until the task is cancelled or a client asks for the end (`POST /shutdown`); requests that are under way then
  /// have a moment to finish.
  ///
  /// - Parameter onReady: called once, when clients can connect.
  /// - Throws: ``ListeningFailure``.
  package func run(onReady: @escaping @Sendable (ServedAddresses) async -> Void) async throws {
    let stop = StopSignal()
    let calls = OpenCalls()
    let firestore = firestorePort(stop, calls)
    guard let database else {
      return try await firestore.run(until: stop) { await onReady(ServedAddresses(firestore: $0)) }
    }
    let second = databasePort(database, calls)
    let opened = OpenedPorts()
    // One that cannot listen ends the other, too.
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await firestore.run(until: stop) { address in
          if let all = opened.add({ $0.firestore = address }) { await onReady(all) }
        }
      }
      group.addTask {
        try await second.run(until: stop) { address in
          if let all = opened.add({ $0.database = address }) { await onReady(all) }
        }
      }
      try await group.waitForAll()
    }
  }

  private func firestorePort(_ stop: StopSignal, _ calls: OpenCalls) -> ServedPort {
    let methods = ServiceMethods(emulation: emulation)
    let rpc = FirestoreRPCService(
      methods: methods,
      settings: RPCSettings(
        calls: calls, pages: configuration.pages, requestBytes: configuration.limits.requestBytes,
        pacing: OutboundPacing(MultiThreadedEventLoopGroup.singleton)))
    let responder = HTTPResponder(
      rest: RESTService(methods: methods, calls: calls, turns: ConversionTurns(limit: System.coreCount - 1)),
      endpoints: EmulatorEndpoints(emulation: emulation), ownEndpoints: OwnEndpoints(emulation: emulation), stop: stop,
      screen: screen(configuration, usualHeaders: CrossOrigin.firestoreHeaders))
    return ServedPort(
      configuration: configuration, calls: calls, services: [rpc], respond: { await responder.respond($0) })
  }

  private func screen(_ configuration: ServerConfiguration, usualHeaders: String) -> RequestScreen {
    RequestScreen(
      bodyLimit: configuration.limits.requestBytes,
      budget: RequestBudget(byteCount: configuration.limits.bufferedBytes), pages: configuration.pages,
      usualHeaders: usualHeaders)
  }

  private func databasePort(_ configuration: ServerConfiguration, _ calls: OpenCalls) -> ServedPort {
    let responder = RealtimeResponder(
      emulation: emulation, calls: calls, screen: screen(configuration, usualHeaders: CrossOrigin.realtimeHeaders))
    return ServedPort(
      configuration: configuration, calls: calls, services: [], respond: { await responder.respond($0) })
  }
}

/// The ports that are open, until all are.
private final class OpenedPorts: Sendable {
  struct Addresses: Sendable {
    var firestore: ListeningAddress?
    var database: ListeningAddress?
  }

  private let addresses = Mutex(Addresses())

  /// Nil: not all of them are known yet.
  func add(_ change: (inout Addresses) -> Void) -> ServedAddresses? {
    let all = addresses.withLock { addresses in
      change(&addresses)
      return addresses
    }
    guard let firestore = all.firestore, let database = all.database else { return nil }
    return ServedAddresses(firestore: firestore, database: database)
  }
}

extension ServerConfiguration {
  fileprivate var pages: WebPages { WebPages(host: host, allowed: allowedOrigins) }
}
