package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct UpdateDocumentMethod: UnaryMethod {
  package typealias Request = WireUpdateDocumentRequest
  package typealias Response = WireDocument

  package let method = ServedRequest.Method.updateDocument
  let backend: ServiceBackend

  package func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    throw FirestoreError(.unimplemented, "UpdateDocument is not implemented.")
  }
}
