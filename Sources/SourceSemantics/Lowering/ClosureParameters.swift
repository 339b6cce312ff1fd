import SourceSyntax
import SourceTokens

/// What closures get under names that they do not declare, and what they keep.
extension FunctionLowering {
  /// `$0`, `$1` in a closure without parameters of its own, up to the last one that it names.
  func numberedParameters(of node: NodeID) -> ArraySlice<NameID> {
    guard tree.kind(node) == .closure, !rules.numberedParameters.isEmpty, tree.child(.parameters, of: node) == nil
    else {
      return []
    }
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

  mutating func bindNumberedParameters() {
    for name in numberedParameters(of: node) {
      let index = builder.graph.parameters.count
      builder.edit { [node] in
        $0.parameters.append(
          ValueGraph.Parameter(
            name: name, label: .empty, form: .plain, initial: nil, type: nil, node: node, isNamedOnly: false))
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
