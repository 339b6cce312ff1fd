package import DocumentStore
package import FirestoreModel
import QueryModel
import QueryPlanner

/// Bytes of the response messages when nothing is really sent: exact by definition. Per document its `Document` message
/// and 12 bytes around it; every other message 12 bytes and its values, 24 more when it carries a commit time.
package enum WireBytes {
  package static let message: Int64 = 12
  package static let commit: Int64 = message + 24

  package static func document(_ document: Document?, _ database: DatabaseName) -> Int64 {
    message + Int64(document?.wireSize(database: database) ?? 0)
  }

  package static func document(_ document: StoredDocument?) -> Int64 { message + Int64(document?.wireSize ?? 0) }

  package static func result(_ result: QueryResult, _ database: DatabaseName) -> Int64 {
    guard result.window.count > 0 else { return message }
    if result.plan.query.projection != nil || result.distances != nil {
      return result.documents().reduce(0) { $0 + document($1, database) }
    }
    return Int64(result.window.wireSize) + message * Int64(result.window.count)
  }

  package static func aggregation(_ result: AggregationResult) -> Int64 {
    result.values.reduce(message) { $0 + Int64($1.value.wireSize) }
  }

  /// A delivery: the documents that came or changed; what left is one message without content.
  package static func delta(_ delta: TargetDelta, _ database: DatabaseName) -> Int64 {
    delta.changes.reduce(0) { sum, change in
      sum + (change.kind == .removed ? message : document(delta.document(of: change), database))
    }
  }
}
