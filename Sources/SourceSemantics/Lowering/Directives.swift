import SourceSyntax
import SourceTokens

/// Conditions of the compiler: `#if`, between statements and in chains. Which of the branches is compiled is said by
/// nothing that is read.
extension FunctionLowering {
  /// The statements of a block, where conditions stand between them.
  mutating func statements(_ nodes: ArraySlice<NodeID>) {
    var rest = nodes
    while let node = rest.first {
      rest = rest.dropFirst()
      guard tree.kind(node) == .directive, tree.name(node) == Word.ifDirective.name else {
        statement(node)
        continue
      }
      rest = compiled(rest, site: node)
    }
  }

  /// The branches behind an `#if`; answers what stands behind its `#endif`.
  private mutating func compiled(_ nodes: ArraySlice<NodeID>, site: NodeID) -> ArraySlice<NodeID> {
    let condition = builder.event(site: site)
    let before = flow
    let (end, hasMore) = branchEnd(nodes)
    flow.reached = builder.and(before.reached, condition)
    statements(nodes[nodes.startIndex..<end])
    let high = flow
    flow = before
    flow.reached = builder.and(before.reached, builder.not(condition))
    var rest = nodes[end...].dropFirst()
    if hasMore {
      if tree.name(nodes[end]) == Word.elseIfDirective.name {
        rest = compiled(rest, site: nodes[end])
      } else {
        let (last, _) = branchEnd(rest)
        statements(rest[rest.startIndex..<last])
        rest = rest[last...].dropFirst()
      }
    }
    flow = builder.join(condition, high, flow, before: before.reached)
    return rest
  }

  /// Where the branch ends, and whether another one follows.
  private func branchEnd(_ nodes: ArraySlice<NodeID>) -> (end: Int, hasMore: Bool) {
    var depth = 0
    for place in nodes.indices where tree.kind(nodes[place]) == .directive {
      switch tree.name(nodes[place]).word {
      case .ifDirective: depth += 1
      case .endIfDirective where depth > 0: depth -= 1
      case .endIfDirective: return (place, false)
      case .elseDirective where depth == 0, .elseIfDirective where depth == 0: return (place, true)
      default: break
      }
    }
    return (nodes.endIndex, false)
  }

  // MARK: - In chains

  /// `.a` `#if X` `.b` `#endif` `.c`
  mutating func link(_ node: NodeID) -> GraphNode {
    guard let inner = tree.children(of: node).first, tree.kind(inner).isExpression || tree.kind(inner) == .directive
    else {
      return builder.add(.opaque, site: node)
    }
    let value = expression(inner)
    switch tree.name(node).word {
    case .ifDirective:
      links.append(ChainLink(before: value))
      return value
    case .elseIfDirective, .elseDirective:
      guard !links.isEmpty else { return value }
      links[links.count - 1].ways.append(value)
      links[links.count - 1].hasElse = tree.name(node) == Word.elseDirective.name
      return links[links.count - 1].before
    default:
      guard let link = links.popLast() else { return value }
      var result = link.hasElse ? value : builder.gamma(builder.event(site: node), value, link.before)
      for way in link.ways.reversed() { result = builder.gamma(builder.event(site: node), way, result) }
      return result
    }
  }

  /// A condition of the compiler in a chain that nothing has ended yet.
  struct ChainLink {
    var before: GraphNode
    var ways: [GraphNode] = []
    var hasElse = false
  }
}
