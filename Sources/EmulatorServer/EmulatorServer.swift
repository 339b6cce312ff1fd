package import Emulation
import NIOCore
import RealtimeWire
import WebChannel

/// The network side of an emulation: gRPC, REST and the emulator's own endpoints of Firestore on one port, the Realtime
/// Database on another, and the page that shows what is going on on a third.
package struct EmulatorServer: Sendable {
  let emulation: Emulation
  let configuration: ServerConfiguration
  /// Nil: the Realtime Database is not served.
  let database: ServerConfiguration?
  /// Nil: there is no page.
  let page: PageConfiguration?
  let random: @Sendable () -> UInt64
  /// The connections of SDKs to the Realtime Database.
  private let sessions: OpenSessions

  /// - Parameter random: of secrets that a client is told, such as the names of its sessions.
  package init(
    emulation: Emulation, configuration: ServerConfiguration = ServerConfiguration(),
    database: ServerConfiguration? = nil, page: PageConfiguration? = nil,
    random: @escaping @Sendable () -> UInt64
  ) {
    self.emulation = emulation
    self.configuration = configuration
    self.database = database
    self.page = page
    self.random = random
    sessions = OpenSessions(limit: (database ?? configuration).limits.connections, random: random)
  }

  /// Serves until the task is cancelled or a client asks for the end (`POST /shutdown`); requests that are under way then
  /// have a moment to finish.
  ///
  /// - Parameter onReady: called once, when clients can connect.
  /// - Throws: ``ListeningFailure``.
  package func run(onReady: @escaping @Sendable (ServedAddresses) async -> Void) async throws {
    let stop = StopSignal()
    let calls = OpenCalls()
    let methods = ServiceMethods(emulation: emulation)
    let turns = ConversionTurns(limit: System.coreCount - 1)
    let channel = ChannelService(
      methods: methods, calls: calls, turns: turns,
      sessions: ChannelSessions(limits: configuration.limits.channel, random: random), limits: configuration.limits)
    let watch = Task { await channel.watch() }
    defer { watch.cancel() }
    let rest = RESTService(
      methods: methods, administration: AdministrationMethods(emulation: emulation), calls: calls, turns: turns)
    let opened = OpenedPorts(hasDatabase: database != nil, hasPage: page != nil)
    let firestore = firestorePort(stop, calls, rest, channel, opened)
    let second = database.map { databasePort($0, calls) }
    let third = page.map { PagePort(emulation: emulation, configuration: $0, opened: opened, turns: turns) }
    // One that cannot listen ends the others, too.
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await firestore.run(until: stop) { address in
          if let all = opened.add({ $0.firestore = address }) { await onReady(all) }
        }
      }
      if let second {
        group.addTask {
          try await second.run(until: stop) { address in
            if let all = opened.add({ $0.database = address }) { await onReady(all) }
          }
        }
      }
      if let third {
        group.addTask {
          try await third.run(until: stop) { address in
            if let all = opened.add({ $0.page = address }) { await onReady(all) }
          }
        }
      }
      // Not `waitForAll`, which waits for the others first.
      while try await group.next() != nil {}
    }
    // What was left for the end of connections is carried out before the emulator ends.
    guard let database else { return }
    let (sessions, limit) = (sessions, database.limits.stopTime)
    await ServedPort.wait(for: Task { await sessions.waitUntilEmpty() }, atMost: limit)
  }

  private func firestorePort(
    _ stop: StopSignal, _ calls: OpenCalls, _ rest: RESTService, _ channel: ChannelService, _ opened: OpenedPorts
  ) -> ServedPort {
    let screen = screen(configuration, usualHeaders: CrossOrigin.firestoreHeaders)
    let services = RPCServices(
      rest.methods, rest.administration,
      RPCSettings(
        calls: calls, pages: configuration.pages, budget: screen.budget,
        requestBytes: configuration.limits.requestBytes))
    let responder = HTTPResponder(
      rest: rest, channel: channel,
      endpoints: EmulatorEndpoints(emulation: emulation), ownEndpoints: OwnEndpoints(emulation: emulation),
      hub: HubEndpoints(opened: opened, emulation: emulation), stop: stop, screen: screen)
    return ServedPort(
      configuration: configuration, calls: calls, services: services, respond: { await responder.respond($0) })
  }

  private func screen(_ configuration: ServerConfiguration, usualHeaders: String) -> RequestScreen {
    RequestScreen(
      bodyLimit: configuration.limits.requestBytes,
      budget: RequestBudget(byteCount: configuration.limits.bufferedBytes), pages: configuration.pages,
      usualHeaders: usualHeaders)
  }

  private func databasePort(_ configuration: ServerConfiguration, _ calls: OpenCalls) -> ServedPort {
    let screen = screen(configuration, usualHeaders: CrossOrigin.realtimeHeaders)
    let responder = RealtimeResponder(
      emulation: emulation, calls: calls,
      sessions: RealtimeSessions(
        emulation: emulation, calls: calls, sessions: sessions, polls: OpenPolls(), limits: SessionLimits(),
        pages: screen.pages, budget: screen.budget),
      screen: screen)
    return ServedPort(
      configuration: configuration, calls: calls, services: .none, respond: { await responder.respond($0) })
  }
}

extension ServerConfiguration {
  fileprivate var pages: WebPages { WebPages(host: host, allowed: allowedOrigins) }
}
