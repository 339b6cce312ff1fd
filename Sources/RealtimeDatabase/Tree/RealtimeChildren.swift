import Synchronization

/// The children of a node by key, in key order. A copy shares everything, and so does what a change leaves alone.
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
    get { storage.node(key) }
    set { storage = storage.setting(key, to: newValue ?? .absent) }
  }
}

extension RealtimeChildren {
  /// The children in the order of a query, ties by key.
  func sorted(by ordering: RealtimeQuerySpec.Ordering) -> [ChildEntry] {
    if ordering == .key || ordering == .priority && storage.prioritized == 0 { return storage.entries }
    let values = storage.entries.map { $0.node.ordered(by: ordering) }
    // The sort is stable, and entries come by key.
    return values.indices.sorted { values[$0].compareValue(to: values[$1]) < 0 }.map { storage.entries[$0] }
  }

  var digest: NodeDigest { storage.digest }
}

/// One child and its name.
struct ChildEntry: Hashable, Sendable {
  var key: RealtimeKey
  var node: RealtimeNode

  /// `"key":value,` in compact JSON.
  var memberBytes: Int { JSONBytes.quoted(key.string) + 2 + node.byteCount }
}

/// What stands behind ``RealtimeChildren``; never changed once it is built.
final class ChildStorage: Sendable {
  /// By key, no two equal, all present.
  let entries: [ChildEntry]
  let memberBytes: Int
  /// Children with a priority of their own: without any, the order by priority is the order by key.
  let prioritized: Int
  private let knownDigest = Mutex<NodeDigest?>(nil)

  static let empty = ChildStorage(sorted: [], memberBytes: 0, prioritized: 0)

  private init(sorted entries: [ChildEntry], memberBytes: Int, prioritized: Int) {
    self.entries = entries
    self.memberBytes = memberBytes
    self.prioritized = prioritized
  }

  /// Of equal keys the last one counts.
  convenience init(_ children: [ChildEntry]) {
    var sorted: [ChildEntry] = []
    sorted.reserveCapacity(children.count)
    // The sort is stable.
    let ordered = zip(children, children.dropFirst()).allSatisfy { $0.key < $1.key } ? children : children.sorted { $0.key < $1.key }
    for child in ordered {
      if sorted.last?.key == child.key { sorted.removeLast() }
      sorted.append(child)
    }
    sorted.removeAll { !$0.node.exists }
    self.init(
      sorted: sorted, memberBytes: sorted.reduce(0) { $0 + $1.memberBytes },
      prioritized: sorted.count { $0.node.priority != nil })
  }

  /// Computed when it is first asked for; two who ask at once compute the same.
  var digest: NodeDigest {
    if let known = knownDigest.withLock({ $0 }) { return known }
    let digest = NodeDigest(of: RealtimeChildren(self).hashText)
    knownDigest.withLock { $0 = digest }
    return digest
  }

  func node(_ key: RealtimeKey) -> RealtimeNode? {
    let index = position(of: key)
    return index < entries.count && entries[index].key == key ? entries[index].node : nil
  }

  func setting(_ key: RealtimeKey, to node: RealtimeNode) -> ChildStorage {
    let index = position(of: key)
    let old = index < entries.count && entries[index].key == key ? entries[index] : nil
    if old == nil, !node.exists { return self }
    let new = ChildEntry(key: key, node: node)
    var changed = entries
    switch (old != nil, node.exists) {
    case (true, true): changed[index] = new
    case (true, false): changed.remove(at: index)
    default: changed.insert(new, at: index)
    }
    return ChildStorage(
      sorted: changed,
      memberBytes: memberBytes - (old?.memberBytes ?? 0) + (node.exists ? new.memberBytes : 0),
      prioritized: prioritized - (old?.node.priority == nil ? 0 : 1) + (node.priority == nil ? 0 : 1))
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

extension RealtimeChildren: Hashable {
  package static func == (left: RealtimeChildren, right: RealtimeChildren) -> Bool {
    left.storage === right.storage
      || left.memberBytes == right.memberBytes && left.storage.entries == right.storage.entries
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for entry in storage.entries { hasher.combine(entry) }
  }
}

extension RealtimeChildren: Sequence {
  package func makeIterator() -> AnyIterator<(key: RealtimeKey, node: RealtimeNode)> {
    var iterator = storage.entries.makeIterator()
    return AnyIterator { iterator.next().map { ($0.key, $0.node) } }
  }
}
