import ArgumentParser
import Diagnostics
import Project
import StructuredText
import Terminal

struct InitCommand: ReportingCommand {
  static let title = "init"
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Set up a project: settings, a first workload from its queries, and a workflow for CI.",
    discussion: """
      Finds firebase.json, rules, indexes and the queries of the sources, and writes firebreak.json with its schema, \
      firebreak/NAME.workload.yaml with a step for every read that the code asks for, and .github/workflows/firebreak.yml. \
      What is there already is kept as it is.
      """)

  @Argument(help: ArgumentHelp("The folder of the project.", valueName: "path"), completion: .directory)
  var path: String?

  @Flag(help: "Print what would be written, and write nothing.") var dryRun = false

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FileFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let loaded = try ProjectLoader(global, console).load([path].compactMap(\.self), readsSources: true)
    try loaded.requireInput(for: "set up")
    guard loaded.projects.count == 1, let project = loaded.projects.first else {
      throw UsageError("`init` works on one project, not on \(loaded.projects.count)", help: "choose one with `-C DIR`")
    }
    let failures = project.project.findings.filter(\.isInputFailure)
    guard failures.isEmpty else { return try console.stop(failures) }
    let isDry = console.environment.isSet(dryRun, flag: "dry-run")
    let setup = await ProjectSetup(project)
    let (kept, written) = (setup.files.filter(\.exists), setup.files.filter { !$0.exists })
    if !isDry { for file in written { try file.write(console) } }
    try console.write { format, _ in
      format == .json
        ? json(written, kept) : text(setup, written, kept, isDry: isDry, isASCII: console.isASCII)
    }
    return .clean
  }

  private func text(
    _ setup: ProjectSetup, _ written: [SetupFile], _ kept: [SetupFile], isDry: Bool, isASCII: Bool
  ) -> String {
    let word = isDry ? "would write" : isASCII ? "wrote" : "✓"
    var lines = [setup.head]
    lines += written.map { "\(word) \(QuotedText.singleLine($0.path))" + ($0.note.isEmpty ? "" : ": \($0.note)") }
    lines += kept.map { "kept \(QuotedText.singleLine($0.path)), which is there" }
    if isDry {
      for file in written where !file.isSchema {
        lines += ["", "--- \(QuotedText.singleLine(file.path))", file.text]
      }
    }
    lines.append("Next: " + setup.next.joined(separator: isASCII ? ", " : " · "))
    return lines.joined(separator: "\n") + "\n"
  }

  private func json(_ written: [SetupFile], _ kept: [SetupFile]) -> String {
    let files = written.map { file in
      JSONValue.object([.init("path", .string(file.path)), .init("text", .string(file.text))])
    }
    return JSONWriter.text(
      .object([.init("written", .array(files)), .init("kept", .array(kept.map { .string($0.path) }))])) + "\n"
  }
}
