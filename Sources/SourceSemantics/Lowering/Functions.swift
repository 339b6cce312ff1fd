package import SourceSyntax
import SourceTokens

extension FunctionLowering {
  /// A function as a value. Its operands: the default and the declared type of each parameter, the declared type of its
  /// result, its decorators.
  mutating func closure(_ node: NodeID) -> GraphNode {
    var operands: [GraphNode] = []
    for parameter in declaredParameters(of: node).own {
      operands.append(tree.initial(of: parameter).map { expression($0) } ?? GraphBuilder.absent)
      operands.append(tree.declaredType(of: parameter).map { type($0) } ?? GraphBuilder.absent)
    }
    operands.append(tree.declaredType(of: node).map { type($0) } ?? GraphBuilder.absent)
    for annotation in tree.children(.annotation, of: node) {
      if let name = tree.children(of: annotation).first { operands.append(expression(name)) }
    }
    return builder.add(.function, payload: innerIndex(node), operands, site: node)
  }

  mutating func declareFunction(_ node: NodeID) {
    let value = closure(node)
    let name = tree.name(node)
    if name != .empty { flow.names[name] = value }
  }

  /// A class as a value. Its operands are its bases.
  mutating func declareType(_ node: NodeID) {
    var bases: [GraphNode] = []
    for heritage in tree.children(.heritage, of: node) {
      for child in tree.children(of: heritage) {
        if tree.kind(child) == .arguments {
          for argument in tree.children(of: child)
          where tree.kind(argument) == .argument && tree.name(argument) == .empty {
            if let base = tree.children(of: argument).last { bases.append(expression(base)) }
          }
        } else if tree.kind(child).isType {
          bases.append(type(child))
        }
      }
    }
    let value = builder.add(.type, payload: innerIndex(node), bases, site: node)
    if tree.name(node) != .empty { flow.names[tree.name(node)] = value }
  }

  private mutating func innerIndex(_ node: NodeID) -> UInt32 {
    let index = builder.graph.inner.count
    builder.edit { $0.inner.append(node) }
    return UInt32(index)
  }

  // MARK: - Parameters

  mutating func bindParameters() {
    guard tree.kind(node) != .source, tree.kind(node) != .typeDeclaration else { return }
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
      builder.edit {
        $0.parameters.append(
          ValueGraph.Parameter(
            name: name, form: form, initial: tree.initial(of: parameter), type: tree.declaredType(of: parameter),
            node: parameter, isNamedOnly: isNamedOnly || flags.contains(.namedOnly)))
      }
      if form == .rest { isNamedOnly = true }
      bind(pattern, to: builder.add(.parameter, payload: UInt32(index), site: parameter))
    }
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
      if rules.transparentTypes.contains(tree.name(node)), let arguments = tree.child(.typeArguments, of: node),
        let first = tree.children(of: arguments).first
      {
        return type(first)
      }
      guard let outer = children.first(where: { tree.kind($0) == .namedType }) else { return lookUp(tree.name(node)) }
      return builder.add(.member, payload: tree.name(node).raw, [type(outer)])
    case .optionalType: return children.first.map { type($0) } ?? GraphBuilder.absent
    case .unionType:
      let known = children.filter { !isNothing($0) }
      return known.first.map { type($0) } ?? GraphBuilder.absent
    case .literalType: return children.first.map { type($0) } ?? GraphBuilder.absent
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

  func declaredType(of node: NodeID) -> NodeID? { children(of: node).first { kind($0).isType } }

  /// The default of a parameter.
  func initial(of parameter: NodeID) -> NodeID? { children(of: parameter).first { kind($0).isExpression } }
}
