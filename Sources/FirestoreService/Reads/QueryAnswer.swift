package import FirestoreModel
package import QueryExecution

/// The answer to RunQuery.
package struct QueryAnswer: Sendable {
  /// Nil unless the request has begun one.
  package var transaction: TransactionID?
  package var readTime: Timestamp
  /// Nil when the query was only planned.
  package var result: QueryResult?
  /// Nil unless it was asked for.
  package var explanation: Explanation?
}

/// The answer to RunAggregationQuery.
package struct AggregationAnswer: Sendable {
  /// Nil unless the request has begun one.
  package var transaction: TransactionID?
  package var readTime: Timestamp
  /// Nil when the aggregation was only planned.
  package var result: AggregationResult?
  /// Nil unless it was asked for.
  package var explanation: Explanation?
}
