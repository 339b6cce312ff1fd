import ArgumentParser
import Metering
import Terminal
import Workbench

/// What `run`, and every command that plays workloads for their figures, takes alike.
struct RunOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Another value for a parameter of the workload (repeatable).", valueName: "name=value"))
  var set: [String] = []

  @Option(help: ArgumentHelp("A built-in price book (google-standard) or the path of one.", valueName: "book"))
  var prices: String?

  @Option(help: ArgumentHelp("The location whose prices apply, such as nam5.", valueName: "location"))
  var location: String?

  /// - Parameter variants: only these; empty: all of them.
  func request(
    _ settings: CommandSettings, _ loaded: LoadedProjects.Loaded, variants: [String] = [],
    _ environment: ProcessEnvironment
  ) throws(UsageError) -> RunRequest {
    var parameters: [ParameterOverride] = []
    for text in try environment.values(set, flag: "set", { $0 }) {
      guard let parameter = ParameterOverride(parsing: text) else {
        throw UsageError("`--set \(text)` is not NAME=VALUE")
      }
      parameters.append(parameter)
    }
    let (planner, billing) = try settings.assumptions(loaded.project.settings)
    var request = RunRequest(
      parameters: parameters, variants: variants, book: try environment.value(prices, flag: "prices") { $0 },
      location: try environment.value(location, flag: "location") { $0 },
      priceDay: settings.asOf.flatMap { CalendarDate(iso: $0.description) }, mode: loaded.mode, billing: billing,
      planner: planner, indexFile: settings.request.indexFile, rulesFile: settings.request.rulesFile)
    request.realtime = try settings.realtimeAssumptions(loaded.project.settings)
    return request
  }
}
