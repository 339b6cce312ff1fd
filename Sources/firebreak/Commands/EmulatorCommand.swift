import ArgumentParser

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

struct EmulatorStartCommand: HandedOverCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Serve until a signal.")
  static let emulatorCommand = "start"

  @Argument(parsing: .captureForPassthrough, help: "The flags of the emulator.") var arguments: [String] = []
}

struct EmulatorExecCommand: HandedOverCommand {
  static let configuration = CommandConfiguration(
    commandName: "exec", abstract: "Serve while a command runs, and exit with its code.")
  static let emulatorCommand = "exec"

  @Argument(parsing: .captureForPassthrough, help: "The flags of the emulator, `--`, and the command.")
  var arguments: [String] = []
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
