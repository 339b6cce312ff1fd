import SourceSyntax
import SourceTokens

/// Closures that may be called on an object: `query.build { whereEqualTo("a", 1) }`.
extension FunctionLowering {
  /// What a closure is called on, where its callers call it on something; otherwise what code around it is called on.
  mutating func closureReceiver(at scope: Int, _ distance: Int, otherwise outer: GraphNode?) -> GraphNode? {
    guard rules.closureReceiver != .empty, tree.kind(scopes.scopes[scope].node) == .closure else { return nil }
    let own =
      distance == 0
      ? flow.names[rules.closureReceiver] ?? GraphBuilder.absent
      : builder.add(.capture, code: UInt8(min(distance, 255)), payload: rules.closureReceiver.raw)
    let other = outer ?? builder.add(.opaque, site: scopes.scopes[scope].node)
    return builder.gamma(builder.add(.present, code: 1, [own]), own, other)
  }

  // MARK: - Calls of such closures

  /// The function of which `query.f()` is a call, where `f` is a variable that holds one.
  mutating func calledOnBase(_ callee: NodeID) -> (function: GraphNode, receiver: GraphNode)? {
    let name = tree.name(callee)
    guard tree.kind(callee) == .member, argumentCount(name) != nil, let base = tree.children(of: callee).first
    else { return nil }
    let isVariable = blockKey(name) != nil || flow.names[name] != nil || scopes.place(of: name, from: scope) != .unit
    return isVariable ? (lookUp(name), expression(base)) : nil
  }

  private func argumentCount(_ name: NameID) -> Int? {
    scopes.argumentCount(ofReceiverFunction: name, from: blocks.last ?? scope)
  }

  /// Says which of the arguments is what the function is called on.
  mutating func nameReceiver(
    _ callee: NodeID, _ arguments: inout [(value: GraphNode, node: NodeID)], _ shape: inout ValueGraph.ArgumentShape
  ) {
    guard let name = receiverFunction(callee), let count = argumentCount(name) else { return }
    if arguments.count > count {
      shape.labels[0] = Word.this.name
    } else if tree.kind(callee) == .name, let receiver = allReceivers().first {
      arguments.append((receiver, callee))
      shape.labels.append(Word.this.name)
    }
  }

  /// `f()`, `f.invoke()`
  private func receiverFunction(_ callee: NodeID) -> NameID? {
    if tree.kind(callee) == .name { return tree.name(callee) }
    guard tree.kind(callee) == .member, tree.name(callee) == rules.invokeMethod else { return nil }
    return tree.children(of: callee).first.map { tree.name($0) }
  }
}

extension SyntaxTree {
  /// `typealias Refining = Query.() -> Query`
  func receiverFunctionAliases() -> [NameID: Int] {
    var aliases: [NameID: Int] = [:]
    for index in nodes.indices where nodes[index].kind == .typeAlias {
      if let count = receiverFunction(below: NodeID(UInt32(index)), aliases) { aliases[nodes[index].name] = count }
    }
    return aliases
  }

  /// `Query.(Int) -> Query`: how many arguments it takes.
  func receiverFunction(below node: NodeID, _ aliases: [NameID: Int]) -> Int? {
    for part in children(of: node) {
      switch kind(part) {
      case .functionType where child(.receiver, of: part) != nil:
        return child(.tupleType, of: part).map { children(of: $0).count } ?? 0
      case .optionalType, .typeOperator:
        if let count = receiverFunction(below: part, aliases) { return count }
      case .namedType:
        if let count = aliases[name(part)] { return count }
      default: continue
      }
    }
    return nil
  }
}
