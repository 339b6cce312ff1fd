import DocumentStore
package import FirestoreModel
import IndexCatalog
package import Metering
package import QueryExecution
package import QueryModel
package import QueryPlanner
import QueryShapes

/// One query over the documents of a data file: what the service would answer, and what it would bill.
package struct QueryRun: Sendable {
  package var data: DataFile
  package var planner: QueryPlanner
  package var mode: ExecutionMode
  package var billing: BillingAssumptions

  package init(
    data: DataFile, planner: QueryPlanner, mode: ExecutionMode = .production, billing: BillingAssumptions = .standard
  ) {
    self.data = data
    self.planner = planner
    self.mode = mode
    self.billing = billing
  }

  package struct ReturnedDocument: Hashable, Sendable {
    /// As the data file writes it.
    package var name: String
    package var fields: MapValue
  }

  package struct Answer: Sendable {
    package var documents: [ReturnedDocument]
    /// In the order of the request; empty unless it was an aggregation.
    package var aggregates: [AggregationResult.Entry]
    package var isAggregation: Bool
    /// Nil for a get, which needs no index.
    package var plan: QueryPlan?
    package var reads: Int64
    package var indexEntriesScanned: Int
    package var documentsScanned: Int
    /// Mode `permissive`: what production would have asked for.
    package var missingIndexes: [MissingIndex]
  }

  package struct Refusal: Error, Hashable, Sendable {
    package var error: FirestoreError
    /// Nil when it is not about an index.
    package var missing: MissingIndex?

    package init(error: FirestoreError, missing: MissingIndex? = nil) {
      self.error = error
      self.missing = missing
    }
  }

  /// Runs a statement whose parts are all known.
  package func run(_ statement: QueryStatement) throws(Refusal) -> Answer {
    let store = DocumentStore(database: planner.database, createTime: Timestamp(microseconds: 0))
    do throws(FirestoreError) {
      let writes = data.entries.map { Write($0.path, .set($0.fields)) }
      if !writes.isEmpty { _ = try store.commit(writes, at: Timestamp(microseconds: 1)) }
      switch statement {
      case .document(let path): return try get(path, store.current)
      case .query(let query): return try answer(query, store.current)
      case .aggregation(let query): return try answer(query, store.current)
      }
    } catch {
      throw Refusal(error: error, missing: error.status == .failedPrecondition ? missingIndex(statement) : nil)
    }
  }

  /// The engine answers in production's words; which index it misses is asked of the same planner.
  private func missingIndex(_ statement: QueryStatement) -> MissingIndex? {
    let judgement: QueryJudgement
    switch statement {
    case .document: return nil
    case .query(let query): judgement = QueryJudge(planner: planner).judge(query)
    case .aggregation(let request):
      judgement = QueryJudge(planner: planner).judge(request.query, aggregations: request.aggregations)
    }
    switch judgement {
    case .missing(let indexes): return indexes.first
    case .invalid, .served: return nil
    }
  }

  private var engine: QueryEngine { QueryEngine(planner: planner, mode: mode) }

  private func answer(_ query: Query, _ snapshot: Snapshot) throws(FirestoreError) -> Answer {
    let result = try engine.run(query, on: snapshot)
    let names = Dictionary(data.entries.map { ($0.path, $0.name) }) { first, _ in first }
    let documents = result.documents().map { document in
      ReturnedDocument(name: names[document.path] ?? document.path.description, fields: document.fields)
    }
    return Answer(
      documents: documents, aggregates: [], isAggregation: false, plan: result.plan,
      reads: result.billingEvent.tally(under: billing).reads,
      indexEntriesScanned: result.statistics.indexEntriesScanned,
      documentsScanned: result.statistics.documentsScanned, missingIndexes: result.missingIndexes)
  }

  private func answer(_ query: AggregationQuery, _ snapshot: Snapshot) throws(FirestoreError) -> Answer {
    let result = try engine.aggregate(query, on: snapshot)
    return Answer(
      documents: [], aggregates: result.values, isAggregation: true, plan: result.plan,
      reads: result.billingEvent.tally(under: billing).reads,
      indexEntriesScanned: result.statistics.indexEntriesScanned,
      documentsScanned: result.statistics.documentsScanned, missingIndexes: result.missingIndexes)
  }

  private func get(_ template: PathTemplate, _ snapshot: Snapshot) throws(FirestoreError) -> Answer {
    let segments = template.segments.compactMap { segment -> Text? in
      if case .literal(let text) = segment { text } else { nil }
    }
    let entry = data.entries.first { $0.path.segments == segments }
    return Answer(
      documents: entry.map { [ReturnedDocument(name: $0.name, fields: $0.fields)] } ?? [], aggregates: [],
      isAggregation: false, plan: nil, reads: BillingEvent.get(found: entry != nil).tally(under: billing).reads,
      indexEntriesScanned: 0, documentsScanned: entry == nil ? 0 : 1, missingIndexes: [])
  }
}
