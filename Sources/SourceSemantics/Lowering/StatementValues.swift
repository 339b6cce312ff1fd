import SourceSyntax
import SourceTokens

/// Statements where a value is expected: `val q = if (a) x else y`, `return switch …`, the last line of a closure.
extension FunctionLowering {
  /// The value of a block is that of its last statement.
  mutating func blockValue(_ node: NodeID) -> GraphNode {
    guard tree.kind(node) == .block else { return statementValue(node) }
    let children = tree.children(of: node)
    guard let last = children.last else { return GraphBuilder.null }
    for child in children.dropLast() { statement(child) }
    return statementValue(last)
  }

  mutating func statementValue(_ node: NodeID) -> GraphNode {
    guard depth < Self.deepest else { return GraphBuilder.absent }
    depth += 1
    defer { depth -= 1 }
    switch tree.kind(node) {
    case .block: return blockValue(node)
    case .if, .guard, .switch, .try: return chosen(node)
    case .labeled: return tree.children(of: node).last.map { statementValue($0) } ?? GraphBuilder.null
    case let kind where kind.isExpression && kind != .assign: return expression(node)
    default:
      statement(node)
      return flow.isDead ? GraphBuilder.absent : GraphBuilder.null
    }
  }

  /// What stands inside of another expression: there `(line = next())` is what it assigns, and `yield a` its answer.
  mutating func innerValue(_ node: NodeID) -> GraphNode {
    [.assign, .yield].contains(tree.kind(node)) ? expression(node) : statementValue(node)
  }

  /// Each way puts its value under a name of its own; where the ways meet, the conditions between them decide.
  private mutating func chosen(_ node: NodeID) -> GraphNode {
    let key = freshName()
    let outer = valueName
    valueName = key
    switch tree.kind(node) {
    case .if, .guard: conditional(node)
    case .switch: selection(node)
    default: attempt(node)
    }
    valueName = outer
    return flow.names.removeValue(forKey: key) ?? (flow.isDead ? GraphBuilder.absent : GraphBuilder.null)
  }

  /// The body of a branch; where the statement stands for a value, its value is kept.
  mutating func branchBody(_ node: NodeID, for key: NameID?) {
    guard let key else { return statement(node) }
    let outer = valueName
    valueName = nil
    let value = blockValue(node)
    valueName = outer
    if !flow.isDead { flow.names[key] = value }
  }

  /// What `if` and the like put their value under, taken so that statements inside put theirs nowhere.
  mutating func takeValueName() -> NameID? {
    defer { valueName = nil }
    return valueName
  }

  /// A name that no code has.
  mutating func freshName() -> NameID {
    freshNames += 1
    return NameID(Self.firstFresh - freshNames)
  }

  private static let firstFresh = UInt32.max
}

extension NodeKind {
  /// An expression, or a statement that can stand for one.
  var isValue: Bool {
    isExpression || self == .if || self == .switch || self == .try || self == .labeled || self == .yield
  }
}
