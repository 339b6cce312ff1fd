import ArgumentParser
import Diagnostics
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
    help: ArgumentHelp(
      "Play so many days instead of those of the workload, for a first look; what is demanded of the whole period is left out.",
      valueName: "n"))
  var days: Int?

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
      parameters: parameters, days: try playedDays(environment),
      book: try environment.value(prices, flag: "prices") { $0 },
      location: try environment.value(location, flag: "location") { $0 })
  }

  private func playedDays(_ environment: ProcessEnvironment) throws(UsageError) -> Int? {
    let chosen = try environment.value(days, flag: "days") { text throws(UsageError) in
      guard let number = Int(text) else { throw UsageError("\(QuotedText.of(text)) is no number of days") }
      return number
    }
    guard let chosen, !ClockSetting.possibleDays.contains(Int64(chosen)) else { return chosen }
    throw UsageError("`--days \(chosen)` is not from 1 to \(ClockSetting.possibleDays.upperBound)")
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

  /// What is played instead of the workloads as they are written, as flags; nil: nothing else.
  var replacement: String? {
    let sets = parameters.compactMap(\.argument).map { String(decoding: $0.bytes, as: UTF8.self) }.sorted().map {
      "--set \($0)"
    }
    let flags = (days.map { ["--days \($0)"] } ?? []) + sets
    return flags.isEmpty ? nil : flags.joined(separator: " ")
  }

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
