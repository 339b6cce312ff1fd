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
      shown and counts; `--since REV` shows what came after a git revision. `--fix` mends what needs no decision.

      Exits 1 when something at or above the fail level is found (--fail-level, default error), and 2 when a file cannot \
      be read as what it is. `firebreak explain CODE` explains a code.
      """)

  @Argument(
    help: ArgumentHelp("Project folders, or single workload files, sources or documents.", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @Flag(help: "Also what tests ask, as information.") var includeTests = false

  @Flag(help: "List every cause on the first screen, information too.") var all = false

  @Flag(help: "Check again after each change, until it is interrupted, and say what has come and gone.")
  var watch = false

  @Flag(help: "Add missing indexes to the index file and lay out the rules: shows the difference, then writes it.")
  var fix = false

  @Flag(help: "With --fix: only show the difference.") var dryRun = false

  @OptionGroup(title: "Findings that are known") var known: KnownFindingOptions
  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<CheckFormats>

  func perform(_ console: Console) async throws -> Outcome {
    var round = try round(console)
    if fix || dryRun {
      try SafeFixes(round.loaded.projects.map(\.queries)).apply(isDryRun: dryRun, console)
      if !dryRun { round = try self.round(console.silenced) }
    }
    try write(round, console)
    return watch ? try await watch(round, console) : round.outcome
  }

  func validate() throws {
    if watch, fix || dryRun { throw ValidationError("`--watch` excludes `--fix` and `--dry-run`.") }
    if dryRun, !fix { throw ValidationError("`--dry-run` belongs to `--fix`.") }
  }

  /// One check of everything.
  private struct Round {
    var loaded: LoadedProjects
    var checked: CheckedProjects
    var shown: KnownFindingOptions.Shown
    var outcome: Outcome
  }

  private func round(_ console: Console) throws -> Round {
    let loaded = try ProjectLoader(global, console).load(
      paths, readsSources: true, includesTests: includeTests, span: .all)
    try loaded.requireInput(for: "check")
    console.status?.begin("judging queries and rules")
    let checked = CheckedProjects(loaded)
    if checked.judgedNothing { throw Self.nothingJudged(checked) }
    let revision = RevisionCheck(global: global, paths: paths, includesTests: includeTests, console: console)
    let shown = try known.shown(checked, revision)
    return Round(loaded: loaded, checked: checked, shown: shown, outcome: checked.outcome(shown.findings))
  }

  private func write(_ round: Round, _ console: Console) throws {
    let (checked, shown) = (round.checked, round.shown)
    let report = FindingReport(shown.findings, outcome: round.outcome, failLevel: checked.failLevel)
    try console.write(report) { format, colored in
      guard format == .summary else { return nil }
      return console.summary(colored: colored, showsAll: all).text(
        shown.findings, heads: checked.heads, nothing: shown.nothing(checked), known: shown.count,
        hints: known.hints(shown))
    }
    if !console.outputs.contains(where: { $0.file == nil && $0.format == .summary }) {
      console.note(([checked.summary(shown.findings)] + [shown.count].compactMap(\.self)).joined(separator: ", "))
    }
  }

  /// Checks again after each change, until it is interrupted, and says what has come and gone.
  private func watch(_ first: Round, _ console: Console) async throws -> Outcome {
    var last = first
    var change = SettledChange(of: CheckedFiles(first.checked).paths)
    console.note("watching \(Counted.grouped(change.paths.count)) files and folders; Ctrl-C ends it")
    while true {
      do { try await change.wait() } catch { return last.outcome }
      do throws(UsageError) {
        let next = try readableRound(console.silenced)
        let changes = FindingChanges(from: last.shown.findings, to: next.shown.findings)
        if !changes.isEmpty { console.standardOutput.write(changes.text(next.shown.findings)) }
        last = next
        change = SettledChange(of: CheckedFiles(next.checked).paths, after: change)
      } catch {
        console.note(error.report)
      }
    }
  }

  /// What keeps a project from being read may be gone after the next change.
  private func readableRound(_ console: Console) throws(UsageError) -> Round {
    do { return try round(console) } catch let error as UsageError { throw error } catch {
      throw UsageError("\(error)")
    }
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
