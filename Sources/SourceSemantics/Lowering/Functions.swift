package import SourceSyntax
import SourceTokens

extension FunctionLowering {
  /// A function as a value. Its operands: the default and the declared type of each parameter, the declared type of its
  /// result, its decorators.
  mutating func closure(_ node: NodeID) -> GraphNode {
    noteShared(node)
    var operands: [GraphNode] = []
    for parameter in declaredParameters(of: node).own {
      operands.append(initial(of: parameter).map { expression($0) } ?? GraphBuilder.absent)
      operands.append(tree.declaredType(of: parameter).map { type($0) } ?? GraphBuilder.absent)
    }
    for _ in implicitParameters(of: node) { operands += [GraphBuilder.absent, GraphBuilder.absent] }
    operands.append(tree.declaredType(of: node).map { type($0) } ?? GraphBuilder.absent)
    for annotation in tree.children(.annotation, of: node) {
      if let name = tree.children(of: annotation).first { operands.append(expression(name)) }
    }
    return builder.add(.function, payload: innerIndex(node), operands, site: node)
  }

  /// The default of a parameter, also where an annotation says it: `@Default(10) int size`.
  private func initial(of parameter: NodeID) -> NodeID? {
    if let initial = tree.initial(of: parameter) { return initial }
    let annotation = tree.children(.annotation, of: parameter).first {
      rules.defaultAnnotations.contains(tree.name($0))
    }
    guard let annotation, let call = tree.child(.call, of: annotation), let list = tree.child(.arguments, of: call),
      let first = tree.child(.argument, of: list)
    else { return nil }
    return tree.children(of: first).last
  }

  private mutating func noteShared(_ node: NodeID) {
    guard let inner = scopes.scope(of: node) else { return }
    for (name, places) in scopes.writers[scope] ?? [:] where places.contains(where: { scopes.lies($0, in: inner) }) {
      shared.insert(name)
    }
  }

  mutating func declareFunction(_ node: NodeID) {
    let name = tree.name(node)
    // A signature beside the function itself.
    if tree.body(of: node) == nil, flow.names[name] != nil { return }
    let value = closure(node)
    let form = tree[node].functionForm
    if scopes.scopes[scope].isType, form == .initializer || form == .factory && tree.name(node) == .empty {
      builder.edit { $0.constructors.append(value) }
      if name == tree.name(scopes.scopes[scope].node) { return }
    }
    // What is read under the name is the getter.
    guard name != .empty, form != .setter else { return }
    let all = rules.overloads ? declared[name].map { builder.add(.overloads, [$0, value]) } ?? value : value
    flow.names[isBesideVariable(name) ? name.ofFunction : name] = all
    declared[name] = all
  }

  /// Whether a class or unit has a variable of the name, too.
  private func isBesideVariable(_ name: NameID) -> Bool {
    let own = scopes.scopes[scope]
    return (own.isType || own.parent == nil) && own.functionsBesideVariables.contains(name)
  }

  /// The getter of a variable that is computed whenever it is read.
  mutating func declareGetter(_ name: NameID, _ accessors: [NodeID]) {
    // What only demands a getter says nothing of its value.
    guard let getter = accessors.first(where: { tree[$0].functionForm == .getter && hasBody($0) }) else { return }
    flow.names[name] = closure(getter)
  }

  private func hasBody(_ accessor: NodeID) -> Bool {
    tree.children(of: accessor).contains { child in
      let kind = tree.kind(child)
      return !kind.isType && ![.modifier, .annotation, .parameters, .typeParameters, .skipped].contains(kind)
    }
  }

  /// A class as a value. Its operands are its bases.
  @discardableResult mutating func declareType(_ node: NodeID) -> GraphNode {
    var bases: [GraphNode] = []
    if let extended = tree.child(.receiver, of: node), let extended = tree.children(of: extended).first {
      bases.append(type(extended))
    }
    bases += heritageTypes(of: node)
    var value = builder.add(.type, payload: innerIndex(node), bases, site: node)
    guard tree.child(.receiver, of: node) == nil else { return value }
    let form = tree[node].typeForm
    // Of these there is one object, which goes by the name.
    if form == .object || form == .companion {
      value = builder.call(value, [], ValueGraph.ArgumentShape(labels: []), site: node)
    }
    // Also where it has a name, its members go by that of the class.
    if form == .companion { flow.names[Word.companion.name] = value }
    let name = tree.name(node)
    if name != .empty { flow.names[name] = value }
    return value
  }

  /// The bases that a class names; Python writes them like arguments.
  mutating func heritageTypes(of node: NodeID) -> [GraphNode] {
    var bases: [GraphNode] = []
    for heritage in tree.children(.heritage, of: node) {
      let children = tree.children(of: heritage)
      if children.count == 1, let list = children.first, tree.kind(list) == .arguments {
        for argument in tree.children(.argument, of: list) where tree.name(argument) == .empty {
          if let base = tree.children(of: argument).last { bases.append(expression(base)) }
        }
      } else if let base = children.first(where: { tree.kind($0).isType }) {
        bases.append(type(base))
      }
    }
    return bases
  }

  /// `object : T { … }`, `new T(a) { … }`: an object of a class without a name.
  mutating func anonymousObject(
    _ node: NodeID, _ bases: [GraphNode], _ arguments: [GraphNode], _ labels: [NameID], site: NodeID
  ) -> GraphNode {
    let type = builder.add(.type, payload: innerIndex(node), bases, site: node)
    return builder.call(type, arguments, ValueGraph.ArgumentShape(labels: labels), site: site)
  }

  /// What the class hands to the constructors of its bases.
  mutating func callBases() {
    guard tree.kind(node) == .typeDeclaration || tree.kind(node) == .objectLiteral else { return }
    noteBaseArguments()
    for heritage in tree.children(.heritage, of: node) {
      guard let delegate = tree.child(.delegate, of: heritage), let other = tree.children(of: delegate).first else {
        continue
      }
      let value = expression(other)
      builder.edit { $0.delegates.append(value) }
    }
    for (place, heritage) in tree.children(.heritage, of: node).enumerated() {
      guard !rules.receiverIsParameter, let list = tree.child(.arguments, of: heritage) else { continue }
      let given = tree.children(of: list).filter { tree.kind($0) == .argument }
      let arguments = given.map { tree.children(of: $0).last.map { expression($0) } ?? GraphBuilder.absent }
      let call = ValueGraph.BaseCall(
        base: place, arguments: arguments, labels: given.map { tree.name($0) }, site: heritage)
      builder.edit { $0.baseCalls.append(call) }
    }
  }

  /// `class S extends State<W>`
  private mutating func noteBaseArguments() {
    let bases = tree.children(.heritage, of: node).flatMap { tree.children(.namedType, of: $0) }
    let lists = bases.compactMap { tree.child(.typeArguments, of: $0) }
    let arguments = lists.flatMap { tree.children(of: $0) }.map { type($0) }
    if !arguments.isEmpty { builder.edit { $0.baseArguments = arguments } }
  }

  /// A case of an enumeration: a value of its own.
  mutating func declareCase(_ node: NodeID) {
    let raw = tree.children(of: node).first { tree.kind($0).isExpression }.map { expression($0) }
    let given = tree.child(.arguments, of: node).map { tree.children(of: $0) } ?? []
    let arguments = given.map { tree.children(of: $0).last.map { expression($0) } ?? GraphBuilder.absent }
    if rules.casesAreValues, let raw {
      flow.names[tree.name(node)] = raw
      lastCase = raw
      return
    }
    if rules.casesAreNumbers {
      let value = numberedCase(node)
      flow.names[tree.name(node)] = value
      lastCase = value
      return
    }
    // What the case holds is given where it is used: operands are the types of it.
    if let list = tree.child(.parameters, of: node) {
      let held = tree.children(of: list).map { part -> GraphNode in
        let type = tree.kind(part) == .parameter ? tree.declaredType(of: part) : part
        return type.map { self.type($0) } ?? GraphBuilder.absent
      }
      flow.names[tree.name(node)] = builder.add(
        .enumCase, code: 1, payload: tree.name(node).raw, [raw ?? GraphBuilder.absent] + held, site: node)
      return
    }
    var operands = [raw ?? GraphBuilder.absent] + arguments
    // A case with members of its own is one of a class below the enumeration.
    let body = tree.child(.block, of: node)
    if let body {
      let own = tree.name(scopes.scopes[scope].node)
      operands.append(builder.add(.type, payload: innerIndex(body), [lookUp(own)], site: body))
    }
    flow.names[tree.name(node)] = builder.add(
      .enumCase, code: body == nil ? 0 : 2, payload: tree.name(node).raw, operands, site: node)
  }

  /// A case without a value is one more than the one before it.
  private mutating func numberedCase(_ node: NodeID) -> GraphNode {
    guard let last = lastCase else { return builder.integer(0, site: node) }
    guard builder.graph[last].operation == .integer else { return builder.add(.opaque, site: node) }
    return builder.integer(builder.graph.numbers[Int(builder.graph[last].payload)] + 1, site: node)
  }

  private mutating func innerIndex(_ node: NodeID) -> UInt32 {
    let index = builder.graph.inner.count
    builder.edit { $0.inner.append(node) }
    return UInt32(index)
  }

  // MARK: - Parameters

  mutating func bindParameters() {
    guard tree.kind(node) != .source else { return }
    if let extended = scopes.scopes[scope].receiver, let extended = tree.children(of: extended).first {
      let type = type(extended)
      builder.edit { $0.receiverType = type }
    }
    let declared = declaredParameters(of: node)
    if let first = declared.receiver {
      receivers.insert(tree.name(first))
      receiver = tree.name(first)
    }
    let separator = tree.parameters(of: node).first { tree[$0].flags.contains(.variadic) }
    var isNamedOnly = false
    for parameter in declared.own {
      guard let pattern = tree.children(of: parameter).first(where: { tree.kind($0).isPattern }) else { continue }
      isNamedOnly = isNamedOnly || separator.map { $0 < parameter } == true
      let flags = tree[parameter].flags
      let index = builder.graph.parameters.count
      let form: ValueGraph.Parameter.Form =
        flags.contains(.keywords) ? .keywords : flags.contains(.variadic) ? .rest : .plain
      let name = tree.kind(pattern) == .binding ? tree.name(pattern) : tree.name(parameter)
      let label = label(of: parameter, name)
      let isHead = tree.kind(node) == .typeDeclaration
      let declared = isHead ? tree.declaredType(of: parameter).map { type($0) } : nil
      let ownInitial = isHead ? tree.initial(of: parameter).map { expression($0) } : nil
      builder.edit {
        $0.parameters.append(
          ValueGraph.Parameter(
            name: name, label: label, form: form, initial: tree.initial(of: parameter),
            type: tree.declaredType(of: parameter),
            node: parameter, isNamedOnly: isNamedOnly || flags.contains(.namedOnly),
            declared: declared, ownInitial: ownInitial))
      }
      if form == .rest { isNamedOnly = true }
      let value = builder.add(.parameter, payload: UInt32(index), site: parameter)
      // `constructor(private db)`, `A(this.db)`
      if flags.contains(.property), !flags.contains(.ofBase), tree.kind(node) == .function {
        flow.this = builder.add(.put, payload: name.raw, [flow.this, value], site: parameter)
      }
      bind(pattern, to: value)
    }
    bindImplicitParameters()
    bindTypeParameters()
    bindCaptures()
  }

  // MARK: - Constructors

  /// `factory A(x) = B;`: an object of another class, made of the same arguments.
  mutating func redirection() -> GraphNode? {
    guard let target = tree.redirectionTarget(of: node) else { return nil }
    let labels = builder.graph.parameters.map { $0.isNamedOnly ? $0.label : .empty }
    let values = builder.graph.parameters.map { lookUp($0.name) }
    return builder.call(type(target), values, ValueGraph.ArgumentShape(labels: labels), site: node)
  }

  /// A constructor calls one of the base, with what its own parameters hand on (`super.name`).
  mutating func callBaseConstructor() {
    guard rules.callsBase, tree.kind(node) == .function, tree[node].functionForm == .initializer, !redirects else {
      return
    }
    let handed = handedOn()
    let shape = ValueGraph.ArgumentShape(labels: handed.map(\.label))
    let call = builder.call(builder.add(.base, [flow.this]), handed.map(\.value), shape, site: node)
    let effect = ValueGraph.Effect(call: call, under: flow.reached, loop: nil)
    builder.edit { $0.effects.append(effect) }
    flow.this = builder.add(.after, payload: 0, [call, flow.this], site: node)
  }

  /// Its initializers call another constructor.
  private var redirects: Bool {
    guard let list = tree.child(.initializers, of: node) else { return false }
    return tree.children(.call, of: list).contains { call in
      tree.children(of: call).first.map { isOfConstructor($0) } ?? false
    }
  }

  private func isOfConstructor(_ callee: NodeID) -> Bool {
    let base = tree.kind(callee) == .member ? tree.children(of: callee).first ?? callee : callee
    guard tree.kind(base) == .name else { return false }
    return tree.name(base) == rules.baseName || receivers.contains(tree.name(base))
  }

  /// Parameters that the constructor of the base gets under the same names.
  func handedOn() -> [(label: NameID, value: GraphNode)] {
    builder.graph.parameters.compactMap { parameter in
      guard tree[parameter.node].flags.contains(.ofBase), let value = flow.names[parameter.name] else { return nil }
      return (parameter.isNamedOnly ? parameter.name : .empty, value)
    }
  }

  private func label(of parameter: NodeID, _ name: NameID) -> NameID {
    let written = tree.name(parameter)
    return written == .empty ? name : written == Word.underscore.name ? .empty : written
  }

  /// What a method is called on, where it is a parameter, and the parameters that callers give something for.
  private func declaredParameters(of node: NodeID) -> (receiver: NodeID?, own: [NodeID]) {
    let all = tree.parameters(of: node).filter { parameter in
      tree.children(of: parameter).contains { tree.kind($0).isPattern }
    }
    let isMember = scopes.scope(of: node).map { scopes.scopes[$0].isMember } ?? false
    let isStatic = tree.children(.annotation, of: node).contains { rules.staticAnnotations.contains(tree.name($0)) }
    guard rules.receiverIsParameter, isMember, !isStatic, let first = all.first else { return (nil, all) }
    return (first, Array(all.dropFirst()))
  }

  // MARK: - Types

  /// A declared type as the value that its name is.
  mutating func type(_ node: NodeID) -> GraphNode {
    let children = tree.children(of: node)
    switch tree.kind(node) {
    case .namedType:
      if let arguments = tree.child(.typeArguments, of: node), let first = tree.children(of: arguments).first,
        rules.transparentTypes.contains(tree.name(node))
      {
        return type(first)
      }
      if rules.functionTypes.contains(tree.name(node)), let arguments = tree.child(.typeArguments, of: node),
        let result = tree.children(of: arguments).last
      {
        return builder.add(.functionType, [type(result)])
      }
      guard let outer = children.first(where: { tree.kind($0) == .namedType }) else { return lookUp(tree.name(node)) }
      // The type itself as a value is of no type that has objects.
      if tree.name(node) == Word.swiftType.name { return GraphBuilder.absent }
      return builder.add(.member, payload: tree.name(node).raw, [type(outer)])
    case .optionalType: return children.first.map { type($0) } ?? GraphBuilder.absent
    case .unionType:
      let known = children.filter { !isNothing($0) }
      return known.first.map { type($0) } ?? GraphBuilder.absent
    case .literalType: return children.first.map { type($0) } ?? GraphBuilder.absent
    // What its elements are; of a dictionary its keys and values.
    case .arrayType: return builder.add(.list, children.map { type($0) }, site: node)
    case .functionType:
      guard let result = children.last(where: { tree.kind($0).isType }) else { return GraphBuilder.absent }
      return builder.add(.functionType, [type(result)])
    case .typeOperator: return children.last.map { type($0) } ?? GraphBuilder.absent
    case .tupleType where children.count == 1: return children.first.map { type($0) } ?? GraphBuilder.absent
    case .text: return lookUp(tree.name(node))
    case .name: return lookUp(tree.name(node))
    case .member:
      return children.first.map { builder.add(.member, payload: tree.name(node).raw, [type($0)]) }
        ?? GraphBuilder.absent
    default: return GraphBuilder.absent
    }
  }

  private func isNothing(_ node: NodeID) -> Bool {
    switch tree.kind(node) {
    case .nullLiteral: true
    case .literalType: tree.children(of: node).first.map { isNothing($0) } ?? false
    case .namedType, .name: tree.name(node) == Word.noneValue.name
    default: false
    }
  }
}

extension SyntaxTree {
  package func parameters(of function: NodeID) -> [NodeID] {
    child(.parameters, of: function).map { children(.parameter, of: $0) } ?? []
  }

  /// The class that a constructor without a body names in its place.
  package func redirectionTarget(of function: NodeID) -> NodeID? {
    guard self[function].functionForm == .factory, let last = children(of: function).last, kind(last).isType else {
      return nil
    }
    return last
  }

  func declaredType(of node: NodeID) -> NodeID? { children(of: node).first { kind($0).isType } }

  /// The default of a parameter, what a variable begins with.
  func initial(of parameter: NodeID) -> NodeID? {
    let value = children(of: parameter).first { kind($0).isValue || kind($0) == .delegate }
    return value.flatMap { kind($0) == .delegate ? children(of: $0).first : $0 }
  }
}
