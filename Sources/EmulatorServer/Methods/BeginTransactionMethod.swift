import DocumentMessages
package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct BeginTransactionMethod: UnaryMethod, RecordedMethod {
  package typealias Request = WireBeginTransactionRequest
  package typealias Response = WireBeginTransactionResponse

  package let method = ServedRequest.Method.beginTransaction
  let backend: ServiceBackend

  package func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    let database = try backend.database(DatabaseName(resourceName: request.database))
    let usual = TransactionOptions.readWrite(retrying: nil, concurrency: nil)
    let options = request.hasOptions ? try TransactionOptions(request.options, usual: usual) : usual
    let id = try await database.beginTransaction(options, call.context)
    return EncodedMessage { $0.bytes(1, id.bytes) }
  }
}
