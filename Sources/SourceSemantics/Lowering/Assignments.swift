import SourceSyntax
import SourceTokens

extension FunctionLowering {
  mutating func assignment(_ node: NodeID) -> GraphNode {
    let children = Array(tree.children(of: node))
    guard children.count == 2 else { return builder.add(.opaque, site: node) }
    let op = tree[node].operation
    if [.or, .and, .coalesce].contains(op) { return conditionalAssignment(op, children[0], children[1], site: node) }
    var value = expression(children[1])
    if op != .assign, op != .assignInside {
      value = builder.add(.binary, code: op.rawValue, [expression(children[0]), value], site: node)
    }
    if op == .assign, tree.kind(children[0]) == .name, blockKey(tree.name(children[0])) == nil {
      value = typed(value, declaredTypes[tree.name(children[0])])
    }
    noteExported(value, children[0], children[1])
    store(value, into: children[0])
    return value
  }

  /// `module.exports = a`, `exports.b = c`
  private mutating func noteExported(_ value: GraphNode, _ target: NodeID, _ node: NodeID) {
    guard !rules.exportNames.isEmpty, scopes.scopes[scope].parent == nil else { return }
    builder.edit { $0.exported[node] = value }
    guard let last = rules.exportNames.last, tree.name(target) == last,
      tree.kind(target) == .name || tree.children(of: target).first.map({ tree.name($0) }) == rules.exportNames.first
    else { return }
    flow.names[Word.default.name] = value
  }

  /// `a ||= b`, `a &&= b`, `a ??= b`
  private mutating func conditionalAssignment(
    _ op: Operator, _ target: NodeID, _ other: NodeID, site: NodeID
  ) -> GraphNode {
    let before = expression(target)
    let test = op == .coalesce ? builder.add(.present, [before]) : builder.truth(before)
    let goesOn = op == .and ? test : builder.not(test)
    let outer = flow.reached
    flow.reached = builder.and(outer, goesOn)
    let made = expression(other)
    flow.reached = outer
    let value = builder.gamma(goesOn, made, before)
    store(value, into: target)
    return value
  }

  /// Puts a value where a target says: a variable, a field, an item, or several of them.
  mutating func store(_ value: GraphNode, into target: NodeID) {
    switch tree.kind(target) {
    case .name, .binding: setVariable(tree.name(target), value, site: target)
    case .member:
      guard let base = tree.children(of: target).first else { return }
      let object = expression(base)
      store(builder.add(.put, payload: tree.name(target).raw, [object, value], site: target), backInto: base)
    case .index:
      guard let base = tree.children(of: target).first, let arguments = tree.child(.arguments, of: target),
        let key = tree.children(of: arguments).first
      else { return }
      let parts = [expression(base), expression(key), value]
      if rules.indexAssignmentMethod != .empty, ![.list, .record].contains(builder.graph[parts[0]].operation) {
        assignmentCall(on: parts[0], tree.children(of: arguments), value, site: target)
      }
      store(builder.add(.putIndex, parts, site: target), backInto: base)
    case .cascadeReceiver:
      if !cascades.isEmpty { cascades[cascades.count - 1] = value }
    case .tuple, .list, .listPattern: storeParts(value, into: target)
    case .record: for entry in tree.children(of: target) { storeEntry(entry, of: value) }
    case .assign:
      let children = tree.children(of: target)
      guard let inner = children.first, let other = children.dropFirst().first else { return }
      store(withDefault(value, other), into: inner)
    case .parenthesized, .argument:
      if let inner = tree.children(of: target).last { store(value, into: inner) }
    default: bind(target, to: value)
    }
  }

  /// `batch[reference] = data`, `batch[reference, data] = options`: it may ask something.
  private mutating func assignmentCall(
    on object: GraphNode, _ keys: ArraySlice<NodeID>, _ value: GraphNode, site: NodeID
  ) {
    let arguments = keys.map { expression($0) } + [value]
    let callee = builder.add(.member, payload: rules.indexAssignmentMethod.raw, [object], site: site)
    let labels = Array(repeating: NameID.empty, count: arguments.count)
    let shape = ValueGraph.ArgumentShape(labels: labels, isMethod: true)
    let effect = ValueGraph.Effect(
      call: builder.call(callee, arguments, shape, site: site), under: flow.reached, loop: loop)
    builder.edit { $0.effects.append(effect) }
  }

  /// `({ a, b: c, ...d } = e)`
  private mutating func storeEntry(_ entry: NodeID, of value: GraphNode) {
    guard let inner = tree.children(of: entry).last else { return }
    if tree.kind(entry) == .spread { return store(value, into: inner) }
    store(builder.add(.member, payload: tree.name(entry).raw, [value], site: entry), into: inner)
  }

  private mutating func withDefault(_ value: GraphNode, _ other: NodeID) -> GraphNode {
    let test = builder.add(.present, [value])
    return builder.gamma(test, value, expression(other))
  }

  private mutating func storeParts(_ value: GraphNode, into target: NodeID) {
    for (place, part) in tree.children(of: target).enumerated() {
      if [.spread, .rest].contains(tree.kind(part)) {
        let start = builder.integer(Int64(place), site: part)
        let rest = builder.add(.slice, [value, start, GraphBuilder.absent], site: part)
        if let inner = tree.children(of: part).first { store(rest, into: inner) }
        continue
      }
      if tree.kind(part) == .patternEntry {
        bindEntry(part, of: value)
        continue
      }
      let key = builder.integer(Int64(place), site: part)
      store(builder.add(.index, [value, key], site: part), into: part)
    }
  }

  /// An object or list has changed: whatever holds it has.
  mutating func store(_ value: GraphNode, backInto place: NodeID) {
    switch tree.kind(place) {
    case .name where tree.name(place) != rules.baseName: store(value, into: place)
    case .member, .index, .parenthesized, .cascadeReceiver: store(value, into: place)
    case .unary, .cast:
      if let inner = tree.children(of: place).first { store(value, backInto: inner) }
    default: break
    }
  }

  mutating func setVariable(_ name: NameID, _ value: GraphNode, site: NodeID) {
    if let key = blockKey(name) {
      flow.names[key] = value
      return
    }
    if receivers.contains(name) {
      flow.this = value
      return
    }
    let own = scopes.scopes[scope]
    if let this = blockReceiver(for: name) {
      flow.names[this] = builder.add(
        .put, payload: name.raw, [flow.names[this] ?? GraphBuilder.absent, value], site: site)
      return
    }
    if rules.implicitReceiver, !own.names.contains(name),
      case .member(let distance) = scopes.place(of: name, from: scope)
    {
      let changed = builder.add(.put, payload: name.raw, [receiver(at: distance), value], site: site)
      if distance == 0 { flow.this = changed }
      return
    }
    flow.names[name] = value
    latest[name] = value
    guard own.parent != nil, own.outer.contains(name) || (!own.names.contains(name) && !rules.assignmentDeclares) else {
      return
    }
    let reached = flow.reached
    builder.edit {
      $0.outerWrites.append(ValueGraph.OuterWrite(name: name, value: value, under: reached, site: site))
    }
  }

  /// What holds the subject of a closure that runs here, where the name can only be a member of that.
  private func blockReceiver(for name: NameID) -> NameID? {
    guard rules.implicitReceiver, let this = blockKey(Word.this.name), flow.names[name] == nil,
      !scopes.scopes[scope].names.contains(name), scopes.place(of: name, from: scope) == .unit,
      scopes.scopes.first?.names.contains(name) == false
    else { return nil }
    return this
  }

  // MARK: - Patterns

  /// Binds the names of a pattern, or puts the value into a target.
  mutating func bind(_ pattern: NodeID, to value: GraphNode) {
    switch tree.kind(pattern) {
    case .binding, .name: setVariable(tree.name(pattern), value, site: pattern)
    case .member, .index, .tuple, .list, .listPattern, .parenthesized, .argument: store(value, into: pattern)
    case .variables, .declarator, .declaringPattern, .castPattern, .typePattern, .withItem:
      if let inner = tree.children(of: pattern).last(where: { !tree.kind($0).isType }) { bind(inner, to: value) }
    case .recordPattern: for entry in tree.children(of: pattern) { bindEntry(entry, of: value) }
    case .defaultPattern:
      let children = tree.children(of: pattern)
      guard let inner = children.first, let other = children.dropFirst().first else { return }
      bind(inner, to: withDefault(value, other))
    default: break
    }
  }

  private mutating func bindEntry(_ entry: NodeID, of value: GraphNode) {
    // What is left of an object has at least what nobody else took.
    if tree.kind(entry) == .rest, let inner = tree.children(of: entry).first { return bind(inner, to: value) }
    guard tree.kind(entry) == .patternEntry, let inner = tree.children(of: entry).last else { return }
    if tree[entry].flags.contains(.computed), let key = tree.children(of: entry).first {
      return bind(inner, to: builder.add(.index, [value, expression(key)], site: entry))
    }
    bind(inner, to: builder.add(.member, payload: tree.name(entry).raw, [value], site: entry))
  }

  /// The condition under which a value matches a pattern, whose names it binds.
  mutating func match(_ pattern: NodeID, _ value: GraphNode) -> GraphNode {
    if rules.takesCasesApart, let test = matchCase(pattern, value) { return test }
    let children = tree.children(of: pattern)
    switch tree.kind(pattern) {
    case .ignored: return GraphBuilder.yes
    case .binding:
      setVariable(tree.name(pattern), value, site: pattern)
      return GraphBuilder.yes
    case .orPattern where tree[pattern].operation == .and:
      var all = GraphBuilder.yes
      for child in children { all = builder.and(all, match(child, value)) }
      return all
    case .orPattern:
      var all = GraphBuilder.no
      for child in children { all = builder.or(all, match(child, value)) }
      return all
    case .castPattern, .parenthesized, .declaringPattern, .typePattern:
      var test = GraphBuilder.yes
      if tree[pattern].flags.contains(.optional) { test = builder.add(.present, [value]) }
      if tree.kind(pattern) == .typePattern, let type = children.first(where: { tree.kind($0).isType }) {
        test = builder.add(.isType, payload: tree.name(type).raw, [value])
      }
      for child in children where !tree.kind(child).isType { test = builder.and(test, match(child, value)) }
      return test
    case .binary where children.first.map { tree.kind($0) == .skipped } == true:
      guard let right = children.last else { return builder.event(site: pattern) }
      return comparison(tree[pattern].operation, value, expression(right))
    case .typeTest where children.first.map { tree.kind($0) == .skipped } == true:
      guard let type = children.dropFirst().first else { return builder.event(site: pattern) }
      let test = builder.add(.isType, payload: tree.name(type).raw, [value])
      return tree[pattern].flags.contains(.negated) ? builder.not(test) : test
    case .constructorPattern where children.contains { tree.kind($0) == .patternEntry }:
      return matchMembers(pattern, value)
    case .valuePattern: return children.first.map { equal(value, toOneOf: $0) } ?? GraphBuilder.yes
    case .listPattern, .recordPattern, .constructorPattern:
      for child in children { bindParts(child, of: value) }
      return builder.event(site: pattern)
    case .name where isCaseName(pattern):
      // `case NEW:` names a case of what the subject is.
      let name = builder.add(.member, payload: rules.caseName.raw, [value], site: pattern)
      let text = builder.add(.text, [builder.add(.literal, payload: tree.name(pattern).raw)])
      return equal(name, text)
    default:
      guard tree.kind(pattern).isExpression else { return builder.event(site: pattern) }
      return equal(value, expression(pattern))
    }
  }

  /// `A(b: var c)`: of what type it is, and what its members are.
  private mutating func matchMembers(_ pattern: NodeID, _ value: GraphNode) -> GraphNode {
    let children = tree.children(of: pattern)
    var test = GraphBuilder.yes
    if let type = children.first, tree.kind(type).isType {
      test = builder.add(.isType, payload: tree.name(type).raw, [value])
    }
    for child in children {
      guard tree.kind(child) == .patternEntry, let inner = tree.children(of: child).last else { continue }
      let member = builder.add(.member, payload: tree.name(child).raw, [value], site: child)
      test = builder.and(test, match(inner, member))
    }
    return test
  }

  private func isCaseName(_ pattern: NodeID) -> Bool {
    let name = tree.name(pattern)
    return rules.caseName != .empty && flow.names[name] == nil && blockKey(name) == nil
      && scopes.place(of: name, from: scope) == .unit
  }

  /// `switch` without a subject asks its cases.
  private mutating func equal(_ value: GraphNode, _ other: GraphNode) -> GraphNode {
    if value == GraphBuilder.yes { return builder.truth(other) }
    return builder.truth(builder.add(.binary, code: Operator.equal.rawValue, [value, other]))
  }

  /// `"a" | "b"`
  private mutating func equal(_ value: GraphNode, toOneOf node: NodeID) -> GraphNode {
    guard tree.kind(node) == .binary, tree[node].operation == .bitOr else { return equal(value, expression(node)) }
    var any = GraphBuilder.no
    for child in tree.children(of: node) { any = builder.or(any, equal(value, toOneOf: child)) }
    return any
  }

  private mutating func bindParts(_ node: NodeID, of value: GraphNode) {
    if tree.kind(node) == .binding {
      setVariable(tree.name(node), builder.add(.opaque, site: node), site: node)
      return
    }
    for child in tree.children(of: node) { bindParts(child, of: value) }
  }
}
