import SourceSyntax
import SourceTokens

extension FunctionLowering {
  mutating func call(_ node: NodeID) -> GraphNode {
    let children = tree.children(of: node)
    guard let calleeNode = children.first else { return builder.add(.opaque, site: node) }
    if let found = scopes.inPlaceCalls[node] { return runInPlace(node, found.call, found.closure) }
    if let known = array(node) ?? classOf(node, calleeNode) ?? countedElement(node) { return known }
    if let function = calledInPlace(node, calleeNode) { return loop(over: calleeNode, function, site: node) }
    let outer = flow
    let onBase = calledOnBase(calleeNode)
    let callee = onBase?.function ?? calleeValue(calleeNode)
    // `a?.b()`: nothing of it happens where there is no `a`.
    let test = presence(of: callee, calleeNode)
    flow.reached = builder.and(outer.reached, test)
    var arguments: [(value: GraphNode, node: NodeID)] = []
    var shape = ValueGraph.ArgumentShape(labels: [], isMethod: tree.kind(calleeNode) == .member && onBase == nil)
    for child in children.dropFirst() {
      let all = tree.kind(child) == .arguments ? Array(tree.children(of: child)) : [child]
      for argument in all {
        guard let value = self.argument(argument) else { continue }
        arguments.append(value)
        shape.labels.append(tree.kind(argument) == .argument ? tree.name(argument) : .empty)
      }
    }
    nameReceiver(calleeNode, &arguments, &shape)
    if let receiver = onBase?.receiver {
      arguments.append((receiver, node))
      shape.labels.append(Word.this.name)
    }
    if isBase(calleeNode) || isOfBase(calleeNode), tree.kind(self.node) == .function {
      for (label, value) in handedOn() {
        arguments.append((value, node))
        shape.labels.append(label)
      }
    }
    let types = children.filter { tree.kind($0) == .typeArguments }.flatMap { tree.children(of: $0).map { type($0) } }
    shape.typeCount = types.count
    let result = result(of: callee, arguments.map(\.value) + types, shape, node)
    let effect = ValueGraph.Effect(call: result, under: flow.reached, loop: loop)
    builder.edit { $0.effects.append(effect) }
    change(by: result, calleeNode, arguments)
    putAssigned(by: node, calleeNode)
    guard test != GraphBuilder.yes else { return result }
    var without = outer
    without.reached = builder.and(outer.reached, builder.not(test))
    flow = builder.join(test, flow, without, before: outer.reached)
    return builder.gamma(test, result, GraphBuilder.null)
  }

  /// `type(x)`
  private mutating func classOf(_ call: NodeID, _ callee: NodeID) -> GraphNode? {
    guard rules.classFunction != .empty, tree.kind(callee) == .name, tree.name(callee) == rules.classFunction,
      flow.names[rules.classFunction] == nil, scopes.place(of: rules.classFunction, from: scope) == .unit,
      let view = tree.call(call), view.arguments.count == 1, let value = tree.children(of: view.arguments[0]).last
    else { return nil }
    return builder.add(.typeOf, [expression(value)], site: call)
  }

  /// The condition under which there is something that a method is called on.
  private mutating func presence(of callee: GraphNode, _ node: NodeID) -> GraphNode {
    guard tree.kind(node) == .member, builder.graph[callee].operation == .member else { return GraphBuilder.yes }
    let base = builder.graph.operand(callee, 0)
    if tree[node].flags.contains(.optional) { return builder.add(.present, code: 1, [base]) }
    return shorted(base, below: node) ?? GraphBuilder.yes
  }

  /// The condition under which a chain goes on behind what a link of it is about; nil where no link may end it.
  func shorted(_ base: GraphNode, below node: NodeID) -> GraphNode? {
    guard rules.chainsAreShorted, builder.graph[base].operation == .gamma,
      builder.graph.operand(base, 2) == GraphBuilder.null
    else { return nil }
    var next = tree.children(of: node).first
    while let link = next, [.member, .call, .index].contains(tree.kind(link)) {
      if tree[link].flags.contains(.optional) { return builder.graph.operand(base, 0) }
      next = tree.children(of: link).first
    }
    return nil
  }

  /// `this(a)` calls another constructor of the class.
  private mutating func calleeValue(_ node: NodeID) -> GraphNode {
    // Whether it is there is asked of the whole call.
    if tree.kind(node) == .member { return member(node) }
    guard tree.kind(node) == .name, receivers.contains(tree.name(node)), !rules.receiverIsParameter else {
      return functionBesideVariable(node) ?? expression(node)
    }
    return builder.add(.base, code: 1, [currentReceiver()])
  }

  /// `users(1)` where a variable of the function is called `users`, too.
  private mutating func functionBesideVariable(_ node: NodeID) -> GraphNode? {
    let name = tree.name(node)
    guard rules.methodsStandApart, tree.kind(node) == .name, declared[name] == nil, isVariable(name) else { return nil }
    let variable = expression(node)
    var made = variable
    while builder.graph[made].operation == .after { made = builder.graph.operand(made, 1) }
    // What a call answers is hardly ever a function.
    let code: UInt8 = rules.variablesAreNotCalled || builder.graph[made].operation == .call ? 1 : 0
    return builder.add(.callee, code: code, payload: name.raw, [variable] + allReceivers(), site: node)
  }

  private func isVariable(_ name: NameID) -> Bool {
    let own = scopes.scopes[scope]
    guard !own.isType, own.parent != nil, !rules.nothingNames.contains(name), name != rules.baseName else {
      return false
    }
    if blockKey(name) != nil || own.variables.contains(name) && flow.names[name] != nil { return true }
    guard rules.variablesAreNotCalled, case .captured = scopes.place(of: name, from: scope) else { return false }
    return true
  }

  private mutating func result(
    of callee: GraphNode, _ arguments: [GraphNode], _ shape: ValueGraph.ArgumentShape, _ node: NodeID
  ) -> GraphNode {
    guard let body = tree.child(.block, of: node), scopes.scope(of: body) != nil else {
      return builder.call(callee, arguments, shape, site: node)
    }
    return anonymousObject(body, [callee], arguments, shape.labels, site: node)
  }

  private mutating func argument(_ node: NodeID) -> (value: GraphNode, node: NodeID)? {
    switch tree.kind(node) {
    case .argument:
      guard let value = tree.children(of: node).last else { return nil }
      if tree.kind(value) == .comprehension { return (comprehension(value), value) }
      // `&x`
      if tree.kind(value) == .unary, tree[value].operation == .reference, let place = tree.children(of: value).first {
        return (handedVariable(place) ?? expression(place), place)
      }
      return (handedVariable(value) ?? expression(value), value)
    case .comprehension: return (comprehension(node), node)
    case .typeArguments, .block, .skipped: return nil
    default: return (expression(node), node)
    }
  }

  // MARK: - What a call changes

  /// The object that the call is made on and what it is given may be others behind it.
  private mutating func change(by call: GraphNode, _ callee: NodeID, _ arguments: [(value: GraphNode, node: NodeID)]) {
    if tree.kind(callee) == .member, let base = tree.children(of: callee).first {
      if isPlace(base) {
        change(base, by: call, place: 0)
      } else if rules.changingMethods.contains(tree.name(callee)), isOuterPlace(base) {
        store(builder.add(.after, payload: 0, [call, expression(base)], site: base), backInto: base)
      }
      if isBase(base) { flow.this = builder.add(.after, payload: 0, [call, flow.this], site: base) }
    } else if tree.kind(callee) == .name, let this = blockKey(Word.this.name), let object = flow.names[this],
      mayChange(object)
    {
      // It may be a method of what the closure around it is called on.
      flow.names[this] = builder.add(.after, payload: 0, [call, object], site: callee)
    } else if !rules.receiverIsParameter, tree.kind(callee) == .name,
      tree.name(callee) == rules.baseName || receivers.contains(tree.name(callee))
    {
      flow.this = builder.add(.after, payload: 0, [call, flow.this], site: callee)
    }
    for (index, argument) in arguments.enumerated() where isPlace(argument.node) {
      guard mayChange(argument.value) else { continue }
      change(argument.node, by: call, place: index + 1)
    }
  }

  private mutating func change(_ place: NodeID, by call: GraphNode, place index: Int) {
    let object = expression(place)
    guard mayChange(object) else { return }
    store(builder.add(.after, payload: UInt32(index), [call, object], site: place), backInto: place)
  }

  /// `super`, `super()`
  private func isBase(_ node: NodeID) -> Bool {
    switch tree.kind(node) {
    case .name: tree.name(node) == rules.baseName
    case .call: tree.children(of: node).first.map { isBase($0) } ?? false
    default: false
    }
  }

  /// `super.named`
  private func isOfBase(_ node: NodeID) -> Bool {
    tree.kind(node) == .member && tree.children(of: node).first.map { isBase($0) } == true
  }

  /// A variable, or a field of one: something that can hold an object.
  func isPlace(_ node: NodeID) -> Bool {
    switch tree.kind(node) {
    case .name:
      let name = tree.name(node)
      return receivers.contains(name) || flow.names[name].map { mayChange($0) } == true
    case .member: return tree.children(of: node).first.map { isPlace($0) } ?? false
    case .cascadeReceiver: return true
    case .unary where tree[node].operation == .force:
      return tree.children(of: node).first.map { isPlace($0) } ?? false
    default: return false
    }
  }

  /// A variable of a function around this one or of the unit, or a field of one, that a method fills.
  private func isOuterPlace(_ node: NodeID) -> Bool {
    switch tree.kind(node) {
    case .name:
      let name = tree.name(node)
      guard flow.names[name] == nil, !receivers.contains(name) else { return false }
      switch scopes.place(of: name, from: scope) {
      case .captured(_, let key): return key == name
      case .unit: return !rules.implicitReceiver
      // A field without `this`.
      case .member: return true
      }
    case .member: return tree.children(of: node).first.map { isOuterPlace($0) } ?? false
    default: return false
    }
  }

  /// Numbers, texts, functions and what is imported stay what they are.
  func mayChange(_ node: GraphNode) -> Bool {
    switch builder.graph[node].operation {
    case .null, .yes, .no, .integer, .scalar, .text, .literal, .function, .type, .imported, .absent, .capture, .global,
      .truth, .and, .or, .not, .binary, .event, .base:
      false
    default: true
    }
  }
}
