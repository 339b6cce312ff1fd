/// A node of a ``CountedTree``, shared between the versions of a tree.
///
/// A node is changed only while a single tree holds it (checked with `isKnownUniquelyReferenced` on the way down);
/// otherwise the tree changes a copy. A node that two threads can see is therefore never written, which is why its
/// content may be unsynchronised.
@usableFromInline
final class TreeNode<Payload: Sendable>: Sendable {
  @usableFromInline nonisolated(unsafe) var storage: TreeNodeContent<Payload>

  @inlinable
  init(_ content: TreeNodeContent<Payload>) { unsafe storage = content }

  /// Whoever changes it holds the only reference to this node.
  @inlinable var content: TreeNodeContent<Payload> {
    // SAFETY: writes are confined to uniquely referenced nodes, see above.
    _read { yield unsafe storage }
    _modify { yield unsafe &storage }
  }
}

/// A leaf with entries, or an inner node with children and what they add up to.
///
/// One struct for both, because a payload of an enum case cannot be changed in place. The arrays of the other kind
/// stay empty.
@usableFromInline
struct TreeNodeContent<Payload: Sendable>: Sendable {
  /// 0 for leaves.
  @usableFromInline let height: Int
  /// A leaf's keys; between two children of an inner node a separator: above every key of the left child, not above
  /// any key of the right one.
  @usableFromInline var keys = KeyPage()

  @usableFromInline var payloads: [Payload] = []
  @usableFromInline var weights: [UInt32] = []

  @usableFromInline var children: [TreeNode<Payload>] = []
  /// Entries below each child.
  @usableFromInline var counts: [Int] = []
  /// Weights of all entries below each child.
  @usableFromInline var sums: [UInt64] = []

  @inlinable
  init(height: Int) { self.height = height }

  @inlinable var isLeaf: Bool { height == 0 }

  /// Entries of a leaf, children of an inner node.
  @inlinable var fill: Int { isLeaf ? keys.count : children.count }

  @inlinable var totalCount: Int { isLeaf ? keys.count : counts.reduce(0, +) }

  @inlinable var totalWeight: UInt64 {
    isLeaf ? weights.reduce(0) { $0 + UInt64($1) } : sums.reduce(0, +)
  }

  /// The child whose range holds `key`.
  @inlinable
  func childIndex(for key: [UInt8]) -> Int {
    let (index, isFound) = keys.search(key)
    return isFound ? index + 1 : index
  }
}
