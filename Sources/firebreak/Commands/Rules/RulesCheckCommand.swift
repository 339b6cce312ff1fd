import ArgumentParser
import Diagnostics
import FirestoreRulesChecker
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Project
import ProjectCheck
import Terminal

struct RulesCheckCommand: ReportingCommand {
  static let title = "rules check"
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find mistakes in security rules: syntax, types, limits, and what they allow.",
    discussion: """
      Checks each FILE, or the rules files of the project. `firebreak explain CODE` explains a code; a finding is \
      suppressed with a comment on the line before, `// firebreak-ignore FB4010 -- reason`.

      Exits 1 when something at or above the fail level is found (--fail-level, default error).
      """)

  @Argument(help: ArgumentHelp("Rules files.", valueName: "file"), completion: .file(extensions: ["rules"]))
  var files: [String] = []

  @Flag(help: "As in `check`: information, too. This command has no first screen and always shows it.") var all = false

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FindingFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let settings = try CommandSettings(global, console.environment)
    var findings: [Diagnostic] = []
    var sources = 0
    var statements = 0
    if files.isEmpty {
      _ = try RulesPaths.resolve([], settings, command: "rules check")
      for project in try ProjectLoader(global, console).load([]).projects {
        findings += project.queries.rulesFindings()
        findings += project.project.findings.filter(\.isInputFailure)
        sources += project.queries.rules.files.count
        statements += project.queries.rules.files.reduce(0) { $0 + ($1.rules?.statements.count ?? 0) }
      }
    }
    for path in files.isEmpty ? [] : try RulesPaths.resolve(files, settings, command: "rules check") {
      do throws(InputFileError) {
        let rules = RulesSource(try path == "-" ? InputFile.readStandardInput() : InputFile.read(path))
        findings += RulesCheck.findings(
          rules.parsed, rules.compilation, context: RulesContext(now: RuleTimestamp(settings.now)),
          keepsSuppressed: true)
        statements += rules.rules?.statements.count ?? 0
        sources += 1
      } catch {
        findings.append(RulesSource.finding(for: error))
      }
    }
    let project = RulesPaths.settings(settings)
    let policy = settings.policy(project)
    let list = policy.apply(to: findings, settings: project, isComplete: false)
    let outcome = Outcome(FindingVerdict(list, failLevel: policy.failLevel))
    try console.write(FindingReport(list, outcome: outcome, failLevel: policy.failLevel))
    console.note(
      "Checked \(Counted.text(sources, "rules file")) (\(Counted.text(statements, "rule"))): \(list.summary)")
    return outcome
  }
}
