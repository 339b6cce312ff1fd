import SourceSyntax
import SourceTokens

/// Variables that are handed on as what holds them: whoever gets one may give it any value at any time.
extension FunctionLowering {
  /// `$name`, `$model.name`: what the variable is, or what somebody else puts there.
  mutating func handedVariable(_ node: NodeID) -> GraphNode? {
    guard isHandedVariable(node) else { return nil }
    let value = builder.gamma(
      builder.event(site: node), builder.add(.opaque, site: node), variable(node))
    put(value, intoHanded: node)
    return value
  }

  private func isHandedVariable(_ node: NodeID) -> Bool {
    switch tree.kind(node) {
    case .name: rules.handedNames[tree.name(node)] != nil
    case .member: tree.children(of: node).first.map { isHandedVariable($0) } ?? false
    default: false
    }
  }

  private mutating func variable(_ node: NodeID) -> GraphNode {
    if let name = rules.handedNames[tree.name(node)], tree.kind(node) == .name { return lookUp(name, site: node) }
    guard tree.kind(node) == .member, let base = tree.children(of: node).first else { return expression(node) }
    return builder.add(.member, payload: tree.name(node).raw, [variable(base)], site: node)
  }

  private mutating func put(_ value: GraphNode, intoHanded node: NodeID) {
    if let name = rules.handedNames[tree.name(node)], tree.kind(node) == .name {
      return setVariable(name, value, site: node)
    }
    guard let base = tree.children(of: node).first else { return }
    put(builder.add(.put, payload: tree.name(node).raw, [variable(base), value], site: node), intoHanded: base)
  }

  /// `assign(to: \.name, on: model)`: the call puts something into the member of the object whenever there is something.
  mutating func putAssigned(by call: NodeID, _ callee: NodeID) {
    guard tree.kind(callee) == .member, let labels = rules.assigningMethods[tree.name(callee)],
      let arguments = tree.child(.arguments, of: call), let path = argument(labels.path, of: arguments),
      let object = argument(labels.object, of: arguments), tree.kind(path) == .keyPath
    else { return }
    let names = members(ofPath: path)
    guard !names.isEmpty else { return }
    let before = expression(object)
    let value = builder.gamma(
      builder.event(site: path), builder.add(.opaque, site: path), member(names[...], of: before, site: path))
    store(put(value, at: names[...], of: before, site: path), backInto: object)
  }

  private func argument(_ label: NameID, of arguments: NodeID) -> NodeID? {
    tree.children(of: arguments).first { tree.name($0) == label }.flatMap { tree.children(of: $0).last }
  }

  private func members(ofPath path: NodeID) -> [NameID] {
    var names: [NameID] = []
    var next = tree.children(of: path).last
    while let node = next, tree.kind(node) == .member {
      names.insert(tree.name(node), at: 0)
      next = tree.children(of: node).first
    }
    return names
  }

  private mutating func member(_ names: ArraySlice<NameID>, of object: GraphNode, site: NodeID) -> GraphNode {
    names.reduce(object) { builder.add(.member, payload: $1.raw, [$0], site: site) }
  }

  private mutating func put(
    _ value: GraphNode, at names: ArraySlice<NameID>, of object: GraphNode, site: NodeID
  ) -> GraphNode {
    guard let first = names.first else { return value }
    let inner = builder.add(.member, payload: first.raw, [object], site: site)
    let changed = put(value, at: names.dropFirst(), of: inner, site: site)
    return builder.add(.put, payload: first.raw, [object, changed], site: site)
  }
}
