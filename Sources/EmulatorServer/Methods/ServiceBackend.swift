import DocumentMessages
import DocumentStore
import FirestoreModel
import FirestoreService

/// What all methods share.
struct ServiceBackend: Sendable {
  let ids: DocumentIDSource
  let database: @Sendable (DatabaseName) throws(FirestoreError) -> FirestoreDatabase

  /// A document as a message.
  func encoded(_ document: Document, _ mask: FieldMask?, in database: DatabaseName) -> [UInt8] {
    DocumentEncoding.encode(mask?.masked(document) ?? document, in: database)
  }

  /// As it is stored, where it is shown whole.
  func encoded(_ stored: StoredDocument, _ mask: FieldMask?, in database: DatabaseName) -> [UInt8] {
    guard let mask else { return stored.message }
    return DocumentEncoding.encode(mask.masked(stored.document), in: database)
  }
}

extension ServiceBackend {
  /// CreateDocument and UpdateDocument: a commit of one write, answered with what is stored then.
  func store(
    _ write: Write, as method: ServedRequest.Method, _ mask: FieldMask?, in name: DatabaseName, _ call: Call
  ) async throws(FirestoreError) -> EncodedMessage {
    let answer = try await database(name).commit([write], in: nil, as: method, call.context)
    guard let document = answer.documents.first ?? nil else {
      throw FirestoreError(.internal, "The commit has not left the document that it has written.")
    }
    return EncodedMessage(bytes: encoded(document, mask, in: name))
  }
}
