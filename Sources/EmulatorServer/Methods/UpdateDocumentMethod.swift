import DocumentStore
package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct UpdateDocumentMethod: UnaryMethod, RecordedMethod {
  package typealias Request = WireUpdateDocumentRequest
  package typealias Response = WireDocument

  package let method = ServedRequest.Method.updateDocument
  let backend: ServiceBackend

  package func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    let name = try DocumentName(resourceName: request.document.name)
    let mask = request.hasMask ? try FieldMask(request.mask) : nil
    let fields = try MapValue(request.document.fields)
    let operation: Write.Operation =
      request.hasUpdateMask ? .merge(fields, mask: try FieldMask(request.updateMask).paths) : .set(fields)
    let precondition = try Precondition.reading(request.hasCurrentDocument ? request.currentDocument : nil)
    let write = Write(name.path, operation, precondition: precondition)
    return try await backend.store(write, as: method, mask, in: name.database, call)
  }
}
