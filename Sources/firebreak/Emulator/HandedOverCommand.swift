import ArgumentParser
import Terminal

/// A command that `firebreak-emulator` carries out, with the same arguments.
protocol HandedOverCommand: ParsableCommand {
  /// What the other executable calls it.
  static var emulatorCommand: String { get }
  var arguments: [String] { get }
}

extension HandedOverCommand {
  mutating func run() throws {
    let environment = ProcessEnvironment.current
    let places = EmulatorExecutable.places(path: environment["PATH"])
    guard let executable = places.first(where: EmulatorExecutable.isExecutable) else {
      let folder = EmulatorExecutable.folderOfThisProcess.map { " (\($0))" } ?? ""
      throw EnvironmentFailure(
        message: """
          `firebreak emulator` is carried out by `firebreak-emulator`, which is neither beside `firebreak`\(folder) nor \
          in PATH
          """,
        help: """
          build it with `make emulator` or `swift build -c release --product \(EmulatorExecutable.name)`, and put it \
          beside `firebreak`
          """)
    }
    try EmulatorExecutable.become(executable, arguments: [Self.emulatorCommand] + arguments)
  }
}
