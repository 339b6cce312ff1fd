/// A copy-on-write B+tree from byte strings to payloads that knows how many entries, and how much weight, any range has.
///
/// Keys are in unsigned lexicographic order. A copy costs O(1) and shares everything; changing a tree that nobody
/// copied happens in place, otherwise the path to the entry is copied. Point operations, ranks, counts and weights of
/// ranges cost O(log n).
///
/// Everything generic is inlinable, so that the libraries that use it get code for their own payloads.
@usableFromInline
package struct CountedTree<Payload: Sendable>: Sendable {
  /// Entries of a leaf and children of an inner node, at most.
  @usableFromInline let capacity: Int
  @usableFromInline var root: TreeNode<Payload>
  @usableFromInline package internal(set) var count = 0
  /// The sum of all weights.
  @usableFromInline package internal(set) var weight: UInt64 = 0

  @inlinable package static var defaultCapacity: Int { 64 }

  /// - Parameter capacity: small nodes make deep trees, for tests; at least 4.
  @inlinable
  package init(capacity: Int = CountedTree.defaultCapacity) {
    self.capacity = max(4, capacity)
    root = TreeNode(TreeNodeContent(height: 0))
  }
}

extension CountedTree {
  @inlinable
  package func payload(of key: [UInt8]) -> Payload? { entry(of: key)?.payload }

  @inlinable
  package func entry(of key: [UInt8]) -> (payload: Payload, weight: UInt32)? {
    var node = root
    while !node.content.isLeaf { node = node.content.children[node.content.childIndex(for: key)] }
    let (index, isFound) = node.content.keys.search(key)
    return isFound ? (node.content.payloads[index], node.content.weights[index]) : nil
  }

  /// The number of entries whose key is below `key`.
  @inlinable
  package func rank(of key: [UInt8]) -> Int {
    var node = root
    var rank = 0
    while !node.content.isLeaf {
      let child = node.content.childIndex(for: key)
      for index in 0..<child { rank += node.content.counts[index] }
      node = node.content.children[child]
    }
    return rank + node.content.keys.search(key).index
  }

  /// The weight of all entries whose key is below `key`.
  @inlinable
  package func weight(below key: [UInt8]) -> UInt64 {
    var node = root
    var sum: UInt64 = 0
    while !node.content.isLeaf {
      let child = node.content.childIndex(for: key)
      for index in 0..<child { sum += node.content.sums[index] }
      node = node.content.children[child]
    }
    for index in 0..<node.content.keys.search(key).index { sum += UInt64(node.content.weights[index]) }
    return sum
  }

  /// The weight of the first `rank` entries.
  @inlinable
  package func weight(belowRank rank: Int) -> UInt64 {
    if rank >= count { return weight }
    var node = root
    var remaining = max(0, rank)
    var sum: UInt64 = 0
    while !node.content.isLeaf {
      var child = 0
      while remaining >= node.content.counts[child] {
        remaining -= node.content.counts[child]
        sum += node.content.sums[child]
        child += 1
      }
      node = node.content.children[child]
    }
    for index in 0..<remaining { sum += UInt64(node.content.weights[index]) }
    return sum
  }

  /// A cursor on the entry of that rank, behind the end for larger ones.
  @inlinable
  package func cursor(atRank rank: Int) -> Cursor {
    var cursor = Cursor(self)
    cursor.seek(toRank: rank)
    return cursor
  }
}
