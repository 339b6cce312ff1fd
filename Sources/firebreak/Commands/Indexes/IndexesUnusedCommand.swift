import ArgumentParser
import Diagnostics
import IndexCatalog
import Project
import ProjectCheck
import QueryShapes
import StructuredText
import Terminal

struct IndexesUnusedCommand: ReportingCommand {
  static let title = "indexes unused"
  static let configuration = CommandConfiguration(
    commandName: "unused",
    abstract: "Definitions that no known query needs.",
    discussion: """
      Each definition of the file is used, unused, redundant, or may serve a query of which a part is known at run time \
      only; the place of that query is named. Only the queries of workloads, sources, documents, the inventory and what an emulator has left in \
      .firebreak/recording.json are known: delete a definition only if they are all there are. Removals are never \
      written.
      """)

  @Argument(help: ArgumentHelp("A project folder, or a workload file.", valueName: "path"), completion: .file())
  var path: String?

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FindingFormats>

  func perform(_ console: Console) async throws -> Outcome {
    var loaded = try ProjectLoader(global, console).load([path].compactMap(\.self), readsSources: true)
    try loaded.requireInput(for: "compare")
    var failures = loaded.projects.flatMap(\.inputFailures)
    loaded.addLeftRecording(&failures)
    guard failures.isEmpty else { return try console.stop(failures) }
    let (project, group) = try loaded.chosenGroup(for: "indexes unused")
    guard group.unsupported.isEmpty else { return try console.stop(group.unsupported) }
    guard !group.shapes.isEmpty else {
      throw UsageError(
        "no query of Firestore is known, so nothing can be called unused",
        help: "name the folder of the sources, or add a *.workload.yaml")
    }
    let usage = group.usage()
    let findings = project.policy.apply(
      to: group.source.refusals + usage.findings, settings: project.project.settings, isComplete: false)
    let outcome = Outcome(FindingVerdict(findings, failLevel: project.policy.failLevel))
    let report = FindingReport(findings, outcome: outcome, failLevel: project.policy.failLevel)
    let table = UsageTable(usage)
    try console.write(report) { format, colored in
      let problems = findings.isEmpty ? nil : console.text(of: report, as: format, colored: colored)
      return switch format {
      case .full: [table.text, problems].compactMap(\.self).joined(separator: "\n")
      case .json: json(usage, outcome)
      case .markdown: [table.markdown, problems].compactMap(\.self).joined(separator: "\n")
      case .summary, .concise, .jsonl, .sarif, .github, .gitlab, .junit, .html, .lcov: nil
      }
    }
    console.note(
      "\(table.counts) of \(Counted.text(usage.entries.count, "index", "indexes")), "
        + "judged by \(Counted.text(usage.shapeCount, "known query", "known queries"))")
    return outcome
  }

  private func json(_ usage: IndexUsage, _ outcome: Outcome) -> String {
    let redundant = usage.redundant.map { entry in
      JSONValue.object([
        .init("index", entry.index.json), .init("servedBy", .array(entry.servedBy.map(\.json))),
      ])
    }
    let open = usage.entries.compactMap { entry -> JSONValue? in
      guard case .mayServe(let queries) = entry.verdict else { return nil }
      return .object([
        .init("index", entry.index.json), .init("queries", .array(queries.map { .string(UsageTable.place(of: $0)) })),
      ])
    }
    let used = usage.entries.compactMap { entry -> JSONValue? in
      guard case .used(let queries) = entry.verdict else { return nil }
      return .object([.init("index", entry.index.json), .init("queries", .array(queries.map(JSONValue.string)))])
    }
    return JSONWriter.text(
      .object([
        .init("outcome", .string(outcome.rawValue)), .init("unused", .array(usage.unused.map(\.json))),
        .init("redundant", .array(redundant)), .init("mayServe", .array(open)), .init("used", .array(used)),
      ])) + "\n"
  }
}

/// What the known queries tell of each definition, a line each, those that may go first.
struct UsageTable {
  private var rows: [(verdict: String, index: IndexDefinition, reason: String)] = []
  private(set) var counts = ""

  init(_ usage: IndexUsage) {
    var used = rows
    var open = rows
    for entry in usage.entries {
      switch entry.verdict {
      case .used(let queries): used.append(("used", entry.index, Self.list(queries, after: "by ")))
      case .mayServe(let queries):
        open.append(("may serve", entry.index, Self.list(queries.map(Self.place), after: "an open query at ")))
      case .redundant, .unused: continue
      }
    }
    rows = usage.unused.map { ("unused", $0, "by no known query") }
    rows += usage.redundant.map { redundant in
      let others = redundant.servedBy.map(\.fieldsText).joined(separator: " and ")
      return ("redundant", redundant.index, others.isEmpty ? "" : "beside \(others)")
    }
    rows += open + used
    let parts = [
      "\(usage.unused.count) unused", "\(usage.redundant.count) redundant",
      open.isEmpty ? nil : "\(open.count) may serve an open query", "\(used.count) used",
    ]
    counts = parts.compactMap(\.self).joined(separator: ", ")
  }

  var text: String { TextTable(cells).lines().map { $0 + "\n" }.joined() }

  var markdown: String {
    let head = ["| | Index | |", "|---|---|---|"]
    return (head + cells.map { "| \($0[0]) | `\($0[1])` | \($0[2]) |" }).joined(separator: "\n") + "\n"
  }

  private var cells: [[String]] {
    rows.map { row in
      let group = row.index.scope == .collectionGroup ? " (collection group)" : ""
      return [row.verdict, "\(row.index.collectionGroup) \(row.index.fieldsText)" + group, row.reason]
    }
  }

  /// `src/search.ts:41`
  static func place(of query: QueryShape) -> String {
    query.callSites.first ?? "\(query.location.source.path):\(query.location.position.line)"
  }

  private static func list(_ names: [String], after words: String) -> String {
    guard let first = names.first else { return "" }
    return words + first + (names.count == 1 ? "" : " and \(names.count - 1) more")
  }
}
