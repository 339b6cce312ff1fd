import ArgumentParser
import Diagnostics
import Project
import ProjectCheck
import QueryShapes
import Terminal

struct QueriesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queries",
    abstract: "Keep an inventory of the queries that your application asks.",
    discussion: """
      The inventory is the folder firebreak/queries: one file per shape, with `?` for values. Shapes are found in \
      sources, in documents, in workloads, in what an emulator has recorded (.firebreak/recording.json), and in query files that are named.

      firebreak queries record     adds what is new
      firebreak queries verify     fails when inventory and queries differ, for CI
      """,
    subcommands: [
      QueriesListCommand.self, QueriesRecordCommand.self, QueriesPruneCommand.self, QueriesVerifyCommand.self,
    ])
}

/// A command about the queries of one project and their inventory.
protocol InventoryCommand: ReportingCommand {
  var sources: QuerySourceOptions { get }
  /// What only shows queries shows those of all projects, and those that were found where not all could be read.
  static var onlyShows: Bool { get }

  func perform(_ found: FoundQueries, _ console: Console) throws -> Outcome
}

extension InventoryCommand {
  static var onlyShows: Bool { false }

  func perform(_ console: Console) async throws -> Outcome {
    let verb = Self.title.split(separator: " ").last.map(String.init) ?? Self.title
    let found = try FoundQueries.load(sources, global, console, toDo: verb, span: Self.onlyShows ? .all : .one)
    if found.problems.isEmpty { return try perform(found, console) }
    guard Self.onlyShows, !found.entries.isEmpty else { return try console.stop(found.problems) }
    _ = try perform(found, console)
    console.report(FindingList(found.problems))
    return .usage
  }
}

struct QueriesListCommand: InventoryCommand {
  static let title = "queries list"
  static let onlyShows = true
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "The shapes of all queries, by who asks them.",
    discussion: """
      `-o json` prints the objects that inventory files hold. Where something cannot be read, what was found is listed \
      all the same, and the exit code is 2.
      """)

  @OptionGroup var sources: QuerySourceOptions
  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FileFormats>

  func perform(_ found: FoundQueries, _ console: Console) throws -> Outcome {
    let (application, tests) = found.byAsker
    try console.write { format, _ in
      if format == .json { return QueryTable.json(found.entries) }
      return QueryTable.text(application) + (tests.isEmpty ? "" : "\nAsked by tests:\n" + QueryTable.text(tests))
    }
    console.note(Counted.text(found.entries.count, "query shape"))
    return .clean
  }
}

struct QueriesRecordCommand: InventoryCommand {
  static let title = "queries record"
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Add the shapes that are not in the inventory yet.",
    discussion: "Files whose query is found at other places than before are updated; none is removed.")

  @OptionGroup var sources: QuerySourceOptions
  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FileFormats>

  func perform(_ found: FoundQueries, _ console: Console) throws -> Outcome {
    let difference = found.inventory.difference(from: found.entries, isWhole: found.isWhole)
    // Part of the queries says nothing about what nobody asks.
    let vanished = found.isWhole ? difference.vanished.count : 0
    if !difference.unrecorded.isEmpty { try console.makeFolder(found.inventory.folder) }
    for (path, entry) in found.inventory.places(for: difference.unrecorded) {
      try console.write(QueryInventory.text(of: entry), toFile: path)
    }
    for (file, sources) in difference.moved {
      var entry = file.entry
      entry.sources = sources
      try console.write(QueryInventory.text(of: entry), toFile: file.path)
    }
    try console.write { format, _ in
      format == .json ? QueryTable.json(found.entries) : QueryTable.text(difference.unrecorded)
    }
    console.note(
      "\(Counted.text(difference.unrecorded.count, "new shape")) recorded in \(found.inventory.folder)"
        + (difference.moved.isEmpty ? "" : ", \(difference.moved.count) updated")
        + (vanished == 0 ? "" : "; nothing asks \(vanished) others any more (`queries prune`)"))
    return .clean
  }
}

struct QueriesPruneCommand: InventoryCommand {
  static let title = "queries prune"
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Remove the files of the inventory whose query nothing asks any more.")

  @OptionGroup var sources: QuerySourceOptions
  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FileFormats>

  func perform(_ found: FoundQueries, _ console: Console) throws -> Outcome {
    // Part of the queries says nothing about what nobody asks.
    guard found.isWhole else {
      throw UsageError("`queries prune` needs the whole project", help: "name its folder, or nothing")
    }
    let vanished = found.inventory.difference(from: found.entries).vanished
    for file in vanished { try console.removeFile(file.path) }
    try console.write { format, _ in
      format == .json ? QueryTable.json(vanished.map(\.entry)) : vanished.map { "removed \($0.path)\n" }.joined()
    }
    console.note("\(Counted.text(vanished.count, "shape")) removed from \(found.inventory.folder)")
    return .clean
  }
}

struct QueriesVerifyCommand: InventoryCommand {
  static let title = "queries verify"
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Compare the inventory with the queries that are found (FB0010).")

  @OptionGroup var sources: QuerySourceOptions
  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FindingFormats>

  func perform(_ found: FoundQueries, _ console: Console) throws -> Outcome {
    let stale = found.inventory.findings(against: found.entries, isWhole: found.isWhole)
    let findings = found.policy.apply(to: stale, settings: found.settings, isComplete: false)
    let outcome = Outcome(FindingVerdict(findings, failLevel: found.policy.failLevel))
    try console.write(FindingReport(findings, outcome: outcome, failLevel: found.policy.failLevel))
    console.note(
      "Compared \(Counted.text(found.entries.count, "query shape")) with "
        + "\(Counted.text(found.inventory.files.count, "inventory file")): \(findings.summary)")
    return outcome
  }
}
