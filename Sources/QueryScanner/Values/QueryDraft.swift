package import Diagnostics
package import FirestoreModel
package import QueryModel

/// A query on its way through a chain of calls.
package struct QueryDraft: Hashable, Sendable {
  package var query: Query
  package var aggregations: [Aggregation]
  package var unresolved: [UnresolvedPart]
  package var database: DatabaseHandle
  /// The request that read the document of a cursor.
  package var cursorRead: SourceLocation?
  /// Which of the orders have a direction that only the run knows.
  package var unknownDirections: Set<Int> = []
  /// The orders are those that a document as a cursor brings with it.
  package var hasImpliedOrders = false
  /// How many elements the lists have at most that fields are compared with, where the code says so.
  package var listBounds: [FieldPath: Int] = [:]
  /// An object of its own asks only for what is added up: further aggregations go into it (Python).
  package var isAggregation = false
  /// It is built like this only where nobody is signed in.
  package var isSignedOut = false
  /// The SDK does not send it.
  package var refusal: SDKRefusal?
  /// The last call that built it; nil for a collection without constraints.
  package var builtAt: SourceLocation?

  package init(
    query: Query, aggregations: [Aggregation] = [], unresolved: [UnresolvedPart] = [], database: DatabaseHandle
  ) {
    self.query = query
    self.aggregations = aggregations
    self.unresolved = unresolved
    self.database = database
  }

  /// A query about which nothing is known but that it is one.
  package static func unknown(_ database: DatabaseHandle, at location: SourceLocation?) -> QueryDraft {
    QueryDraft(
      query: Query(source: QuerySource(collectionID: .unknown)),
      unresolved: [UnresolvedPart(.collection, at: location)], database: database)
  }
}

/// A read of the Realtime Database on its way through a chain of calls.
package struct RealtimeDraft: Hashable, Sendable {
  package var query: RealtimeQuery
  package var unresolved: [UnresolvedPart]
  /// The SDK does not send it.
  package var refusal: SDKRefusal?
  /// Which segments of the location are keys that were made just for it, and where.
  package var newKeys: [Int: Int] = [:]
  /// What is written through it is written when the connection ends.
  package var isOnDisconnect = false

  package init(query: RealtimeQuery, unresolved: [UnresolvedPart] = []) {
    self.query = query
    self.unresolved = unresolved
  }
}
