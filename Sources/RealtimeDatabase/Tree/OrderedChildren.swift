import CountedTree
import FirestoreModel

/// The children of a node in the order of a query, with ranks and sizes of ranges.
struct OrderedChildren: Sendable {
  private let ordering: RealtimeOrdering
  private let storage: Storage

  private enum Storage: Sendable {
    case list([ChildEntry])
    /// By ordered value and key.
    case order(CountedTree<ChildEntry>)
    /// By key, because that is the order, or because no child has a priority.
    case keys(CountedTree<ChildEntry>)
  }

  /// - Parameter list: in that order.
  init(_ list: [ChildEntry], _ ordering: RealtimeOrdering) {
    self.ordering = ordering
    storage = .list(list)
  }

  init(_ tree: CountedTree<ChildEntry>, _ ordering: RealtimeOrdering) {
    self.ordering = ordering
    storage = .order(tree)
  }

  init(byKey tree: CountedTree<ChildEntry>, _ ordering: RealtimeOrdering) {
    self.ordering = ordering
    storage = .keys(tree)
  }

  var count: Int {
    switch storage {
    case .list(let list): list.count
    case .order(let tree), .keys(let tree): tree.count
    }
  }

  func entries(_ ranks: Range<Int>) -> [ChildEntry] {
    switch storage {
    case .list(let list): Array(list[ranks])
    case .order(let tree), .keys(let tree): tree.entries(ranks)
    }
  }

  /// Summed ``ChildEntry/memberBytes``.
  func memberBytes(_ ranks: Range<Int>) -> Int {
    switch storage {
    case .list(let list): list[ranks].reduce(0) { $0 + $1.memberBytes }
    case .order(let tree), .keys(let tree):
      Int(clamping: tree.weight(belowRank: ranks.upperBound) - tree.weight(belowRank: ranks.lowerBound))
    }
  }

  /// How many children stand before a cut.
  func rank(of cut: OrderCut) -> Int {
    switch storage {
    case .list(let list): return rank(of: cut, in: list)
    case .order(let tree): return tree.rank(of: cut.orderBytes)
    case .keys(let tree):
      // Without priorities, a bound with one is behind all.
      if ordering == .priority, cut.value.exists { return tree.count }
      return cut.keyBytes(ordering).map { tree.rank(of: $0) } ?? (cut.isBehind && ordering != .key ? tree.count : 0)
    }
  }

  private func rank(of cut: OrderCut, in list: [ChildEntry]) -> Int {
    var low = 0
    var high = list.count
    while low < high {
      let middle = (low + high) / 2
      if cut.isAbove(list[middle], ordering) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// A place between the children of a node in some order: in front of a value, or of a value and key, or behind it.
struct OrderCut: Sendable {
  /// With the order by key, a string.
  let value: RealtimeNode
  let key: RealtimeKey?
  let isBehind: Bool

  /// With the order by key: the value as a key.
  var valueAsKey: RealtimeKey? {
    if case .string(let text) = value.leaf { RealtimeKey(text.string) } else { nil }
  }

  var orderBytes: [UInt8] {
    var order = OrderBytes()
    order.append(value)
    if let key { order.append(key) }
    if isBehind { order.moveBehind(hasKey: key != nil) }
    return order.bytes
  }

  /// Among keys alone; nil in front of or behind all of them.
  func keyBytes(_ ordering: RealtimeOrdering) -> [UInt8]? {
    guard let key = ordering == .key ? valueAsKey : key else { return nil }
    var order = OrderBytes()
    order.append(key)
    if isBehind { order.moveBehind(hasKey: true) }
    return order.bytes
  }

  func isAbove(_ entry: ChildEntry, _ ordering: RealtimeOrdering) -> Bool {
    if ordering == .key {
      guard let bound = valueAsKey else { return false }
      return entry.key == bound ? isBehind : entry.key < bound
    }
    let order = entry.node.ordered(by: ordering).compareValue(to: value)
    if order != 0 { return order < 0 }
    guard let key else { return isBehind }
    return entry.key == key ? isBehind : entry.key < key
  }
}
