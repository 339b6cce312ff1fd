import Emulation
import FirestoreModel
import FirestoreService
import Synchronization
import WebChannel

@testable import EmulatorServer
@testable import Project

/// A server inside of the test, on a port that the system has chosen.
struct TestServer: Sendable {
  let emulation: Emulation
  let address: ListeningAddress
  /// Of the Realtime Database.
  var databasePort = 0
  /// Of the page.
  var pagePort = 0

  var port: Int { address.port }

  static let random: @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }

  /// - Parameter isOpen: everybody may do everything; else nobody who is not an administrator may do anything.
  static func run(
    isOpen: Bool = true, host: String = "127.0.0.1", limits: ServerLimits = .patient,
    clock: any ServiceClock = StillClock(), _ body: @escaping @Sendable (TestServer) async throws -> Void
  ) async throws {
    let emulation = emulation(isOpen: isOpen, clock: clock)
    let server = EmulatorServer(
      emulation: emulation, configuration: ServerConfiguration(host: host, port: 0, limits: limits),
      random: TestServer.random)
    try await run(server, emulation, body)
  }

  static func emulation(isOpen: Bool = true, clock: any ServiceClock = StillClock()) -> Emulation {
    Emulation(
      settings: EmulationSettings(project: .empty, mode: .production, allowsOpen: isOpen, seed: 7), clock: clock)
  }

  /// One that serves both databases.
  static func runBoth(
    allowing origins: Set<WebOrigin> = [], _ body: @escaping @Sendable (TestServer) async throws -> Void
  ) async throws {
    let emulation = emulation()
    let configuration = ServerConfiguration(port: 0, allowedOrigins: origins, limits: .patient)
    let server = EmulatorServer(
      emulation: emulation, configuration: configuration, database: configuration,
      random: TestServer.random)
    try await run(server, emulation, body)
  }

  /// One with the page, about a project in a folder.
  static func runPage(
    _ project: Project = .empty, port: Int = 0, movesWhenTaken: Bool = false,
    _ body: @escaping @Sendable (TestServer) async throws -> Void
  ) async throws {
    var settings = EmulationSettings(project: project, mode: .production, allowsOpen: true, seed: 7)
    settings.keepsHistory = true
    let emulation = Emulation(settings: settings, clock: StillClock())
    var page = PageConfiguration(port: port, movesWhenTaken: movesWhenTaken, version: "test")
    page.server.limits = .patient
    let server = EmulatorServer(
      emulation: emulation, configuration: ServerConfiguration(port: 0, limits: .patient), page: page,
      random: TestServer.random)
    try await run(server, emulation, body)
  }

  private static func run(
    _ server: EmulatorServer, _ emulation: Emulation, _ body: @escaping @Sendable (TestServer) async throws -> Void
  ) async throws {
    let ready = AsyncStream<ServedAddresses>.makeStream()
    try await withThrowingTaskGroup { group in
      group.addTask {
        defer { ready.continuation.finish() }
        try await server.run { ready.continuation.yield($0) }
      }
      var addresses = ready.stream.makeAsyncIterator()
      if let all = await addresses.next() {
        try await body(
          TestServer(
            emulation: emulation, address: all.firestore, databasePort: all.database?.port ?? 0,
            pagePort: all.page?.port ?? 0))
      }
      group.cancelAll()
      try await group.waitForAll()
    }
  }
}

extension ServerLimits {
  /// For tests that are not about time: a busy machine closes nothing.
  static let patient: ServerLimits = {
    var limits = ServerLimits(
      openingTime: .seconds(3_600), idleTime: .seconds(3_600), requestTime: .seconds(3_600),
      patienceTime: .seconds(3_600))
    // Only browsers need it.
    limits.channel.handshakeTime = .zero
    return limits
  }()
}

extension Project {
  static let empty = Project(
    root: ".", folder: ".", configurationFile: nil, projectID: "demo", databases: [ProjectDatabase()],
    settings: FirebreakSettings(), findings: [])
}

/// A clock that stands still: commits get times of their own all the same.
struct StillClock: ServiceClock {
  let now = Timestamp(microseconds: 1_700_000_000_000_000)

  func sleep(until time: Timestamp) async throws(CancellationError) {
    let forever = AsyncStream<Never>.makeStream()
    for await _ in forever.stream {}
    throw CancellationError()
  }
}
