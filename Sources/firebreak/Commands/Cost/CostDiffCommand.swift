import ArgumentParser
import CostAnalysis
import Diagnostics
import Project
import ProjectCheck
import ReportPages
import StructuredText
import Terminal
import Workloads

struct CostDiffCommand: ReportingCommand {
  static let title = "cost diff"
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Say what a change costs, operation by operation.",
    discussion: """
      BASE and HEAD are reports of `firebreak run -o json=FILE`, folders of them, or git revisions, whose workloads are \
      played without touching the working tree. Without HEAD the workloads as they are now are played. `traffic` of \
      firebreak.json, or --traffic, says how often operations are called; what nobody knows is unknown, never 0.

      Exits 1 when a budget, a guardrail or the ratchet is exceeded, and with --exit-code when anything differs.
      """)

  @Argument(
    help: ArgumentHelp("A report, a folder of reports or a git revision.", valueName: "base"), completion: .file())
  var base: String

  @Argument(
    help: ArgumentHelp("The same for the other side (default: the working tree).", valueName: "head"),
    completion: .file())
  var head: String?

  @Option(
    help: ArgumentHelp("Calls of a month by operation, as under `traffic` of firebreak.json.", valueName: "file"),
    completion: .file(extensions: ["json", "yaml"]))
  var traffic: String?

  @Option(help: ArgumentHelp("Compare this variant of the workloads (default: the first).", valueName: "name"))
  var variant: String?

  @Option(name: .customLong("base-variant"), help: ArgumentHelp("The same, of the base only.", valueName: "name"))
  var baseVariant: String?

  @Option(name: .customLong("head-variant"), help: ArgumentHelp("The same, of the head only.", valueName: "name"))
  var headVariant: String?

  @Flag(name: .customLong("exit-code"), help: "Exit 1 when anything differs.")
  var exitCode = false

  @OptionGroup var options: RunOptions

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<PageFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let environment = console.environment
    let settings = try CommandSettings(global, environment)
    let loaded = try ProjectLoader(global, console).load([])
    guard let project = loaded.projects.first else { throw UsageError("there is no project to compare in") }
    var ratchet = RatchetFile(of: project.project)
    var problems = project.project.findings.filter(\.isInputFailure) + ratchet.failures.filter { $0.severity == .error }
    let traffic = try weights(project.project, environment, &problems)
    guard problems.isEmpty else { return try console.stop(problems) }
    // Records of a smaller run say nothing about this one.
    if let records = ratchet.ratchet, records.replacement != (try options.flags(environment).replacement) {
      console.note("\(ratchet.path) is not compared: its records are \(records.run)")
      ratchet.ratchet = nil
    }
    let sides = CostSides(global: global, options: options, settings: settings, project: project, console: console)
    let both = try environment.value(variant, flag: "variant") { $0 }
    let baseName = try environment.value(baseVariant, flag: "base-variant") { $0 } ?? both
    let headName = try environment.value(headVariant, flag: "head-variant") { $0 } ?? both
    let before = try await sides.reports(base, variant: baseName, &problems)
    guard problems.isEmpty else { return try console.stop(problems) }
    let after = try await sides.reports(head, variant: headName, &problems)
    guard problems.isEmpty else { return try console.stop(problems) }
    guard !(before.reports.isEmpty && after.reports.isEmpty) else {
      throw UsageError(
        "there is no *.workload.yaml on either side", help: "write a workload, or compare reports that exist")
    }
    try refuseUnknown(baseName, in: before.reports, project)
    try refuseUnknown(headName, in: after.reports, project)
    let comparison = CostComparison(
      base: MeasuredSide(before.reports, variant: baseName, isWhole: before.isWhole),
      head: MeasuredSide(after.reports, variant: headName, isWhole: after.isWhole), traffic: traffic)
    // What was exceeded before is no fault of the change.
    let old = Set((exceeded(before.reports, project) + exceeded(ratchet, before.reports)).map(Self.words))
    let all = exceeded(after.reports, project) + exceeded(ratchet, after.reports)
    let new = all.filter { !old.contains(Self.words($0)) }
    if new.count < all.count {
      console.note(
        "\(Counted.text(all.count - new.count, "budget or record", "budgets or records")) exceeded before already")
    }
    let found = new + comparison.findings(project.project.settings.guardrails)
    return try write(comparison, found, project, console)
  }

  private func write(
    _ comparison: CostComparison, _ found: [Diagnostic], _ project: LoadedProjects.Loaded, _ console: Console
  ) throws -> Outcome {
    let findings = project.policy.apply(to: found, settings: project.project.settings, isComplete: false)
    var outcome = Outcome(FindingVerdict(findings, failLevel: project.policy.failLevel))
    if console.environment.isSet(exitCode, flag: "exit-code"), !comparison.isEmpty {
      outcome = .worst([outcome, .findings])
    }
    let report = FindingReport(
      findings, outcome: outcome, failLevel: project.policy.failLevel, members: comparison.members)
    try console.write(report) { format, _ in
      switch format {
      case .full: CostComparisonText(comparison, ascii: console.isASCII).text
      case .markdown: comparison.markdown(findings)
      case .html: try comparison.page(findings).html
      case .summary, .json, .concise, .jsonl, .sarif, .github, .gitlab, .junit, .lcov: nil
      }
    }
    if console.isForPeople { console.report(findings) }
    return outcome
  }

  private func weights(
    _ project: Project, _ environment: ProcessEnvironment, _ problems: inout [Diagnostic]
  ) throws(UsageError) -> TrafficWeights? {
    guard let path = try environment.value(traffic, flag: "traffic", { $0 }) else {
      return TrafficWeights(project.settings)
    }
    do throws(InputFileError) {
      let reading = TrafficWeights.read(try InputFile.read(path))
      problems += reading.diagnostics
      return reading.traffic
    } catch {
      problems.append(error.diagnostic)
      return nil
    }
  }

  private func refuseUnknown(
    _ variant: String?, in reports: [MeasuredReport], _ project: LoadedProjects.Loaded
  ) throws(UsageError) {
    let known = reports.flatMap { $0.variants.map(\.name) }
    guard let variant, !known.contains(variant) else { return }
    let near = NearestName.of(variant, among: known + project.queries.suites.flatMap { $0.variants.map(\.name) })
    throw UsageError(
      "no workload has a variant \(QuotedText.of(variant))", help: near.map { "did you mean \(QuotedText.of($0))?" })
  }

  /// What a finding says, wherever it stands.
  private static func words(_ finding: Diagnostic) -> [String] { [finding.message] + finding.notes }

  /// Budgets that a side does not keep.
  private func exceeded(_ reports: [MeasuredReport], _ project: LoadedProjects.Loaded) -> [Diagnostic] {
    let judgesBounds = project.project.settings.budgets.contains { $0.unbounded != nil }
    return reports.flatMap(\.budgetFindings) + (judgesBounds ? reports.flatMap(\.unboundedFindings) : [])
  }

  /// What a side bills above its records.
  private func exceeded(_ file: RatchetFile, _ reports: [MeasuredReport]) -> [Diagnostic] {
    guard let ratchet = file.ratchet else { return [] }
    var verdict = RatchetVerdict(ratchet, measured: reports.flatMap(MeasuredReads.all))
    verdict.gone = []
    return verdict.findings(in: ratchet)
  }
}
