import CountedTree
import FirestoreModel

/// The entries of one index at one version of the database, in key order; every entry weighs its document's wire size.
///
/// For ``IndexLayout/primaryKey(of:)`` it is the tree of documents itself, with the documents of *all* collections: ask
/// for ranges that start with the collection.
package struct IndexTree: Sendable {
  /// An entry is its key alone.
  struct NoPayload: Sendable {}

  enum Storage: Sendable {
    case documents(CountedTree<StoredDocument.Form>)
    case entries(CountedTree<NoPayload>)
  }

  let storage: Storage

  package var count: Int {
    switch storage {
    case .documents(let tree): tree.count
    case .entries(let tree): tree.count
    }
  }

  /// The number of entries whose key is below `key`.
  package func rank(of key: [UInt8]) -> Int {
    switch storage {
    case .documents(let tree): tree.rank(of: key)
    case .entries(let tree): tree.rank(of: key)
    }
  }

  /// Entries with `lower ≤ key < upper`; nil is open.
  package func count(from lower: [UInt8], to upper: [UInt8]?) -> Int {
    max(0, (upper.map(rank) ?? count) - rank(of: lower))
  }

  /// The key of the entry of a rank; empty for ranks that do not exist.
  package func key(atRank rank: Int) -> [UInt8] {
    switch storage {
    case .documents(let tree): tree.cursor(atRank: rank).key ?? []
    case .entries(let tree): tree.cursor(atRank: rank).key ?? []
    }
  }

  /// The summed wire sizes of the documents of a range of entries; a document with two entries counts twice.
  package func weight(from lower: [UInt8], to upper: [UInt8]?) -> Int {
    let (below, all) = (weight(below: lower), upper.map(weight) ?? totalWeight)
    return all > below ? Int(clamping: all - below) : 0
  }

  package func weight(ofRanks ranks: Range<Int>) -> Int {
    switch storage {
    case .documents(let tree):
      Int(clamping: tree.weight(belowRank: ranks.upperBound) - tree.weight(belowRank: ranks.lowerBound))
    case .entries(let tree):
      Int(clamping: tree.weight(belowRank: ranks.upperBound) - tree.weight(belowRank: ranks.lowerBound))
    }
  }

  private var totalWeight: UInt64 {
    switch storage {
    case .documents(let tree): tree.weight
    case .entries(let tree): tree.weight
    }
  }

  private func weight(below key: [UInt8]) -> UInt64 {
    switch storage {
    case .documents(let tree): tree.weight(below: key)
    case .entries(let tree): tree.weight(below: key)
    }
  }
}

extension IndexTree {
  /// A position among the entries: on one of them, or behind the last. It starts behind the end, until the first seek.
  package struct Cursor: Sendable {
    // Exactly one is set. Not an enum: a payload is mutated in place only through a stored property.
    private var documents: CountedTree<StoredDocument.Form>.Cursor?
    private var entries: CountedTree<NoPayload>.Cursor?

    init(_ tree: IndexTree) {
      switch tree.storage {
      case .documents(let tree): documents = tree.makeCursor()
      case .entries(let tree): entries = tree.makeCursor()
      }
    }

    /// The key of the entry; nil at the end.
    package var key: [UInt8]? { entries != nil ? entries?.key : documents?.key }

    /// The document of the entry, where the tree is that of the documents themselves.
    var document: (form: StoredDocument.Form, weight: UInt32)? {
      guard let cursor = documents, let form = cursor.payload, let weight = cursor.weight else { return nil }
      return (form, weight)
    }

    /// −1, 0 or 1: the key of the entry against `other`, without copying it; nil at the end.
    package func compareKey(to other: [UInt8]) -> Int? {
      entries != nil ? entries?.compareKey(to: other) : documents?.compareKey(to: other)
    }

    /// Moves to the first entry whose key is not below `key`.
    package mutating func seek(to key: [UInt8]) {
      if entries != nil { entries?.seek(to: key) } else { documents?.seek(to: key) }
    }

    /// Moves to the entry of a rank, behind the end for larger ones.
    package mutating func seek(toRank rank: Int) {
      if entries != nil { entries?.seek(toRank: rank) } else { documents?.seek(toRank: rank) }
    }

    /// Moves to the next entry; at the end nothing happens.
    package mutating func advance() {
      if entries != nil { entries?.advance() } else { documents?.advance() }
    }

    /// Moves to the previous entry, from behind the end to the last one; false, without moving, on the first one.
    package mutating func retreat() -> Bool {
      (entries != nil ? entries?.retreat() : documents?.retreat()) ?? false
    }
  }

  package func makeCursor() -> Cursor { Cursor(self) }
}

extension IndexTree {
  /// A tree of the given keys, inserted one by one in their order; every entry has the same weight.
  package init(inserting keys: [[UInt8]], weight: UInt32) {
    var tree = CountedTree<NoPayload>()
    for key in keys { tree.set(key, to: NoPayload(), weight: weight) }
    storage = .entries(tree)
  }
}
