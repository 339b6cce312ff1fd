import SourceSyntax
import SourceTokens

/// Expressions whose meaning depends on the type that their place expects: `.newest`, `.init(limit: 3)`, and lists of
/// such.
extension FunctionLowering {
  mutating func implicitMember(_ node: NodeID) -> GraphNode {
    builder.add(.implicit, payload: tree.name(node).raw, site: node)
  }

  /// The value as its declared type makes it.
  mutating func expected(_ value: GraphNode, _ expression: NodeID, as type: NodeID?) -> GraphNode {
    guard let type, leavesType(expression) else { return value }
    return builder.add(.expected, [value, self.type(type)], site: expression)
  }

  /// Whether the type decides what an expression means.
  func leavesType(_ node: NodeID) -> Bool {
    let children = tree.children(of: node)
    switch tree.kind(node) {
    case .implicitMember: return true
    case .call, .member, .parenthesized, .unary, .argument: return children.first.map { leavesType($0) } ?? false
    case .list, .record, .tuple, .conditional, .if, .switch, .block: return children.contains { leavesType($0) }
    case .entry, .case: return children.contains { leavesType($0) }
    case .binary where tree[node].operation == .coalesce: return children.contains { leavesType($0) }
    default: return false
    }
  }

  /// `\.name`, `\Type.name.other`
  mutating func keyPath(_ node: NodeID) -> GraphNode {
    guard let last = tree.children(of: node).last else { return builder.add(.opaque, site: node) }
    return steps(last) ?? builder.add(.opaque, site: node)
  }

  private mutating func steps(_ node: NodeID) -> GraphNode? {
    let children = tree.children(of: node)
    switch tree.kind(node) {
    case .name, .skipped: return GraphBuilder.absent
    case .unary, .index: return children.first.flatMap { steps($0) }
    case .member:
      guard let before = children.first.flatMap({ steps($0) }) else { return nil }
      if tree.name(node) == Word.selfName.name { return before }
      return builder.add(.keyPath, payload: tree.name(node).raw, [before], site: node)
    default: return nil
    }
  }

  /// `x as? T`
  mutating func cast(_ node: NodeID) -> GraphNode {
    let children = tree.children(of: node)
    guard let value = children.first(where: { !tree.kind($0).isType }) else { return GraphBuilder.null }
    guard rules.castsNameTypes, let type = children.first(where: { tree.kind($0).isType }) else {
      return expression(value)
    }
    return builder.add(.cast, [expression(value), self.type(type)], site: node)
  }
}
