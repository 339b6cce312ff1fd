package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct ListDocumentsMethod: UnaryMethod {
  package typealias Request = WireListDocumentsRequest
  package typealias Response = WireListDocumentsResponse

  package let method = ServedRequest.Method.listDocuments
  let backend: ServiceBackend

  package func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    throw FirestoreError(.unimplemented, "ListDocuments is not implemented.")
  }
}
