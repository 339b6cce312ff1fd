import CountedTree
import FirestoreModel

/// The indexes that some query asked for, kept in step with the documents from then on.
struct MaterializedIndexes: Sendable {
  fileprivate struct Index: Sendable {
    let layout: IndexLayout
    var tree: CountedTree<IndexTree.NoPayload>
  }

  private var indexes: [Index] = []
  private var positions: [IndexLayout: Int] = [:]
  private var byGroup: [Text: [Int]] = [:]
  /// Indexes over all collections.
  private var kindless: [Int] = []

  func tree(for layout: IndexLayout) -> IndexTree? {
    positions[layout].map { IndexTree(storage: .entries(indexes[$0].tree)) }
  }

  /// Builds the index of a layout from all documents.
  mutating func materialize(_ layout: IndexLayout, from documents: CountedTree<StoredDocument.Form>) -> IndexTree {
    if let tree = tree(for: layout) { return tree }
    let tree = CountedTree(sorted: MaterializedIndexes.entries(of: layout, in: documents))
    add(tree, for: layout)
    return IndexTree(storage: .entries(tree))
  }

  /// Takes over an index that was built elsewhere for the same documents.
  mutating func adopt(_ tree: IndexTree, for layout: IndexLayout) {
    if case .entries(let tree) = tree.storage { add(tree, for: layout) }
  }

  private mutating func add(_ tree: CountedTree<IndexTree.NoPayload>, for layout: IndexLayout) {
    positions[layout] = indexes.count
    if let group = layout.collectionGroup {
      byGroup[group, default: []].append(indexes.count)
    } else {
      kindless.append(indexes.count)
    }
    indexes.append(Index(layout: layout, tree: tree))
  }

  private static func entries(
    of layout: IndexLayout, in documents: CountedTree<StoredDocument.Form>
  ) -> [CountedTree<IndexTree.NoPayload>.Entry] {
    var entries: [CountedTree<IndexTree.NoPayload>.Entry] = []
    var cursor = documents.makeCursor()
    cursor.seek(to: [])
    while let form = cursor.payload, let weight = cursor.weight, let name = cursor.key {
      // Documents of other collections are not read.
      if let path = DocumentKey.path(of: name), layout.reaches(path) {
        for key in layout.entryKeys(of: form.document(named: path)) {
          entries.append(.init(key: key, payload: .init(), weight: weight))
        }
      }
      cursor.advance()
    }
    entries.sort { $0.key.lexicographicallyPrecedes($1.key) }
    return entries
  }

  /// Moves the entries of one document from its old to its new version.
  mutating func update(_ change: StoredChange) {
    guard let document = change.new ?? change.old else { return }
    for position in byGroup[document.collectionGroup] ?? [] { indexes[position].update(change) }
    for position in kindless { indexes[position].update(change) }
  }
}

/// A document's two versions with what its index entries are made of.
struct StoredChange {
  var key: DocumentKey
  var old: Document?
  var new: Document?
  var oldWeight: UInt32
  var newWeight: UInt32
}

extension MaterializedIndexes.Index {
  fileprivate mutating func update(_ change: StoredChange) {
    if let old = change.old, let new = change.new, layout.hasSameEntries(old, new) {
      guard change.oldWeight != change.newWeight else { return }
      for key in layout.entryKeys(of: new, key: change.key) { tree.setWeight(of: key, to: change.newWeight) }
      return
    }
    if let old = change.old {
      for key in layout.entryKeys(of: old, key: change.key) { tree.remove(key) }
    }
    if let new = change.new {
      for key in layout.entryKeys(of: new, key: change.key) {
        tree.set(key, to: .init(), weight: change.newWeight)
      }
    }
  }
}
