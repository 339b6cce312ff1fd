package import Diagnostics
package import FirestoreModel
package import IndexCatalog
package import QueryModel
package import QueryPlanner

/// What the service would say about one query.
package enum QueryJudgement: Hashable, Sendable {
  /// Refused before any index is looked for.
  case invalid(FirestoreError)
  /// Valid, but no index serves it; every missing index once.
  case missing([MissingIndex])
  case served(QueryPlan)

  package var plan: QueryPlan? {
    switch self {
    case .served(let plan): plan
    case .invalid, .missing: nil
    }
  }

  var isMissing: Bool { if case .missing = self { true } else { false } }
}

/// Judges queries against one database: `check`, `explain`, `indexes` and the runs all ask this one, so they agree.
package struct QueryJudge: Sendable {
  package let planner: QueryPlanner
  /// The index file as it is called in messages.
  package let indexFile: String
  /// Adds definitions to that file; nil when there is none that could be read.
  let editor: IndexFileEditor?
  /// False when no file says which indexes exist: what somebody has made in the console is not known then.
  let hasIndexFile: Bool
  /// `firebase.json` configures the database without an index file.
  let isUnnamed: Bool
  /// The project names no index file at all: its indexes are made elsewhere, mostly in the console.
  let keepsIndexesElsewhere: Bool

  package init(
    planner: QueryPlanner, indexFile: String = "firestore.indexes.json", editor: IndexFileEditor? = nil,
    hasIndexFile: Bool = true, isUnnamed: Bool = false, keepsIndexesElsewhere: Bool = false
  ) {
    self.planner = planner
    self.indexFile = indexFile
    self.editor = editor
    self.hasIndexFile = hasIndexFile
    self.isUnnamed = isUnnamed
    self.keepsIndexesElsewhere = keepsIndexesElsewhere
  }

  /// The same with another catalog.
  package func with(_ catalog: IndexCatalog, indexFile: String) -> QueryJudge {
    QueryJudge(
      planner: planner.with(catalog), indexFile: indexFile, editor: indexFile == self.indexFile ? editor : nil,
      hasIndexFile: hasIndexFile || indexFile != self.indexFile, isUnnamed: isUnnamed && indexFile == self.indexFile,
      keepsIndexesElsewhere: keepsIndexesElsewhere && indexFile == self.indexFile)
  }

  package func judge(_ query: Query, aggregations: [Aggregation] = []) -> QueryJudgement {
    do throws(FirestoreError) {
      if aggregations.isEmpty {
        return judgement(try query.normalized(database: planner.database), [])
      }
      let request = AggregationQuery(query: query, aggregations: aggregations)
      let normalized = try request.normalized(database: planner.database)
      return judgement(
        normalized.query, normalized.aggregations.map { Aggregation($0.op, alias: $0.alias) })
    } catch {
      return .invalid(error)
    }
  }

  private func judgement(_ query: NormalizedQuery, _ aggregations: [Aggregation]) -> QueryJudgement {
    let result = planner.planAssumingMissing(query, aggregations: aggregations)
    return result.missing.isEmpty ? .served(result.plan) : .missing(result.missing)
  }
}

extension QueryJudge {
  /// Everything there is to say about a shape, at its place: what production refuses (FB10xx), indexes that are missing
  /// (FB20xx), open questions (FB8002), and what is going to cost more than it looks (FB70xx).
  ///
  /// Findings that the shape expects are left out.
  package func findings(on shape: QueryShape) -> [Diagnostic] {
    if shape.isOpen { return located(openFindings(on: shape), shape) }
    if !shape.reachesService {
      guard !shape.expectsRefusal, case .invalid(let error) = judge(shape.query) else { return [] }
      return located([invalid(error, shape)], shape)
    }
    let words = PlanFindings(
      query: shape.shortText, indexFile: indexFile,
      databaseWithoutFile: isUnnamed ? planner.database.database.string : nil, hasIndexFile: hasIndexFile)
    let found: [Diagnostic]
    switch judge(shape.boundedQuery, aggregations: shape.aggregations) {
    case .invalid(let error): found = shape.expectsRefusal ? [] : [invalid(error, shape)]
    case .missing(let indexes):
      let questions = Set(indexes.flatMap(\.openQuestions)).sorted()
      let parts = indexes.count > 1 ? parts(of: shape) : []
      let missing = shape.expectsRefusal ? [] : indexes.map { finding(for: $0, of: shape, words, parts) }
      found = missing + questions.map(words.finding) + CostHazards.findings(on: shape)
    case .served(let plan):
      found = words.findings(for: .served(plan), catalog: planner.catalog) + CostHazards.findings(on: shape)
    }
    return located(found + documentIDDescending(shape), shape)
  }

  /// FB2026: pages of whole collections by document id downwards, which rest on an index that nothing else would need.
  private func documentIDDescending(_ shape: QueryShape) -> [Diagnostic] {
    let query = shape.query
    guard query.orders == [Order(.documentName, .descending)], query.filter == nil, !query.limitToLast,
      query.limit != nil || query.start != nil
    else { return [] }
    return [
      Diagnostic(
        .documentIdDescending, "query `\(shape.shortText)` pages by document id downwards", at: shape.location,
        notes: ["served by the composite index (__name__ DESC) only, which has to be declared"],
        help: "keep the index in \(QuotedText.of(indexFile, limit: 200)), or store and order by a field of your own")
    ]
  }

  private func located(_ found: [Diagnostic], _ shape: QueryShape) -> [Diagnostic] {
    found.filter { !shape.expectedFindings.contains($0.code.id) }.map { finding in
      var located = finding
      located.location = finding.location ?? shape.location
      return located.naming(shape.builtAt)
    }
  }

  /// What is true of a query whatever stands in its unknown parts: filters that production refuses are refused with
  /// more beside them, too.
  private func openFindings(on shape: QueryShape) -> [Diagnostic] {
    var known = shape.query
    if shape.unresolved.contains(where: { $0.kind.decidesIndexes && $0.kind != .database }) {
      known = Query(source: QuerySource(collectionID: .literal("unknown")), filter: shape.query.filter)
    }
    var found: [Diagnostic] = []
    if !shape.expectsRefusal, case .invalid(let error) = judge(known, aggregations: []) {
      found = [invalid(error, shape)]
    }
    return found + CostHazards.findings(on: shape)
  }

  private func finding(
    for index: MissingIndex, of shape: QueryShape, _ words: PlanFindings, _ parts: [String]
  ) -> Diagnostic {
    if index.code == .missingCompositeIndex, let field = shape.dynamicField { return perValue(field, index, shape) }
    let part = parts.indices.contains(index.disjunct) ? parts[index.disjunct] : nil
    var finding = words.finding(for: index, catalog: planner.catalog, part: part)
    if let fix = index.repair(in: planner.catalog).flatMap(fix) { finding.fixes.append(fix) }
    // Many projects make their indexes in the console and have no file.
    if !hasIndexFile, !shape.callSites.isEmpty {
      finding.notes.append("an index that was made in the console is not known here")
      if keepsIndexesElsewhere { finding.severity = .info }
      if isUnnamed { return finding }
      finding.help =
        "save what is deployed with `firebase firestore:indexes > firestore.indexes.json`, or add the definition "
        + "with `firebreak indexes suggest --write`"
    }
    return finding
  }

  /// The filters of each disjunct as text.
  private func parts(of shape: QueryShape) -> [String] {
    guard let query = try? shape.boundedQuery.normalized(database: planner.database) else { return [] }
    return query.disjuncts.map { $0.text(database: planner.database) }
  }

  private func fix(for repair: IndexRepair) -> SuggestedFix? {
    guard let editor else { return nil }
    let edits: [SuggestedFix.Edit]
    switch repair {
    case .composite(let definition): edits = editor.changes(composites: [definition], overrides: [])
    case .fieldOverride(let override): edits = editor.changes(composites: [], overrides: [override])
    }
    return SuggestedFix("add the definition to \(QuotedText.of(indexFile, limit: 200))", edits)
  }

  /// FB2012: no definition can name a field that is another one for every user.
  private func perValue(_ field: FieldPath, _ index: MissingIndex, _ shape: QueryShape) -> Diagnostic {
    Diagnostic(
      .indexPerDynamicField,
      "query `\(shape.shortText)` needs a composite index for every value in `\(field.shownText)`",
      notes: [
        "needs, for each of them: \(index.definition.collectionGroup) "
          + index.definition.fieldsText.replacing("`\(FieldPath.unknownSegment)`", with: "?"),
        "a database has at most a few hundred composite indexes",
      ],
      help: "keep the values in an array field and ask with `array-contains`, or in documents of their own")
  }

  private func invalid(_ error: FirestoreError, _ shape: QueryShape) -> Diagnostic {
    let isOfGroupCursor = shape.query.source.allDescendants && error.rule == .cursorOfName
    return Diagnostic(
      isOfGroupCursor ? .collectionGroupDocumentIdCursor : .refusing(error),
      "query `\(shape.shortText)` is invalid: \(error.message)", at: shape.location,
      notes: ["production would answer \(error.status.name)"])
  }
}

extension QueryShape {
  /// The query that is sent: a page step adds its size as the limit.
  package var boundedQuery: Query {
    guard kind == .page, query.limit == nil, query.nearest == nil else { return query }
    var bounded = query
    bounded.limit = 1
    return bounded
  }
}
