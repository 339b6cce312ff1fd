import ArgumentParser
import Terminal

struct EmulatorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "emulator",
    abstract: "Serve Firestore to unmodified clients, with your rules and indexes, and bill what they do.",
    discussion: """
      firebreak emulator start
      firebreak emulator exec -- npm test

      Both are carried out by a second executable, `firebreak-emulator`, which stands beside `firebreak` or in PATH; \
      `make emulator` builds it. `firebreak emulator start --help` lists the flags.
      """,
    subcommands: [
      EmulatorStartCommand.self, EmulatorExecCommand.self, EmulatorExportCommand.self, EmulatorImportCommand.self,
      EmulatorTailCommand.self,
    ])
}

/// What `firebreak emulator start` takes, for completions, the manual page and `firebreak help`. The other executable reads
/// it: see ``HandedOver``.
struct EmulatorStartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Serve until a signal.")

  @OptionGroup(title: "Emulator") var serving: ServingOptions
  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextFormats>
}

/// What `firebreak emulator exec` takes, like ``EmulatorStartCommand``.
struct EmulatorExecCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exec", abstract: "Serve while a command runs, and exit with its code.")

  @OptionGroup var execution: ExecutionOptions
  @OptionGroup(title: "Emulator") var serving: ServingOptions
  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FindingFormats>
}

/// Commands that are handed over as they were written, whatever it is.
enum HandedOver {
  /// `emulator start …` as ``EmulatorsStartAlias`` takes it, and `emulator exec …` as ``EmulatorsExecAlias``.
  static func renamed(_ arguments: [String]) -> [String] {
    guard arguments.count > 1, arguments[0] == "emulator", ["start", "exec"].contains(arguments[1]) else {
      return arguments
    }
    return ["emulators:\(arguments[1])"] + arguments.dropFirst(2)
  }
}

/// `emulators:start`, as in the Firebase CLI.
struct EmulatorsStartAlias: HandedOverCommand {
  static let configuration = CommandConfiguration(commandName: "emulators:start", shouldDisplay: false)
  static let emulatorCommand = "start"

  @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
}

/// `emulators:exec "SCRIPT"`, as in the Firebase CLI.
struct EmulatorsExecAlias: HandedOverCommand {
  static let configuration = CommandConfiguration(commandName: "emulators:exec", shouldDisplay: false)
  static let emulatorCommand = "exec"

  @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
}
