import ArgumentParser
import Emulation
import EmulatorServer
import Terminal

struct StartCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "Serve until a signal.",
    discussion: """
      firebreak emulator start
      firebreak emulator start --port 0 --ready-file emulator.json
      firebreak emulator start --import data --export-on-exit

      Rules and indexes are those of firebase.json and are used anew as soon as they are edited. A database without \
      rules denies end users everything, as in production; requests with `Authorization: Bearer owner`, and those of \
      server libraries, pass.

      The first SIGINT, SIGTERM or SIGQUIT stops after the requests that are under way, the second at once.
      """)
  static let title = "emulator start"

  @OptionGroup(title: "Emulator") var serving: ServingOptions
  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let session = try EmulatorSession(serving, global, console, logDescriptor: 1, hasPage: true)
    defer { session.withdraw() }
    let emulator = try await session.start(waitsForCorrection: true)
    var failure: (any Error)?
    serving: for await event in session.events.stream {
      switch event {
      case .ready(let addresses):
        try session.announce(addresses)
        show(addresses, session)
      case .signal:
        console.note("stopping")
        emulator.stop()
      case .ended(let error):
        failure = error.map(session.failure)
        break serving
      case .childEnded, .graceOver: break
      }
    }
    emulator.stop()
    if let failure { throw failure }
    try session.close()
    return .clean
  }

  private func show(_ addresses: ServedAddresses, _ session: EmulatorSession) {
    let console = session.console
    guard !console.isQuiet else { return }
    let banner = Banner(
      addresses: addresses, databases: session.emulation.configuredDatabases,
      realtimeDatabases: session.emulation.configuredRealtimeDatabases, mode: session.emulation.settings.mode,
      readyTime: session.age, isASCII: console.drawsASCII, width: console.terminalWidth)
    console.standardOutput.write(banner.text)
    // What scripts look for in the output of Google's emulator.
    guard console.isVerbose else { return }
    console.standardOutput.write(
      "API endpoint: http://\(addresses.firestore.reachableAuthority)\nDev App Server is now running.\n")
  }
}
