package import QueryModel

extension QueryPlanner {
  /// Plans an aggregation: `sum` and `average` need their fields in the index.
  package func plan(_ aggregation: NormalizedAggregationQuery) -> PlanOutcome {
    plan(aggregation.query, aggregations: aggregation.aggregations.map { Aggregation($0.op, alias: $0.alias) })
  }
}
