import ArgumentParser
import Diagnostics
import Project
import RulesTesting
import StructuredText
import Terminal

struct RulesCoverageCommand: ReportingCommand {
  static let title = "rules coverage"
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "Run rules tests and say what of the rules they evaluate.",
    discussion: """
      Runs the cases of PATH as `rules test` does and lists the rules and conditions that they leave open: never \
      evaluated, never true, never false, or never deciding alone.

      Writes the official emulator's JSON with `-o json=FILE`, an annotated page with `-o html=FILE`, and line and \
      branch figures with `-o lcov=FILE`. Exits 1 when fewer expressions are evaluated than --threshold asks for.
      """)

  @Argument(help: ArgumentHelp("Case files, test suites or folders.", valueName: "path"), completion: .file())
  var paths: [String] = []

  @Option(help: ArgumentHelp("The least share of expressions that must be evaluated.", valueName: "percent"))
  var threshold: String?

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<CoverageFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let settings = try CommandSettings(global, console.environment)
    let threshold =
      try console.environment.value(threshold, flag: "threshold") { $0 }.map(Self.threshold)
      ?? RulesPaths.settings(settings).coverage
    let session = try RuleTestSession(
      console: console, settings: settings, paths: paths, command: "rules coverage", semantics: nil, filter: nil,
      showsCoverage: true, updates: false)
    guard let run = try session.runOnce() else { return .usage }
    let summary = CoverageSummary(run.set, run.run.coverage)
    let findings = FindingList(threshold.map { summary.findings(threshold: $0) } ?? [])
    let failed = run.run.report.cases.count { $0.outcome != .passed }
    let failLevel = settings.policy(RulesPaths.settings(settings)).failLevel
    let isClean = !findings.fails(at: failLevel) && (failed == 0 || failLevel == nil)
    let outcome: Outcome = isClean ? .clean : .findings
    let report = FindingReport(findings, outcome: outcome, failLevel: failLevel, members: summary.members)
    try console.write(report) { format, _ in
      switch format {
      case .full: CoverageText(summary, threshold: threshold, isASCII: console.isASCII).text
      case .markdown: "```\n\(CoverageText(summary, threshold: threshold, isASCII: false).text)```\n"
      case .html: summary.page
      case .lcov: summary.lcov
      case .summary, .concise, .json, .jsonl, .sarif, .github, .gitlab, .junit: nil
      }
    }
    console.report(findings)
    if failed > 0 {
      console.note("\(Counted.text(failed, "case")) did not pass: see `firebreak rules test`")
    }
    return outcome
  }

  private static func threshold(_ text: String) throws(UsageError) -> CoverageThreshold {
    guard let threshold = CoverageThreshold(text) else {
      throw UsageError("`--threshold \(text)` is not a percentage from 0 to 100")
    }
    return threshold
  }
}
