import CountedTree
package import FirestoreModel
import Synchronization

/// One version of a database. It stays as it is, whatever is committed later, for as long as it is held.
package struct Snapshot: Sendable {
  package let database: DatabaseName
  /// Counts commits.
  package let version: Int
  /// The time this version is read at: that of its commit, or the requested read time.
  package internal(set) var time: Timestamp
  let documents: CountedTree<StoredDocument.Form>

  private let indexes: MaterializedIndexes
  private let store: DocumentStore
  private let own = OwnIndexes()

  init(_ state: StoreState, store: DocumentStore) {
    database = state.database
    version = state.version
    time = state.time
    documents = state.documents
    indexes = state.indexes
    self.store = store
  }

  /// Nil when the document does not exist.
  package func document(_ path: DocumentPath) -> Document? {
    documents.payload(of: DocumentKey(path).bytes)?.document(named: path)
  }

  /// The same as it is stored.
  package func stored(_ path: DocumentPath) -> StoredDocument? { stored(key: DocumentKey(path).bytes) }

  /// The document of a collection, by the key that ``KeyEncoder`` makes of the collection and then of the document's id.
  package func stored(key: [UInt8]) -> StoredDocument? {
    documents.entry(of: key).map { StoredDocument(form: $0.payload, database: database, wireSize: Int($0.weight)) }
  }

  /// The document that an index of documents by name stands on; nil for every other index.
  package func stored(at cursor: IndexTree.Cursor) -> StoredDocument? {
    cursor.document.map { StoredDocument(form: $0.form, database: database, wireSize: Int($0.weight)) }
  }

  /// The entries of an index at this version, built when they are asked for the first time.
  ///
  /// A version that is new shares what it builds with all later ones; an older version keeps it for itself.
  package func index(_ layout: IndexLayout) -> IndexTree {
    if layout.isPrimaryKey { return IndexTree(storage: .documents(documents)) }
    if let tree = indexes.tree(for: layout) { return tree }
    return own.trees.withLock { trees in
      if let tree = trees.tree(for: layout) { return tree }
      if let tree = store.materialize(layout, of: documents, at: version) {
        trees.adopt(tree, for: layout)
        return tree
      }
      return trees.materialize(layout, from: documents)
    }
  }
}

/// Indexes that were not there when a snapshot was taken.
private final class OwnIndexes: Sendable {
  let trees = Mutex(MaterializedIndexes())
}
