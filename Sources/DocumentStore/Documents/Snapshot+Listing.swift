package import FirestoreModel

extension Snapshot {
  /// The number of documents in one collection, without those in its subcollections.
  package func count(of collection: CollectionPath) -> Int {
    let prefix = Snapshot.prefix(of: collection)
    return (KeyBounds.successor(ofPrefix: prefix).map { documents.rank(of: $0) } ?? documents.count)
      - documents.rank(of: prefix)
  }

  /// All documents of the database.
  package var documentCount: Int { documents.count }

  /// The documents of one collection by name.
  package func documents(of collection: CollectionPath) -> DocumentSequence {
    let prefix = Snapshot.prefix(of: collection)
    return DocumentSequence(documents, from: prefix, to: KeyBounds.successor(ofPrefix: prefix))
  }

  /// All documents of the database, collection by collection, each by name.
  package var allDocuments: DocumentSequence { DocumentSequence(documents, from: [], to: nil) }

  /// The ids of the collections directly below a document, or below the root, that hold at least one document at any
  /// depth; in order. The parent itself may be missing.
  package func collectionIDs(below parent: DocumentPath?) -> [Text] {
    var prefix = KeyEncoder()
    prefix.append(ids: parent?.segments ?? [])
    return childIDs(below: prefix.bytes)
  }

  /// Documents of a collection that do not exist but have descendants, in order.
  package func missingDocuments(in collection: CollectionPath) -> [DocumentPath] {
    var prefix = KeyEncoder()
    prefix.append(ids: collection.segments)
    return childIDs(below: prefix.bytes).map { DocumentPath(collection: collection, id: $0) }
      .filter { document($0) == nil }
  }

  /// The ids that follow a prefix of ids in the keys of documents, each once: one seek per id.
  private func childIDs(below prefix: [UInt8]) -> [Text] {
    var ids: [Text] = []
    var cursor = documents.makeCursor()
    var next: [UInt8]? = prefix
    while let target = next {
      cursor.seek(to: target)
      guard let key = cursor.key, key.starts(with: prefix) else { break }
      var offset = prefix.count
      if let id = KeyDecoder.id(in: key, at: &offset) {
        ids.append(id)
        next = KeyBounds.successor(ofPrefix: key[..<offset])
      } else {
        // The prefix ends here: documents of the collection itself come before everything below them.
        next = KeyBounds.successor(ofPrefix: key[...offset])
      }
    }
    return ids
  }

  private static func prefix(of collection: CollectionPath) -> [UInt8] {
    var encoder = KeyEncoder()
    encoder.append(collection: collection)
    return encoder.bytes
  }
}

/// Documents of a range of keys, in order.
package struct DocumentSequence: Sequence, IteratorProtocol, Sendable {
  private var cursor: CountedTree<Document>.Cursor
  private let upper: [UInt8]?

  init(_ tree: CountedTree<Document>, from lower: [UInt8], to upper: [UInt8]?) {
    cursor = tree.makeCursor()
    cursor.seek(to: lower)
    self.upper = upper
  }

  package mutating func next() -> Document? {
    guard let document = cursor.payload else { return nil }
    if let upper, let order = cursor.compareKey(to: upper), order >= 0 { return nil }
    cursor.advance()
    return document
  }
}
