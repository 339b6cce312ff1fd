import Diagnostics
import FirestoreModel
import Project
import ProjectCheck
import QueryModel
import QueryShapes
import StructuredText
import Terminal

/// The shapes that a project's queries have, and the inventory that is to hold them.
struct FoundQueries {
  /// Each shape once.
  var entries: [InventoryEntry]
  var inventory: QueryInventory
  var policy: FindingPolicy
  var settings: FirebreakSettings
  /// Everything was looked at, so statements about what is *not* there can be made.
  var isWhole: Bool
  /// Places of tests.
  var testSites: Set<String> = []
  /// What could not be read, so that queries may be missing.
  var problems: [Diagnostic] = []

  /// Without those that only tests ask for, and these.
  var byAsker: (application: [InventoryEntry], tests: [InventoryEntry]) {
    let isOfTest = { (entry: InventoryEntry) in !entry.sources.isEmpty && testSites.isSuperset(of: entry.sources) }
    return (entries.filter { !isOfTest($0) }, entries.filter(isOfTest))
  }

  /// - Parameters:
  ///   - verb: what is to be done with the queries, for the message that there are none to be looked for.
  ///   - span: whether a folder stands for all projects in it; the inventory is that of the first.
  static func load(
    _ sources: QuerySourceOptions, _ global: GlobalOptions<some FormatChoice>, _ console: Console, toDo verb: String,
    span: ProjectSpan
  ) throws -> FoundQueries {
    let queryFiles = sources.paths.filter(isQueryFile)
    let loaded = try ProjectLoader(global, console).load(
      sources.paths.filter { !isQueryFile($0) }, runsNothing: true, readsSources: true,
      includesTests: sources.includeTests, span: span)
    guard loaded.projects.count == 1 || span == .all, let project = loaded.projects.first else {
      throw UsageError("`queries` works on one project, not on \(loaded.projects.count)")
    }
    var problems = loaded.projects.flatMap(\.inputFailures)
    let inventory = QueryInventory.read(root: project.project.root)
    problems += inventory.findings.filter { !problems.contains($0) }
    let onlyFiles = !queryFiles.isEmpty && queryFiles.count == sources.paths.count
    var entries = onlyFiles ? [] : loaded.projects.flatMap(\.queries.inventory)
    var testSites = Set(loaded.projects.flatMap(\.queries.sources.requests).filter(\.isTest).map(\.site))
    if loaded.projects.count > 1 {
      var positions = SourcePositions()
      entries = entries.map { entry in
        guard let location = entry.location, entry.sources.count == 1 else { return entry }
        // Below the roots of two projects there may be the same names.
        let site = "\(location.source.path):\(positions.range(location).start.line)"
        if testSites.contains(entry.sources[0]) { testSites.insert(site) }
        var placed = entry
        placed.sources = [site]
        return placed
      }
    }
    for path in queryFiles { entries += entry(of: path, &problems) }
    let recordings = onlyFiles ? [] : loaded.projects.compactMap { recording(of: $0.project, &problems) }
    entries += recordings.flatMap(\.entries)
    let emulator = try console.environment.value(sources.fromEmulator, flag: "from-emulator") { $0 }
    if let emulator { entries += try EmulatorAddress(emulator).recording(&problems).entries }
    if problems.isEmpty, queryFiles.isEmpty, recordings.isEmpty, emulator == nil, inventory.files.isEmpty {
      try loaded.requireInput(for: verb)
    }
    return FoundQueries(
      entries: entries.merged, inventory: inventory, policy: project.policy, settings: project.project.settings,
      isWhole: project.queries.scope.isWhole && !onlyFiles,
      testSites: testSites, problems: problems)
  }

  /// What an emulator has left behind; nil: nothing.
  private static func recording(of project: Project, _ problems: inout [Diagnostic]) -> QueryRecording? {
    let path = DisplayPath.join(project.root, QueryRecording.path)
    guard InputFile.kind(path) == .file else { return nil }
    return QueryRecording.load(path, &problems)
  }

  private static func isQueryFile(_ path: String) -> Bool {
    path.hasSuffix(".json") && DisplayPath.name(of: path) != "firebase.json"
  }

  /// A query as the service's JSON has it; its values do not matter.
  private static func entry(of path: String, _ problems: inout [Diagnostic]) -> [InventoryEntry] {
    guard let (root, source) = InputFile.readJSON(path, limit: .written, &problems) else { return [] }
    let base = DatabaseName(project: Text(Project.defaultProjectID))
    do throws(QueryReadingFailure) {
      let request = try QueryRequest(json: root, in: source, database: base)
      let shape: InventoryShape
      switch request.statement {
      case .document: return []
      case .query(let query):
        shape = InventoryShape(database: request.database.database, kind: .get, caller: nil, query: query)
      case .aggregation(let query):
        shape = InventoryShape(
          database: request.database.database, kind: .aggregate, caller: nil, query: query.query,
          aggregations: query.aggregations)
      }
      let canonical = shape.canonical
      return [
        InventoryEntry(name: canonical.hashedName(), shape: canonical, sources: ["\(path):1"], location: source.start)
      ]
    } catch {
      switch error {
      case .refused(let refusal):
        problems.append(Diagnostic(.malformedInput, refusal.message, at: source.start))
      case .malformed(let input): problems += input.diagnostics
      }
      return []
    }
  }
}

extension QueryRecording {
  static func load(_ path: String, _ problems: inout [Diagnostic]) -> QueryRecording? {
    do throws(InputFileError) {
      let (recording, findings) = QueryRecording.read(try InputFile.read(path))
      problems += findings
      return recording
    } catch {
      problems.append(error.diagnostic)
      return nil
    }
  }
}

/// Shapes for standard output.
enum QueryTable {
  static func json(_ entries: [InventoryEntry]) -> String {
    JSONWriter.text(.array(entries.map(\.json))) + "\n"
  }

  static func text(_ entries: [InventoryEntry]) -> String {
    let showsUnresolved = entries.contains { !$0.shape.unresolved.isEmpty }
    var places: [String: Int] = [:]
    var rows: [(cells: [String], sources: [String])] = []
    for entry in entries {
      var cells = [
        entry.name, entry.shape.caller?.rawValue ?? "-", entry.shape.kind.rawValue, entry.shape.shortText,
      ]
      if showsUnresolved {
        let parts = entry.shape.unresolved
        cells.append(parts.isEmpty ? "" : "unresolved: \(parts.joined(separator: ", "))")
      }
      // Shapes that differ in nothing that is shown are one row.
      let key = cells.joined(separator: "\n")
      if let row = places[key] {
        for source in entry.sources where !rows[row].sources.contains(source) { rows[row].sources.append(source) }
      } else {
        places[key] = rows.count
        rows.append((cells, entry.sources))
      }
    }
    let table = TextTable(rows.map { $0.cells + [$0.sources.joined(separator: ", ")] })
    return table.lines().map { $0 + "\n" }.joined()
  }
}
