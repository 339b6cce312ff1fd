import ArgumentParser
import Diagnostics
import FirestoreRulesLanguage
import Project
import StructuredText
import Terminal

struct RulesFormatCommand: ReportingCommand {
  static let title = "rules format"
  static let configuration = CommandConfiguration(
    commandName: "format",
    abstract: "Lay out rules files in one style, comments kept.",
    discussion: """
      Rewrites each FILE, or the rules files of the project. With --check nothing is written: the files that are not \
      formatted are listed, and the exit code is 1 when there are any.

      A file with syntax errors stays as it is; its problems are reported, and the exit code is 2.
      """)

  @Argument(help: ArgumentHelp("Rules files.", valueName: "file"), completion: .file(extensions: ["rules"]))
  var files: [String] = []

  @Flag(help: "Change nothing, only say which files are not formatted.")
  var check = false

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FileFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let settings = try CommandSettings(global, console.environment)
    let paths = try RulesPaths.resolve(files, settings, command: "rules format")
    var problems: [Diagnostic] = []
    var results: [FormattedFile] = []
    for path in paths {
      let source: SourceText
      do throws(InputFileError) { source = try InputFile.read(path) } catch {
        problems.append(RulesSource.finding(for: error))
        continue
      }
      let parsed = CloudRulesParser.parse(source)
      guard let text = CloudRulesFormatter.format(parsed) else {
        problems += parsed.problems
        continue
      }
      results.append(FormattedFile(path: path, text: text, isChanged: Array(text.utf8) != source.bytes))
    }
    let onlyChecks = console.environment.isSet(check, flag: "check")
    let changed = results.filter(\.isChanged)
    if !onlyChecks { for file in changed { try console.write(file.text, toFile: file.path) } }
    let outcome: Outcome = !problems.isEmpty ? .usage : onlyChecks && !changed.isEmpty ? .findings : .clean
    try write(results, problems, outcome, onlyChecks: onlyChecks, console)
    return outcome
  }

  private func write(
    _ results: [FormattedFile], _ problems: [Diagnostic], _ outcome: Outcome, onlyChecks: Bool, _ console: Console
  ) throws {
    let changed = results.filter(\.isChanged)
    try console.write { format, _ in
      guard format == .json else { return changed.map { "\($0.path)\n" }.joined() }
      let files = results.map { file in
        JSONValue.object([.init("file", .string(file.path)), .init("changed", .boolean(file.isChanged))])
      }
      return console.json(outcome, FindingList(problems), [.init("files", .array(files))])
    }
    console.report(FindingList(problems))
    let verb = onlyChecks ? "not formatted" : "formatted"
    console.note("\(Counted.text(results.count, "file")): \(changed.count) \(verb)")
  }
}

private struct FormattedFile {
  var path: String
  var text: String
  var isChanged: Bool
}
