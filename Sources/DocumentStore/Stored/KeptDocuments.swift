import CountedTree
import DocumentMessages
package import FirestoreModel

/// The documents of a database as a journal has kept them, in the order of their keys.
package struct KeptDocuments: Sendable {
  private var entries: [CountedTree<StoredDocument.Form>.Entry] = []
  /// When the newest of them was changed.
  private(set) var latestUpdate = Timestamp.minimum

  package init() {}

  package mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

  /// The key that a document is kept under.
  package static func key(of path: DocumentPath) -> [UInt8] { DocumentKey(path).bytes }

  /// Adds the document with the next key.
  ///
  /// - Throws: INVALID_ARGUMENT for bytes that are no document, or none that is kept under this key.
  package mutating func append(
    key: [UInt8], message: [UInt8], in database: DatabaseName
  ) throws(FirestoreError) {
    guard let path = DocumentKey.path(of: key) else {
      throw FirestoreError(.invalidArgument, "a document is stored under no name")
    }
    var name = MessageWriter()
    name.documentName(1, path, in: database)
    let document = try DocumentDecoding.decode(message, named: path)
    guard message.starts(with: name.bytes) else {
      throw FirestoreError(.invalidArgument, "a document is stored under another name")
    }
    latestUpdate = max(latestUpdate, document.updateTime)
    entries.append(
      .init(
        key: key, payload: .message(message), weight: UInt32(clamping: document.wireSize(database: database))))
  }

  var tree: CountedTree<StoredDocument.Form> { CountedTree(sorted: entries) }
}
