import ArgumentParser
import Diagnostics
import IndexCatalog
import Project
import QueryShapes
import Terminal

struct IndexesListCommand: ReportingCommand {
  static let title = "indexes list"
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "The definitions of the index file, normalised.",
    discussion: "`-o json` prints them as a firestore.indexes.json in the order of the Firebase CLI.")

  @Argument(help: ArgumentHelp("A project folder, or a workload file.", valueName: "path"), completion: .file())
  var path: String?

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<AnswerFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let loaded = try ProjectLoader(global, console).load([path].compactMap(\.self))
    try loaded.requireInput(for: "list", looksAtSources: false)
    let failures = loaded.projects.flatMap(\.inputFailures)
    guard failures.isEmpty else { return try console.stop(failures) }
    let (project, group) = try loaded.chosenGroup(for: "indexes list")
    let findings = project.policy.apply(
      to: group.source.findings, settings: project.project.settings, isComplete: false)
    try console.write { format, _ in
      switch format {
      case .json: group.source.catalog.fileText
      case .markdown: IndexTable(group.source.catalog).markdown
      default: IndexTable(group.source.catalog).text
      }
    }
    console.report(findings)
    console.note(
      "\(group.source.file == nil ? "no index file" : group.source.listedName): \(Counted.text(group.source.catalog.composites.count, "index", "indexes")), "
        + Counted.text(group.source.catalog.overrides.count, "field override")
        + Self.policies(of: group.source.catalog))
    return Outcome(FindingVerdict(findings, failLevel: project.policy.failLevel))
  }

  private static func policies(of catalog: IndexCatalog) -> String {
    let count = catalog.overrides.count { $0.ttl == true }
    return count == 0 ? "" : ", \(count) with a time-to-live policy (TTL)"
  }
}

/// The definitions of a catalog, one line each.
struct IndexTable {
  private var rows: [[String]]

  init(_ catalog: IndexCatalog) {
    rows = catalog.composites.map { ["\($0.collectionGroup)", $0.scope.rawValue, $0.completeFieldsText] }
    rows += catalog.overrides.map { override in
      let modes = override.entries.map { "\($0.mode.shortText) \($0.scope.rawValue)" }
      let kept = modes.isEmpty ? "no single-field indexes" : modes.joined(separator: ", ")
      let policy = override.ttl == true ? ", TTL" : ""
      return ["\(override.collectionGroup)", "override of \(override.target.text)", kept + policy]
    }
  }

  var text: String {
    TextTable(rows).lines().map { $0 + "\n" }.joined()
  }

  var markdown: String {
    let head = ["| Collection group | Scope | Fields |", "|---|---|---|"]
    return (head + rows.map { "| " + $0.map { "`\($0)`" }.joined(separator: " | ") + " |" }).joined(separator: "\n")
      + "\n"
  }
}
