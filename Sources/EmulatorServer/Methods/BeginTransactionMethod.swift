package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct BeginTransactionMethod: UnaryMethod {
  package typealias Request = WireBeginTransactionRequest
  package typealias Response = WireBeginTransactionResponse

  package let method = ServedRequest.Method.beginTransaction
  let backend: ServiceBackend

  package func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    throw FirestoreError(.unimplemented, "BeginTransaction is not implemented.")
  }
}
