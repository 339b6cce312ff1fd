/// The children of a node by key, in key order.
package struct RealtimeChildren: Hashable, Sendable {
  private var entries: [Entry] = []

  private struct Entry: Hashable, Sendable {
    var key: RealtimeKey
    var node: RealtimeNode
  }

  package init() {}

  /// Absent nodes are left out; of equal keys the last one counts.
  package init(_ children: some Sequence<(key: RealtimeKey, node: RealtimeNode)>) {
    for child in children { self[child.key] = child.node }
  }

  package var count: Int { entries.count }
  package var isEmpty: Bool { entries.isEmpty }

  /// Setting nil or an absent node removes the child.
  package subscript(key: RealtimeKey) -> RealtimeNode? {
    get {
      let index = position(of: key)
      return index < entries.count && entries[index].key == key ? entries[index].node : nil
    }
    set {
      let index = position(of: key)
      let isPresent = index < entries.count && entries[index].key == key
      guard let node = newValue, node.exists else {
        if isPresent { entries.remove(at: index) }
        return
      }
      if isPresent { entries[index].node = node } else { entries.insert(Entry(key: key, node: node), at: index) }
    }
  }

  /// The first position whose key is not below `key`.
  private func position(of key: RealtimeKey) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension RealtimeChildren: Sequence {
  package func makeIterator() -> AnyIterator<(key: RealtimeKey, node: RealtimeNode)> {
    var iterator = entries.makeIterator()
    return AnyIterator { iterator.next().map { ($0.key, $0.node) } }
  }
}
