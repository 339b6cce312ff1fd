import SourceSyntax
import SourceTokens

extension FunctionLowering {
  /// Nesting beyond which nothing is followed; the parser has its own limit.
  static let deepest = 1_000

  mutating func statement(_ node: NodeID) {
    guard depth < Self.deepest else { return }
    depth += 1
    defer { depth -= 1 }
    switch tree.kind(node) {
    case .block: block(node)
    case .source: sequence(node)
    case .if, .guard: conditional(node)
    case .return: leave(with: tree.children(of: node).first, label: tree.name(node))
    case .throw:
      for child in tree.children(of: node) { _ = expression(child) }
      flow.reached = GraphBuilder.no
    case .break:
      if let place = wayOut(.break, label: tree.name(node)), !flow.isDead { exits[place].breaks.append(flow) }
      flow.reached = GraphBuilder.no
    case .continue:
      if let place = wayOut(.continue, label: tree.name(node)), !flow.isDead { exits[place].continues.append(flow) }
      flow.reached = GraphBuilder.no
    case .forEach: forEach(node)
    case .for: countingLoop(node)
    case .while, .doWhile: whileLoop(node)
    case .try: attempt(node)
    case .with: with(node)
    case .switch: selection(node)
    case .function: declareFunction(node)
    case .typeDeclaration: declareType(node)
    case .enumCase: declareCase(node)
    case .typeAlias:
      if let type = tree.children(of: node).last(where: { tree.kind($0).isType }) {
        flow.names[tree.name(node)] = self.type(type)
      }
    case .initializers: for child in tree.children(of: node) { initialize(child) }
    case .initializerBlock: if let block = tree.child(.block, of: node) { statement(block) }
    case .import: importing(node)
    case .variables:
      for child in tree.children(.declarator, of: node) { declarator(child, of: node) }
      wrapped(node)
    case .export: exporting(node)
    case .labeled:
      nextLabel = tree.name(node)
      for child in tree.children(of: node) { statement(child) }
    case .finally, .defer: for child in tree.children(of: node) { statement(child) }
    case .command: command(node)
    case .scopeNames, .modifier, .annotation, .directive, .modulePath: break
    default: shown(node)
    }
  }

  /// An expression that is a statement. A document may show a query alone, or parts of one.
  private mutating func shown(_ node: NodeID) {
    guard tree.unit.isShown else {
      _ = expression(node)
      return
    }
    let isList = tree.kind(node) == .binary && tree[node].operation == .sequence
    let values = isList ? tree.children(of: node).map { expression($0) } : [expression(node)]
    builder.edit { $0.shown.append(ValueGraph.Shown(values: values, site: node)) }
  }

  private mutating func leave(with value: NodeID?, label: NameID) {
    let result = value.map { innerValue($0) } ?? GraphBuilder.null
    defer { flow.reached = GraphBuilder.no }
    guard !flow.isDead else { return }
    guard label != .empty, let place = exits.lastIndex(where: { $0.labels.contains(label) }) else {
      guard let place = exits.lastIndex(where: \.isOfFunction) else { return returns.append((flow.reached, result)) }
      exits[place].values.append((flow.reached, result))
      return exits[place].continues.append(flow)
    }
    // The end of a closure that runs where it stands.
    if let key = exits[place].key { flow.names[key] = result }
    if exits[place].kind == .loop { exits[place].continues.append(flow) } else { exits[place].breaks.append(flow) }
  }

  /// What a `break` or `continue` leaves.
  private func wayOut(_ kind: NodeKind, label: NameID) -> Int? {
    if label != .empty, let place = exits.lastIndex(where: { $0.labels.contains(label) }) { return place }
    return exits.lastIndex { exit in
      exit.kind == .loop || kind == .break && exit.kind == .selection && rules.breakLeavesSelections
    }
  }

  private mutating func command(_ node: NodeID) {
    let values = tree.children(of: node).map { expression($0) }
    guard tree.name(node) == Word.assert.name, let condition = values.first else { return }
    flow.reached = builder.and(flow.reached, builder.truth(condition))
  }

  /// - Parameter variables: whose type stands before all declarators.
  private mutating func declarator(_ node: NodeID, of variables: NodeID) {
    guard let pattern = tree.children(of: node).first else { return }
    let declared = tree.declaredType(of: node) ?? tree.declaredType(of: variables)
    if scopes.scopes[scope].isType || scopes.scopes[scope].parent == nil, tree.kind(pattern) == .binding {
      noteField(tree.name(pattern), declared, variables)
    }
    if scopes.scopes[scope].isType, tree.kind(pattern) == .binding, tree.initial(of: node) == nil,
      let first = declared.flatMap({ firstValue($0, site: node) })
    {
      flow.names[tree.name(pattern)] = first
    }
    if tree.kind(pattern) == .binding, beginsWithNothing(node, declared, in: variables) {
      flow.names[tree.name(pattern)] = GraphBuilder.null
    }
    if rules.typesTell, tree.kind(pattern) == .binding, !scopes.scopes[scope].isType {
      declaredTypes[tree.name(pattern)] = declared
    }
    // A name with nothing but a type has no value yet.
    if let value = tree.initial(of: node) {
      let expected = expected(innerValue(value), value, as: tree.declaredType(of: node))
      bind(pattern, to: typed(expected, declared))
    }
    if tree.kind(pattern) == .binding { declareGetter(tree.name(pattern), tree.children(.accessor, of: node)) }
  }

  private static let ofClasses: Set<NameID> = [Word.static.name, Word.class.name]

  /// A variable that may hold nothing, and is given nothing.
  private func beginsWithNothing(_ node: NodeID, _ declared: NodeID?, in variables: NodeID) -> Bool {
    guard rules.optionalsBeginEmpty, tree.initial(of: node) == nil,
      !tree.children(.accessor, of: node).contains(where: { tree[$0].functionForm == .getter }),
      tree.child(.annotation, of: variables) == nil
    else { return false }
    // What belongs to a class or to the whole program, other code fills at some time.
    guard scopes.scopes[scope].parent != nil,
      !tree.children(.modifier, of: variables).contains(where: { Self.ofClasses.contains(tree.name($0)) })
    else { return false }
    return declared.map { tree.kind($0) == .optionalType } == true && !tree[variables].flags.contains(.constant)
  }

  /// What a field of a primitive type holds before anyone gives it a value.
  private mutating func firstValue(_ type: NodeID, site: NodeID) -> GraphNode? {
    if rules.falseTypes.contains(tree.name(type)) { return GraphBuilder.no }
    return rules.zeroTypes.contains(tree.name(type)) ? builder.integer(0, site: site) : nil
  }

  /// What a declared type says of a value of which nothing else is known.
  mutating func typed(_ value: GraphNode, _ type: NodeID?) -> GraphNode {
    guard rules.typesTell, let type, mayBeUnknown(value) else { return value }
    let known = self.type(type)
    return known == GraphBuilder.absent ? value : builder.add(.typed, [value, known], site: type)
  }

  private func mayBeUnknown(_ value: GraphNode) -> Bool {
    switch builder.graph[value].operation {
    case .call, .member, .global, .capture, .gamma, .index, .opaque: true
    default: false
    }
  }

  /// A variable of a class or of a unit.
  private mutating func noteField(_ name: NameID, _ declared: NodeID?, _ variables: NodeID) {
    let type = declared.map { self.type($0) } ?? GraphBuilder.absent
    let isOptional = declared.map { tree.kind($0) == .optionalType } ?? false
    let field = ValueGraph.Field(
      name: name, type: type, isConstant: tree[variables].flags.contains(.constant), isOptional: isOptional,
      isAnnotated: tree.child(.annotation, of: variables) != nil)
    builder.edit { $0.fields.append(field) }
  }

  /// A property wrapper makes the value of its property: `@Stored("posts") var posts`.
  private mutating func wrapped(_ node: NodeID) {
    guard rules.annotationsWrap || !rules.outsideWrappers.isEmpty,
      let declarator = tree.child(.declarator, of: node),
      let pattern = tree.child(.binding, of: declarator), tree.child(.accessor, of: declarator) == nil
    else { return }
    let hasValue = tree.children(of: declarator).contains { tree.kind($0).isExpression }
    for annotation in tree.children(.annotation, of: node) {
      guard let call = tree.children(of: annotation).first else { continue }
      if hasValue {
        keepOutside(tree.name(pattern), call)
        continue
      }
      guard rules.annotationsWrap else { continue }
      let type = tree.declaredType(of: declarator).map { self.type($0) } ?? GraphBuilder.absent
      let value = builder.add(
        .wrapped, payload: tree.name(pattern).raw, [expression(call), type], site: annotation)
      if tree.kind(call) == .call || type == GraphBuilder.absent { flow.names[tree.name(pattern)] = value }
    }
  }

  /// `@AppStorage("sort") var sort = "name"`, `@Input() sort = "name"`: the value is the one that was kept before, or is
  /// given by whoever uses the component, if there is one.
  private mutating func keepOutside(_ name: NameID, _ wrapper: NodeID) {
    let type = tree.kind(wrapper) == .call ? tree.children(of: wrapper).first ?? wrapper : wrapper
    guard rules.outsideWrappers.contains(tree.name(type)), let value = flow.names[name] else { return }
    flow.names[name] = builder.gamma(builder.event(site: wrapper), builder.add(.opaque, site: wrapper), value)
  }

  /// `: db = other` before the body of a constructor.
  private mutating func initialize(_ node: NodeID) {
    let parts = tree.children(of: node)
    guard tree.kind(node) == .assign, let target = parts.first, let value = parts.last, tree.kind(target) == .name
    else {
      return statement(node)
    }
    flow.this = builder.add(.put, payload: tree.name(target).raw, [flow.this, expression(value)], site: target)
  }

  // MARK: - Branches

  mutating func conditional(_ node: NodeID) {
    let key = takeValueName()
    conditional(Array(tree.children(of: node))[...], key, isGuard: tree.kind(node) == .guard)
  }

  /// Conditions and what they lead to, then what is left; an `elif` is another pair.
  private mutating func conditional(_ parts: ArraySlice<NodeID>, _ key: NameID?, isGuard: Bool) {
    guard let tests = parts.first else { return }
    guard tree.kind(tests) == .conditions else { return branchBody(tests, for: key) }
    let condition = conditions(tests)
    let before = flow
    let rest = isGuard ? parts.dropFirst() : parts.dropFirst(2)
    let yes = branch(before, condition, isGuard ? nil : parts.dropFirst().first, key)
    flow = before
    flow.reached = builder.and(before.reached, builder.not(condition))
    if !flow.isDead { conditional(rest, key, isGuard: false) }
    flow = builder.join(condition, yes, flow, before: before.reached)
  }

  /// Where a branch leads.
  private mutating func branch(_ before: Flow, _ condition: GraphNode, _ body: NodeID?, _ key: NameID?) -> Flow {
    flow = before
    flow.reached = builder.and(before.reached, condition)
    if let body, !flow.isDead { branchBody(body, for: key) }
    return flow
  }

  /// All of them must hold; the later ones are asked where the first ones do.
  mutating func conditions(_ node: NodeID) -> GraphNode {
    let outer = flow.reached
    var all = GraphBuilder.yes
    for child in tree.children(of: node) {
      let one = tree.kind(child) == .bindingCondition ? bindingCondition(child) : builder.truth(expression(child))
      all = builder.and(all, one)
      flow.reached = builder.and(outer, all)
    }
    flow.reached = outer
    return all
  }

  private mutating func bindingCondition(_ node: NodeID) -> GraphNode {
    let children = tree.children(of: node)
    guard let pattern = children.first else { return GraphBuilder.yes }
    let value =
      children.dropFirst().last { tree.kind($0).isValue }.map { expression($0) } ?? lookUp(tree.name(pattern))
    let test = match(pattern, value)
    return test == GraphBuilder.yes ? builder.add(.present, [value]) : test
  }

  // MARK: - Attempts and contexts

  mutating func attempt(_ node: NodeID) {
    let key = takeValueName()
    let before = flow
    let children = tree.children(of: node)
    if let resources = tree.child(.resources, of: node) {
      for child in tree.children(of: resources) { statement(child) }
    }
    let blocks = children.filter { tree.kind($0) == .block }
    let handlers = children.filter { tree.kind($0) == .catch }
    let failures = handlers.map { builder.event(site: $0) }
    let left = returned
    if let body = blocks.first { branchBody(body, for: key) }
    for failed in failures { returnOnly(since: left, under: builder.not(failed)) }
    let tried = flow
    for (place, (handler, failed)) in zip(handlers, failures).enumerated() {
      let normal = flow
      handle(handler, failed, before, tried, key)
      let caught = flow
      flow = builder.join(builder.not(failed), normal, caught, before: before.reached)
      if !normal.isDead, !caught.isDead, place == 0 { flow.reached = before.reached }
    }
    for other in blocks.dropFirst() { statement(other) }
    if let finally = tree.child(.finally, of: node) {
      let isDead = flow.isDead
      if isDead { flow.reached = before.reached }
      statement(finally)
      if isDead { flow.reached = GraphBuilder.no }
    }
  }

  /// How much has been returned so far, from the function or from the closure that runs where it stands.
  private var returned: (place: Int?, count: Int) {
    let place = exits.lastIndex(where: \.isOfFunction)
    return (place, place.map { exits[$0].values.count } ?? returns.count)
  }

  /// What was returned since then is so only under a condition: where the body of an attempt returns whatever it does, its
  /// handlers return all the same.
  private mutating func returnOnly(since left: (place: Int?, count: Int), under condition: GraphNode) {
    guard let place = left.place else {
      for index in left.count..<returns.count { returns[index].under = builder.and(returns[index].under, condition) }
      return
    }
    for index in left.count..<exits[place].values.count {
      exits[place].values[index].under = builder.and(exits[place].values[index].under, condition)
    }
  }

  /// What was assigned before the failure is one of the two.
  private mutating func handle(
    _ handler: NodeID, _ failed: GraphNode, _ before: Flow, _ tried: Flow, _ key: NameID?
  ) {
    var start = before
    let late = builder.event(site: handler)
    start = tried.isDead ? before : builder.join(late, tried, before, before: before.reached)
    start.reached = builder.and(before.reached, failed)
    flow = start
    for child in tree.children(of: handler) {
      switch tree.kind(child) {
      case .binding: flow.names[tree.name(child)] = builder.add(.opaque, site: child)
      case .block: branchBody(child, for: key)
      default: break
      }
    }
  }

  private mutating func with(_ node: NodeID) {
    for child in tree.children(of: node) {
      guard tree.kind(child) == .withItem else {
        statement(child)
        continue
      }
      let parts = tree.children(of: child)
      guard let first = parts.first else { continue }
      let entered = builder.add(.entered, [expression(first)], site: child)
      builder.edit { [reached = flow.reached, loop] in
        $0.effects.append(ValueGraph.Effect(call: entered, under: reached, loop: loop))
      }
      if let target = parts.dropFirst().first { bind(target, to: entered) }
    }
  }

  // MARK: - Imports

  private mutating func importing(_ node: NodeID) {
    let items = tree.children(.importItem, of: node)
    for item in items {
      flow.names[tree.localName(ofImport: item)] = builder.add(.imported, payload: item.raw, site: item)
    }
    guard items.isEmpty, !rules.importsWholeNames, !tree[node].flags.contains(.all),
      let path = tree.child(.modulePath, of: node)
    else { return }
    let name = tree.firstToken(of: path).name
    if name != .empty { flow.names[name] = builder.add(.imported, payload: node.raw, site: node) }
  }
}
