import ArgumentParser
import CostAnalysis
import Diagnostics
import Project
import ProjectCheck
import StructuredText
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

      Exits 1 when something at or above the fail level is found (--fail-level, default error), and 2 when a file cannot \
      be read as what it is. `firebreak explain CODE` explains a code.
      """)

  @Argument(
    help: ArgumentHelp("Project folders, or single workload files, sources or documents.", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @Flag(help: "Also what tests ask, as information.")
  var includeTests = false

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FindingFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let loaded = try ProjectLoader(global, console).load(
      paths, readsSources: true, includesTests: includeTests, span: .all)
    try loaded.requireInput(for: "check")
    let reports = loaded.projects.map { (project: $0, report: $0.queries.check()) }
    let lists = reports.map { project, report in
      project.policy.apply(
        to: report.findings + ratchetFindings(project), settings: project.queries.scope.project.settings,
        isComplete: project.queries.scope.isWhole, documentation: report.documentation)
    }
    let findings = FindingList(lists.flatMap { $0.diagnostics + $0.suppressed })
    let verdicts = zip(reports, lists).map { report, list in
      FindingVerdict(list, failLevel: report.project.policy.failLevel)
    }
    let isRead = loaded.projects.allSatisfy { $0.queries.unreadWorkloads.isEmpty }
    let outcome = Outcome.worst(verdicts.map(Outcome.init) + [isRead ? .clean : .usage])
    // One report for all projects: a test of it fails where the strictest of them fails.
    let failLevel = loaded.projects.compactMap(\.policy.failLevel).min()
    try console.write(FindingReport(findings, outcome: outcome, failLevel: failLevel))
    console.note(summary(reports.map(\.report), findings))
    return outcome
  }

  /// Of the records of billed reads, as far as no run is needed for them.
  private func ratchetFindings(_ loaded: LoadedProjects.Loaded) -> [Diagnostic] {
    guard loaded.queries.scope.isWhole else { return [] }
    let file = RatchetFile(of: loaded.project)
    // Without its workloads nothing can be said about a record.
    guard let ratchet = file.ratchet, loaded.queries.unreadWorkloads.isEmpty else { return file.failures }
    return file.failures + ratchet.findings(among: loaded.queries.suites)
  }

  /// `Checked 2 databases, 9 indexes, 23 queries: 2 errors, 1 warning`
  private func summary(_ reports: [CheckReport], _ findings: FindingList) -> String {
    let rules = reports.reduce(0) { $0 + $1.rules }
    let files = reports.reduce(0) { $0 + $1.files }
    let parts =
      [
        Counted.text(reports.reduce(0) { $0 + $1.databases }, "database")
      ] + (rules == 0 ? [] : [Counted.text(rules, "rules file")]) + [
        Counted.text(reports.reduce(0) { $0 + $1.indexes }, "index", "indexes"),
        Counted.text(reports.reduce(0) { $0 + $1.workloads }, "workload"),
      ] + (files == 0 ? [] : [Counted.text(files, "source")]) + queries(reports)
    return "Checked \(parts.joined(separator: ", ")): \(findings.summary)"
  }

  /// Of both databases, where both are asked.
  private func queries(_ reports: [CheckReport]) -> [String] {
    let firestore = reports.reduce(0) { $0 + $1.shapes }
    let realtime = reports.reduce(0) { $0 + $1.realtimeQueries }
    if realtime == 0 { return [Counted.text(firestore, "query", "queries")] }
    return (firestore == 0 ? [] : [Counted.text(firestore, "Firestore query", "Firestore queries")])
      + [Counted.text(realtime, "Realtime Database query", "Realtime Database queries")]
  }
}
