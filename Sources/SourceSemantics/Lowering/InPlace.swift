import SourceSyntax
import SourceTokens

/// Functions that a method calls for each element where they stand: what they assign is seen behind the call, as that of
/// a loop is.
extension FunctionLowering {
  /// The function that a call goes through its elements with, where it changes variables around it.
  func calledInPlace(_ call: NodeID, _ callee: NodeID) -> NodeID? {
    guard !rules.loopMethods.isEmpty, tree.kind(callee) == .member, rules.loopMethods.contains(tree.name(callee)),
      let argument = tree.call(call)?.arguments.first, let function = tree.children(of: argument).last,
      [.closure, .function].contains(tree.kind(function)), !tree[function].flags.contains(.generator),
      let body = tree.body(of: function)
    else { return nil }
    var changes = ChangedVariables(tree: tree, methods: rules.changingMethods)
    changes.visit(body)
    guard changes.names.contains(where: { flow.names[$0] != nil }) else { return nil }
    return keepsParameters(function, body) ? nil : function
  }

  /// Whether functions inside hold on to what each round gets: they have to be told apart.
  private func keepsParameters(_ function: NodeID, _ body: NodeID) -> Bool {
    var names: Set<NameID> = []
    for parameter in tree.parameters(of: function) { collectBindings(parameter, &names) }
    func mentions(_ node: NodeID, isInside: Bool) -> Bool {
      if isInside, tree.kind(node) == .name, names.contains(tree.name(node)) { return true }
      let isFunction = [.function, .closure].contains(tree.kind(node))
      return tree.children(of: node).contains { mentions($0, isInside: isInside || isFunction) }
    }
    return !names.isEmpty && mentions(body, isInside: false)
  }

  private func collectBindings(_ node: NodeID, _ names: inout Set<NameID>) {
    if tree.kind(node) == .binding { names.insert(tree.name(node)) }
    for child in tree.children(of: node) where tree.kind(child).isPattern { collectBindings(child, &names) }
  }

  mutating func loop(over callee: NodeID, _ function: NodeID, site: NodeID) -> GraphNode {
    guard let base = tree.children(of: callee).first, let body = tree.body(of: function) else {
      return builder.add(.opaque, site: site)
    }
    builder.edit { $0.inPlace.append(function) }
    let outer = flow
    let sequence = entered(expression(base))
    if rules.optionalsCallFunctions, isOptional(sequence) { return once(function, body, sequence, outer, site: site) }
    let place = beginLoop(site, over: sequence, [body])
    exits[exits.count - 1].isOfFunction = true
    let element = builder.add(.element, payload: UInt32(place), site: site)
    bindElement(element, to: function)
    if tree.kind(body) == .block {
      self.sequence(body)
    } else {
      let value = expression(body)
      exits[exits.count - 1].values.append((flow.reached, value))
    }
    let values = exits.last?.values ?? []
    endLoop(place)
    for parameter in tree.parameters(of: function) { forget(parameter, outer) }
    return collected(values, place, site: site)
  }

  private mutating func bindElement(_ element: GraphNode, to function: NodeID) {
    let numbered = numberedParameters(of: function)
    let parameters = tree.parameters(of: function)
    // A pair comes apart where the function takes both.
    func part(_ index: Int) -> GraphNode {
      guard rules.pairsComeApart, max(numbered.count, parameters.count) > 1 else {
        return index == 0 ? element : builder.add(.opaque, site: function)
      }
      return builder.add(.index, [element, builder.integer(Int64(index), site: function)], site: function)
    }
    for (index, name) in numbered.enumerated() { flow.names[name] = part(index) }
    for (index, parameter) in parameters.enumerated() {
      guard let pattern = tree.children(of: parameter).first(where: { tree.kind($0).isPattern }) else { continue }
      bind(pattern, to: part(index))
    }
  }

  /// A parameter that is declared as something or nothing.
  private func isOptional(_ value: GraphNode) -> Bool {
    let cell = builder.graph[value]
    guard cell.operation == .parameter, let type = builder.graph.parameters[Int(cell.payload)].type else {
      return false
    }
    return tree.kind(type) == .optionalType && tree.children(of: type).first.map { tree.kind($0) != .arrayType } == true
  }

  /// What an optional holds, if it does.
  private mutating func once(
    _ function: NodeID, _ body: NodeID, _ value: GraphNode, _ outer: Flow, site: NodeID
  ) -> GraphNode {
    let test = builder.add(.present, [value])
    flow.reached = builder.and(outer.reached, test)
    bindElement(value, to: function)
    let result = blockValue(body)
    var without = outer
    without.reached = builder.and(outer.reached, builder.not(test))
    flow = builder.join(test, flow, without, before: outer.reached)
    for parameter in tree.parameters(of: function) { forget(parameter, outer) }
    return builder.gamma(test, result, GraphBuilder.null)
  }

  /// Names of the function are what they were around it.
  private mutating func forget(_ node: NodeID, _ outer: Flow) {
    if tree.kind(node) == .binding { flow.names[tree.name(node)] = outer.names[tree.name(node)] }
    for child in tree.children(of: node) where tree.kind(child).isPattern { forget(child, outer) }
  }

  private mutating func collected(
    _ values: [(under: GraphNode, value: GraphNode)], _ place: Int, site: NodeID
  ) -> GraphNode {
    guard var value = values.last?.value else { return GraphBuilder.null }
    for (under, other) in values.dropLast().reversed() { value = builder.gamma(under, other, value) }
    return builder.add(.collected, payload: UInt32(place), [value, GraphBuilder.yes], site: site)
  }
}

/// Variables that a piece of code assigns, or whose lists and objects it changes by methods that do.
private struct ChangedVariables {
  let tree: SyntaxTree
  let methods: Set<NameID>
  var names: Set<NameID> = []

  mutating func visit(_ node: NodeID) {
    switch tree.kind(node) {
    case .function, .closure, .typeDeclaration: return
    case .assign: note(tree.children(of: node).first)
    case .unary where tree[node].operation.counts: note(tree.children(of: node).first)
    case .call:
      if let callee = tree.children(of: node).first, tree.kind(callee) == .member, methods.contains(tree.name(callee)) {
        noteRoot(callee)
      }
    default: break
    }
    for child in tree.children(of: node) { visit(child) }
  }

  private mutating func note(_ target: NodeID?) {
    guard let target else { return }
    switch tree.kind(target) {
    case .name: names.insert(tree.name(target))
    case .member, .index: noteRoot(target)
    case .tuple, .list, .record, .entry, .spread, .parenthesized:
      for child in tree.children(of: target) { note(child) }
    default: break
    }
  }

  private mutating func noteRoot(_ node: NodeID) {
    var next = node
    while [.member, .index].contains(tree.kind(next)), let base = tree.children(of: next).first { next = base }
    if tree.kind(next) == .name { names.insert(tree.name(next)) }
  }
}
