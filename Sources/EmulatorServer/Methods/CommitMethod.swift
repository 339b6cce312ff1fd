import DocumentMessages
import DocumentStore
package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct CommitMethod: UnaryMethod, RecordedMethod {
  package typealias Request = WireCommitRequest
  package typealias Response = WireCommitResponse

  package let method = ServedRequest.Method.commit
  let backend: ServiceBackend

  package func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    let name = try DatabaseName(resourceName: request.database)
    let writes = try Write.list(request.writes, in: name)
    try RequestSize.check(request, writes)
    let transaction = request.transaction.isEmpty ? nil : TransactionID(bytes: Array(request.transaction))
    let answer = try await backend.database(name).commit(writes, in: transaction, as: method, call.context)
    return EncodedMessage { writer in
      for result in answer.results { writer.message(1) { $0.writeResult(result) } }
      // Of nothing there is no time (observed in production).
      if !writes.isEmpty { writer.time(2, answer.commitTime) }
    }
  }
}
