import FirestoreModel

extension RealtimeNode {
  /// −1, 0 or 1: the order of `orderByChild` and `orderByValue`. Nothing, false, true, numbers, strings, then everything
  /// with children, which is all the same here: keys decide.
  package func compareValue(to other: RealtimeNode) -> Int {
    let (left, right) = (valueRank, other.valueRank)
    if left != right { return left < right ? -1 : 1 }
    switch (leaf, other.leaf) {
    case (.number(let left), .number(let right)): return left < right ? -1 : left > right ? 1 : 0
    case (.string(let left), .string(let right)): return left.compared(to: right)
    default: return 0
    }
  }

  private var valueRank: Int {
    switch content {
    case .absent: 0
    case .leaf(.boolean(let value)): value ? 2 : 1
    case .leaf(.number): 3
    case .leaf(.string): 4
    case .children: 5
    }
  }
}

extension RealtimePriority {
  /// As a value: priorities are ordered like values, absent ones first.
  package var leaf: RealtimeLeaf {
    switch self {
    case .number(let value): .number(value)
    case .string(let text): .string(text)
    }
  }
}

extension RealtimeNode {
  /// The priority as a node, absent without one.
  package var priorityNode: RealtimeNode { priority.map { RealtimeNode($0.leaf) } ?? .absent }
}
