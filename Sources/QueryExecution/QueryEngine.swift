package import DocumentStore
package import FirestoreModel
package import QueryModel
package import QueryPlanner
import Synchronization

/// How a query whose index is missing is treated.
package enum ExecutionMode: String, Hashable, Sendable, CaseIterable {
  /// Refused with production's text.
  case production
  /// Executed as if the index existed; the missing index is reported with the result.
  case permissive
}

/// Executes queries by the plans that the planner would show, over index ranges only: nothing is ever found by scanning
/// documents and filtering them.
package final class QueryEngine: Sendable {
  package let planner: QueryPlanner
  package let mode: ExecutionMode
  private let offersRepair: Bool
  private let planCache = Mutex(PlanCache())

  /// - Parameter offersRepair: refusals for a missing index also say what to add to the index file.
  package init(planner: QueryPlanner, mode: ExecutionMode = .production, offersRepair: Bool = false) {
    self.planner = planner
    self.mode = mode
    self.offersRepair = offersRepair
  }

  /// Runs a document query against one version of the database.
  ///
  /// Throws what the service would answer: INVALID_ARGUMENT for an invalid query, FAILED_PRECONDITION for a missing
  /// index. Every operand must be known.
  package func run(_ query: Query, on snapshot: Snapshot) throws(FirestoreError) -> QueryResult {
    let normalized = try query.normalized(database: planner.database)
    let (plan, missing) = try plan(normalized)
    return try PlanExecution(plan: plan, missingIndexes: missing, snapshot: snapshot).documents()
  }

  /// The documents that a query means, for people who look at them: an index that production would miss is assumed.
  package func found(by query: Query, on snapshot: Snapshot) throws(FirestoreError) -> ResultWindow {
    let normalized = try query.normalized(database: planner.database)
    let (plan, missing) = planCache.withLock { cache in
      let outcome = planner.planAssumingMissing(normalized, aggregations: [], cache: &cache)
      return (outcome.plan, outcome.missing)
    }
    return try PlanExecution(plan: plan, missingIndexes: missing, snapshot: snapshot).documents().window
  }

  /// Runs an aggregation query.
  package func aggregate(_ query: AggregationQuery, on snapshot: Snapshot) throws(FirestoreError) -> AggregationResult {
    let normalized = try query.normalized(database: planner.database)
    let (plan, missing) = try plan(
      normalized.query, normalized.aggregations.map { Aggregation($0.op, alias: $0.alias) })
    return try PlanExecution(plan: plan, missingIndexes: missing, snapshot: snapshot).aggregates()
  }

  /// The plan a query is executed by, and in mode `permissive` the indexes it assumes.
  package func plan(
    _ query: NormalizedQuery, _ aggregations: [Aggregation] = []
  ) throws(FirestoreError) -> (QueryPlan, [MissingIndex]) {
    let outcome = planCache.withLock { planner.planAssumingMissing(query, aggregations: aggregations, cache: &$0) }
    if mode == .production, let missing = outcome.missing.first {
      throw offersRepair ? missing.refusal(repairedIn: planner.catalog) : missing.refusal()
    }
    return (outcome.plan, outcome.missing)
  }
}
