package import FirestoreModel
package import FirestoreService
package import FirestoreWire
package import SwiftProtobuf

package struct DeleteDocumentMethod: UnaryMethod {
  package typealias Request = WireDeleteDocumentRequest
  package typealias Response = SwiftProtobuf.Google_Protobuf_Empty

  package let method = ServedRequest.Method.deleteDocument
  let backend: ServiceBackend

  package func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    throw FirestoreError(.unimplemented, "DeleteDocument is not implemented.")
  }
}
