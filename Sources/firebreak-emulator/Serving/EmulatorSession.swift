import ArgumentParser
import Diagnostics
import Emulation
import EmulatorServer
import FirestoreModel
import FirestoreService
import Project
import SQLiteJournal
import Terminal

/// One emulator from its start to its end, whatever it runs for.
struct EmulatorSession {
  let project: Project
  let settings: ServingSettings
  let policy: FindingPolicy
  let emulation: Emulation
  let journals: SQLiteJournalFolder?
  let console: Console
  private let readyFile: ReadyFile?
  private let locator: HubLocator
  let events = ServingEvents()
  private let begin = ContinuousClock.now

  /// Reads the project. What keeps it from being served is reported, and ends the command.
  ///
  /// - Parameters:
  ///   - logDescriptor: where `-v` has a line for each request.
  ///   - hasPage: the page is served unless somebody says otherwise.
  ///   - keepsRequests: what is asked is kept although there is no page.
  init(
    _ options: ServingOptions, _ global: GlobalOptions<some FormatChoice>, _ console: Console, logDescriptor: Int32,
    hasPage: Bool, keepsRequests: Bool = false
  ) throws {
    self.console = console
    // Before anything can fail: scripts wait for the file of this run.
    readyFile = try console.environment.value(options.readyFile, flag: "ready-file") { $0 }
      .map { ReadyFile(path: $0) }
    let command = try CommandSettings(global, console.environment)
    do throws(ProjectRequestError) { project = try Project.discover(command.request) } catch { throw error.usageError }
    locator = HubLocator(project: project.projectID, environment: console.environment.variables)
    settings = try ServingSettings(options, console.environment, project, hasPage: hasPage)
    policy = command.policy(project.settings)
    let (planning, billing) = try command.assumptions(project.settings)
    journals = try Self.journals(settings.dataFolder)
    let line = RequestLine(billing: billing, isASCII: console.drawsASCII)
    let log = console.isVerbose ? RequestLog(descriptor: logDescriptor, line: line) : nil
    var emulated = EmulationSettings(
      project: project, mode: command.serviceMode(project.settings), allowsOpen: settings.allowsOpen,
      failsWhileBroken: settings.failsWhileBroken, lockWait: settings.lockWait, seed: settings.seed,
      planning: planning, billing: billing)
    emulated.keepsHistory = settings.page != nil || keepsRequests
    emulated.run = String(UInt64.random(in: .min ... .max), radix: 36)
    emulated.version = FirebreakVersion.current
    emulated.realtime = try command.realtimeAssumptions(project.settings)
    emulation = Emulation(
      settings: emulated,
      clock: VirtualClock(startingAt: settings.startTime, systemTime: { SystemTime.microseconds }), journals: journals,
      log: log, realtimeLog: log)
  }

  private static func journals(_ folder: String?) throws -> SQLiteJournalFolder? {
    guard let folder else { return nil }
    do throws(FirestoreError) {
      return try SQLiteJournalFolder(
        path: folder, onFailure: { StandardStream(descriptor: 2).writeLine("error: \($0.message)") })
    } catch {
      throw EnvironmentFailure(error)
    }
  }

  /// Since the process began to prepare.
  var age: Duration { ContinuousClock.now - begin }
}

extension EnvironmentFailure {
  init(_ error: FirestoreError) {
    self.init(
      message: error.message,
      help: error.status == .dataLoss
        ? "move the files of the data folder away to begin anew, or go on without them with `--ephemeral`" : nil)
  }
}

// MARK: From start to end

extension EmulatorSession {
  /// Says what is wrong with the project, reads what is to be imported, and begins to listen; the rest are ``events``.
  ///
  /// - Parameter waitsForCorrection: somebody is there to correct a file while the emulator runs; without, one that is
  ///   wrong ends the command.
  func start(waitsForCorrection: Bool) async throws -> RunningEmulator {
    for warning in settings.warnings { console.standardError.writeLine("warning: \(warning)") }
    let start = emulation.start
    console.report(policy.apply(to: start.findings, settings: project.settings, isComplete: false))
    let isWrong = start.findings.contains { $0.severity == .error }
    if start.isPrevented || isWrong && !waitsForCorrection { throw ExitCode(Outcome.usage.exitCode) }
    do throws(FirestoreError) { try emulation.openJournals() } catch { throw EnvironmentFailure(error) }
    warnOfClock()
    let events = events
    try await importDocuments()
    StopSignals.ofProcess.listen { events.happen(.signal($0)) }
    let server = EmulatorServer(
      emulation: emulation, configuration: settings.address, database: settings.database, page: settings.page,
      random: { UInt64.random(in: .min ... .max) })
    let serving = Task {
      do {
        try await server.run { events.happen(.ready($0)) }
        events.happen(.ended(nil))
      } catch {
        events.happen(.ended(error))
      }
    }
    return RunningEmulator(serving: serving, following: follow())
  }

  /// Times never go back: a clock that is behind the documents only shows in what they do not depend on.
  private func warnOfClock() {
    guard let start = settings.startTime, let last = emulation.lastCommitTime, last > start
    else { return }
    console.standardError.writeLine(
      "warning: `--clock` is before the last commit of the data folder: its times go on from \(last.rfc3339)")
  }

  /// Rules and index files that are edited while clients are served; what is wrong with a new version is said once.
  private func follow() -> Task<Void, Never> {
    let (emulation, policy, project) = (emulation, policy, project)
    let reloads = ReloadLines(console)
    return Task {
      try? await emulation.followFiles(on: ContinuousClock()) { update in
        reloads.show(update, policy.apply(to: update.findings, settings: project.settings, isComplete: false))
      }
    }
  }

  /// Clients can connect: those who wait for it are told.
  func announce(_ addresses: ServedAddresses) throws {
    // Before the file that scripts wait for: they may run commands of the Firebase CLI at once.
    locator.write(addresses)
    try readyFile?.write(addresses, by: console)
    let (readyFile, locator) = (readyFile, locator)
    StopSignals.ofProcess.onForcedEnd {
      readyFile?.withdraw()
      locator.withdraw()
    }
  }

  /// Clients cannot connect any more.
  func withdraw() {
    readyFile?.withdraw()
    locator.withdraw()
  }

  /// Why the server serves no more.
  func failure(_ error: any Error) -> any Error {
    guard let failure = error as? ListeningFailure else { return error }
    switch failure {
    case .portTaken(let host, let port):
      let flag =
        switch port {
        case settings.database?.port: "--database-port"
        case settings.page?.server.port: "--ui-port"
        default: "--port"
        }
      let owner = PortOwner.of(port: port).map { " by \($0.name) (process \($0.identifier))" } ?? ""
      return EnvironmentFailure(
        message: "port \(port) of \(host) is taken\(owner)",
        help: "choose another one with `\(flag) N`, or let the system choose with `\(flag) 0`")
    case .notPermitted, .unavailable: return EnvironmentFailure(message: "\(failure)")
    }
  }
}

/// The tasks of an emulator that serves.
struct RunningEmulator {
  let serving: Task<Void, Never>
  let following: Task<Void, Never>

  /// Requests that are under way have a moment to finish.
  func stop() {
    serving.cancel()
    following.cancel()
  }
}
