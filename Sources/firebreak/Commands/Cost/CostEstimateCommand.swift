import ArgumentParser
import CostAnalysis
import Diagnostics
import FirestoreModel
import Metering
import Project
import ProjectCheck
import Simulation
import StructuredText
import Terminal
import Workloads

struct CostEstimateCommand: ReportingCommand {
  static let title = "cost estimate"
  static let configuration = CommandConfiguration(
    commandName: "estimate",
    abstract: "What a workload costs at other sizes, and where the free tier and budgets end.",
    discussion: """
      PATH is a workload file, or a folder that is searched for *.workload.yaml; without PATH the current folder. What \
      one user does is simulated once and multiplied, so that ten million users take as long as a thousand. Users who \
      meet or differ are simulated one by one, as far as that is possible; nothing is guessed.

      A sweep is NAME=ITEM[,ITEM...]. An item is a value, or a range FIRST..LAST with both ends that goes by tens: \
      users=1k..1M. A step follows a colon: users=1k..10M:x2 multiplies, users=100..500:+100 adds. Several sweeps make \
      every combination, 200 points at most. Where the free tier and budgets end is looked for at other sizes, too, unless \
      every one that is named has to be simulated: then only those are played.

      With --months, --growth says how a parameter changes from one month to the next: users=20%, history=+1500. A \
      percentage is compounded exactly, and every month is rounded down to a whole. What the workload keeps from month to month has to be such a parameter.
      """)

  @Argument(help: ArgumentHelp("A workload file or a folder.", valueName: "path"), completion: .file())
  var path: String?

  @Option(help: ArgumentHelp("Another value for a parameter of the workload (repeatable).", valueName: "name=value"))
  var set: [String] = []

  @Option(help: ArgumentHelp("Values of a parameter, such as users=1k..1M (repeatable).", valueName: "name=values"))
  var sweep: [String] = []

  @Option(help: ArgumentHelp("So many months, one after the other.", valueName: "n"))
  var months: Int?

  @Option(
    help: ArgumentHelp(
      "What grows from month to month: users=20%, history=+1500 (repeatable).", valueName: "name=change"))
  var growth: [String] = []

  @Option(help: ArgumentHelp("Estimate this variant instead of the baseline (repeatable).", valueName: "name"))
  var variant: [String] = []

  @Option(
    help: ArgumentHelp("A built-in price book (google-standard) or the path of one.", valueName: "book"),
    completion: .file())
  var prices: String?

  @Option(help: ArgumentHelp("The location whose prices apply; a column each (repeatable).", valueName: "location"))
  var location: [String] = []

  @Option(help: ArgumentHelp("Money a month, to find the size that exceeds it.", valueName: "amount"))
  var budget: String?

  @Flag(help: "Price everything, as for a database that is not the first of its project.")
  var noFreeQuota = false

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FindingFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let environment = console.environment
    let settings = try CommandSettings(global, environment)
    let request: EstimateRequest
    do { request = try self.request(environment) } catch let mistake as ArgumentMistake {
      return try console.stop([mistake.diagnostic])
    }
    guard request.pointCount <= ParameterSweep.limit else {
      throw UsageError(
        "\(request.pointCount) points are asked for, and \(ParameterSweep.limit) are the most",
        help: "take larger steps or fewer months: what lies between two points is a straight line in most workloads")
    }
    let loaded = try ProjectLoader(global, console).load([path].compactMap(\.self), runsNothing: true)
    let files = loaded.projects.flatMap { project in project.queries.scope.workloads.map { (project, $0) } }
    guard !files.isEmpty else {
      throw UsageError(
        "there is no *.workload.yaml \(path.map { "in \($0)" } ?? "here")",
        help: "name a workload file or a folder that contains some")
    }
    var report = EstimateReport(
      locations: request.locations.isEmpty ? [nil] : request.locations, hasFreeQuota: request.hasFreeQuota)
    for (project, file) in files {
      let runRequest = try runRequest(settings, project, request, environment)
      do {
        try await add(file, project, runRequest, request, isOnly: files.count == 1, to: &report, console)
      } catch let failure as CountedRun.Failure {
        switch failure {
        case .unreadable(let findings): return try console.stop(findings)
        case .refused(let diagnostic): report.findings.append(diagnostic)
        }
      }
    }
    return try write(report, loaded.projects[0], console)
  }

  private func add(
    _ file: String, _ project: LoadedProjects.Loaded, _ runRequest: RunRequest, _ request: EstimateRequest,
    isOnly: Bool, to report: inout EstimateReport, _ console: Console
  ) async throws {
    let opened = try CountedRun.Opened(file, in: project.project, request: runRequest)
    if !isOnly,
      let name = request.sweeps.map(\.name).first(where: { name in !opened.parameters.contains { $0.name.text == name }
      })
    {
      console.note("left out \(file): it has no parameter `\(name)`")
      return
    }
    for name in request.variants where !opened.variants.contains(name) {
      throw UsageError(
        "the workload `\(opened.name)` has no variant `\(name)`",
        help: NearestName.of(name, among: opened.variants).map { "did you mean `\($0)`?" }
          ?? "variants: \(opened.variants.joined(separator: ", "))")
    }
    let chosen = request.variants.isEmpty ? Array(opened.variants.prefix(1)) : request.variants
    for variant in chosen {
      var estimation = Estimation(opened, path: file, variant: variant, request)
      let progress = ProgressLine(console, label: opened.name)
      defer { progress.clear() }
      estimation.progress = progress.show
      let (series, findings) = try await estimation.evaluate()
      report.series.append(series)
      for finding in findings where !report.findings.contains(finding) { report.findings.append(finding) }
    }
  }

  private func write(_ report: EstimateReport, _ loaded: LoadedProjects.Loaded, _ console: Console) throws -> Outcome {
    let findings = loaded.policy.apply(to: report.findings, settings: loaded.project.settings, isComplete: false)
    let outcome =
      report.series.isEmpty && report.findings.isEmpty
      ? Outcome.usage : Outcome(FindingVerdict(findings, failLevel: loaded.policy.failLevel))
    try console.write(FindingReport(findings, outcome: outcome, failLevel: loaded.policy.failLevel)) { format, _ in
      switch format {
      case .full: report.text
      case .json: JSONWriter.text(report.json(outcome: outcome.rawValue, findings: JSONValue.findings(findings))) + "\n"
      case .markdown: report.markdown
      case .summary, .concise, .jsonl, .sarif, .github, .gitlab, .junit, .html, .lcov: nil
      }
    }
    console.report(findings)
    return outcome
  }

  private func request(_ environment: ProcessEnvironment) throws -> EstimateRequest {
    var money: Rational?
    if let text = try environment.value(budget, flag: "budget", { $0 }) {
      guard let amount = Rational(decimal: text), amount >= .zero else {
        throw UsageError("`--budget \(text)` is no amount of money", help: "as in `--budget 50` or `--budget 49.99`")
      }
      money = amount
    }
    if let months, !(1...120).contains(months) { throw UsageError("`--months \(months)` is not from 1 to 120") }
    let growths = try environment.values(growth, flag: "growth", { $0 }).map { try ParameterGrowth(parsing: $0) }
    if !growths.isEmpty, months == nil {
      throw UsageError("`--growth` is from month to month", help: "say how many: `--months 12`")
    }
    let sweeps = try sweep.map { try ParameterSweep(parsing: $0) }
    if let twice = sweeps.map(\.name).first(where: { name in sweeps.count { $0.name == name } > 1 }) {
      throw UsageError("`--sweep \(twice)=` is given twice", help: "put all values into one: `\(twice)=10,20,30`")
    }
    return EstimateRequest(
      sweeps: sweeps, growths: growths, months: months, budget: money,
      locations: try environment.values(location, flag: "location") { $0 }.withoutRepetition,
      hasFreeQuota: !environment.isSet(noFreeQuota, flag: "no-free-quota"),
      variants: try environment.values(variant, flag: "variant") { $0 }.withoutRepetition)
  }

  private func runRequest(
    _ settings: CommandSettings, _ loaded: LoadedProjects.Loaded, _ request: EstimateRequest,
    _ environment: ProcessEnvironment
  ) throws(UsageError) -> RunRequest {
    var parameters: [ParameterOverride] = []
    for text in try environment.values(set, flag: "set", { $0 }) {
      guard let parameter = ParameterOverride(parsing: text) else {
        throw UsageError("`--set \(text)` is not NAME=VALUE")
      }
      if request.sweeps.contains(where: { $0.name == parameter.name }) {
        throw UsageError(
          "`--set \(parameter.name)=` and `--sweep \(parameter.name)=` are both given",
          help: "put all values into `--sweep`")
      }
      parameters.append(parameter)
    }
    let (planner, billing) = try settings.assumptions(loaded.project.settings)
    var run = RunRequest(
      parameters: parameters, book: try environment.value(prices, flag: "prices") { $0 },
      location: request.locations.first, priceDay: settings.asOf.flatMap { CalendarDate(iso: $0.description) },
      mode: loaded.mode, billing: billing, planner: planner, indexFile: settings.request.indexFile,
      rulesFile: settings.request.rulesFile)
    run.code = .of(loaded.project)
    return run
  }
}

extension [String] {
  /// What is named twice is asked for once.
  fileprivate var withoutRepetition: [String] {
    reduce(into: []) { found, name in
      if !found.contains(name) { found.append(name) }
    }
  }
}
