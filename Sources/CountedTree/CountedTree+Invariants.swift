extension CountedTree {
  /// What is wrong with the tree's structure; empty for every tree that only went through its own operations.
  package func invariantViolations() -> [String] {
    var checker = InvariantChecker<Payload>(capacity: capacity)
    checker.check(root.content, from: nil, to: nil)
    if count != root.content.totalCount { checker.violations.append("the tree's count is wrong") }
    if weight != root.content.totalWeight { checker.violations.append("the tree's weight is wrong") }
    return checker.violations
  }
}

private struct InvariantChecker<Payload: Sendable> {
  let capacity: Int
  var violations: [String] = []

  init(capacity: Int) { self.capacity = capacity }

  mutating func check(_ node: TreeNodeContent<Payload>, from low: [UInt8]?, to high: [UInt8]?) {
    require(node.fill <= capacity, "a node is overfull")
    checkKeys(node.keys, from: low, to: high)
    if node.isLeaf {
      require(node.payloads.count == node.keys.count, "a leaf's payloads do not match its keys")
      require(node.weights.count == node.keys.count, "a leaf's weights do not match its keys")
      require(low == nil && high == nil || node.keys.count > 0, "a leaf is empty")
    } else {
      checkChildren(node, from: low, to: high)
    }
  }

  private mutating func checkKeys(_ keys: KeyPage, from low: [UInt8]?, to high: [UInt8]?) {
    for index in 0..<keys.count {
      let key = keys.key(at: index)
      if index > 0 { require(keys.compareKey(at: index - 1, to: key) < 0, "keys do not ascend") }
      if let low { require(!key.lexicographicallyPrecedes(low), "a key is below its node's range") }
      if let high { require(key.lexicographicallyPrecedes(high), "a key is above its node's range") }
    }
  }

  private mutating func checkChildren(_ node: TreeNodeContent<Payload>, from low: [UInt8]?, to high: [UInt8]?) {
    require(!node.children.isEmpty, "an inner node is empty")
    require(node.keys.count == node.children.count - 1, "separators do not match the children")
    for (index, child) in node.children.enumerated() {
      require(child.content.height == node.height - 1, "leaves have different depths")
      require(node.counts[index] == child.content.totalCount, "a count is wrong")
      require(node.sums[index] == child.content.totalWeight, "a weight is wrong")
      check(
        child.content, from: index == 0 ? low : node.keys.key(at: index - 1),
        to: index == node.children.count - 1 ? high : node.keys.key(at: index))
    }
  }

  private mutating func require(_ holds: Bool, _ violation: String) {
    if !holds { violations.append(violation) }
  }
}
