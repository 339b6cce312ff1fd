import DocumentMessages
import DocumentStore
package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct BatchWriteMethod: UnaryMethod, RecordedMethod {
  package typealias Request = WireBatchWriteRequest
  package typealias Response = WireBatchWriteResponse

  package let method = ServedRequest.Method.batchWrite
  let backend: ServiceBackend

  package func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    let name = try DatabaseName(resourceName: request.database)
    let writes = try Write.list(request.writes, in: name)
    try RequestSize.check(request, writes)
    let results = try await backend.database(name).batchWrite(writes, call.context)
    return EncodedMessage { writer in
      // As many results as statuses, whatever became of the writes: clients count on it.
      for result in results { writer.message(1) { if case .success(let result) = result { $0.writeResult(result) } } }
      for result in results { writer.message(2) { $0.status(result.failure) } }
    }
  }
}

extension Result where Failure == FirestoreError {
  fileprivate var failure: FirestoreError? {
    if case .failure(let error) = self { error } else { nil }
  }
}
