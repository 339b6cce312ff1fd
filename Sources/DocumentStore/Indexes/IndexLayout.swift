package import FirestoreModel
package import IndexCatalog

/// What the entries of one index consist of. Equal layouts are the same index.
///
/// The key of an entry is, in this order:
///
/// - with partition `collection` the path of the document's collection, with its end;
/// - per field its encoded value in the field's direction: for `contains` one element, for a vector nothing;
/// - for `__name__` the document's id (partition `collection`) or its whole path (partition `group`), in its direction.
///
/// A document has an entry only if it holds every field; for `contains` it has one per distinct element.
package struct IndexLayout: Hashable, Sendable {
  package enum Partition: Hashable, Sendable {
    /// One index per collection: what queries on a single collection scan.
    case collection
    /// All collections of the group together.
    case group
  }

  /// Nil: the documents of all collections.
  package var collectionGroup: Text?
  package var partition: Partition
  /// Normalised: with `__name__`, before a vector.
  package var fields: [IndexField]

  package init(collectionGroup: Text?, partition: Partition, fields: [IndexField]) {
    self.collectionGroup = collectionGroup
    self.partition = partition
    self.fields = fields
  }

  /// Documents of one collection by name: the tree of documents itself.
  package static func primaryKey(of collectionGroup: Text?) -> IndexLayout {
    IndexLayout(
      collectionGroup: collectionGroup, partition: .collection, fields: [IndexField(.documentName, .ascending)])
  }

  var isPrimaryKey: Bool { partition == .collection && fields == [IndexField(.documentName, .ascending)] }
}

extension IndexLayout {
  /// The keys of a document's entries, in the order of its array where a `contains` field makes several.
  package func entryKeys(of document: Document) -> [[UInt8]] {
    guard reaches(document.path) else { return [] }
    return entryKeys(of: document, key: DocumentKey(document.path))
  }

  /// Whether the documents of its collection have entries.
  func reaches(_ path: DocumentPath) -> Bool {
    collectionGroup == nil || collectionGroup == path.segments[path.segments.count - 2]
  }

  /// As ``entryKeys(of:)`` for a document of this layout's collection group.
  func entryKeys(of document: Document, key: DocumentKey) -> [[UInt8]] {
    var keys = [KeyEncoder(reservingCapacity: key.bytes.count + 16 * fields.count)]
    if partition == .collection { keys[0].append(encoded: key.collection) }
    for field in fields {
      if field.path.isDocumentName {
        appendName(key, descending: field.mode == .descending, to: &keys)
        continue
      }
      guard let value = document.fields[field.path], field.append(value, to: &keys) else { return [] }
    }
    return keys.map(\.bytes)
  }

  private func appendName(_ key: DocumentKey, descending: Bool, to keys: inout [KeyEncoder]) {
    for index in keys.indices {
      switch partition {
      case .collection: keys[index].append(encoded: key.id, descending: descending)
      case .group: keys[index].append(encoded: key.path, descending: descending)
      }
    }
  }

  /// Whether the entries of both versions of a document have the same keys, found without encoding them.
  func hasSameEntries(_ old: Document, _ new: Document) -> Bool {
    fields.allSatisfy { $0.path.isDocumentName || old.fields[$0.path] == new.fields[$0.path] }
  }
}

extension IndexField {
  /// Extends every key by the field's component; an array makes one key per element out of each. False when the document
  /// has no entry.
  fileprivate func append(_ value: Value, to keys: inout [KeyEncoder]) -> Bool {
    switch mode {
    case .ascending, .descending:
      for index in keys.indices { keys[index].append(value, descending: mode == .descending) }
      return true
    case .contains:
      guard case .array(let elements) = value, !elements.isEmpty else { return false }
      keys = keys.flatMap { prefix in
        var seen: Set<[UInt8]> = []
        return elements.compactMap { element -> KeyEncoder? in
          var key = prefix
          key.append(element)
          return seen.insert(key.bytes).inserted ? key : nil
        }
      }
      return true
    case .vector(let dimension):
      guard case .vector(let components) = value else { return false }
      return components.count == dimension
    }
  }
}

extension Document {
  /// The id of the document's collection.
  var collectionGroup: Text { path.segments[path.segments.count - 2] }
}
