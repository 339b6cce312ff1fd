import ArgumentParser
import Project
import StructuredText
import Terminal

struct ExportCommand: ControlCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write what a running emulator holds to a folder.",
    discussion: """
      firebreak emulator export seed
      firebreak emulator export --format lines seed

      An earlier export in that folder is replaced once the new one is whole. What it holds of products that are not \
      emulated, such as users of Authentication, stays.
      """)
  static let title = "emulator export"

  @OptionGroup var arguments: ExportArguments
  @OptionGroup(title: "Emulator") var control: ControlOptions
  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextFormats>

  func perform(_ emulator: ControlledEmulator, _ console: Console) async throws {
    let path = DisplayPath.absolute(arguments.folder, from: ProjectFolder.workingDirectory)
    var body: [JSONValue.Member] = [.init("path", .string(path))]
    if let format = arguments.format { body.append(.init("format", .string(format.rawValue))) }
    _ = try await emulator.ask("POST", "/firebreak/v1/export", .object(body))
    console.note("exported to \(arguments.folder)")
  }
}
