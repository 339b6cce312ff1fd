extension CountedTree {
  /// One entry of a tree that is built in one go.
  @usableFromInline
  package struct Entry: Sendable {
    @usableFromInline package var key: [UInt8]
    @usableFromInline package var payload: Payload
    @usableFromInline package var weight: UInt32

    @inlinable
    package init(key: [UInt8], payload: Payload, weight: UInt32) {
      self.key = key
      self.payload = payload
      self.weight = weight
    }
  }

  /// Builds a tree from entries that are sorted by key, keys unique. Nodes are filled to seven eighths, so that the first
  /// insertions do not split every one of them.
  @inlinable
  package init(sorted entries: some Sequence<Entry>, capacity: Int = CountedTree.defaultCapacity) {
    self.init(capacity: capacity)
    let fill = max(2, self.capacity * 7 / 8)
    var level: [TreeNode<Payload>] = []
    var leaf = TreeNodeContent<Payload>(height: 0)
    for entry in entries {
      if leaf.keys.count == fill {
        level.append(TreeNode(leaf))
        leaf = TreeNodeContent(height: 0)
      }
      leaf.keys.append(entry.key)
      leaf.payloads.append(entry.payload)
      leaf.weights.append(entry.weight)
    }
    level.append(TreeNode(leaf))
    while level.count > 1 { level = CountedTree.parents(of: level, fill: fill) }
    root = level[0]
    count = root.content.totalCount
    weight = root.content.totalWeight
  }

  @inlinable
  static func parents(of nodes: [TreeNode<Payload>], fill: Int) -> [TreeNode<Payload>] {
    var parents: [TreeNode<Payload>] = []
    var inner = TreeNodeContent<Payload>(height: (nodes.first?.content.height ?? 0) + 1)
    for node in nodes {
      if inner.children.count == fill {
        parents.append(TreeNode(inner))
        inner = TreeNodeContent(height: inner.height)
      }
      if !inner.children.isEmpty { inner.keys.append(firstKey(below: node)) }
      inner.adopt(node)
    }
    parents.append(TreeNode(inner))
    return parents
  }

  @inlinable
  static func firstKey(below node: TreeNode<Payload>) -> [UInt8] {
    var node = node
    while !node.content.isLeaf { node = node.content.children[0] }
    return node.content.keys.key(at: 0)
  }
}
