import SourceSyntax
import SourceTokens

extension FunctionLowering {
  mutating func expression(_ node: NodeID) -> GraphNode {
    guard depth < Self.deepest else { return builder.add(.opaque, site: node) }
    depth += 1
    defer { depth -= 1 }
    let children = tree.children(of: node)
    switch tree.kind(node) {
    case .name: return labelledReceiver(node) ?? lookUp(tree.name(node), site: node)
    case .trueLiteral: return GraphBuilder.yes
    case .falseLiteral: return GraphBuilder.no
    case .nullLiteral: return GraphBuilder.null
    case .number: return number(node)
    case .text: return builder.add(.text, [literal(node)])
    case .template: return builder.add(.text, children.flatMap { pieces($0) })
    case .cast: return cast(node)
    case .implicitMember: return implicitMember(node)
    case .keyPath: return keyPath(node)
    case .directive: return link(node)
    case .parenthesized, .argument:
      return children.last { !tree.kind($0).isType }.map { innerValue($0) } ?? GraphBuilder.null
    case .member: return optionalMember(node)
    case .index: return leavesOutLinks(node) ? omitted(node) : index(node)
    case .call: return call(node)
    case .binary: return binary(node)
    case .unary: return unary(node)
    case .assign: return assignment(node)
    case .conditional: return choice(node)
    case .tuple where hasLabels(node): return labelled(node)
    case .list, .tuple: return list(node)
    case .record: return record(node)
    case .comprehension: return comprehension(node)
    case .closure, .function: return closure(node)
    case .objectLiteral:
      return anonymousObject(node, heritageTypes(of: node), [], [], site: node)
    case .element: return element(node)
    case .typeDeclaration: return declareType(node)
    case .spread:
      return builder.add(
        .spread, code: spreadCode(node), [children.first.map { expression($0) } ?? GraphBuilder.absent])
    case .typeTest: return typeTest(node)
    case .yield: return yielding(node)
    case .omitted: return omitted(node)
    // The beginning of a chain that is not shown, or could not be read.
    case .skipped where children.isEmpty: return builder.add(.omitted, code: 1, site: node)
    case .cascade: return cascade(node)
    case .cascadeReceiver: return cascades.last ?? builder.add(.opaque, site: node)
    case .binding:
      return lookUp(tree.name(node))
    case .if, .switch, .try: return statementValue(node)
    case .labeled: return children.last.map { expression($0) } ?? GraphBuilder.null
    case .for, .forEach, .while, .doWhile, .with, .return, .throw, .break, .continue, .variables:
      statement(node)
      return builder.add(.opaque, site: node)
    default:
      for child in children where tree.kind(child).isExpression { _ = expression(child) }
      return builder.add(.opaque, site: node)
    }
  }

  private func spreadCode(_ node: NodeID) -> UInt8 { tree[node].flags.contains(.keywords) ? 2 : 1 }

  // MARK: - Names

  /// A variable of this function or of one around it, a member of what it is called on, or a name of the unit.
  mutating func lookUp(_ name: NameID, site: NodeID = NodeID(0)) -> GraphNode {
    if let key = blockKey(name) { return flow.names[key] ?? GraphBuilder.absent }
    if receivers.contains(name) { return currentReceiver() }
    if rules.nothingNames.contains(name), flow.names[name] == nil { return GraphBuilder.null }
    if name == rules.baseName { return builder.add(.base, [currentReceiver()]) }
    if name == rules.ownTypeName, name != .empty { return builder.add(.typeOf, [currentReceiver()]) }
    let own = scopes.scopes[scope]
    if !own.outer.contains(name) || own.parent == nil {
      if let value = flow.names[name] {
        return shared.contains(name) ? builder.add(.shared, payload: name.raw, [value]) : value
      }
    }
    // Written in this very function: what other functions read is another version.
    if own.outer.contains(name), let value = flow.names[name] { return value }
    switch scopes.place(of: name, from: scope) {
    case .captured(let distance, let key):
      return builder.add(.capture, code: UInt8(min(distance, 255)), payload: key.raw)
    case .member(let distance):
      return asked(builder.add(.member, payload: name.raw, [receiver(at: distance)], site: site))
    case .unit: return global(name, site)
    }
  }

  private mutating func global(_ name: NameID, _ site: NodeID) -> GraphNode {
    guard rules.implicitReceiver else { return builder.add(.global, payload: name.raw) }
    return builder.add(.global, payload: name.raw, allReceivers(), site: site)
  }

  /// `this@Screen`
  private mutating func labelledReceiver(_ node: NodeID) -> GraphNode? {
    guard receivers.contains(tree.name(node)), tree[node].end > tree[node].first + 2 else { return nil }
    return receiver(named: tree.tokens[Int(tree[node].first) + 2].name)
  }

  private mutating func number(_ node: NodeID) -> GraphNode {
    let digits = tree.text(of: node).filter { $0 != "_" && $0 != "n" && $0 != "L" }
    guard let value = Int64(digits) else { return builder.add(.scalar, site: node) }
    return builder.integer(value, site: node)
  }

  /// The content of a text; of one whose bytes are no text nothing is known, and of one that ends before it has begun.
  private mutating func literal(_ node: NodeID) -> GraphNode {
    let isUnknown = tree.name(node) == .empty && tree[node].flags.contains(.unterminated)
    return isUnknown
      ? builder.add(.opaque, site: node) : builder.add(.literal, payload: tree.name(node).raw)
  }

  /// What a part of a template adds to the text.
  private mutating func pieces(_ node: NodeID) -> [GraphNode] {
    switch tree.kind(node) {
    case .text: return [literal(node)]
    case .template: return tree.children(of: node).flatMap { pieces($0) }
    case .interpolation: return tree.children(of: node).first.map { [expression($0)] } ?? []
    default: return [expression(node)]
    }
  }

  /// `a?.b` is nothing where there is no `a`.
  private mutating func optionalMember(_ node: NodeID) -> GraphNode {
    let value = member(node)
    guard builder.graph[value].operation == .member else { return value }
    let base = builder.graph.operand(value, 0)
    let isOptional = tree[node].flags.contains(.optional)
    let test = isOptional ? builder.add(.present, code: 1, [base]) : shorted(base, below: node)
    return test.map { builder.gamma($0, value, GraphBuilder.null) } ?? value
  }

  mutating func member(_ node: NodeID) -> GraphNode {
    guard let base = tree.children(of: node).first else { return builder.add(.opaque, site: node) }
    // `Outer.this`
    if tree.name(node) == Word.this.name, tree.kind(base) == .name, let outer = receiver(named: tree.name(base)) {
      return outer
    }
    // `self.__class__`
    if tree.name(node) == rules.classMember, rules.classMember != .empty {
      return builder.add(.typeOf, [expression(base)], site: node)
    }
    // `User.self`
    if rules.receiverNames.contains(tree.name(node)) { return expression(base) }
    guard tree[node].flags.contains(.doubleColon) else {
      return asked(builder.add(.member, payload: tree.name(node).raw, [expression(base)], site: node))
    }
    // `::f`, `A::new`, `A::class`
    if tree.kind(base) == .skipped { return lookUp(tree.name(node), site: node) }
    if tree.name(node) == Word.new.name { return expression(base) }
    if tree.name(node) == Word.class.name { return builder.add(.opaque, site: node) }
    return builder.add(.member, code: 1, payload: tree.name(node).raw, [expression(base)], site: node)
  }

  /// A member that something is sent for when it is read.
  func asksWhenRead(_ name: NameID) -> Bool { rules.askingMembers.contains(name) }

  private mutating func asked(_ member: GraphNode) -> GraphNode {
    guard asksWhenRead(NameID(builder.graph[member].payload)) else { return member }
    let effect = ValueGraph.Effect(call: member, under: flow.reached, loop: loop)
    builder.edit { $0.effects.append(effect) }
    return member
  }

  private mutating func index(_ node: NodeID) -> GraphNode {
    let children = tree.children(of: node)
    guard let base = children.first else { return builder.add(.opaque, site: node) }
    if let element = countedElement(node) { return element }
    let value = expression(base)
    guard let arguments = tree.child(.arguments, of: node), let key = tree.children(of: arguments).first else {
      return builder.add(.opaque, site: node)
    }
    let inner = tree.kind(key) == .argument ? tree.children(of: key).last ?? key : key
    if let slice = slice(of: value, inner, node) { return slice }
    let place = expression(inner)
    // What a closure is given may ask something then: `transaction[reference]`.
    if rules.indexMethod != .empty, tree.kind(self.node) == .closure,
      [.parameter, .after].contains(builder.graph[value].operation)
    {
      return indexCall(value, place, node)
    }
    return builder.add(.index, [value, place], site: node)
  }

  private mutating func indexCall(_ base: GraphNode, _ place: GraphNode, _ node: NodeID) -> GraphNode {
    let callee = builder.add(.member, payload: rules.indexMethod.raw, [base], site: node)
    let call = builder.call(callee, [place], ValueGraph.ArgumentShape(labels: [.empty], isMethod: true), site: node)
    let effect = ValueGraph.Effect(call: call, under: flow.reached, loop: loop)
    builder.edit { $0.effects.append(effect) }
    return call
  }

  // MARK: - Operators

  /// `a[1:5]`, `a[1..<5]`, `a[...4]`: with the places where it begins and ends; absent where nothing is written.
  private mutating func slice(of value: GraphNode, _ key: NodeID, _ node: NodeID) -> GraphNode? {
    let children = Array(tree.children(of: key))
    let op = tree[key].operation
    switch tree.kind(key) {
    case .slice:
      let ends = children.map { tree.kind($0) == .skipped ? GraphBuilder.absent : expression($0) }
      return builder.add(.slice, ends.count == 2 ? [value] + ends : [value], site: node)
    case .binary where children.count == 2 && (op == .range || op == .openRange):
      let ends = children.map { expression($0) }
      return builder.add(.slice, payload: op == .range ? 1 : 0, [value] + ends, site: node)
    case .unary
    where children.count == 1 && (op == .range || op == .openRange) && tree[key].first < tree[children[0]].first:
      return builder.add(
        .slice, payload: op == .range ? 1 : 0, [value, GraphBuilder.absent, expression(children[0])], site: node)
    default: return nil
    }
  }

  private mutating func binary(_ node: NodeID) -> GraphNode {
    let children = Array(tree.children(of: node))
    guard children.count > 1 else { return builder.add(.opaque, site: node) }
    let op = tree[node].operation
    if [.and, .or, .coalesce].contains(op) { return shortcut(op, children[...], expression(children[0])) }
    if op == .other, rules.infixCalls, children.count == 2 { return infixCall(children[0], children[1], node) }
    let operands = children.map { expression($0) }
    if op == .sequence { return operands[operands.count - 1] }
    guard op.compares else {
      return operands.dropFirst().reduce(operands[0]) { builder.add(.binary, code: op.rawValue, [$0, $1], site: node) }
    }
    // Each of a chain is compared with the next one.
    var all = GraphBuilder.yes
    for (left, right) in zip(operands, operands.dropFirst()) { all = builder.and(all, comparison(op, left, right)) }
    return all
  }

  /// `a to b`: a call of `to` on `a`.
  private mutating func infixCall(_ left: NodeID, _ right: NodeID, _ node: NodeID) -> GraphNode {
    let callee = builder.add(.member, payload: tree.name(node).raw, [expression(left)], site: node)
    let shape = ValueGraph.ArgumentShape(labels: [.empty], isMethod: true)
    let result = builder.call(callee, [expression(right)], shape, site: node)
    let effect = ValueGraph.Effect(call: result, under: flow.reached, loop: loop)
    builder.edit { $0.effects.append(effect) }
    return result
  }

  mutating func comparison(_ op: Operator, _ left: GraphNode, _ right: GraphNode) -> GraphNode {
    func test(_ op: Operator) -> GraphNode { builder.truth(builder.add(.binary, code: op.rawValue, [left, right])) }
    switch op {
    case .equal, .same: return test(.equal)
    case .notEqual, .notSame: return builder.not(test(.equal))
    case .notContained: return builder.not(test(.contained))
    case .lessOrEqual: return builder.not(test(.greater))
    case .less: return builder.not(test(.greaterOrEqual))
    default: return test(op)
    }
  }

  /// `a and b`, `a or b`, `a ?? b`: the second is asked only where the first one does not decide.
  private mutating func shortcut(_ op: Operator, _ operands: ArraySlice<NodeID>, _ left: GraphNode) -> GraphNode {
    guard let right = operands.dropFirst().first else { return left }
    let test = op == .coalesce ? builder.add(.present, [left]) : builder.truth(left)
    let goesOn = op == .and ? test : builder.not(test)
    let outer = flow
    flow.reached = builder.and(outer.reached, goesOn)
    let value = shortcut(op, operands.dropFirst(), expression(right))
    let inner = flow
    flow = builder.join(goesOn, inner, outer, before: outer.reached)
    if inner.isDead {
      // `a ?: return`
      flow.reached = builder.and(outer.reached, builder.not(goesOn))
      return left
    }
    flow.reached = outer.reached
    if builder.isCondition(left), builder.isCondition(value), op != .coalesce {
      return op == .and ? builder.and(left, value) : builder.or(left, value)
    }
    return op == .and ? builder.gamma(test, value, left) : builder.gamma(test, left, value)
  }

  private mutating func unary(_ node: NodeID) -> GraphNode {
    guard let operand = tree.children(of: node).first else { return builder.add(.opaque, site: node) }
    let value = expression(operand)
    switch tree[node].operation {
    case .not: return builder.not(builder.truth(value))
    case .await, .force, .chain, .attempt, .word, .plus, .reference: return value
    case .preIncrement, .preDecrement, .postIncrement, .postDecrement: return counted(operand, site: node)
    case .void: return GraphBuilder.null
    case let op: return builder.add(.unary, code: op.rawValue, [value], site: node)
    }
  }

  /// `a if b else c`, `b ? a : c`.
  private mutating func choice(_ node: NodeID) -> GraphNode {
    guard let view = tree.conditional(node) else { return builder.add(.opaque, site: node) }
    let condition = builder.truth(expression(view.condition))
    let before = flow
    flow.reached = builder.and(before.reached, condition)
    let high = expression(view.then)
    let highFlow = flow
    flow = before
    flow.reached = builder.and(before.reached, builder.not(condition))
    let low = expression(view.otherwise)
    flow = builder.join(condition, highFlow, flow, before: before.reached)
    flow.reached = before.reached
    return builder.gamma(condition, high, low)
  }

  private mutating func typeTest(_ node: NodeID) -> GraphNode {
    let children = tree.children(of: node)
    guard let first = children.first, let type = children.dropFirst().first else {
      return builder.add(.opaque, site: node)
    }
    let test = builder.add(.isType, payload: tree.name(type).raw, [expression(first)])
    return tree[node].flags.contains(.negated) ? builder.not(test) : test
  }

  // MARK: - Lists and records

  private func hasLabels(_ node: NodeID) -> Bool {
    tree.children(of: node).contains { tree.kind($0) == .argument && tree.name($0) != .empty }
  }

  /// `(a: 1, b: 2)`
  private mutating func labelled(_ node: NodeID) -> GraphNode {
    var parts: [GraphNode] = []
    for (place, child) in tree.children(of: node).enumerated() {
      let label = tree.kind(child) == .argument ? tree.name(child) : .empty
      let key =
        label == .empty
        ? builder.integer(Int64(place), site: child)
        : builder.add(.text, [builder.add(.literal, payload: label.raw)])
      parts += [key, expression(child)]
    }
    return builder.add(.record, parts, site: node)
  }

  private mutating func list(_ node: NodeID) -> GraphNode {
    let children = tree.children(of: node)
    if children.count == 1, let only = children.first, tree.kind(only) == .comprehension { return comprehension(only) }
    let items = children.filter { tree.kind($0) != .typeArguments }.flatMap { elements($0) }
    return builder.add(.list, items, site: node)
  }

  private mutating func record(_ node: NodeID) -> GraphNode {
    let children = tree.children(of: node)
    if children.count == 1, let only = children.first, tree.kind(only) == .comprehension { return comprehension(only) }
    var parts: [GraphNode] = []
    for child in children {
      switch tree.kind(child) {
      case .entry: parts += entry(child)
      case .function where tree[child].functionForm == .setter: break
      case .function: parts += method(child)
      case .spread:
        parts += [GraphBuilder.absent, tree.children(of: child).first.map { expression($0) } ?? GraphBuilder.absent]
      case .if: parts += conditionalEntries(child)
      case .forEach, .for:
        _ = elements(child)
        parts += [GraphBuilder.absent, builder.add(.opaque, site: child)]
      default: break
      }
    }
    return builder.add(.record, parts, site: node)
  }

  /// Entries that are there only where a condition holds.
  private mutating func conditionalEntries(_ node: NodeID) -> [GraphNode] {
    let children = tree.children(of: node)
    guard let tests = children.first, tree.kind(tests) == .conditions else { return [] }
    let before = flow
    let condition = conditions(tests)
    var parts: [GraphNode] = []
    for (place, child) in children.dropFirst().prefix(2).enumerated() {
      let under = place == 0 ? condition : builder.not(condition)
      flow.reached = builder.and(before.reached, under)
      switch tree.kind(child) {
      case .entry:
        let pair = entry(child)
        if pair.count == 2 { parts += [pair[0], builder.gamma(under, pair[1], GraphBuilder.absent)] }
      case .if: parts += conditionalEntries(child)
      default: parts += [GraphBuilder.absent, builder.add(.opaque, site: child)]
      }
    }
    flow = before
    return parts
  }

  private mutating func entry(_ node: NodeID) -> [GraphNode] {
    let children = tree.children(of: node)
    guard let value = children.last else { return [] }
    if tree[node].flags.contains(.shorthand) {
      let key = builder.add(.text, [builder.add(.literal, payload: tree.name(node).raw)])
      return [key, expression(value)]
    }
    guard children.count > 1, let key = children.first else { return [] }
    return [expression(key), expression(value)]
  }

  /// A function of a record: a value under its name. What is read like a field is not followed.
  private mutating func method(_ node: NodeID) -> [GraphNode] {
    let name = tree.name(node)
    let value = closure(node)
    guard name != .empty else { return [] }
    return [builder.add(.text, [builder.add(.literal, payload: name.raw)]), value]
  }

  /// `x++`: how often is not followed.
  private mutating func counted(_ operand: NodeID, site: NodeID) -> GraphNode {
    let value = builder.add(.opaque, site: site)
    store(value, into: operand)
    return value
  }

  private mutating func yielding(_ node: NodeID) -> GraphNode {
    let value = tree.children(of: node).first.map { expression($0) } ?? GraphBuilder.null
    if rules.yieldsFromSelections, let place = exits.lastIndex(where: { $0.kind == .selection }) {
      if let key = exits[place].key { flow.names[key] = value }
      if !flow.isDead { exits[place].breaks.append(flow) }
      flow.reached = GraphBuilder.no
      return value
    }
    let isAll = tree[node].flags.contains(.generator)
    yields.append((flow.reached, isAll ? builder.add(.spread, code: 1, [value]) : value, loop))
    return rules.yieldAnswers ? value : builder.add(.opaque, site: node)
  }

  /// `[...]` in a chain.
  private func leavesOutLinks(_ node: NodeID) -> Bool {
    guard let arguments = tree.child(.arguments, of: node) else { return false }
    let inner = tree.children(of: arguments)
    return inner.count == 1 && inner.allSatisfy { tree.kind($0) == .omitted }
  }

  private mutating func omitted(_ node: NodeID) -> GraphNode {
    guard let base = tree.children(of: node).first else { return builder.add(.omitted, site: node) }
    return builder.add(.omitted, [expression(base)], site: node)
  }
}

extension GraphBuilder {
  func isCondition(_ node: GraphNode) -> Bool {
    switch graph[node].operation {
    case .yes, .no, .truth, .present, .isType, .and, .or, .not, .event: true
    default: false
    }
  }
}

extension Operator {
  /// Answers yes or no.
  fileprivate var compares: Bool {
    switch self {
    case .equal, .notEqual, .same, .notSame, .less, .lessOrEqual, .greater, .greaterOrEqual, .contained, .notContained:
      true
    default: false
    }
  }
}
