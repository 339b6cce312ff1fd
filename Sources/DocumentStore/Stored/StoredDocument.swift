import DocumentMessages
package import FirestoreModel

/// A document as a store holds it.
package struct StoredDocument: Sendable {
  /// A store that is served keeps messages, as they are sent: they take less room than values, and most answers are made of
  /// them. One that is only computed with keeps values.
  enum Form: Sendable {
    indirect case values(Document)
    /// INVARIANT: was decoded once, or is what ``DocumentEncoding`` has made.
    case message([UInt8])

    init(_ document: Document, asMessageIn database: DatabaseName?) {
      self = database.map { .message(DocumentEncoding.encode(document, in: $0)) } ?? .values(document)
    }

    /// - Parameter path: where the caller knows it.
    func document(named path: DocumentPath? = nil) -> Document {
      switch self {
      case .values(let document): return document
      case .message(let bytes):
        do throws(FirestoreError) {
          return try DocumentDecoding.decode(bytes, named: path)
        } catch {
          preconditionFailure("a stored document cannot be read: \(error.message)")
        }
      }
    }
  }

  let form: Form
  let database: DatabaseName
  /// As ``FirestoreModel/Document/wireSize(database:)`` reckons.
  package let wireSize: Int

  package var document: Document { form.document() }

  /// As it is sent.
  package var message: [UInt8] {
    switch form {
    case .values(let document): DocumentEncoding.encode(document, in: database)
    case .message(let bytes): bytes
    }
  }
}
