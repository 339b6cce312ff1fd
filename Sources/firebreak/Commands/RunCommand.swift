import ArgumentParser
import Diagnostics
import Metering
import StructuredText
import Terminal
import Workbench

struct RunCommand: ReportingCommand {
  static let title = "run"
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Play workloads in simulated time and report what they read and bill.",
    discussion: """
      PATH is a workload file, or a folder that is searched for *.workload.yaml; without PATH the current folder. Every \
      variant is played in a world of its own; the report sets them side by side, with assertions and budgets first.

      Exits 1 when an assertion or a budget is broken, or a finding at or above the fail level was not expected.
      """)

  @Argument(help: ArgumentHelp("Workload files or folders.", valueName: "path"))
  var paths: [String] = []

  @Option(help: ArgumentHelp("Play only this variant beside the baseline (repeatable).", valueName: "name"))
  var variant: [String] = []

  @Option(help: ArgumentHelp("Another value for a parameter of the workload (repeatable).", valueName: "name=value"))
  var set: [String] = []

  @Option(help: ArgumentHelp("A built-in price book (google-standard) or the path of one.", valueName: "book"))
  var prices: String?

  @Option(help: ArgumentHelp("The location whose prices apply, such as nam5.", valueName: "location"))
  var location: String?

  @Flag(help: "Write expected/<workload>.json beside each workload instead of comparing with it.")
  var updateExpected = false

  @OptionGroup var global: GlobalOptions<FindingFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let environment = console.environment
    let updates = environment.isSet(updateExpected, flag: "update-expected")
    if updates, environment.nonEmpty("CI") != nil {
      throw UsageError(
        "`--update-expected` is refused where CI is set", help: "update the expectations on your machine and commit them")
    }
    let settings = try CommandSettings(global, environment)
    let loaded = try ProjectLoader(global, console).load(paths)
    guard loaded.projects.contains(where: { !$0.queries.scope.workloads.isEmpty }) else {
      throw UsageError(
        "there is no *.workload.yaml \(paths.isEmpty ? "here" : "in \(paths.joined(separator: ", "))")",
        help: "name a workload file or a folder that contains some")
    }
    let unreadable = loaded.projects.flatMap { $0.project.findings.filter(\.isInputFailure) }
    guard unreadable.isEmpty else { return try console.stop(unreadable) }
    var runs: [FinishedRun] = []
    for project in loaded.projects {
      for path in project.queries.scope.workloads {
        let request = try request(settings, project, environment)
        runs.append(await play(path, project, request, console))
      }
    }
    if updates { try runs.forEach { try $0.writeExpected(console) } }
    return try RunOutput(runs: runs).write(to: console)
  }

  private func request(
    _ settings: CommandSettings, _ loaded: LoadedProjects.Loaded, _ environment: ProcessEnvironment
  ) throws(UsageError) -> RunRequest {
    var parameters: [ParameterOverride] = []
    for text in try environment.values(set, flag: "set", { $0 }) {
      guard let parameter = ParameterOverride(parsing: text) else {
        throw UsageError("`--set \(text)` is not NAME=VALUE")
      }
      parameters.append(parameter)
    }
    let (planner, billing) = try settings.assumptions(loaded.project.settings)
    return RunRequest(
      parameters: parameters, variants: try environment.values(variant, flag: "variant") { $0 },
      book: try environment.value(prices, flag: "prices") { $0 },
      location: try environment.value(location, flag: "location") { $0 },
      priceDay: settings.asOf.flatMap { CalendarDate(iso: $0.description) }, mode: loaded.mode, billing: billing,
      planner: planner, indexFile: settings.request.indexFile, rulesFile: settings.request.rulesFile)
  }

  private func play(
    _ path: String, _ loaded: LoadedProjects.Loaded, _ request: RunRequest, _ console: Console
  ) async -> FinishedRun {
    let preparation = RunPreparation.prepare(path, in: loaded.project, request: request)
    guard let input = preparation.input else {
      return FinishedRun(path: path, unread: preparation.findings, policy: loaded.policy)
    }
    let progress = ProgressLine(console, label: input.suite.name)
    let report = await WorkloadRunner.run(input, progress: progress.show)
    progress.clear()
    return FinishedRun(path: path, report: report, policy: loaded.policy, settings: loaded.project.settings)
  }
}
