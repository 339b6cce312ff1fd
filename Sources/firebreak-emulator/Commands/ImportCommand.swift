import ArgumentParser
import Diagnostics
import Project
import StructuredText
import Terminal

struct ImportCommand: ControlCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Store the documents of an export in a running emulator.",
    discussion: """
      firebreak emulator import seed

      Documents take the place of those of the same name; others stay. A folder with a mistake in it changes nothing.
      """)
  static let title = "emulator import"

  @OptionGroup var arguments: ImportArguments
  @OptionGroup(title: "Emulator") var control: ControlOptions
  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextFormats>

  func perform(_ emulator: ControlledEmulator, _ console: Console) async throws {
    let path = DisplayPath.absolute(arguments.folder, from: ProjectFolder.workingDirectory)
    let answer = try await emulator.ask("POST", "/firebreak/v1/import", ["path": .string(path)])
    console.note("imported \(Counted.text(answer.number("documents"), "document")) from \(arguments.folder)")
    guard case .array(let leftOut)? = answer["leftOut"]?.content else { return }
    for case .string(let line) in leftOut.map(\.content) { console.note("info: \(line)") }
  }
}
