package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct BatchWriteMethod: UnaryMethod {
  package typealias Request = WireBatchWriteRequest
  package typealias Response = WireBatchWriteResponse

  package let method = ServedRequest.Method.batchWrite
  let backend: ServiceBackend

  package func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    throw FirestoreError(.unimplemented, "BatchWrite is not implemented.")
  }
}
