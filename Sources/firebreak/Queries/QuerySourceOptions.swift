import ArgumentParser

/// Where shapes are looked for.
struct QuerySourceOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A project folder, workload files, sources, documents, or query files (*.json).", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp("Also the queries that a running emulator has recorded.", valueName: "host:port"))
  var fromEmulator: String?

  @Flag(help: "Also what tests ask.")
  var includeTests = false
}
