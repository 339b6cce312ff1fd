import SourceSyntax
import SourceTokens

/// How often a loop with a counter goes round, where numbers of the code say it: `for (let i = 0; i < 5; i++)`,
/// `for (int i = 10; i > 0; i -= 3)`.
struct CountedRounds {
  private let tree: SyntaxTree
  private let name: NameID

  /// - Parameters:
  ///   - header: what declares the counter, the test, and what changes it.
  ///   - name: the counter, which nothing else changes.
  static func count(
    _ header: (first: NodeID, test: NodeID, update: NodeID), _ name: NameID, _ tree: SyntaxTree
  ) -> Int64? {
    let rounds = CountedRounds(tree: tree, name: name)
    guard let start = rounds.start(header.first), let end = rounds.end(header.test),
      let width = rounds.width(header.update), width != 0
    else { return nil }
    return count(from: start, to: end.number, by: width, end.sign)
  }

  /// Whether the counter goes on by one.
  static func isByOne(_ update: NodeID, _ name: NameID, _ tree: SyntaxTree) -> Bool {
    CountedRounds(tree: tree, name: name).width(update) == 1
  }

  private static func count(from start: Int64, to end: Int64, by width: Int64, _ sign: Operator) -> Int64? {
    let size = abs(width)
    let way = width > 0 ? end - start : start - end
    switch (sign, width > 0) {
    case (.less, true), (.greater, false): return max(0, (way + size - 1) / size)
    case (.lessOrEqual, true), (.greaterOrEqual, false): return way < 0 ? 0 : way / size + 1
    default: return nil
    }
  }

  private func start(_ first: NodeID) -> Int64? {
    let declarators = tree.children(of: first).flatMap { tree.children(.declarator, of: $0) }
    let own = declarators.first { tree.children(of: $0).first.map { tree.name($0) } == name }
    return own.flatMap { tree.children(of: $0).last }.flatMap(number)
  }

  private func end(_ test: NodeID) -> (sign: Operator, number: Int64)? {
    guard let comparison = tree.children(of: test).first, tree.kind(comparison) == .binary,
      let (left, right) = operands(comparison), isCounter(left), let number = number(right)
    else { return nil }
    return (tree[comparison].operation, number)
  }

  /// How far `i++`, `i -= 10` or `i = i + 2` goes.
  private func width(_ update: NodeID) -> Int64? {
    guard let change = tree.children(of: update).first, tree.children(of: update).count == 1 else { return nil }
    switch (tree.kind(change), tree[change].operation) {
    case (.unary, .preIncrement), (.unary, .postIncrement): return isCounter(tree.children(of: change).first) ? 1 : nil
    case (.unary, .preDecrement), (.unary, .postDecrement): return isCounter(tree.children(of: change).first) ? -1 : nil
    case (.assign, let op): return operands(change).flatMap { width(of: $0.right, to: $0.left, op) }
    default: return nil
    }
  }

  private func width(of value: NodeID, to target: NodeID, _ op: Operator) -> Int64? {
    guard isCounter(target) else { return nil }
    switch op {
    case .add: return number(value)
    case .subtract: return number(value).map { -$0 }
    case .assign where tree.kind(value) == .binary:
      guard let (left, right) = operands(value), isCounter(left) else { return nil }
      return width(of: right, to: left, tree[value].operation == .assign ? .other : tree[value].operation)
    default: return nil
    }
  }

  private func operands(_ node: NodeID) -> (left: NodeID, right: NodeID)? {
    let children = Array(tree.children(of: node))
    return children.count == 2 ? (children[0], children[1]) : nil
  }

  private func isCounter(_ node: NodeID?) -> Bool {
    node.map { tree.kind($0) == .name && tree.name($0) == name } ?? false
  }

  /// Numbers beyond this count nothing that is read in a loop.
  private static let greatest: Int64 = 1_000_000

  private func number(_ node: NodeID) -> Int64? {
    guard tree.kind(node) == .number, let value = Int64(tree.text(of: node)), value <= Self.greatest else { return nil }
    return value
  }
}
