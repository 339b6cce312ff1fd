import ArgumentParser
import Diagnostics
import Project
import ProjectCheck
import Terminal

struct CheckCommand: ReportingCommand {
  static let title = "check"
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Judge everything that can be judged without running it.",
    discussion: """
      Reads firebase.json, its index files, its security rules, the workload files (*.workload.yaml), and the queries of \
      sources (Swift, JavaScript, TypeScript, Kotlin, Java, Dart, Python) and of Markdown documents below each PATH, and \
      reports every query that production would refuse, every index that is missing or would be refused, every query \
      that the rules deny to the actor who asks it, what is wrong with the rules, and every query that costs more than it \
      looks. Without PATH the current folder is checked.

      The first screen groups what was found by cause, the most important first; -o full shows every finding with its \
      place. `--write-baseline` keeps what is there now in firebreak/baseline.json, and from then on only what is new is \
      shown and counts; `--since REV` shows what came after a git revision.

      Exits 1 when something at or above the fail level is found (--fail-level, default error), and 2 when a file cannot \
      be read as what it is. `firebreak explain CODE` explains a code.
      """)

  @Argument(
    help: ArgumentHelp("Project folders, or single workload files, sources or documents.", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @Flag(help: "Also what tests ask, as information.") var includeTests = false

  @Flag(help: "List every cause on the first screen, information too.") var all = false

  @OptionGroup(title: "Findings that are known") var known: KnownFindingOptions
  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<CheckFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let loaded = try ProjectLoader(global, console).load(
      paths, readsSources: true, includesTests: includeTests, span: .all)
    try loaded.requireInput(for: "check")
    let checked = CheckedProjects(loaded)
    if checked.judgedNothing { throw Self.nothingJudged(checked) }
    let revision = RevisionCheck(global: global, paths: paths, includesTests: includeTests, console: console)
    let shown = try known.shown(checked, revision)
    let outcome = checked.outcome(shown.findings)
    try console.write(FindingReport(shown.findings, outcome: outcome, failLevel: checked.failLevel)) {
      format, colored in
      guard format == .summary else { return nil }
      return console.summary(colored: colored, showsAll: all).text(
        shown.findings, heads: checked.heads, nothing: shown.nothing(checked), known: shown.count,
        hints: known.hints(shown))
    }
    if !console.outputs.contains(where: { $0.file == nil && $0.format == .summary }) {
      console.note(([checked.summary(shown.findings)] + [shown.count].compactMap(\.self)).joined(separator: ", "))
    }
    return outcome
  }

  /// A check of nothing must not pass for a check.
  private static func nothingJudged(_ checked: CheckedProjects) -> UsageError {
    let sources = checked.projects.reduce(0) { $0 + $1.report.files }
    return UsageError(
      "nothing was checked: there are no rules, no indexes and no workloads, and "
        + (sources == 1
          ? "the 1 source that was read asks" : "the \(Counted.grouped(sources)) sources that were read ask")
        + " no database",
      help: "name the project with `-C DIR`, or its files with `--rules` and `--indexes`")
  }
}
