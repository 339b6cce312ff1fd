import CountedTree
import Synchronization

/// The children by key, no two equal, all present: a sorted list of few, a tree of many.
enum ChildEntries: Sendable {
  case few([ChildEntry])
  case many(CountedTree<ChildEntry>)

  /// A list grows up to here, and a tree shrinks down to a quarter of it.
  static let longestList = 32

  var count: Int {
    switch self {
    case .few(let list): list.count
    case .many(let tree): tree.count
    }
  }

  /// - Parameter sorted: by key, no two equal.
  init(sorted list: [ChildEntry]) {
    self = list.count <= ChildEntries.longestList ? .few(list) : .many(CountedTree(ordering: list, by: .key))
  }

  func node(_ key: RealtimeKey) -> RealtimeNode? {
    switch self {
    case .few(let list):
      let index = ChildEntries.position(of: key, in: list)
      return index < list.count && list[index].key == key ? list[index].node : nil
    case .many(let tree): return tree.payload(of: key.orderBytes)?.node
    }
  }

  mutating func set(_ entry: ChildEntry) {
    switch self {
    case .few(var list):
      let index = ChildEntries.position(of: entry.key, in: list)
      if index < list.count, list[index].key == entry.key { list[index] = entry } else { list.insert(entry, at: index) }
      self = ChildEntries(sorted: list)
    case .many(var tree):
      tree.set(entry.key.orderBytes, to: entry, weight: entry.weight)
      self = .many(tree)
    }
  }

  mutating func remove(_ key: RealtimeKey) {
    switch self {
    case .few(var list):
      let index = ChildEntries.position(of: key, in: list)
      if index < list.count, list[index].key == key { list.remove(at: index) }
      self = .few(list)
    case .many(var tree):
      tree.remove(key.orderBytes)
      self = tree.count > ChildEntries.longestList / 4 ? .many(tree) : .few(tree.entries(0..<tree.count))
    }
  }

  /// The first position whose key is not below `key`.
  private static func position(of key: RealtimeKey, in list: [ChildEntry]) -> Int {
    var low = 0
    var high = list.count
    while low < high {
      let middle = (low + high) / 2
      if list[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension CountedTree<ChildEntry> {
  /// Children in the order of a query, each with the bytes of its JSON as its weight.
  init(ordering children: [ChildEntry], by ordering: RealtimeOrdering) {
    var entries = children.map { Entry(key: $0.orderBytes(ordering), payload: $0, weight: $0.weight) }
    if ordering != .key { entries.sort { $0.key.lexicographicallyPrecedes($1.key) } }
    self.init(sorted: entries)
  }

  func entries(_ ranks: Range<Int>) -> [ChildEntry] {
    var entries: [ChildEntry] = []
    entries.reserveCapacity(ranks.count)
    var cursor = cursor(atRank: ranks.lowerBound)
    while entries.count < ranks.count, let entry = cursor.payload {
      entries.append(entry)
      cursor.advance()
    }
    return entries
  }
}

/// What stands behind ``RealtimeChildren``; never changed once it is built.
final class ChildStorage: Sendable {
  let entries: ChildEntries
  let memberBytes: Int
  /// Children with a priority of their own: without any, the order by priority is the order by key.
  private let prioritized: Int
  /// What can be computed from the children: no answer depends on whether it has been.
  private let derived: Mutex<Derived>

  private struct Derived {
    var digest: NodeDigest?
    /// Of many children, in the order in which they were first asked for.
    var orders: [KeptOrder] = []
  }

  /// Orders of one node that are kept; whoever asks for more waits for a sort.
  private static let keptOrders = 8

  static let empty = ChildStorage(.few([]), memberBytes: 0, prioritized: 0, Derived())

  private init(_ entries: ChildEntries, memberBytes: Int, prioritized: Int, _ derived: sending Derived) {
    self.entries = entries
    self.memberBytes = memberBytes
    self.prioritized = prioritized
    self.derived = Mutex(derived)
  }

  /// Absent ones are left out; of equal keys the last one counts.
  convenience init(_ children: [ChildEntry]) {
    let isSorted = zip(children, children.dropFirst()).allSatisfy { $0.key < $1.key }
    var sorted: [ChildEntry] = []
    sorted.reserveCapacity(children.count)
    // The sort is stable.
    for child in isSorted ? children : children.sorted(by: { $0.key < $1.key }) {
      if sorted.last?.key == child.key { sorted.removeLast() }
      sorted.append(child)
    }
    sorted.removeAll { !$0.node.exists }
    self.init(
      ChildEntries(sorted: sorted), memberBytes: sorted.reduce(0) { $0 + $1.memberBytes },
      prioritized: sorted.count { $0.node.priority != nil }, Derived())
  }

  func setting(_ key: RealtimeKey, to node: RealtimeNode) -> ChildStorage {
    let old = entries.node(key).map { ChildEntry(key: key, node: $0) }
    let new = node.exists ? ChildEntry(key: key, node: node) : nil
    if old == nil, new == nil { return self }
    var changed = entries
    if let new { changed.set(new) } else { changed.remove(key) }
    var derived = Derived()
    if case .many = changed {
      derived.orders = self.derived.withLock { $0.orders }
      for index in derived.orders.indices { derived.orders[index].replace(old, by: new) }
    }
    return ChildStorage(
      changed, memberBytes: memberBytes - (old?.memberBytes ?? 0) + (new?.memberBytes ?? 0),
      prioritized: prioritized - (old?.node.priority == nil ? 0 : 1) + (node.priority == nil ? 0 : 1), derived)
  }

  /// Computed when it is first asked for; two who ask at once compute the same.
  var digest: NodeDigest {
    if let known = derived.withLock({ $0.digest }) { return known }
    let digest = NodeDigest(of: RealtimeChildren(self).hashText)
    derived.withLock { $0.digest = digest }
    return digest
  }

  func ordered(by ordering: RealtimeOrdering) -> OrderedChildren {
    let isByKey = ordering == .key || ordering == .priority && prioritized == 0
    switch entries {
    case .few(let list): return OrderedChildren(isByKey ? list : list.sorted(by: ordering), ordering)
    case .many(let tree):
      return isByKey ? OrderedChildren(byKey: tree, ordering) : OrderedChildren(order(ordering, tree), ordering)
    }
  }

  private func order(_ ordering: RealtimeOrdering, _ tree: CountedTree<ChildEntry>) -> CountedTree<ChildEntry> {
    if let known = derived.withLock({ $0.orders.first { $0.ordering == ordering }?.tree }) { return known }
    let order = CountedTree(ordering: tree.entries(0..<tree.count), by: ordering)
    derived.withLock { derived in
      if derived.orders.count == ChildStorage.keptOrders { derived.orders.removeFirst() }
      if !derived.orders.contains(where: { $0.ordering == ordering }) {
        derived.orders.append(KeptOrder(ordering: ordering, tree: order))
      }
    }
    return order
  }
}

/// The children of a node in one order.
private struct KeptOrder: Sendable {
  let ordering: RealtimeOrdering
  var tree: CountedTree<ChildEntry>

  mutating func replace(_ old: ChildEntry?, by new: ChildEntry?) {
    let place = new?.orderBytes(ordering)
    if let old {
      let oldPlace = old.orderBytes(ordering)
      if oldPlace != place { tree.remove(oldPlace) }
    }
    if let new, let place { tree.set(place, to: new, weight: new.weight) }
  }
}

extension [ChildEntry] {
  /// From the order by key to that of a query.
  func sorted(by ordering: RealtimeOrdering) -> [ChildEntry] {
    let values = map { $0.node.ordered(by: ordering) }
    // The sort is stable.
    return values.indices.sorted { values[$0].compareValue(to: values[$1]) < 0 }.map { self[$0] }
  }
}
