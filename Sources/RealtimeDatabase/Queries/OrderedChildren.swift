import FirestoreModel

/// The children of a node in the order of a query, with ranks and sizes of ranges.
struct OrderedChildren: Sendable {
  private let ordering: RealtimeQuerySpec.Ordering
  private let entries: [ChildEntry]

  init(_ children: RealtimeChildren, by ordering: RealtimeQuerySpec.Ordering) {
    self.ordering = ordering
    entries = children.sorted(by: ordering)
  }

  var count: Int { entries.count }

  func entries(_ ranks: Range<Int>) -> ArraySlice<ChildEntry> { entries[ranks] }

  /// Summed ``ChildEntry/memberBytes``.
  func memberBytes(_ ranks: Range<Int>) -> Int { entries[ranks].reduce(0) { $0 + $1.memberBytes } }

  /// How many children stand before a cut.
  func rank(of cut: OrderCut) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if cut.isAbove(entries[middle], ordering) { low = middle + 1 } else { high = middle }
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

  /// In front of everything that a start lets in.
  init(start: RealtimeQuerySpec.Bound) {
    (value, key, isBehind) = (start.value, start.key, !start.isInclusive)
  }

  /// Behind everything that an end lets in.
  init(end: RealtimeQuerySpec.Bound) {
    (value, key, isBehind) = (end.value, end.key, end.isInclusive)
  }

  /// With the order by key: the value as a key.
  var valueAsKey: RealtimeKey? {
    if case .string(let text) = value.leaf { RealtimeKey(text.string) } else { nil }
  }

  func isAbove(_ entry: ChildEntry, _ ordering: RealtimeQuerySpec.Ordering) -> Bool {
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

extension RealtimeNode {
  /// What a child is ordered by; with the order by key, nothing.
  func ordered(by ordering: RealtimeQuerySpec.Ordering) -> RealtimeNode {
    switch ordering {
    case .priority: priorityNode
    case .key: .absent
    case .value: self
    case .child(let path): self[path]
    }
  }
}
