import DocumentStore
package import FirestoreModel
package import FirestoreService
package import FirestoreWire

package struct CreateDocumentMethod: UnaryMethod, RecordedMethod {
  package typealias Request = WireCreateDocumentRequest
  package typealias Response = WireDocument

  package let method = ServedRequest.Method.createDocument
  let backend: ServiceBackend

  package func answer(_ request: Request, _ call: Call) async throws(FirestoreError) -> EncodedMessage {
    let parent = try ParentName(parsing: request.parent)
    let mask = request.hasMask ? try FieldMask(request.mask) : nil
    guard request.document.name.isEmpty else {
      // Documented; the text of the refusal is not known.
      throw FirestoreError(.invalidArgument, "The name of a document to create must not be set.")
    }
    let collection = CollectionPath(parent: parent.document, id: Text(request.collectionID))
    try collection.validate()
    let id = request.documentID.isEmpty ? backend.ids.next() : Text(request.documentID)
    let path = DocumentPath(collection: collection, id: id)
    let write = Write(path, .set(try MapValue(request.document.fields)), precondition: .exists(false))
    return try await backend.store(write, as: method, mask, in: parent.database, call)
  }
}
