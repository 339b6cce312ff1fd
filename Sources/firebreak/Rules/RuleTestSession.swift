import Diagnostics
import FirestoreModel
import Project
import RulesTesting
import RunReports
import StructuredText
import Terminal

/// One call of `rules test`: what is run, how often, and how it is written.
struct RuleTestSession {
  let console: Console
  let command: String
  private let paths: [String]
  /// The command without its filter, as somebody would type it again.
  private let rerun: String
  private let defaultRules: String?
  private let database: DatabaseName
  private let runner: RuleTestRunner
  private let policy: FindingPolicy
  private let showsCoverage: Bool
  private let updates: Bool

  init(
    console: Console, settings: CommandSettings, paths: [String], command: String,
    semantics: RuleTestRunner.SuiteSemantics?, filter: String?, showsCoverage: Bool, updates: Bool
  ) throws(UsageError) {
    self.console = console
    self.command = command
    let options =
      (settings.rulesFile.map { ["--rules", $0] } ?? []) + (semantics.map { ["--semantics", $0.rawValue] } ?? [])
    rerun = (["firebreak", "rules", "test"] + (paths + options).map(ShellWord.quoted)).joined(separator: " ")
    let project: Project
    do throws(ProjectRequestError) { project = try Project.discover(settings.request) } catch { throw error.usageError }
    do throws(ProjectRequestError) { self.paths = try RuleTestFiles.resolve(paths, in: project) } catch {
      throw error.usageError
    }
    guard !self.paths.isEmpty else {
      throw UsageError(
        "there are no rules tests \(paths.isEmpty ? "here" : "in \(paths.joined(separator: ", "))")",
        help: "write a cases.yaml beside the rules, or name a case file")
    }
    let ofProject = project.databases.count == 1 ? project.databases.first?.rules : nil
    defaultRules = settings.rulesFile ?? ofProject?.path
    database = DatabaseName(
      project: Text(project.projectID), database: Text(settings.request.databases.first ?? Project.defaultDatabaseID))
    runner = RuleTestRunner(
      mode: settings.serviceMode(project.settings), suiteSemantics: semantics ?? .testapi, nameFilter: filter,
      recordsCoverage: showsCoverage)
    policy = settings.policy(project.settings)
    self.showsCoverage = showsCoverage
    self.updates = updates
  }

  struct Finished {
    var set: RuleTestSet
    var run: RuleTestRunner.Run
  }

  /// Nil when something could not be read, which has then been reported.
  func runOnce() throws -> Finished? {
    try finished(load())
  }

  private func load() -> RuleTestLoader.Loaded {
    RuleTestLoader.load(paths, defaultRules: defaultRules, database: database)
  }

  private func finished(_ loaded: RuleTestLoader.Loaded) throws -> Finished? {
    guard let set = loaded.set else {
      _ = try console.stop(loaded.problems, keepsFiles: showsCoverage)
      return nil
    }
    return Finished(set: set, run: runner.run(set))
  }

  func run() throws -> Outcome {
    guard var finished = try runOnce() else { return .usage }
    if finished.run.report.cases.isEmpty, let name = runner.nameFilter {
      throw UsageError(
        "no case matches: no name contains \(QuotedText.of(name))", help: "see the names with `firebreak rules test -v`"
      )
    }
    if updates, try update(finished) {
      guard let again = try runOnce() else { return .usage }
      finished = again
    }
    return try write(finished)
  }

  /// Whether any file was changed.
  private func update(_ finished: Finished) throws -> Bool {
    let edits = ExpectationUpdate.edits(finished.run.report, in: finished.set)
    for edit in edits { try console.write(edit.text, toFile: edit.path) }
    console.note("updated \(Counted.text(edits.reduce(0) { $0 + $1.count }, "expectation"))")
    return !edits.isEmpty
  }

  // MARK: Output

  private func write(_ finished: Finished) throws -> Outcome {
    let report = finished.run.report
    var diagnostics = report.findings
    if report.cases.isEmpty {
      diagnostics.append(
        Diagnostic(
          .noTestsRun, "no case was run",
          at: finished.set.files.first.map { SourceText(path: $0.path, bytes: []).start },
          help: runner.nameFilter.map { "no name contains \(QuotedText.of($0))" } ?? "add cases"))
    }
    let findings = FindingList(diagnostics)
    let isClean = !findings.fails(at: policy.failLevel)
    let outcome: Outcome = isClean ? .clean : .findings
    let coverage = showsCoverage ? CoverageSummary(finished.set, finished.run.coverage) : nil
    let written = FindingReport(
      findings, outcome: outcome, failLevel: policy.failLevel, tests: report.cases.isEmpty ? nil : report.tests)
    try console.write(written) { format, colored in
      switch format {
      case .full, .markdown:
        let text = RuleTestText(
          report, rerun: rerun, isASCII: console.isASCII, colored: colored, showsPassed: console.isVerbose
        ).text
        let figures = coverage.map { CoverageText($0, threshold: nil, isASCII: console.isASCII).text } ?? ""
        return format == .full ? text + figures : "```\n\(text)\(figures)```\n"
      case .json: return JSONWriter.text(report.json(outcome: outcome.rawValue, findings: findings)) + "\n"
      case .summary, .concise, .jsonl, .sarif, .github, .gitlab, .junit, .html, .lcov: return nil
      }
    }
    if report.cases.isEmpty { console.report(findings) }
    return outcome
  }

  // MARK: Watching

  /// Runs the affected files again after every change, until interrupted. Of the others the last results stay on screen.
  func watch() async throws -> Outcome {
    let watch = FileWatch(clock: ContinuousClock(), interval: .milliseconds(300), stamp: FileStamp.of)
    var loaded = load()
    // Files that changed while others could not be read are run once all can be.
    var changed: Set<String> = []
    var last = try finished(loaded)
    var outcome = try last.map(write) ?? .usage
    while !Task.isCancelled {
      // A file that the last set named is watched even if what names it cannot be read now.
      let named = last?.set.rules.keys.filter { !$0.contains("#") } ?? []
      let all = Set(paths + loaded.watched + named).sorted()
      do { changed.formUnion(try await watch.waitForChange(of: all)) } catch { break }
      if console.standardOutput.isTerminal { console.standardOutput.write("\u{1B}[2J\u{1B}[H") }
      loaded = load()
      guard let set = loaded.set else {
        outcome = try console.stop(loaded.problems, keepsFiles: showsCoverage)
        continue
      }
      let finished = run(set, after: last, changed: changed)
      changed = []
      last = finished
      outcome = try write(finished)
    }
    return outcome
  }

  /// Coverage is of all files together: with it, or after files that could not be read, all are run again.
  private func run(_ set: RuleTestSet, after last: Finished?, changed: Set<String>) -> Finished {
    guard let last, !showsCoverage else { return Finished(set: set, run: runner.run(set)) }
    let known = Dictionary(last.run.report.files.map { ($0.path, $0) }) { first, _ in first }
    let affected = set.files.filter {
      known[$0.path] == nil || changed.contains($0.path) || changed.contains($0.rulesPath)
    }
    var run = runner.run(set, only: Set(affected.map(\.path)))
    let fresh = Dictionary(run.report.files.map { ($0.path, $0) }) { first, _ in first }
    run.report.files = set.files.compactMap { fresh[$0.path] ?? known[$0.path] }
    return Finished(set: set, run: run)
  }
}
