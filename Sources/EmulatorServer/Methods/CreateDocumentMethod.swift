package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct CreateDocumentMethod: UnaryMethod {
  package typealias Request = WireCreateDocumentRequest
  package typealias Response = WireDocument

  package let method = ServedRequest.Method.createDocument
  let backend: ServiceBackend

  package func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    throw FirestoreError(.unimplemented, "CreateDocument is not implemented.")
  }
}
