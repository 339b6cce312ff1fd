import DocumentStore
package import FirestoreModel
package import FirestoreService
package import FirestoreWire
package import SwiftProtobuf

package struct DeleteDocumentMethod: UnaryMethod, RecordedMethod {
  package typealias Request = WireDeleteDocumentRequest
  package typealias Response = SwiftProtobuf.Google_Protobuf_Empty

  package let method = ServedRequest.Method.deleteDocument
  let backend: ServiceBackend

  package func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    let name = try DocumentName(resourceName: request.name)
    let precondition = try Precondition.reading(request.hasCurrentDocument ? request.currentDocument : nil)
    let write = Write(name.path, .delete, precondition: precondition)
    _ = try await backend.database(name.database).commit([write], in: nil, as: method, call.context)
    return .empty
  }
}
