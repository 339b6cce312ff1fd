import CountedTree
package import FirestoreModel

extension Snapshot {
  /// The number of documents in one collection, without those in its subcollections.
  package func count(of collection: CollectionPath) -> Int {
    let prefix = Snapshot.prefix(of: collection)
    return (KeyBounds.successor(ofPrefix: prefix).map { documents.rank(of: $0) } ?? documents.count)
      - documents.rank(of: prefix)
  }

  /// How many documents of a collection stand before an id, whether there is one of it or not.
  package func count(of collection: CollectionPath, before id: Text) -> Int {
    let prefix = Snapshot.prefix(of: collection)
    var start = KeyEncoder(prefix: prefix)
    start.append(id: id)
    return documents.rank(of: start.bytes) - documents.rank(of: prefix)
  }

  /// All documents of the database.
  package var documentCount: Int { documents.count }

  /// The documents of one collection by name, after an id when one is given.
  package func documents(of collection: CollectionPath, after id: Text? = nil) -> DocumentSequence {
    let prefix = Snapshot.prefix(of: collection)
    var start = KeyEncoder(prefix: prefix)
    if let id { start.append(id: id) }
    // No key continues a document's own: everything greater than it is after it.
    let lower = id == nil ? prefix : KeyBounds.successor(ofPrefix: start.bytes) ?? start.bytes
    return DocumentSequence(documents, from: lower, to: KeyBounds.successor(ofPrefix: prefix))
  }

  /// A document with everything below it, or a collection with everything below that; all documents for an empty path.
  package func documents(withDescendantsOf segments: [Text]) -> [Document] {
    var prefix = KeyEncoder()
    prefix.append(ids: segments)
    let own = DocumentPath(segments: segments).flatMap { document($0) }
    return (own.map { [$0] } ?? [])
      + DocumentSequence(documents, from: prefix.bytes, to: KeyBounds.successor(ofPrefix: prefix.bytes))
  }

  /// All documents of the database, collection by collection, each by name.
  package var allDocuments: DocumentSequence { DocumentSequence(documents, from: [], to: nil) }

  /// The ids of the collections directly below a document, or below the root, that hold at least one document at any
  /// depth; in order. The parent itself may be missing.
  ///
  /// - Parameters:
  ///   - id: only those after it.
  ///   - limit: so many of them at most.
  package func collectionIDs(below parent: DocumentPath?, after id: Text? = nil, limit: Int = .max) -> [Text] {
    var prefix = KeyEncoder()
    prefix.append(ids: parent?.segments ?? [])
    return childIDs(below: prefix.bytes, after: id, limit: limit) { _ in true }
  }

  /// Documents of a collection that do not exist but have descendants, in order.
  ///
  /// - Parameters:
  ///   - id: only those after it.
  ///   - limit: so many of them at most.
  package func missingDocuments(
    in collection: CollectionPath, after id: Text? = nil, limit: Int = .max
  ) -> [DocumentPath] {
    missingDocuments(in: collection, after: id, limit: limit, passing: .max).list
  }

  /// - Parameter passedLimit: so many ids that have something below them are looked at.
  /// - Returns: `isCut` says that there may be more.
  package func missingDocuments(
    in collection: CollectionPath, after id: Text? = nil, limit: Int, passing passedLimit: Int
  ) -> (list: [DocumentPath], isCut: Bool) {
    var prefix = KeyEncoder()
    prefix.append(ids: collection.segments)
    var passed = 0
    let ids = childIDs(below: prefix.bytes, after: id, limit: limit) { id in
      passed += 1
      return document(DocumentPath(collection: collection, id: id)) == nil
    } isEnough: {
      passed >= passedLimit
    }
    return (ids.map { DocumentPath(collection: collection, id: $0) }, ids.count >= limit || passed >= passedLimit)
  }

  /// The ids that follow a prefix of ids in the keys of documents, each once: one seek per id.
  private func childIDs(
    below prefix: [UInt8], after id: Text?, limit: Int, where isWanted: (Text) -> Bool, isEnough: () -> Bool = { false }
  ) -> [Text] {
    var ids: [Text] = []
    var cursor = documents.makeCursor()
    var start = KeyEncoder(prefix: prefix)
    if let id { start.append(id: id) }
    var next: [UInt8]? = id == nil ? prefix : KeyBounds.successor(ofPrefix: start.bytes)
    while ids.count < limit, !isEnough(), let target = next {
      cursor.seek(to: target)
      guard let key = cursor.key, key.starts(with: prefix) else { break }
      var offset = prefix.count
      if let id = KeyDecoder.id(in: key, at: &offset) {
        if isWanted(id) { ids.append(id) }
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
  private var cursor: CountedTree<StoredDocument.Form>.Cursor
  private let upper: [UInt8]?

  init(_ tree: CountedTree<StoredDocument.Form>, from lower: [UInt8], to upper: [UInt8]?) {
    cursor = tree.makeCursor()
    cursor.seek(to: lower)
    self.upper = upper
  }

  package mutating func next() -> Document? {
    guard let form = cursor.payload, let key = cursor.key else { return nil }
    if let upper, let order = cursor.compareKey(to: upper), order >= 0 { return nil }
    cursor.advance()
    return form.document(named: DocumentKey.path(of: key))
  }
}
