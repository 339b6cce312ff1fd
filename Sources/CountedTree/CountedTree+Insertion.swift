extension CountedTree {
  /// Adds an entry or replaces the one with the same key; returns the payload that it replaced.
  @inlinable @discardableResult
  package mutating func set(_ key: [UInt8], to payload: Payload, weight: UInt32) -> Payload? {
    var insertion = Insertion(key: key, payload: payload, weight: weight, capacity: capacity)
    if let split = insertion.insert(into: &root) {
      var content = TreeNodeContent<Payload>(height: root.content.height + 1)
      content.adopt(root)
      content.keys.append(split.separator)
      content.adopt(split.right)
      root = TreeNode(content)
    }
    count += insertion.addedCount
    self.weight = self.weight &+ insertion.addedWeight
    return insertion.replaced
  }
}

/// One entry on its way into a tree, and what it changed there.
@usableFromInline
struct Insertion<Payload: Sendable> {
  @usableFromInline let key: [UInt8]
  @usableFromInline let payload: Payload
  @usableFromInline let weight: UInt32
  @usableFromInline let capacity: Int

  @usableFromInline var replaced: Payload?
  /// 0 when an entry was replaced.
  @usableFromInline var addedCount = 1
  /// Modulo 2^64: negative differences wrap and are added wrapping.
  @usableFromInline var addedWeight: UInt64

  @inlinable
  init(key: [UInt8], payload: Payload, weight: UInt32, capacity: Int) {
    self.key = key
    self.payload = payload
    self.weight = weight
    self.capacity = capacity
    addedWeight = UInt64(weight)
  }

  /// The new right neighbour of a node that was full.
  @usableFromInline
  struct Split {
    @usableFromInline var separator: [UInt8]
    @usableFromInline var right: TreeNode<Payload>

    @inlinable
    init(separator: [UInt8], right: TreeNode<Payload>) {
      self.separator = separator
      self.right = right
    }
  }

  @inlinable
  mutating func insert(into node: inout TreeNode<Payload>) -> Split? {
    if !isKnownUniquelyReferenced(&node) { node = TreeNode(node.content) }
    return node.content.isLeaf ? insert(intoLeaf: &node.content) : insert(intoInner: &node.content)
  }

  @inlinable
  mutating func insert(intoLeaf leaf: inout TreeNodeContent<Payload>) -> Split? {
    let (index, isFound) = leaf.keys.search(key)
    if isFound {
      replaced = leaf.payloads[index]
      addedCount = 0
      addedWeight = UInt64(weight) &- UInt64(leaf.weights[index])
      leaf.payloads[index] = payload
      leaf.weights[index] = weight
      return nil
    }
    leaf.keys.insert(key, at: index)
    leaf.payloads.insert(payload, at: index)
    leaf.weights.insert(weight, at: index)
    guard leaf.keys.count > capacity else { return nil }
    // Keys that arrive in order leave full leaves behind.
    let isAppended = index == leaf.keys.count - 1
    let right = leaf.splitLeaf(at: isAppended ? index : leaf.keys.count / 2)
    return Split(
      separator: shortestSeparator(leaf.keys.slice(at: leaf.keys.count - 1), right.keys.slice(at: 0)),
      right: TreeNode(right))
  }

  @inlinable
  mutating func insert(intoInner inner: inout TreeNodeContent<Payload>) -> Split? {
    let child = inner.childIndex(for: key)
    let split = insert(into: &inner.children[child])
    inner.counts[child] += addedCount
    inner.sums[child] = inner.sums[child] &+ addedWeight
    guard let split else { return nil }
    let (count, sum) = (split.right.content.totalCount, split.right.content.totalWeight)
    inner.counts[child] -= count
    inner.sums[child] -= sum
    inner.keys.insert(split.separator, at: child)
    inner.children.insert(split.right, at: child + 1)
    inner.counts.insert(count, at: child + 1)
    inner.sums.insert(sum, at: child + 1)
    guard inner.children.count > capacity else { return nil }
    let isAppended = child + 2 == inner.children.count
    let (separator, right) = inner.splitInner(at: isAppended ? inner.children.count - 1 : inner.children.count / 2)
    return Split(separator: separator, right: TreeNode(right))
  }

  /// The shortest byte string above `left` and not above `right`.
  @inlinable
  func shortestSeparator(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> [UInt8] {
    let shared = zip(left, right).prefix { $0 == $1 }.count
    return Array(right.prefix(shared + 1))
  }
}

extension TreeNodeContent {
  /// Puts a node behind the last child.
  @inlinable
  mutating func adopt(_ child: TreeNode<Payload>) {
    children.append(child)
    counts.append(child.content.totalCount)
    sums.append(child.content.totalWeight)
  }

  @inlinable
  mutating func splitLeaf(at index: Int) -> TreeNodeContent {
    var right = TreeNodeContent(height: 0)
    right.keys = keys.split(at: index)
    right.payloads = Array(payloads[index...])
    right.weights = Array(weights[index...])
    payloads.removeSubrange(index...)
    weights.removeSubrange(index...)
    return right
  }

  /// The separator in front of the first child that leaves goes up.
  @inlinable
  mutating func splitInner(at index: Int) -> (separator: [UInt8], right: TreeNodeContent) {
    var right = TreeNodeContent(height: height)
    right.keys = keys.split(at: index)
    right.children = Array(children[index...])
    right.counts = Array(counts[index...])
    right.sums = Array(sums[index...])
    children.removeSubrange(index...)
    counts.removeSubrange(index...)
    sums.removeSubrange(index...)
    let separator = keys.key(at: index - 1)
    keys.removeLast()
    return (separator, right)
  }
}
