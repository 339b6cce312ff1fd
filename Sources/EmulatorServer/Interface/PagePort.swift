import Emulation

/// How the page is served that shows what an emulator does.
package struct PageConfiguration: Hashable, Sendable {
  package var server: ServerConfiguration
  /// Whether another port will do when this one is taken: nobody has asked for it.
  package var movesWhenTaken: Bool
  /// As the page shows it.
  package var version: String

  /// For this machine alone, whatever the databases are for.
  package init(port: Int, movesWhenTaken: Bool, version: String) {
    server = ServerConfiguration(host: "localhost", port: port)
    self.movesWhenTaken = movesWhenTaken
    self.version = version
  }
}

/// The port of the page.
struct PagePort: Sendable {
  let emulation: Emulation
  let configuration: PageConfiguration
  let opened: OpenedPorts
  let turns: ConversionTurns

  /// Ports behind the first one that are tried.
  private static let attempts = 50

  func run(until stop: StopSignal, onReady: (ListeningAddress) async -> Void) async throws {
    var server = configuration.server
    for attempt in 1... {
      // A port that cannot be had ends the calls that it was given.
      let calls = OpenCalls()
      let responder = PageResponder(
        endpoints: PageEndpoints(
          emulation: emulation, calls: calls, opened: opened, turns: turns, version: configuration.version),
        bodyLimit: server.limits.requestBytes, budget: RequestBudget(byteCount: server.limits.bufferedBytes))
      let port = ServedPort(
        configuration: server, calls: calls, services: .none, respond: { await responder.respond($0) })
      do {
        return try await port.run(until: stop, onReady: onReady)
      } catch ListeningFailure.portTaken where configuration.movesWhenTaken && attempt < Self.attempts {
        server.port += 1
      }
    }
  }
}
