import ArgumentParser
import FirestoreModel
import Metering
import Project
import ProjectCheck
import Simulation
import Terminal
import Workloads

/// What `run`, and every command that plays workloads for their figures, takes alike.
struct RunOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Another value for a parameter of the workload (repeatable).", valueName: "name=value"))
  var set: [String] = []

  @Option(
    help: ArgumentHelp("A built-in price book (google-standard) or the path of one.", valueName: "book"),
    completion: .file())
  var prices: String?

  @Option(help: ArgumentHelp("The location whose prices apply, such as nam5.", valueName: "location"))
  var location: String?

  func flags(_ environment: ProcessEnvironment) throws(UsageError) -> RunFlags {
    var parameters: [ParameterOverride] = []
    for text in try environment.values(set, flag: "set", { $0 }) {
      guard let parameter = ParameterOverride(parsing: text) else {
        throw UsageError("`--set \(text)` is not NAME=VALUE")
      }
      parameters.append(parameter)
    }
    return RunFlags(
      parameters: parameters, book: try environment.value(prices, flag: "prices") { $0 },
      location: try environment.value(location, flag: "location") { $0 })
  }
}

/// How workloads are played, where it is not as they say themselves.
struct RunFlags {
  var parameters: [ParameterOverride] = []
  var variants = VariantSelection.all
  /// Nil: as many as the workload says.
  var days: Int?
  var book: String?
  var location: String?

  func request(_ settings: CommandSettings, _ loaded: LoadedProjects.Loaded) throws(UsageError) -> RunRequest {
    let (planner, billing) = try settings.assumptions(loaded.project.settings)
    var request = RunRequest(
      parameters: parameters, variants: variants, book: book, location: location,
      priceDay: settings.asOf.flatMap { CalendarDate(iso: $0.description) }, mode: loaded.mode, billing: billing,
      planner: planner, indexFile: settings.request.indexFile, rulesFile: settings.request.rulesFile)
    request.days = days
    request.code = .of(loaded.project)
    request.realtime = try settings.realtimeAssumptions(loaded.project.settings)
    return request
  }
}
