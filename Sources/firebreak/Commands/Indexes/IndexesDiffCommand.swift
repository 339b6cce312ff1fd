import ArgumentParser
import Diagnostics
import IndexCatalog
import Project
import ProjectCheck
import QueryShapes
import StructuredText
import Terminal

struct IndexesDiffCommand: ReportingCommand {
  static let title = "indexes diff"
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare the index file with what is deployed, and with what queries use.",
    discussion: """
      FILE of --deployed is a saved dump (`firebase firestore:indexes > deployed.json`); nothing is fetched. An index \
      that is deployed and used but not in the file is an error (FB2005): a forced deploy would break its queries. So \
      is an override of the file, new or changed, that leaves a field without indexes that they use. A time-to-live \
      policy (TTL) that a deploy would turn off is a warning (FB2027). An index that \
      queries need and that is in neither is shown as used only; `firebreak check` says which queries fail without it.
      """)

  @Argument(help: ArgumentHelp("A project folder, or a workload file.", valueName: "path"), completion: .file())
  var path: String?

  @Option(
    help: ArgumentHelp("A saved dump of the deployed indexes.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var deployed: String?

  @Flag(name: .customLong("exit-code"), help: "Exit 1 when anything differs.")
  var exitCode = false

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FindingFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let environment = console.environment
    var loaded = try ProjectLoader(global, console).load([path].compactMap(\.self), readsSources: true)
    try loaded.requireInput(for: "compare")
    var failures = loaded.projects.flatMap(\.inputFailures)
    loaded.addLeftRecording(&failures)
    let (project, group) = try loaded.chosenGroup(for: "indexes diff")
    failures += group.unsupported
    let dump = try environment.value(deployed, flag: "deployed") { $0 }.map { path in
      let source = IndexSource.read(path, database: group.source.database, edition: group.source.edition)
      if source.file == nil, source.findings.isEmpty {
        failures.append(InputFileError(path: path, reason: .missing).diagnostic)
      }
      // A definition of the dump that cannot be read would otherwise pass for one that is not deployed.
      failures += source.findings.filter(\.isInputFailure) + source.refusals
      return source
    }
    guard failures.isEmpty else { return try console.stop(failures) }
    let (diff, users) = group.difference(from: dump?.catalog)
    let found = diff.findings(
      at: { item in location(of: item, group.source) ?? dump.flatMap { location(of: item, $0) } },
      users: { users[$0] ?? [] })
    let findings = project.policy.apply(
      to: group.source.refusals + found, settings: project.project.settings, isComplete: false)
    var outcome = Outcome(FindingVerdict(findings, failLevel: project.policy.failLevel))
    let differs = !diff.added.isEmpty || !diff.removed.isEmpty || !diff.changes.isEmpty || !diff.missing.isEmpty
    if environment.isSet(exitCode, flag: "exit-code"), differs { outcome = .worst([outcome, .findings]) }
    let table = DiffTable(diff, hasDump: dump != nil)
    let report = FindingReport(findings, outcome: outcome, failLevel: project.policy.failLevel)
    try console.write(report) { format, colored in
      let problems = findings.isEmpty ? nil : console.text(of: report, as: format, colored: colored)
      return switch format {
      case .full: [table.text(ascii: console.isASCII), problems].compactMap(\.self).joined(separator: "\n")
      case .json: json(diff, findings, outcome)
      case .markdown: [table.markdown, problems].compactMap(\.self).joined(separator: "\n")
      case .summary, .concise, .jsonl, .sarif, .github, .gitlab, .junit, .html, .lcov: nil
      }
    }
    console.note(table.summary)
    return outcome
  }

  private func location(of item: IndexDiff.Item, _ source: IndexSource) -> SourceLocation? {
    switch item {
    case .composite(let index): source.file?.composites.first { $0.value == index }?.location
    case .override(let override): source.file?.overrides.first { $0.value == override }?.location
    }
  }

  private func json(_ diff: IndexDiff, _ findings: FindingList, _ outcome: Outcome) -> String {
    let changes = diff.changes.map { change in
      JSONValue.object([.init("from", change.from.json), .init("to", change.to.json)])
    }
    return JSONWriter.text(
      .object([
        .init("outcome", .string(outcome.rawValue)), .init("add", .array(diff.added.map(\.json))),
        .init("remove", .array(diff.removed.map(\.json))), .init("change", .array(changes)),
        .init("same", .integer(Int64(diff.unchangedCount))), .init("missing", .array(diff.missing.map(\.json))),
        .init("findings", .findings(findings)),
      ])) + "\n"
  }
}

extension IndexDiff.Item {
  fileprivate var json: JSONValue {
    switch self {
    case .composite(let definition): definition.json
    case .override(let override): override.json
    }
  }
}

/// The three columns of a comparison.
struct DiffTable {
  private let diff: IndexDiff
  private let hasDump: Bool

  init(_ diff: IndexDiff, hasDump: Bool) {
    self.diff = diff
    self.hasDump = hasDump
  }

  func text(ascii: Bool) -> String {
    let no = ascii ? "." : "·"
    let yes = ascii ? "x" : "✓"
    let rows =
      diff.rows.map { row in
        [
          row.isInFile ? "+" : no, hasDump ? (row.isDeployed ? "+" : no) : "?",
          row.isUsed == nil ? "?" : row.isUsed == true ? yes : no,
          row.item.plainName, verdict(row),
        ]
      }
      + diff.changes.map {
        ["~", "~", $0.breaksQueries ? yes : "?", IndexDiff.Item.override($0.to).plainName, verdict($0)]
      }
    guard !rows.isEmpty else { return "" }
    return TextTable([["file", "deployed", "used", "", ""]] + rows).lines().map { $0 + "\n" }.joined()
  }

  var markdown: String {
    let head = ["| File | Deployed | Used | Index | |", "|---|---|---|---|---|"]
    let rows = diff.rows.map { row in
      let deployed = hasDump ? (row.isDeployed ? "yes" : "no") : "unknown"
      let used = row.isUsed.map { $0 ? "yes" : "no" } ?? "unknown"
      return "| \(row.isInFile ? "yes" : "no") | \(deployed) | \(used) | `\(row.item.plainName)` | \(verdict(row)) |"
    }
    let changes = diff.changes.map { change in
      "| changed | changed | \(change.breaksQueries ? "yes" : "unknown") | `\(IndexDiff.Item.override(change.to).plainName)` | \(verdict(change)) |"
    }
    return (head + rows + changes).joined(separator: "\n") + "\n"
  }

  var summary: String {
    let missing = diff.missing.isEmpty ? "" : ", \(diff.missing.count) missing"
    guard hasDump else {
      return "\(diff.unused.count) unused\(missing); what is deployed is not known without `--deployed FILE`"
    }
    let changes = diff.changes.count { !$0.isOverlookedByCLI }
    let changed = changes == 0 ? "" : "\(changes) to change, "
    return
      "\(diff.added.count) to create, \(changed)\(diff.atRisk.count) at risk, \(diff.unused.count) unused\(missing)"
  }

  private func verdict(_ change: IndexDiff.Change) -> String {
    let difference = "from \(change.from.modesText) to \(change.to.modesText)"
    if change.turnsOffTTL, !change.breaksQueries { return "CHANGED ON DEPLOY \(difference): the TTL policy ends" }
    if change.isOverlookedByCLI { return "not changed by the CLI, which compares modes only: \(difference)" }
    return change.breaksQueries
      ? "CHANGED ON DEPLOY \(difference): queries break" : "will be changed on deploy \(difference)"
  }

  private func verdict(_ row: IndexDiff.Row) -> String {
    if row.breaksQueries { return "WILL BE CREATED ON DEPLOY and takes away what is used: queries break" }
    switch (row.isInFile, row.isDeployed, row.isUsed) {
    case (true, false, _): return hasDump ? "will be created on deploy" : ""
    case (false, true, true): return "DEPLOYED BUT NOT IN FILE: a forced deploy would break its queries"
    case (false, true, _):
      if case .override(let override) = row.item, override.ttl == true {
        return "deployed but not in the file: a forced deploy turns the TTL policy off"
      }
      return "deployed but not in the file"
    case (true, true, false): return "used by no known query"
    case (false, false, _): return hasDump ? "MISSING: its queries fail" : "MISSING from the file"
    case (true, true, _): return ""
    }
  }
}

extension IndexDiff.Item {
  fileprivate var plainName: String {
    switch self {
    case .composite(let index):
      "\(index.collectionGroup) \(index.fieldsText)" + (index.scope == .collectionGroup ? " (collection group)" : "")
    case .override(let override):
      "\(override.collectionGroup) override of \(override.target.text)" + (override.ttl == true ? " (TTL)" : "")
    }
  }
}
