import DocumentMessages
package import FirestoreModel
package import FirestoreService
package import FirestoreWire
import QueryModel

package struct PartitionQueryMethod: UnaryMethod, RecordedMethod {
  package typealias Request = WirePartitionQueryRequest
  package typealias Response = WirePartitionQueryResponse

  package let method = ServedRequest.Method.partitionQuery
  let backend: ServiceBackend

  package func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    let parent = try ParentName(parsing: request.parent)
    guard case .structuredQuery(let message)? = request.queryType else {
      throw FirestoreError(.invalidArgument, MessageRefusal.notStructured)
    }
    let query = try Query(message, below: parent)
    let consistency: ReadConsistency
    switch request.consistencySelector {
    case .readTime(let time)?: consistency = try ReadConsistency(readTime: time)
    case nil: consistency = .strong
    }
    let answer = try await backend.database(parent.database).partition(
      query, count: request.partitionCount, pageSize: request.pageSize, pageToken: Text(request.pageToken), consistency,
      call.context)
    return EncodedMessage { writer in
      // Without `before`, which clients add themselves.
      for path in answer.cursors {
        let name = Value.reference(DocumentName(database: parent.database, path: path))
        writer.message(1) { cursor in cursor.message(1) { $0.value(name) } }
      }
      if !answer.nextPageToken.isEmpty { writer.string(2, answer.nextPageToken.string) }
    }
  }
}
