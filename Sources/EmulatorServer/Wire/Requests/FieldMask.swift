import FirestoreModel
import FirestoreWire

/// Which fields of documents an answer shows.
struct FieldMask: Hashable, Sendable {
  var paths: [FieldPath]

  /// A mask that is set: without paths it shows no fields.
  init(_ message: WireDocumentMask) throws(FirestoreError) {
    paths = []
    paths.reserveCapacity(message.fieldPaths.count)
    for path in message.fieldPaths { paths.append(try FieldPath(parsing: path)) }
  }
}

extension FieldMask {
  /// The document as the mask shows it.
  func masked(_ document: Document) -> Document {
    var document = document
    document.fields = document.fields.projected(to: paths)
    return document
  }
}
