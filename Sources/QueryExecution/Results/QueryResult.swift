import DocumentStore
package import FirestoreModel
import QueryModel
package import QueryPlanner

/// The answer to a document query.
package struct QueryResult: Sendable {
  /// The documents, in order.
  package var window: ResultWindow
  /// Nearest-neighbour searches: the distance of each document of the window, in its order.
  package var distances: [Double]?
  package var plan: QueryPlan
  package var statistics: ExecutionStatistics
  /// Mode `permissive` only: indexes that production would have missed.
  package var missingIndexes: [MissingIndex]

  /// The documents as the client receives them: projected, with the distance field of a nearest-neighbour search.
  package func documents() -> [Document] {
    window.stored(in: 0..<window.count).enumerated().map { shown($1.document, at: $0) }
  }

  /// One document as the client receives it.
  package func document(at position: Int) -> Document? {
    window.document(at: position).map { shown($0, at: position) }
  }

  /// A document of the window as the client receives it.
  package func shown(_ document: Document, at position: Int) -> Document {
    var document = document
    if let field = plan.query.nearest?.distanceResultField, let distances {
      document.fields.set(.double(distances[position]), at: field)
    }
    if let projection = plan.query.projection {
      document.fields = document.fields.projected(to: projection.filter { !$0.isDocumentName })
    }
    return document
  }
}

/// The answer to an aggregation query.
package struct AggregationResult: Sendable {
  package struct Entry: Hashable, Sendable {
    package var alias: Text
    package var value: Value
  }

  /// In the order of the request.
  package var values: [Entry]
  package var readTime: Timestamp
  package var plan: QueryPlan
  package var statistics: ExecutionStatistics
  package var missingIndexes: [MissingIndex]
}
