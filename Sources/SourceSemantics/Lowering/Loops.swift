import SourceSyntax
import SourceTokens

extension FunctionLowering {
  /// `for x in xs`, as statement.
  mutating func forEach(_ node: NodeID) {
    let children = tree.children(of: node)
    guard children.count > 1 else { return }
    let blocks = children.dropFirst(2)
    let (target, source) = (children[children.startIndex], children[children.startIndex + 1])
    let list = countedList(target, in: source, Array(blocks))
    let sequence = list.map(\.rest) ?? entered(expression(source))
    let place = beginLoop(node, over: sequence, Array(blocks.prefix(1)) + [target])
    let element = builder.add(.element, payload: UInt32(place), site: node)
    bind(target, to: list == nil ? element : builder.add(.opaque, site: node))
    if let list { enter(list, place, node) }
    defer { if list != nil { counted.removeLast() } }
    if let test = tree.child(.conditions, of: node) {
      let condition = conditions(test)
      flow.reached = builder.and(flow.reached, condition)
    }
    let bodies = blocks.filter { tree.kind($0) != .conditions }
    if let body = bodies.first { statement(body) }
    endLoop(place)
    if let otherwise = bodies.dropFirst().first { statement(otherwise) }
  }

  /// What a loop goes through.
  mutating func entered(_ sequence: GraphNode) -> GraphNode {
    rules.recordsYieldEntries ? builder.add(.entries, [sequence]) : sequence
  }

  /// `while`, `do … while`.
  mutating func whileLoop(_ node: NodeID) {
    let children = tree.children(of: node)
    let place = beginLoop(node, over: nil, Array(children))
    let isTestedFirst = tree.kind(node) == .while
    let entry = flow.reached
    var goesOn = GraphBuilder.yes
    if isTestedFirst, let test = tree.child(.conditions, of: node) {
      goesOn = conditions(test)
      flow.reached = builder.and(flow.reached, goesOn)
    }
    let bodies = children.filter { tree.kind($0) != .conditions }
    if let body = bodies.first { statement(body) }
    if !isTestedFirst, let test = tree.child(.conditions, of: node) { goesOn = conditions(test) }
    let isEndless = goesOn == GraphBuilder.yes && exits.last?.breaks.isEmpty != false
    endLoop(place)
    flow.reached = isEndless ? GraphBuilder.no : entry
    if let otherwise = bodies.dropFirst().first { statement(otherwise) }
  }

  /// `for (a; b; c) d`.
  mutating func countingLoop(_ node: NodeID) {
    let children = tree.children(of: node)
    let parts = children.filter { tree.kind($0) == .block }
    let outer = flow.names
    let test = tree.child(.conditions, of: node)
    let first = parts.first.flatMap { start in test.map { start < $0 } } == true || parts.count > 2 ? parts.first : nil
    if let first { for child in tree.children(of: first) { statement(child) } }
    let rest = Array(parts.dropFirst(first == nil ? 0 : 1))
    let list = countedList(first, test, rest)
    let sequence = list.map(\.rest) ?? countedRounds(node, first, test, rest)
    let place = beginLoop(node, over: sequence, Array(children))
    // Which round it is, is not known in it.
    if let update = rest.dropLast().first {
      for name in AssignedNames(tree, scopes).names(below: update).sorted() {
        flow.names[name] = builder.add(.opaque, site: update)
      }
    }
    if let list { enter(list, place, node) }
    defer { if list != nil { counted.removeLast() } }
    let entry = flow.reached
    if let test, list == nil { flow.reached = builder.and(entry, conditions(test)) }
    if let body = rest.last { statement(body) }
    if let update = rest.dropLast().first { for child in tree.children(of: update) { _ = expression(child) } }
    let isEndless = test.map { tree.children(of: $0).isEmpty } != false && exits.last?.breaks.isEmpty != false
    endLoop(place)
    flow.reached = isEndless ? GraphBuilder.no : entry
    if rules.blocksScopeNames { restore(outer, declaredIn: first) }
  }

  /// What a loop goes through that counts: as many places as it has rounds.
  private mutating func countedRounds(
    _ node: NodeID, _ first: NodeID?, _ test: NodeID?, _ rest: [NodeID]
  ) -> GraphNode? {
    guard let name = countedName(first, test, rest) else { return nil }
    guard let first, let test, let update = rest.dropLast().first,
      let count = CountedRounds.count((first, test, update), name, tree)
    else { return builder.add(.opaque, site: node) }
    let ends = [builder.integer(0, site: node), builder.integer(count, site: node)]
    return builder.add(.binary, code: Operator.openRange.rawValue, ends, site: node)
  }

  /// The variable that counts the rounds between numbers that the code says, and that nothing in the loop changes.
  private func countedName(_ first: NodeID?, _ test: NodeID?, _ rest: [NodeID]) -> NameID? {
    guard let first, let test, let update = rest.dropLast().first, let body = rest.last,
      let comparison = tree.children(of: test).first, tree.kind(comparison) == .binary,
      let left = tree.children(of: comparison).first, tree.kind(left) == .name,
      let right = tree.children(of: comparison).dropFirst().first, tree.kind(right) == .number
    else { return nil }
    let name = tree.name(left)
    let declarators = tree.children(of: first).flatMap { tree.children(.declarator, of: $0) }
    let start = declarators.first { tree.children(of: $0).first.map { tree.name($0) } == name }
    guard let start, let value = tree.children(of: start).last, tree.kind(value) == .number,
      !tree.children(of: update).isEmpty, !AssignedNames(tree, scopes).names(below: body).contains(name)
    else { return nil }
    return name
  }

  /// - Parameter bodies: what may change variables.
  mutating func beginLoop(_ node: NodeID, over sequence: GraphNode?, _ bodies: [NodeID]) -> Int {
    let labels = takeLabels()
    let changed = AssignedNames(tree, scopes).changed(in: bodies, receivers: receivers)
    let place = builder.graph.loops.count
    var loop = ValueGraph.Loop(sequence: sequence, parent: self.loop, site: node)
    // In a fixed order: sets have none.
    for name in changed.names.map({ blockKey($0) ?? $0 }).sorted() {
      guard let first = flow.names[name] else { continue }
      flow.names[name] = carry(first, place, &loop)
    }
    if changed.this { flow.this = carry(flow.this, place, &loop) }
    builder.edit { $0.loops.append(loop) }
    before.append(flow)
    self.loop = place
    exits.append(LoopExits(labels: labels))
    return place
  }

  private mutating func carry(_ first: GraphNode, _ place: Int, _ loop: inout ValueGraph.Loop) -> GraphNode {
    let index = builder.graph.carried.count
    let node = builder.add(.mu, payload: UInt32(index))
    builder.edit { $0.carried.append(ValueGraph.Carried(loop: place, first: first, next: node)) }
    loop.carried.append(index)
    return node
  }

  mutating func endLoop(_ place: Int) {
    guard let start = before.popLast(), let left = exits.popLast() else { return }
    var end = flow
    // Which rounds end early, their conditions say.
    for other in left.continues {
      let goesOn = builder.not(condition(other.reached, within: start.reached))
      end = builder.join(goesOn, end, other, before: start.reached)
    }
    let carried = builder.graph.loops[place].carried
    var after = start
    for (name, node) in start.names { after.names[name] = close(node, end.names[name] ?? node, carried) }
    after.this = close(start.this, end.this, carried)
    // Names that the loop itself makes, and those that no round changes.
    for (name, value) in end.names where start.names[name] == nil { after.names[name] = value }
    for other in left.breaks { after = merged(after, other, at: place) }
    after.reached = start.reached
    flow = after
    loop = builder.graph.loops[place].parent
  }

  /// The variable behind the loop.
  private mutating func close(_ node: GraphNode, _ next: GraphNode, _ carried: [Int]) -> GraphNode {
    let cell = builder.graph[node]
    guard cell.operation == .mu, carried.contains(Int(cell.payload)) else { return node }
    let index = Int(cell.payload)
    builder.edit { $0.carried[index].next = next }
    return next == node ? builder.graph.carried[index].first : builder.add(.afterLoop, payload: cell.payload)
  }

  /// A condition without what holds anyway.
  private mutating func condition(_ whole: GraphNode, within outer: GraphNode) -> GraphNode {
    if whole == outer { return GraphBuilder.yes }
    let cell = builder.graph[whole]
    guard cell.operation == .and else { return whole }
    let (left, right) = (builder.graph.operand(whole, 0), builder.graph.operand(whole, 1))
    return builder.and(condition(left, within: outer), right)
  }

  /// Either of two ways, and nothing says which.
  private mutating func merged(_ one: Flow, _ other: Flow, at place: Int) -> Flow {
    builder.join(builder.event(site: builder.graph.loops[place].site), one, other, before: GraphBuilder.yes)
  }

  // MARK: - Comprehensions

  /// `[x for y in z if w]`: a list of what it makes.
  mutating func comprehension(_ node: NodeID) -> GraphNode {
    let children = tree.children(of: node)
    guard let item = children.first else { return builder.add(.opaque, site: node) }
    let outer = (flow: flow, loop: loop)
    var condition = GraphBuilder.yes
    var loops: [Int] = []
    for clause in children.dropFirst() {
      if tree.kind(clause) == .comprehensionFor {
        loops.append(comprehensionLoop(clause))
      } else {
        let test = conditions(clause)
        condition = builder.and(condition, test)
        flow.reached = builder.and(flow.reached, test)
      }
    }
    let parts = tree.kind(item) == .entry ? Array(tree.children(of: item)) : [item]
    var result = condition
    let values = parts.map { expression($0) }
    for (index, place) in loops.enumerated().reversed() {
      let made = index == loops.count - 1 ? values + [condition] : [builder.add(.spread, [result]), GraphBuilder.yes]
      result = builder.add(.collected, payload: UInt32(place), made, site: node)
    }
    (flow, loop) = outer
    return result
  }

  private mutating func comprehensionLoop(_ node: NodeID) -> Int {
    let children = tree.children(of: node)
    let sequence = children.dropFirst().first.map { expression($0) }
    let place = builder.graph.loops.count
    builder.edit { [loop] in
      $0.loops.append(ValueGraph.Loop(sequence: sequence, parent: loop, site: node, isCollecting: true))
    }
    loop = place
    if let target = children.first { bind(target, to: builder.add(.element, payload: UInt32(place), site: node)) }
    return place
  }
}
