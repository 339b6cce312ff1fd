/// What a query selects at a location: some of its children, in the query's order.
package struct RealtimeWindow: Sendable {
  package let spec: RealtimeQuerySpec
  /// The whole location.
  package let location: RealtimeNode
  let children: OrderedChildren
  let ranks: Range<Int>

  package init(_ spec: RealtimeQuerySpec, over node: RealtimeNode) {
    self.spec = spec
    location = node
    let children = node.children.ordered(by: spec.ordering)
    self.children = children
    var low = spec.start.map { children.rank(of: OrderCut(start: $0)) } ?? 0
    var high = max(low, spec.end.map { children.rank(of: OrderCut(end: $0)) } ?? children.count)
    switch spec.limit {
    case nil: break
    case .first(let limit): high = min(high, low + min(limit, children.count))
    case .last(let limit): low = max(low, high - min(limit, children.count))
    }
    ranks = low..<high
  }

  package var count: Int { ranks.count }

  /// In the query's order.
  package var keys: [RealtimeKey] { children.entries(ranks).map(\.key) }

  /// In the query's order.
  package var entries: [(key: RealtimeKey, node: RealtimeNode)] { children.entries(ranks).map { ($0.key, $0.node) } }

  /// What is sent: the selected children. Bounds and limits drop the location's own priority, and a value without
  /// children.
  package var node: RealtimeNode {
    if spec.selectsEverything { return location }
    return RealtimeNode(RealtimeChildren(entries))
  }

  /// UTF-8 bytes of ``node`` in compact JSON, export form. Costs no walk over the children.
  package var byteCount: Int {
    if spec.selectsEverything { return location.byteCount }
    return ranks.isEmpty ? JSONBytes.null : children.memberBytes(ranks) + 1
  }
}

extension OrderCut {
  /// In front of everything that a start lets in.
  init(start: RealtimeQuerySpec.Bound) {
    (value, key, isBehind) = (start.value, start.key, !start.isInclusive)
  }

  /// Behind everything that an end lets in.
  init(end: RealtimeQuerySpec.Bound) {
    (value, key, isBehind) = (end.value, end.key, end.isInclusive)
  }
}
