package import DocumentStore
package import FirestoreModel
package import FirestoreRulesEnforcement
package import Metering
package import QueryModel
package import QueryPlanner

/// One request, or one delivery of a listener, as it was served: what ledger, recorded queries, findings, coverage and the
/// log are made of.
package struct ServedRequest: Sendable {
  /// The service's own names.
  package enum Method: String, Hashable, Sendable, CaseIterable {
    case getDocument = "GetDocument"
    case listDocuments = "ListDocuments"
    case createDocument = "CreateDocument"
    case updateDocument = "UpdateDocument"
    case deleteDocument = "DeleteDocument"
    case batchGetDocuments = "BatchGetDocuments"
    case beginTransaction = "BeginTransaction"
    case commit = "Commit"
    case rollback = "Rollback"
    case runQuery = "RunQuery"
    case runAggregationQuery = "RunAggregationQuery"
    case partitionQuery = "PartitionQuery"
    case write = "Write"
    case listen = "Listen"
    case listCollectionIDs = "ListCollectionIds"
    case batchWrite = "BatchWrite"
    case executePipeline = "ExecutePipeline"
  }

  package enum Outcome: Hashable, Sendable {
    case served
    /// The rules said no.
    case denied(AccessDenial)
    /// Anything else that the service answers with an error.
    case refused(FirestoreError)
  }

  package var database: DatabaseName
  package var method: Method
  package var time: Timestamp
  package var context: RequestContext
  /// What it was about, below the documents root: `orders/o1`, `orders`, `group posts`, `3 writes`.
  package var target: String
  /// Of documents that are read or written by name: where they are, with `*` for ids (`users/*/posts/*`). Nil where they are
  /// in several places.
  package private(set) var documents: String?
  /// The first of the writes of a commit, as they were asked.
  package private(set) var writes: [Write] = []
  /// Of several documents that are read or written by name: those of each collection, with how many there are.
  package private(set) var batch: [BatchPart] = []
  /// What all writes of a commit do; nil where they do different things.
  package private(set) var writeKind: Write.Kind?
  /// Of queries, aggregations and listeners on queries.
  package var query: RecordedQuery?
  package var outcome = Outcome.served
  package var plan: QueryPlan?
  /// What production would have refused the query for; in mode `permissive` it was served all the same.
  package var missingIndexes: [MissingIndex] = []
  /// Nil where rules were not asked.
  package var decision: AccessDecision?
  /// What it bills; nil when it bills nothing whatever happens.
  package var billing: BillingEvent?
  /// Microseconds until it was answered; nil for what a listener is sent, which nobody waits for.
  package var duration: Int64?
  /// Of what a listener is sent: its number in ``OpenListeners``.
  package var listener: Int?

  package init(
    database: DatabaseName, method: Method, time: Timestamp, context: RequestContext, target: String,
    query: RecordedQuery? = nil
  ) {
    self.database = database
    self.method = method
    self.time = time
    self.context = context
    self.target = target
    self.query = query
  }
}

extension ServedRequest {
  /// More is nothing that somebody reads one by one.
  private static let writeLimit = 20

  mutating func note(_ paths: [DocumentPath]) {
    documents = RequestTarget.pattern(of: paths)
    batch = BatchPart.all(of: paths.map { ($0, false) })
  }

  mutating func note(_ asked: [Write]) {
    documents = RequestTarget.pattern(of: asked.map(\.path))
    writes = Array(asked.prefix(Self.writeLimit))
    batch = BatchPart.all(of: asked.filter { $0.kind != .verify }.map { ($0.path, $0.kind == .delete) })
    if let kind = asked.first?.kind, asked.allSatisfy({ $0.kind == kind }) { writeKind = kind }
  }
}

/// What a request for several documents by name is about in one collection.
package struct BatchPart: Hashable, Sendable {
  /// The newest of them.
  package var path: DocumentPath
  package var isDeletion: Bool
  package var count: Int

  /// More collections than anybody tells apart are counted with the last one.
  private static let limit = 100

  fileprivate static func all(of documents: [(path: DocumentPath, isDeletion: Bool)]) -> [BatchPart] {
    guard documents.count > 1 else { return [] }
    struct Place: Hashable {
      var collection: CollectionPath
      var isDeletion: Bool
    }
    var parts: [BatchPart] = []
    var places: [Place: Int] = [:]
    for (path, isDeletion) in documents {
      let place = Place(collection: path.collection, isDeletion: isDeletion)
      let index = places[place] ?? min(parts.count, limit - 1)
      if index == parts.count { parts.append(BatchPart(path: path, isDeletion: isDeletion, count: 0)) }
      places[place] = index
      parts[index].count += 1
      parts[index].path = path
    }
    return parts
  }
}

/// A query as it was asked.
package struct RecordedQuery: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable { case get, listen, aggregate }

  package var kind: Kind
  package var query: Query
  /// Empty unless `kind` is `aggregate`.
  package var aggregations: [Aggregation]

  package init(kind: Kind, query: Query, aggregations: [Aggregation] = []) {
    self.kind = kind
    self.query = query
    self.aggregations = aggregations
  }
}

/// Learns of everything that is served. Called from any task, in the order of no particular one.
package protocol RequestObserver: Sendable {
  func record(_ request: ServedRequest)
}
