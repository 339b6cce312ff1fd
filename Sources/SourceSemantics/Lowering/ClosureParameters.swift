import SourceSyntax
import SourceTokens

/// What closures get under names that they do not declare, and what they keep.
extension FunctionLowering {
  /// What closures are given without declaring it: the parameters that they only name, and what they are called on.
  func implicitParameters(of node: NodeID) -> [NameID] {
    guard tree.kind(node) == .closure else { return [] }
    let named = Array(numberedParameters(of: node))
    return rules.closureReceiver == .empty ? named : named + [rules.closureReceiver]
  }

  /// `$0`, `$1` in a closure without parameters of its own, up to the last one that it names; `it`.
  func numberedParameters(of node: NodeID) -> ArraySlice<NameID> {
    guard tree.kind(node) == .closure, tree.child(.parameters, of: node) == nil else { return [] }
    if rules.implicitParameter != .empty { return [rules.implicitParameter] }
    guard !rules.numberedParameters.isEmpty else { return [] }
    var count = 0
    noteNumbered(below: node, &count)
    return rules.numberedParameters.prefix(count)
  }

  private func noteNumbered(below node: NodeID, _ count: inout Int) {
    for child in tree.children(of: node) {
      switch tree.kind(child) {
      case .name:
        if let place = rules.numberedParameters.firstIndex(of: tree.name(child)) { count = max(count, place + 1) }
      case .closure where tree.child(.parameters, of: child) == nil: continue
      case .function, .typeDeclaration: continue
      default: noteNumbered(below: child, &count)
      }
    }
  }

  mutating func bindImplicitParameters() {
    for name in implicitParameters(of: node) {
      let index = builder.graph.parameters.count
      let isReceiver = name == rules.closureReceiver
      builder.edit { [node] in
        $0.parameters.append(
          ValueGraph.Parameter(
            name: name, label: isReceiver ? Word.this.name : .empty, form: .plain, initial: nil, type: nil, node: node,
            isNamedOnly: isReceiver))
      }
      flow.names[name] = builder.add(.parameter, payload: UInt32(index), site: node)
    }
  }

  /// `[weak self, db = other.db]`
  mutating func bindCaptures() {
    guard tree.kind(node) == .closure, let list = tree.child(.list, of: node) else { return }
    for part in tree.children(.declarator, of: list) {
      let children = tree.children(of: part)
      guard let name = tree.child(.binding, of: part), let value = children.last, tree.kind(value).isExpression else {
        continue
      }
      bind(name, to: expression(value))
    }
  }

  /// `func all<T>(_ type: T.Type)`: the type that stands for `T` is that of the first argument which says it.
  mutating func bindTypeParameters() {
    guard let list = tree.child(.typeParameters, of: node), tree.kind(node) == .function else { return }
    for parameter in tree.children(.typeParameter, of: list) {
      let name = tree.name(parameter)
      for (place, own) in builder.graph.parameters.enumerated() {
        guard let type = own.type, let use = use(of: name, in: type) else { continue }
        let value = builder.add(.parameter, payload: UInt32(place), site: own.node)
        flow.names[name] = use == .itself ? value : builder.add(.typeOf, [value])
        break
      }
    }
  }

  private enum TypeUse { case itself, instance }

  private func use(of name: NameID, in type: NodeID) -> TypeUse? {
    let children = tree.children(of: type)
    if tree.kind(type) == .namedType {
      if tree.name(type) == name { return .instance }
      guard tree.name(type) == Word.swiftType.name, let outer = children.first else { return nil }
      return use(of: name, in: outer) == nil ? nil : .itself
    }
    guard [.optionalType, .typeOperator].contains(tree.kind(type)) else { return nil }
    return children.lazy.compactMap { self.use(of: name, in: $0) }.first
  }
}
