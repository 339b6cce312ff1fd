import EmulatorServer
import FirestoreModel
import Project
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How a command that `exec` ran has ended.
struct CommandEnd: Hashable, Sendable {
  var child: ChildEnd
  /// Somebody asked for the end before.
  var signal: Int32?

  /// The child's own code, unless it says that all went well although it was asked to stop.
  var exitCode: Int32 {
    guard let signal else { return child.exitCode }
    if case .exited(let code) = child, code != 0 { return code }
    return 128 + signal
  }
}

/// A command and the emulator that serves as long as it runs.
struct CommandRun {
  let command: ChildCommand
  let session: EmulatorSession
  let emulator: RunningEmulator
  private var child: ChildProcess?
  private var signal: Int32?
  private var end: ChildEnd?
  private var isKilled = false

  /// How long a command may take to end after a signal.
  static let grace = Duration.seconds(5)

  init(command: ChildCommand, session: EmulatorSession, emulator: RunningEmulator) {
    self.command = command
    self.session = session
    self.emulator = emulator
  }

  /// Returns when the command has ended and the emulator serves no more.
  mutating func run() async throws -> CommandEnd {
    var failure: (any Error)?
    serving: for await event in session.events.stream {
      switch event {
      case .ready(let addresses):
        do {
          try start(at: addresses)
        } catch {
          failure = error
          emulator.stop()
        }
      case .signal(let number): await stop(number)
      case .graceOver:
        isKilled = true
        child?.send(SIGKILL)
      case .childEnded(let end):
        self.end = end
        await endGroup()
        emulator.stop()
      case .ended(let error):
        failure = failure ?? error.map(session.failure)
        // A client may have asked for the end; its process is still there.
        if failure != nil || child == nil || end != nil { break serving }
      }
    }
    emulator.stop()
    if let failure {
      child?.send(SIGKILL)
      throw failure
    }
    guard let end else { return CommandEnd(child: .exited(0), signal: signal) }
    return CommandEnd(child: end, signal: signal)
  }

  private mutating func start(at addresses: ServedAddresses) throws {
    try session.announce(addresses)
    guard signal == nil else { return }
    if let page = addresses.page { session.console.note("UI: http://\(page.reachableAuthority)") }
    let child = try ChildProcess.start(command.arguments, environment: environment(addresses))
    self.child = child
    StopSignals.ofProcess.onForcedEnd { child.send(SIGKILL) }
    let events = session.events
    child.whenEnded { events.happen(.childEnded($0)) }
  }

  /// What tells clients where the emulator is, and which project they are in.
  private func environment(_ addresses: ServedAddresses) -> [String: String] {
    var variables = session.console.environment.variables
    variables[FirebreakVersion.handOverVariable] = nil
    let authority = addresses.firestore.reachableAuthority
    let names = ["FIRESTORE_EMULATOR_HOST", "FIREBASE_FIRESTORE_EMULATOR_ADDRESS", "FIREBASE_EMULATOR_HUB"]
    for name in names { variables[name] = authority }
    if let database = addresses.database { variables["FIREBASE_DATABASE_EMULATOR_HOST"] = database.reachableAuthority }
    // The newer name is the one that some clients ask for first: left as it is, it could name a real project.
    for name in ["GCLOUD_PROJECT", "GOOGLE_CLOUD_PROJECT"] { variables[name] = session.project.projectID }
    return variables
  }

  private mutating func stop(_ number: Int32) async {
    signal = number
    guard let child else { return emulator.stop() }
    child.send(number)
    // A child that the terminal has stopped hears nothing before it goes on.
    child.send(SIGCONT)
    let events = session.events
    Task {
      try? await Task.sleep(for: Self.grace)
      events.happen(.graceOver)
    }
  }

  /// No process stays behind when the command itself is gone.
  private func endGroup() async {
    guard let child else { return }
    TerminalOwner.takeBack()
    guard !isKilled, child.hasGroup else { return }
    if signal == nil { child.send(SIGTERM) }
    for _ in 0..<50 where child.hasGroup { try? await Task.sleep(for: .milliseconds(20)) }
    child.send(SIGKILL)
  }
}
