extension CountedTree {
  /// Removes an entry and returns its payload; nil when there is none with that key.
  @inlinable @discardableResult
  package mutating func remove(_ key: [UInt8]) -> Payload? {
    // Looked up first, so that a miss copies nothing.
    guard payload(of: key) != nil else { return nil }
    var removal = Removal<Payload>(key: key, capacity: capacity)
    removal.remove(from: &root)
    count -= removal.removedCount
    weight -= removal.removedWeight
    while !root.content.isLeaf, root.content.children.count == 1 { root = root.content.children[0] }
    return removal.removed
  }

  /// Sets the weight of an entry; nothing happens when there is none with that key.
  @inlinable
  package mutating func setWeight(of key: [UInt8], to weight: UInt32) {
    guard let payload = payload(of: key) else { return }
    set(key, to: payload, weight: weight)
  }
}

/// One entry on its way out of a tree.
@usableFromInline
struct Removal<Payload: Sendable> {
  @usableFromInline let key: [UInt8]
  @usableFromInline let capacity: Int
  @usableFromInline var removed: Payload?
  @usableFromInline var removedCount = 0
  @usableFromInline var removedWeight: UInt64 = 0

  @inlinable
  init(key: [UInt8], capacity: Int) {
    self.key = key
    self.capacity = capacity
  }

  @inlinable
  mutating func remove(from node: inout TreeNode<Payload>) {
    if !isKnownUniquelyReferenced(&node) { node = TreeNode(node.content) }
    if node.content.isLeaf { remove(fromLeaf: &node.content) } else { remove(fromInner: &node.content) }
  }

  @inlinable
  mutating func remove(fromLeaf leaf: inout TreeNodeContent<Payload>) {
    let (index, isFound) = leaf.keys.search(key)
    guard isFound else { return }
    leaf.keys.remove(at: index)
    removed = leaf.payloads.remove(at: index)
    removedWeight = UInt64(leaf.weights.remove(at: index))
    removedCount = 1
  }

  @inlinable
  mutating func remove(fromInner inner: inout TreeNodeContent<Payload>) {
    let child = inner.childIndex(for: key)
    remove(from: &inner.children[child])
    inner.counts[child] -= removedCount
    inner.sums[child] -= removedWeight
    let fill = inner.children[child].content.fill
    if fill == 0 {
      inner.removeChild(at: child)
    } else if fill < capacity / 4 {
      mergeWithNeighbour(child, of: &inner)
    }
  }

  /// Joins a sparse child with a neighbour, if both fit into three quarters of a node. Sparse nodes that do not fit
  /// stay: every key costs a little more, never a cascade.
  @inlinable
  func mergeWithNeighbour(_ child: Int, of inner: inout TreeNodeContent<Payload>) {
    for left in [child - 1, child] where left >= 0 && left + 1 < inner.children.count {
      let fill = inner.children[left].content.fill + inner.children[left + 1].content.fill
      if fill <= capacity * 3 / 4 {
        inner.mergeChild(left)
        return
      }
    }
  }
}

extension TreeNodeContent {
  @inlinable
  mutating func removeChild(at index: Int) {
    children.remove(at: index)
    counts.remove(at: index)
    sums.remove(at: index)
    if keys.count > 0 { keys.remove(at: max(0, index - 1)) }
  }

  /// Moves everything of the child behind `left` into `left`.
  @inlinable
  mutating func mergeChild(_ left: Int) {
    let right = children[left + 1].content
    if !isKnownUniquelyReferenced(&children[left]) { children[left] = TreeNode(children[left].content) }
    children[left].content.absorb(right, separator: keys.key(at: left))
    counts[left] += counts[left + 1]
    sums[left] += sums[left + 1]
    children.remove(at: left + 1)
    counts.remove(at: left + 1)
    sums.remove(at: left + 1)
    keys.remove(at: left)
  }

  @inlinable
  mutating func absorb(_ right: TreeNodeContent, separator: [UInt8]) {
    if !isLeaf { keys.append(separator) }
    keys.append(contentsOf: right.keys)
    payloads += right.payloads
    weights += right.weights
    children += right.children
    counts += right.counts
    sums += right.sums
  }
}
