import ArgumentParser
import Terminal

struct EmulatorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "emulator",
    abstract: "Serve Firestore to unmodified clients, with your rules and indexes, and bill what they do.",
    discussion: """
      firebreak emulator start
      firebreak emulator exec -- npm test
      firebreak emulator export seed

      All are carried out by a second executable, `firebreak-emulator`, which stands beside `firebreak` or in PATH; \
      `make emulator` builds it. `firebreak emulator start --help` lists the flags.
      """,
    subcommands: [
      EmulatorStartCommand.self, EmulatorExecCommand.self, EmulatorExportCommand.self, EmulatorImportCommand.self,
      EmulatorClockCommand.self, EmulatorTailCommand.self,
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

/// What `firebreak emulator export` takes, like ``EmulatorStartCommand``.
struct EmulatorExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write what a running emulator holds to a folder.")

  @OptionGroup var arguments: ExportArguments
  @OptionGroup(title: "Emulator") var control: ControlOptions
  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextFormats>
}

/// What `firebreak emulator import` takes, like ``EmulatorStartCommand``.
struct EmulatorImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Store the documents of an export in a running emulator.")

  @OptionGroup var arguments: ImportArguments
  @OptionGroup(title: "Emulator") var control: ControlOptions
  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextFormats>
}

/// What `firebreak emulator clock` takes, like ``EmulatorStartCommand``.
struct EmulatorClockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock", abstract: "Show or move the time of a running emulator.")

  @OptionGroup var arguments: ClockArguments
  @OptionGroup(title: "Emulator") var control: ControlOptions
  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextFormats>
}

/// Commands that are handed over as they were written, whatever it is.
enum HandedOver {
  private static let commands: Set<String> = ["start", "exec", "export", "import", "clock"]

  /// `emulator start …` as ``EmulatorsStartAlias`` takes it, and the others alike.
  static func renamed(_ arguments: [String]) -> [String] {
    guard arguments.count > 1, arguments[0] == "emulator", commands.contains(arguments[1]) else {
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

/// `emulators:export DIR`, as in the Firebase CLI.
struct EmulatorsExportAlias: HandedOverCommand {
  static let configuration = CommandConfiguration(commandName: "emulators:export", shouldDisplay: false)
  static let emulatorCommand = "export"

  @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
}

/// `emulator import`, and in the manner of the Firebase CLI, which has no such command.
struct EmulatorsImportAlias: HandedOverCommand {
  static let configuration = CommandConfiguration(commandName: "emulators:import", shouldDisplay: false)
  static let emulatorCommand = "import"

  @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
}

/// `emulator clock`, like ``EmulatorsImportAlias``.
struct EmulatorsClockAlias: HandedOverCommand {
  static let configuration = CommandConfiguration(commandName: "emulators:clock", shouldDisplay: false)
  static let emulatorCommand = "clock"

  @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
}
