import CountedTree

/// The children of a node by key, in key order. A copy shares everything, and so does what a change leaves alone.
///
/// Finding, setting and removing one costs O(log n), and so do the size and the ends of a window of a query.
package struct RealtimeChildren: Sendable {
  private var storage: ChildStorage

  package init() { storage = .empty }

  init(_ storage: ChildStorage) { self.storage = storage }

  /// Absent nodes are left out; of equal keys the last one counts.
  package init(_ children: some Sequence<(key: RealtimeKey, node: RealtimeNode)>) {
    storage = ChildStorage(children.map { ChildEntry(key: $0.key, node: $0.node) })
  }

  package var count: Int { storage.entries.count }
  package var isEmpty: Bool { count == 0 }

  /// The UTF-8 bytes of the members in compact JSON, export form, with a comma behind each of them.
  var memberBytes: Int { storage.memberBytes }

  /// Whether the children are the same objects in memory: then they are equal, and nothing below them has to be compared.
  package func isIdentical(to other: RealtimeChildren) -> Bool { storage === other.storage }

  /// Setting nil or an absent node removes the child.
  package subscript(key: RealtimeKey) -> RealtimeNode? {
    get { storage.entries.node(key) }
    set { storage = storage.setting(key, to: newValue ?? .absent) }
  }

  /// The children in the order of a query. For many of them the order is kept once it has been asked for, and follows
  /// every change.
  func ordered(by ordering: RealtimeOrdering) -> OrderedChildren { storage.ordered(by: ordering) }

  var digest: NodeDigest { storage.digest }
}

extension RealtimeChildren: Hashable {
  package static func == (left: RealtimeChildren, right: RealtimeChildren) -> Bool {
    if left.isIdentical(to: right) { return true }
    guard left.count == right.count, left.memberBytes == right.memberBytes else { return false }
    var others = right.makeIterator()
    for (key, node) in left {
      guard let other = others.next(), key == other.key, node == other.node else { return false }
    }
    return true
  }

  /// Not the children: there may be a hundred thousand.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(memberBytes)
  }
}

extension RealtimeChildren: Sequence {
  package struct Iterator: IteratorProtocol {
    private enum Position {
      case list(ArraySlice<ChildEntry>)
      case tree(CountedTree<ChildEntry>.Cursor)
    }

    private var position: Position

    fileprivate init(_ entries: ChildEntries) {
      switch entries {
      case .few(let list): position = .list(list[...])
      case .many(let tree): position = .tree(tree.cursor(atRank: 0))
      }
    }

    package mutating func next() -> (key: RealtimeKey, node: RealtimeNode)? {
      switch position {
      case .list(let list):
        guard let first = list.first else { return nil }
        position = .list(list.dropFirst())
        return (first.key, first.node)
      case .tree(var cursor):
        guard let entry = cursor.payload else { return nil }
        cursor.advance()
        position = .tree(cursor)
        return (entry.key, entry.node)
      }
    }
  }

  package func makeIterator() -> Iterator { Iterator(storage.entries) }
  package var underestimatedCount: Int { count }
}

/// One child and its name.
struct ChildEntry: Hashable, Sendable {
  var key: RealtimeKey
  var node: RealtimeNode

  /// `"key":value,` in compact JSON.
  var memberBytes: Int { JSONBytes.quoted(key.string) + 2 + node.byteCount }

  /// As the weight of an entry of a tree.
  var weight: UInt32 { UInt32(clamping: memberBytes) }
}
