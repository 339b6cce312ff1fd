import SourceSyntax
import SourceTokens

/// Elements of markup: calls of what their names stand for, with the attributes as one record.
extension FunctionLowering {
  mutating func element(_ node: NodeID) -> GraphNode {
    let children = tree.children(of: node)
    var parts: [GraphNode] = []
    var callee: GraphNode?
    for child in children {
      switch tree.kind(child) {
      case .attribute: parts += attribute(child)
      case .name, .member: if callee == nil, parts.isEmpty, isComponent(child) { callee = expression(child) }
      default: break
      }
    }
    let inner = children.compactMap { content($0) }
    if !inner.isEmpty {
      let key = builder.add(.text, [builder.add(.literal, payload: rules.childrenName.raw)])
      parts += [key, builder.add(.list, inner, site: node)]
    }
    let attributes = builder.add(.record, parts, site: node)
    let target = callee ?? builder.add(.opaque, site: node)
    let result = builder.call(target, [attributes], ValueGraph.ArgumentShape(labels: [.empty]), site: node)
    let effect = ValueGraph.Effect(call: result, under: flow.reached, loop: loop)
    builder.edit { $0.effects.append(effect) }
    return result
  }

  /// Names of pages' own elements begin with small letters.
  private func isComponent(_ name: NodeID) -> Bool {
    tree.kind(name) == .member || !(tree.text(of: name).utf8.first.map { $0 >= UInt8(ascii: "a") } ?? true)
  }

  private mutating func attribute(_ node: NodeID) -> [GraphNode] {
    let value = tree.children(of: node).first
    if let value, tree.kind(value) == .spread {
      return [GraphBuilder.absent, tree.children(of: value).first.map { expression($0) } ?? GraphBuilder.absent]
    }
    let key = builder.add(.text, [builder.add(.literal, payload: tree.name(node).raw)])
    guard let value else { return [key, GraphBuilder.yes] }
    return [key, content(value) ?? expression(value)]
  }

  /// What stands in braces, or an element inside.
  private mutating func content(_ node: NodeID) -> GraphNode? {
    switch tree.kind(node) {
    case .interpolation: tree.children(of: node).last.map { expression($0) } ?? GraphBuilder.null
    case .element: element(node)
    default: nil
    }
  }
}
