import DocumentStore
import FirestoreModel

/// Where the names stand in the keys of an index, and which documents they are.
struct EntryNames: Sendable {
  private let space: NameSpace
  private let prefixLength: Int
  private let components: [SuffixComponent]
  private let isDescending: Bool
  /// What the keys of the documents start with; empty when they lie in several collections.
  private let collection: [UInt8]

  /// - Parameter components: of what follows the prefix; the name is the last one.
  init(of space: NameSpace, prefixLength: Int, _ components: [SuffixComponent]) {
    self.space = space
    self.prefixLength = prefixLength
    self.components = components
    isDescending = components.last?.descending == true
    collection = space.keyPrefix
  }

  func path(of key: [UInt8]) -> DocumentPath? {
    space.path(ofName: Array(name(in: key)), descending: isDescending)
  }

  /// The document that a cursor stands on. In a single collection its name is all that is missing of its own key.
  func stored(at cursor: IndexTree.Cursor, in snapshot: Snapshot) -> StoredDocument? {
    if let stored = snapshot.stored(at: cursor) { return stored }
    guard let key = cursor.key else { return nil }
    guard !collection.isEmpty else { return path(of: key).flatMap(snapshot.stored) }
    var own = KeyEncoder(prefix: collection)
    own.append(encoded: name(in: key), descending: isDescending)
    return snapshot.stored(key: own.bytes)
  }

  private func name(in key: [UInt8]) -> ArraySlice<UInt8> {
    var offset = prefixLength
    for component in components.dropLast() {
      offset = KeyDecoder.endOfComponent(in: key, from: offset, descending: component.descending)
    }
    return key[min(offset, key.count)...]
  }
}
