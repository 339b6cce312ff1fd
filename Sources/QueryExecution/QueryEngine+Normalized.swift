package import DocumentStore
package import FirestoreModel
package import QueryModel
package import QueryPlanner

// For those who have validated a query already, because somebody else has to see it before it is run.

extension QueryEngine {
  package func run(_ query: NormalizedQuery, on snapshot: Snapshot) throws(FirestoreError) -> QueryResult {
    let (plan, missing) = try plan(query)
    return try PlanExecution(plan: plan, missingIndexes: missing, snapshot: snapshot).documents()
  }

  package func aggregate(
    _ query: NormalizedAggregationQuery, on snapshot: Snapshot
  ) throws(FirestoreError) -> AggregationResult {
    let (plan, missing) = try plan(query.query, query.namedAggregations)
    return try PlanExecution(plan: plan, missingIndexes: missing, snapshot: snapshot).aggregates()
  }

  /// The indexes that production would miss, whatever the mode.
  package func missingIndexes(_ query: NormalizedQuery, _ aggregations: [Aggregation] = []) -> [MissingIndex] {
    planner.planAssumingMissing(query, aggregations: aggregations).missing
  }
}

extension NormalizedAggregationQuery {
  /// The aggregations, each with its alias, as planning takes them.
  package var namedAggregations: [Aggregation] { aggregations.map { Aggregation($0.op, alias: $0.alias) } }
}
