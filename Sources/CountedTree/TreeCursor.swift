extension CountedTree {
  /// A position in one version of a tree: on an entry, or behind the last one.
  @usableFromInline
  package struct Cursor: Sendable {
    @usableFromInline let root: TreeNode<Payload>
    /// The inner nodes above the leaf and the child taken in each.
    @usableFromInline var path: [(node: TreeNode<Payload>, child: Int)] = []
    @usableFromInline var leaf: TreeNode<Payload>
    @usableFromInline var index: Int

    /// Stands behind the end until the first seek.
    @inlinable
    init(_ tree: CountedTree) {
      root = tree.root
      leaf = tree.root
      index = .max
    }

    @inlinable package var isAtEnd: Bool { index >= leaf.content.keys.count }

    /// Nil at the end.
    @inlinable package var key: [UInt8]? { isAtEnd ? nil : leaf.content.keys.key(at: index) }
    @inlinable package var payload: Payload? { isAtEnd ? nil : leaf.content.payloads[index] }
    @inlinable package var weight: UInt32? { isAtEnd ? nil : leaf.content.weights[index] }

    /// −1, 0 or 1: the key against `other`, without copying it; nil at the end.
    @inlinable
    package func compareKey(to other: [UInt8]) -> Int? {
      isAtEnd ? nil : leaf.content.keys.compareKey(at: index, to: other)
    }

    /// Moves to the first entry whose key is not below `key`.
    @inlinable
    package mutating func seek(to key: [UInt8]) {
      descend { $0.childIndex(for: key) }
      index = leaf.content.keys.search(key).index
      if isAtEnd { climbForward() }
    }

    /// Moves to the entry of that rank, behind the end for larger ones.
    @inlinable
    package mutating func seek(toRank rank: Int) {
      var remaining = max(0, rank)
      descend { content in
        var child = 0
        while child < content.children.count - 1, remaining >= content.counts[child] {
          remaining -= content.counts[child]
          child += 1
        }
        return child
      }
      index = remaining
    }

    /// Moves to the next entry; at the end nothing happens.
    @inlinable
    package mutating func advance() {
      guard !isAtEnd else { return }
      index += 1
      if index >= leaf.content.keys.count { climbForward() }
    }

    /// Moves to the previous entry, from behind the end to the last one; false, without moving, on the first one.
    @inlinable
    package mutating func retreat() -> Bool {
      if isAtEnd {
        descend { $0.children.count - 1 }
        index = leaf.content.keys.count
      }
      if index > 0 {
        index -= 1
        return true
      }
      guard let level = path.lastIndex(where: { $0.child > 0 }) else { return false }
      step(at: level, by: -1) { $0.children.count - 1 }
      index = leaf.content.keys.count - 1
      return true
    }

    @inlinable
    mutating func climbForward() {
      guard let level = path.lastIndex(where: { $0.child + 1 < $0.node.content.children.count }) else {
        index = .max
        return
      }
      step(at: level, by: 1) { _ in 0 }
      index = 0
    }

    /// Takes the neighbouring child at a level and goes down from there.
    @inlinable
    mutating func step(at level: Int, by offset: Int, choosing child: (TreeNodeContent<Payload>) -> Int) {
      path.removeSubrange((level + 1)...)
      path[level].child += offset
      descend(from: path[level].node.content.children[path[level].child], choosing: child)
    }

    @inlinable
    mutating func descend(choosing child: (TreeNodeContent<Payload>) -> Int) {
      path.removeAll(keepingCapacity: true)
      descend(from: root, choosing: child)
    }

    @inlinable
    mutating func descend(
      from start: TreeNode<Payload>, choosing child: (TreeNodeContent<Payload>) -> Int
    ) {
      var node = start
      while !node.content.isLeaf {
        let index = child(node.content)
        path.append((node, index))
        node = node.content.children[index]
      }
      leaf = node
    }
  }

  @inlinable
  package func makeCursor() -> Cursor { Cursor(self) }
}
