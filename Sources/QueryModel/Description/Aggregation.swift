package import FirestoreModel

/// `RunAggregationQuery`: aggregations over the result of a query.
package struct AggregationQuery: Hashable, Sendable {
  package var query: Query
  package var aggregations: [Aggregation]

  package init(query: Query, aggregations: [Aggregation]) {
    self.query = query
    self.aggregations = aggregations
  }
}

package struct Aggregation: Hashable, Sendable {
  package enum Operator: Hashable, Sendable {
    case count(upTo: Int64?)
    case sum(FieldPath)
    case average(FieldPath)
  }

  package var op: Operator
  /// Nil: the server numbers the unnamed ones `field_1`, `field_2`, …
  package var alias: Text?

  package init(_ op: Operator, alias: Text? = nil) {
    self.op = op
    self.alias = alias
  }
}

/// What the one-line text form can say: one document, a query, or an aggregation.
package enum QueryStatement: Hashable, Sendable {
  case document(PathTemplate)
  case query(Query)
  case aggregation(AggregationQuery)
}
