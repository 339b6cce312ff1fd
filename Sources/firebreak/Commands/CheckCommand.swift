import ArgumentParser

struct CheckCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Judge everything that can be judged without running it.",
    discussion: """
      Reads firebase.json, its index files and the workload files (*.workload.yaml) below each PATH, and reports every \
      query that production would refuse, every index that is missing or would be refused, and every query that costs \
      more than it looks. Without PATH the current folder is checked.
      """)

  @Argument(help: ArgumentHelp("Project folders, or single workload files.", valueName: "path"))
  var paths: [String] = []

  @OptionGroup var global: GlobalOptions

  func perform(_ console: Console) throws -> Outcome {
    throw UsageError("`check` is not available yet", isUnsupported: true)
  }
}
