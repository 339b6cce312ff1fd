import ArgumentParser
import Diagnostics
import FirestoreModel
import IndexCatalog
import Project
import ProjectCheck
import QueryPlanner
import QueryShapes
import Terminal

struct IndexesSuggestCommand: ReportingCommand {
  static let title = "indexes suggest"
  static let configuration = CommandConfiguration(
    commandName: "suggest",
    abstract: "Print a complete firestore.indexes.json that serves every known query.",
    discussion: """
      Standard output is always one complete file: what is there plus what is missing. What was added and why goes to \
      standard error. With --write the file itself is edited, its order and formatting kept, and nothing is printed.

      With --from-recording also the queries that an emulator has served count: those of `.firebreak/recording.json`, \
      or of the FILE that is named. The printed file makes production mode serve them.

      Combining existing indexes is tried first, so the fewest definitions are added. For each the summary says how \
      many entries a write of a document adds to it and how large they are: with --data as measured, otherwise assuming \
      20-character ids and 8-byte values. Removals are advice only.
      """)

  @Argument(
    help: ArgumentHelp("A project folder, a workload file, or the recording (*.json) to read.", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @Flag(help: "Also the queries that an emulator has recorded.")
  var fromRecording = false

  @Flag(help: "Edit the index file in place.")
  var write = false

  @Option(
    help: ArgumentHelp(
      "Documents as `query --data` takes them: what each added index costs is measured on them.", valueName: "file"),
    completion: .file())
  var data: String?

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FileFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let isRecorded = console.environment.isSet(fromRecording, flag: "from-recording")
    let recordings =
      isRecorded ? paths.filter { $0.hasSuffix(".json") && DisplayPath.name(of: $0) != "firebase.json" } : []
    let places = paths.filter { !recordings.contains($0) }
    guard places.count <= 1, recordings.count <= 1 else { throw UsageError("`indexes suggest` takes one path") }
    var loaded = try ProjectLoader(global, console).load(places, readsSources: true)
    var failures = loaded.projects.flatMap(\.inputFailures)
    if isRecorded {
      for database in try loaded.addRecording(recordings.first, &failures) {
        console.note("left out: queries of the database `\(database)`, which firebase.json does not configure")
      }
    } else {
      try loaded.requireInput(for: "suggest")
    }
    guard failures.isEmpty else { return try console.stop(failures) }
    let (project, group) = try loaded.chosenGroup(for: "indexes suggest", byQueries: true)
    guard group.unsupported.isEmpty else { return try console.stop(group.unsupported) }
    let suggestion = group.suggestion()
    var problems: [Diagnostic] = []
    let documents = documents(group, project.project, &problems)
    guard problems.isEmpty else { return try console.stop(problems) }
    // Both formats are the index file.
    let isWritten = console.environment.isSet(write, flag: "write")
    if isWritten {
      if let refusal = try save(suggestion, group, project.project, console) { return try console.stop([refusal]) }
    } else {
      let text = String(decoding: suggestion.cleanText, as: UTF8.self)
      try console.write { _, _ in text }
    }
    for line in SuggestionSummary(suggestion, documents: documents, isWritten: isWritten).lines { console.note(line) }
    return .clean
  }

  private func documents(
    _ group: QueryGroup, _ project: Project, _ problems: inout [Diagnostic]
  ) -> [(path: DocumentPath, fields: MapValue)] {
    guard let data, let json = InputFile.readJSON(data, limit: .data, &problems) else { return [] }
    let database = DataFile.database(of: json.root) ?? group.judge.planner.database
    let file = DataFile(json.root, in: json.source, database: database, catalog: group.source.catalog)
    problems += file.findings.filter { $0.severity == .error }
    return file.entries.map { ($0.path, $0.fields) }
  }

  /// - Returns: why nothing was written although something is to be added.
  private func save(
    _ suggestion: IndexSuggestion, _ group: QueryGroup, _ project: Project, _ console: Console
  ) throws -> Diagnostic? {
    switch IndexFileEdit(suggestion, group.source, project) {
    case .refused(let why): return why
    case .edited(let file): try console.write(file.after, toFile: file.path)
    case .nothing(let path):
      if suggestion.leftOut.isEmpty {
        console.note(
          group.source.unnamedAt == nil
            ? "\(path) serves every known query already" : "every known query is served already")
      }
    }
    return nil
  }
}

extension IndexesSuggestCommand {
  /// `--from-recording=FILE` as the parser, which knows no option with a value that may be left out, takes it.
  static func separated(_ arguments: [String]) -> [String] {
    let flag = "--from-recording="
    guard arguments.first == "indexes" else { return arguments }
    return arguments.flatMap { $0.hasPrefix(flag) ? ["--from-recording", String($0.dropFirst(flag.count))] : [$0] }
  }
}

extension IndexSuggestion.LeftOut {
  /// Queries that no definition can be made for.
  fileprivate var lines: [String] {
    [
      (open, "with parts that only the run knows"), (variants, "of which not every variant is followed"),
      (perValue, "that would need an index for every value of a field"),
      (vectors, "whose vectors nobody knows the dimension of"),
    ].filter { $0.0 > 0 }.map { count, what in
      "not served: \(Counted.text(count, "query shape")) \(what) (`firebreak check` names \(count == 1 ? "it" : "them"))"
    }
  }
}

extension LoadedProjects {
  /// Adds what an emulator has left behind, if it has; nothing for several projects.
  mutating func addLeftRecording(_ problems: inout [Diagnostic]) {
    guard projects.count == 1, let project = projects.first,
      InputFile.kind(DisplayPath.join(project.project.root, QueryRecording.path)) == .file
    else { return }
    _ = try? addRecording(nil, &problems)
  }

  /// Adds the queries of a recording to those that are judged against the index file of their database.
  ///
  /// - Parameter path: nil: where an emulator leaves it.
  /// - Returns: databases of the recording that the project does not have.
  mutating func addRecording(_ path: String?, _ problems: inout [Diagnostic]) throws(UsageError) -> [String] {
    guard projects.count == 1, let project = projects.first else {
      throw UsageError("`indexes suggest --from-recording` works on one project, not on \(projects.count)")
    }
    let path = path ?? DisplayPath.join(project.project.root, QueryRecording.path)
    guard InputFile.kind(path) != .missing else {
      throw UsageError(
        "there is no recording `\(path)`",
        help: "an emulator leaves it there when it ends: `firebreak emulator exec --mode permissive -- npm test`")
    }
    guard let recording = QueryRecording.load(path, &problems) else { return [] }
    var unknown: Set<String> = []
    let place = SourceText(path: path, bytes: []).start
    for query in recording.queries where !query.isAlwaysDenied {
      let shape = query.entry.shape
      guard
        let group = projects[0].queries.groups.firstIndex(where: { $0.source.database == shape.database.string })
      else {
        unknown.insert(shape.database.string)
        continue
      }
      guard let known = shape.queryShape(named: query.entry.name, at: place) else { continue }
      projects[0].queries.groups[group].shapes.append(known)
    }
    return unknown.sorted()
  }
}

/// What a suggestion changes, for standard error.
struct SuggestionSummary {
  var lines: [String]

  /// - Parameters:
  ///   - documents: what the cost of an index is measured on; without them it is estimated.
  ///   - isWritten: into the file itself.
  init(_ suggestion: IndexSuggestion, documents: [(path: DocumentPath, fields: MapValue)], isWritten: Bool) {
    let services = suggestion.services
    let automatic = services.count { $0 == .automaticIndexes }
    let composites = services.count { $0 == .composites }
    let uncovered = services.count { $0 == .uncovered }
    lines = [
      "\(Counted.text(services.count, "query shape")): \(automatic) served by single-field indexes, "
        + "\(composites) by existing composites, \(uncovered) uncovered"
    ]
    var rows: [[String]] = []
    for addition in suggestion.additions {
      switch addition {
      case .composite(let index):
        let users = suggestion.advice.users[index] ?? []
        rows.append(
          ["+ \(index.collectionGroup)", index.scope.rawValue, index.fieldsText]
            + [users.isEmpty ? "" : "serves \(Self.list(users))", IndexCost(of: index, documents: documents).text])
      case .fieldOverride(let override):
        let modes = override.entries.map { "\($0.mode.shortText) \($0.scope.rawValue)" }.joined(separator: ", ")
        rows.append(["+ \(override.collectionGroup)", "override of \(override.target.text)", modes])
      }
    }
    for redundant in suggestion.advice.removable {
      let others = redundant.servedBy.map(\.fieldsText).joined(separator: " and ")
      rows.append([
        "- \(redundant.index.collectionGroup)", redundant.index.scope.rawValue, redundant.index.fieldsText,
        others.isEmpty
          ? "its queries are served without it (advice only)" : "its queries are served by \(others) (advice only)",
      ])
    }
    lines += TextTable(rows).lines()
    lines += suggestion.merges.map { merge in
      "\(Self.list([merge.query])): \(merge.servedBy.map(\.fieldsText).joined(separator: " and ")) are merged for it, "
        + "so that there are fewer to write; `firebreak check` names \(merge.named.fieldsText), the index of its own "
        + "that production asks for"
    }
    let refused = suggestion.source.findings.count { $0.severity == .error }
    if refused > 0 {
      lines.append(
        "\(isWritten ? "still in the file" : "left out"): \(Counted.text(refused, "definition")) that production refuses "
          + "(`firebreak check` names them)")
    }
    lines += suggestion.leftOut.lines
    if suggestion.isCompleted {
      lines.append(
        "adds the `indexes` array that the file lacks: without it nothing of the file is deployed, with it its overrides count"
      )
    }
    let count = suggestion.additions.count
    lines.append(
      count == 0
        ? "nothing to add" : "\(Counted.text(count, "definition")) to add; combining existing indexes was tried first")
  }

  /// The first of the queries and how many more there are: queries are long, and one says what the index is for.
  private static func list(_ users: [String]) -> String {
    guard let first = users.first else { return "" }
    let shown = String(QuotedText.of(first, limit: 100).dropFirst().dropLast())
    return users.count == 1 ? shown : "\(shown) and \(users.count - 1) more"
  }
}
