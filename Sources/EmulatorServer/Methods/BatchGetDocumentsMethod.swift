package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct BatchGetDocumentsMethod: ServerStreamingMethod {
  package typealias Request = WireBatchGetDocumentsRequest
  package typealias Response = WireBatchGetDocumentsResponse

  package let method = ServedRequest.Method.batchGetDocuments
  let backend: ServiceBackend

  package func answer(
    _ request: Request, _ call: Call, to responses: some ResponseWriter
  ) async throws(FirestoreError) {
    throw FirestoreError(.unimplemented, "BatchGetDocuments is not implemented.")
  }
}
