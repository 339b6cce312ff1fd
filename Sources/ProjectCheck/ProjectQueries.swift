package import Diagnostics
package import FirestoreModel
import IndexCatalog
import Project
import QueryModel
package import QueryPlanner
import QueryScanner
package import QueryShapes
package import RealtimeDatabase
import Simulation
package import Workloads

/// Everything about a project's queries that can be known without running them: the index files, and every query of
/// the workloads with the file it is judged against.
package struct ProjectQueries: Sendable {
  package var scope: ProjectScope
  /// The databases of the project, then the files that only workloads name.
  package var groups: [QueryGroup]
  /// The workloads that could be read.
  package var suites: [WorkloadSuite]
  package var rules: ProjectRules
  package var realtimeRules: ProjectRealtimeRules
  /// Problems of the workload files.
  package var workloadFindings: [Diagnostic]
  /// Workload files that could not be read as what they are: whatever else was found, they were not judged.
  package var unreadWorkloads: [String]
  /// What sources and documents ask; nothing when they were not read.
  package var sources = SourceQueries.none
  /// What the project keeps under version control; nil when it was not read. Queries that only it knows, of an emulator's
  /// run for instance, are among those of the groups.
  package var recorded: QueryInventory?
  /// The answers to what nobody has verified about rules of the Realtime Database.
  package var realtimeAssumptions: RealtimeAssumptions = .standard
  /// The moment that rules are judged at, for conditions on the date.
  package var now = Timestamp(microseconds: 1_767_225_600_000_000)
  /// What was found in queries before, where somebody keeps it.
  package var judged: JudgedShapes?
  /// Where names were found in sources before.
  package var mentions = KnownMentions()
  /// What rules have said before.
  package var access = KnownAccess()
  /// By document: the judge that also knows the index definitions that the document shows.
  var documentJudges: [String: QueryJudge] = [:]

  /// The judge of a query: of its document, or of its group.
  func judge(of shape: QueryShape, in group: QueryGroup) -> QueryJudge {
    guard let document = shape.document, group.source.database == Project.defaultDatabaseID else { return group.judge }
    return documentJudges[document] ?? group.judge
  }

  package var shapeCount: Int { groups.reduce(0) { $0 + $1.shapes.count } }
}

extension ProjectQueries {
  /// - Parameters:
  ///   - usesProjectIndexes: an index file was given on the command line, so what workloads name is not used.
  ///   - usesProjectRules: the same for a rules file.
  ///   - sources: what sources and documents ask, too.
  ///   - recorded: what the inventory of the project has, too.
  package static func load(
    _ scope: ProjectScope, assumptions: PlannerAssumptions = PlannerAssumptions(), usesProjectIndexes: Bool = false,
    usesProjectRules: Bool = false, sources: SourceQueries = .none, recorded: QueryInventory? = nil
  ) -> ProjectQueries {
    let hasSources = !sources.files.sources.isEmpty
    var loader = Loader(
      scope: scope, assumptions: assumptions, usesProjectIndexes: usesProjectIndexes, hasSources: hasSources)
    for database in scope.project.databases { loader.add(database) }
    // A command that reads no sources for itself reads them where a workload names one of their requests.
    let code = hasSources ? CodeRequests { sources.codeRequests } : CodeRequests.of(scope.project)
    for path in scope.workloads { loader.add(workload: path, code) }
    loader.add(sources)
    var rules = ProjectRules(scope.project, overridesWorkloads: usesProjectRules)
    for suite in loader.suites {
      for variant in suite.variants { _ = rules.rules(for: variant.workload.database, of: suite.source) }
    }
    var queries = ProjectQueries(
      scope: scope, groups: loader.groups, suites: loader.suites, rules: rules,
      realtimeRules: ProjectRealtimeRules(scope.project), workloadFindings: loader.findings,
      unreadWorkloads: loader.unread, sources: sources,
      recorded: recorded, documentJudges: loader.documentJudges)
    queries.addRecorded()
    return queries
  }

  /// Those that workloads and sources ask are judged where they stand.
  private mutating func addRecorded() {
    guard let recorded, !recorded.files.isEmpty else { return }
    let found = Set(inventory.map(\.shape.ofAnyCaller))
    var added: Set<InventoryShape> = []
    for file in recorded.files {
      let shape = file.entry.shape.ofAnyCaller
      guard !found.contains(shape), added.insert(shape).inserted,
        var query = shape.queryShape(named: file.entry.name, at: file.location)
      else { continue }
      query.callSites = file.entry.sources
      query.isOnlyRecorded = true
      // Where the run decides which database it is, the only one that is known is meant.
      let isUnnamed = shape.unresolved.contains(UnresolvedPart(.database).kind.name)
      let group =
        groups.firstIndex { $0.source.database == shape.database.string }
        ?? (isUnnamed && groups.count == 1 ? 0 : nil)
      if group != nil { query.unresolved.removeAll { $0.kind == .database } }
      if group == nil, scope.project.leftOut.contains(shape.database.string) { continue }
      if group == nil, !isUnnamed { query.unresolved.append(UnresolvedPart(.database)) }
      let standard = groups.firstIndex { $0.source.database == Project.defaultDatabaseID } ?? 0
      groups[group ?? standard].shapes.append(query)
    }
  }
}

extension InventoryShape {
  /// Indexes and costs do not depend on who asks.
  fileprivate var ofAnyCaller: InventoryShape {
    var shape = self
    shape.caller = nil
    return shape
  }
}

private struct Loader {
  let scope: ProjectScope
  let assumptions: PlannerAssumptions
  let usesProjectIndexes: Bool
  /// The queries of sources are among those that are judged.
  let hasSources: Bool
  var groups: [QueryGroup] = []
  var suites: [WorkloadSuite] = []
  var findings: [Diagnostic] = []
  var unread: [String] = []
  private(set) var documentJudges: [String: QueryJudge] = [:]
  /// Absolute path of an index file → group.
  private var groupOfFile: [String: Int] = [:]

  init(scope: ProjectScope, assumptions: PlannerAssumptions, usesProjectIndexes: Bool, hasSources: Bool) {
    self.scope = scope
    self.assumptions = assumptions
    self.usesProjectIndexes = usesProjectIndexes
    self.hasSources = hasSources
  }

  mutating func add(_ database: ProjectDatabase) {
    let path = database.indexes.flatMap { $0.exists ? $0.path : nil }
    var source = IndexSource.read(path, database: database.id, edition: database.edition)
    if database.indexes == nil { source.unnamedAt = database.mention }
    addGroup(source, keepsIndexesElsewhere: scope.project.keepsIndexesElsewhere)
  }

  mutating func add(workload path: String, _ code: CodeRequests) {
    let source: SourceText
    do { source = try InputFile.read(path) } catch {
      findings.append(error.diagnostic)
      unread.append(path)
      return
    }
    let reading = WorkloadReader.read(source, code: code)
    findings += reading.diagnostics
    guard let suite = reading.suite else {
      // A query that production refuses also leaves no suite, but that is a verdict.
      let isUnread = reading.diagnostics.contains {
        $0.severity == .error && ($0.code == .unsupportedFeature || $0.isInputFailure)
      }
      if isUnread { unread.append(path) }
      return
    }
    suites.append(suite)
    reportBooks(of: suite)
    let named = hasSources ? suite.codeQueries : []
    // A query of the sources is judged where they ask it.
    for shape in suite.queryShapes where shape.indexFile != nil || !named.contains(shape.location) {
      groups[group(of: shape, in: source)].shapes.append(shape)
    }
  }

  /// The queries of sources belong to the database that the code names. Where firebase.json has no such database,
  /// nothing is known of its indexes.
  mutating func add(_ sources: SourceQueries) {
    addDefinitions(of: sources)
    var sites: [SourceShape: [String]] = [:]
    for request in sources.requests {
      guard let shape = request.shape else { continue }
      let site = request.site
      if sites[shape]?.last != site { sites[shape, default: []].append(site) }
    }
    let counts = Set(sources.requests.filter { $0.request.kind == .aggregate }.compactMap(CountedQuery.init))
    for request in sources.requests {
      let id = request.request.database?.string
      // Where the run decides which database it is, the only one that is known is meant.
      let group = groups.firstIndex { $0.source.database == id } ?? (id == nil && groups.count == 1 ? 0 : nil)
      if group == nil, let id, scope.project.leftOut.contains(id) { continue }
      let callSites = request.shape.flatMap { sites[$0] } ?? []
      guard var shape = request.queryShape(callSites: callSites, isConfigured: group != nil) else { continue }
      // Where `count()` is asked as well, this is what is done when it fails.
      if shape.isOnlyCounted, let counted = CountedQuery(request), counts.contains(counted) {
        shape.isOnlyCounted = false
      }
      if let judge = shape.document.flatMap({ documentJudges[$0] }), !shape.isOpen {
        shape.isServedByDocument = judge.judge(shape.query, aggregations: shape.aggregations).plan != nil
      }
      groups[group ?? standardGroup].shapes.append(shape)
    }
  }

  private mutating func addDefinitions(of sources: SourceQueries) {
    guard let group = groups.first(where: { $0.source.database == Project.defaultDatabaseID }) else { return }
    let documents = DocumentIndexes.all(in: sources, edition: group.source.edition)
    for (path, indexes) in documents.sorted(by: { $0.key < $1.key }) {
      documentJudges[path] = indexes.judge(group.judge, of: path, hasFile: group.source.path != nil)
      findings += indexes.findings
    }
  }

  /// A price book that cannot be read, or a location that does not exist, keeps the workload from being run; `check` says so before.
  private mutating func reportBooks(of suite: WorkloadSuite) {
    var books = PriceBooks(request: RunRequest(), settings: scope.project.settings.prices, workload: suite.source)
    var seen: Set<PriceSetting?> = []
    for variant in suite.variants where seen.insert(variant.workload.prices).inserted {
      _ = books.pricing(variant.workload.prices)
    }
    findings += books.findings.filter { $0.isInputFailure || $0.code == .unknownLocation }
  }

  private mutating func group(of shape: QueryShape, in workload: SourceText) -> Int {
    guard let named = shape.indexFile, !usesProjectIndexes else { return standardGroup }
    let path = DisplayPath.join(DisplayPath.folder(of: workload.path), named.path)
    if let known = groupOfFile[absolute(path)] { return known }
    if InputFile.kind(path) == .missing {
      findings.append(
        Diagnostic(
          .indexFileMissing, "there is no index file \(QuotedText.of(path, limit: 200))",
          at: named.location, help: "without it only automatic indexes exist"))
    }
    return addGroup(
      .read(path, database: Project.defaultDatabaseID, edition: shape.edition))
  }

  /// The database that workloads use unless they name an index file: `(default)`, else the first.
  private var standardGroup: Int {
    groups.firstIndex { $0.source.database == Project.defaultDatabaseID } ?? 0
  }

  @discardableResult
  private mutating func addGroup(_ source: IndexSource, keepsIndexesElsewhere: Bool = false) -> Int {
    let database = DatabaseName(project: Text(scope.project.projectID), database: Text(source.database))
    let planner = QueryPlanner(catalog: source.catalog, database: database, assumptions: assumptions)
    groups.append(
      QueryGroup(
        source: source,
        judge: QueryJudge(
          planner: planner, indexFile: source.name, editor: source.file?.editor, hasIndexFile: source.path != nil,
          isUnnamed: source.unnamedAt != nil, keepsIndexesElsewhere: keepsIndexesElsewhere),
        shapes: []))
    if let path = source.path, groupOfFile[absolute(path)] == nil { groupOfFile[absolute(path)] = groups.count - 1 }
    return groups.count - 1
  }

  private func absolute(_ path: String) -> String {
    DisplayPath.absolute(path, from: ProjectFolder.workingDirectory)
  }
}

extension Project {
  /// No database names an index file, and none lies at hand that somebody takes for it: indexes are made in the console.
  fileprivate var keepsIndexesElsewhere: Bool {
    databases.allSatisfy { $0.indexes == nil }
      && !findings.contains { $0.code == .indexFileMissing && $0.severity > .info }
  }
}

extension WorkloadSuite {
  /// Where steps name requests of the sources.
  fileprivate var codeQueries: Set<SourceLocation> {
    let templates = variants.flatMap { $0.workload.sentQueries.map(\.template) }
    return Set(templates.filter { $0.code != nil }.map { source.location($0.span) })
  }
}

/// The documents that a function counts, whichever way.
private struct CountedQuery: Hashable {
  var path: String
  var function: String?
  var source: QuerySource
  var filter: Filter?

  /// Nil for what is no query.
  init?(_ request: SourceRequest) {
    guard case .query(let query, _) = request.request.target else { return nil }
    path = request.path
    function = request.request.function
    source = query.source
    filter = query.filter
  }
}
