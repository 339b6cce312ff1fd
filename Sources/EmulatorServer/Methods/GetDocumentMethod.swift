package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct GetDocumentMethod: UnaryMethod {
  package typealias Request = WireGetDocumentRequest
  package typealias Response = WireDocument

  package let method = ServedRequest.Method.getDocument
  let backend: ServiceBackend

  package func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    throw FirestoreError(.unimplemented, "GetDocument is not implemented.")
  }
}
