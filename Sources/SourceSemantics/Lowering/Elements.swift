import SourceSyntax
import SourceTokens

/// Elements of lists and maps that are there only where a condition holds, or once for each round of a loop.
extension FunctionLowering {
  /// `new String[] {"a"}`, `new Query[1]`
  mutating func array(_ node: NodeID) -> GraphNode? {
    guard tree[node].flags.contains(.construction), let sizes = tree.child(.arguments, of: node),
      tree.firstToken(of: sizes).kind == .leftSquare
    else { return nil }
    if let items = tree.child(.argument, of: node).flatMap({ tree.child(.list, of: $0) }) { return expression(items) }
    return builder.add(.list, site: node)
  }

  /// What an element adds to a list: items, each with its condition, and lists whose items stand here.
  mutating func elements(_ node: NodeID) -> [GraphNode] {
    switch tree.kind(node) {
    case .if: conditionalElements(node)
    case .forEach, .for: repeatedElements(node)
    default: [expression(node)]
    }
  }

  private mutating func conditionalElements(_ node: NodeID) -> [GraphNode] {
    let children = tree.children(of: node)
    guard let tests = children.first, tree.kind(tests) == .conditions else { return [] }
    let before = flow
    let condition = conditions(tests)
    var found: [GraphNode] = []
    for (place, child) in children.dropFirst().prefix(2).enumerated() {
      let under = place == 0 ? condition : builder.not(condition)
      flow.reached = builder.and(before.reached, under)
      found += elements(child).map { only(under, $0) }
    }
    flow = before
    return found
  }

  /// An item that is there only where a condition holds; of what is conditional already, where both do.
  private mutating func only(_ under: GraphNode, _ item: GraphNode) -> GraphNode {
    let cell = builder.graph[item]
    if cell.operation == .gamma, builder.graph.operand(item, 2) == GraphBuilder.absent {
      let both = builder.and(under, builder.graph.operand(item, 0))
      return builder.add(.gamma, [both, builder.graph.operand(item, 1), GraphBuilder.absent])
    }
    return builder.add(.gamma, [under, item, GraphBuilder.absent])
  }

  private mutating func repeatedElements(_ node: NodeID) -> [GraphNode] {
    let children = tree.children(of: node)
    guard children.count > 1, let last = children.last else { return [] }
    let outer = (flow: flow, loop: loop)
    let isForEach = tree.kind(node) == .forEach
    let sequence = isForEach ? expression(children[children.startIndex + 1]) : nil
    let place = builder.graph.loops.count
    builder.edit { [loop] in
      $0.loops.append(ValueGraph.Loop(sequence: sequence, parent: loop, site: node, isCollecting: true))
    }
    loop = place
    if isForEach {
      bind(children[children.startIndex], to: builder.add(.element, payload: UInt32(place), site: node))
    } else {
      bindCounters(children.dropLast())
    }
    let items = elements(last).map { collected($0, place, node) }
    (flow, loop) = outer
    return items
  }

  private mutating func collected(_ item: GraphNode, _ place: Int, _ node: NodeID) -> GraphNode {
    let cell = builder.graph[item]
    let isConditional = cell.operation == .gamma && builder.graph.operand(item, 2) == GraphBuilder.absent
    let parts =
      isConditional ? [builder.graph.operand(item, 1), builder.graph.operand(item, 0)] : [item, GraphBuilder.yes]
    return builder.add(.spread, code: 1, [builder.add(.collected, payload: UInt32(place), parts, site: node)])
  }

  /// What counts the rounds may be anything in each of them.
  private mutating func bindCounters(_ header: ArraySlice<NodeID>) {
    for part in header where tree.kind(part) == .block { statement(part) }
    for name in AssignedNames(tree, scopes).changed(in: Array(header), receivers: receivers).names.sorted()
    where flow.names[name] != nil {
      flow.names[name] = builder.add(.opaque, site: tree.node(declaring: name, in: header))
    }
  }

  // MARK: - Cascades

  /// `a..b()..c = d`: each section is about the first operand, which is what the whole is.
  mutating func cascade(_ node: NodeID) -> GraphNode {
    let children = tree.children(of: node)
    guard let first = children.first else { return builder.add(.opaque, site: node) }
    cascades.append(expression(first))
    for section in children.dropFirst() { _ = expression(section) }
    let value = cascades.popLast() ?? GraphBuilder.absent
    if isPlace(first) { store(value, backInto: first) }
    return value
  }
}

extension SyntaxTree {
  /// The first node of a loop's header that a name stands at.
  fileprivate func node(declaring name: NameID, in header: ArraySlice<NodeID>) -> NodeID {
    func find(_ node: NodeID) -> NodeID? {
      if kind(node) == .binding || kind(node) == .name, self.name(node) == name { return node }
      return children(of: node).lazy.compactMap { find($0) }.first
    }
    return header.lazy.compactMap { find($0) }.first ?? header.first ?? NodeID(0)
  }
}
