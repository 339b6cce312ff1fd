import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// Puts a trace into words: which conditions were asked, with which values, and which of them decided.
struct Explanation {
  let tree: TraceTree
  private let lines: LineTable

  init(_ trace: Trace) {
    tree = TraceTree(trace)
    lines = LineTable(trace.rules.ruleset.source)
  }

  /// One row per condition of the statements that were tried, the parts of functions below their calls.
  var rows: [ExplanationRow] {
    tree.roots.flatMap { rows(of: $0, depth: 0, decides: true) }
  }

  // MARK: Rows

  private func rows(of node: TraceTree.Node, depth: Int, decides: Bool) -> [ExplanationRow] {
    switch tree.kind(of: node) {
    case .parenthesized: return node.children.flatMap { rows(of: $0, depth: depth, decides: decides) }
    case .logical(let op, _):
      let deciding = decisive(op, node)
      return node.children.enumerated().flatMap { index, child in
        rows(of: child, depth: depth, decides: decides && (deciding.map { $0 == index } ?? false))
      }
    case .conditional:
      return node.children.enumerated().flatMap { index, child in
        rows(of: child, depth: depth, decides: decides && index == node.children.count - 1)
      }
    case .call: return [row(node, depth: depth, decides: decides)] + body(of: node, depth: depth + 1)
    case .missing, .null, .boolean, .integer, .float, .string, .bytes, .name, .list, .map, .path, .unary, .binary,
      .typeTest, .member, .index, .slice, .method, .invalidCall, nil:
      return [row(node, depth: depth, decides: decides)] + calls(below: node).flatMap { body(of: $0, depth: depth + 1) }
    }
  }

  /// The operand that made an operator what it is; nil where all of them did.
  private func decisive(_ op: LogicalOperator, _ node: TraceTree.Node) -> Int? {
    if node.children.count == 1 { return 0 }
    switch op {
    case .and:
      if node.isTrue { return nil }
      return node.children.firstIndex(where: \.isFalse) ?? node.children.firstIndex { !$0.isTrue }
    case .or: return node.isTrue ? node.children.firstIndex(where: \.isTrue) : nil
    }
  }

  private func row(_ node: TraceTree.Node, depth: Int, decides: Bool) -> ExplanationRow {
    ExplanationRow(
      depth: depth, line: lines.position(of: node.entry.span.start).line, condition: node.source,
      values: node.isError ? "" : values(of: node), outcome: node.text.onOneLine(limit: 120), isDeciding: decides)
  }

  /// The condition with values in the places of its operands.
  private func values(of node: TraceTree.Node) -> String {
    let text: String
    switch tree.kind(of: node) {
    case .binary(let op, let left, let right):
      guard let first = node.child(left), let second = node.child(right) else { return "" }
      text = "\(short(first)) \(op.rawValue) \(short(second))"
    case .typeTest(let operand, let type):
      guard let value = node.child(operand) else { return "" }
      text = "\(short(value)) is \(type.text)"
    case .method(let receiver, let name, let arguments):
      guard let base = node.child(receiver) else { return "" }
      let values = arguments.compactMap { node.child($0).map(short) }
      text = "\(short(base)).\(name.text)(\(values.joined(separator: ", ")))"
    case .missing, .null, .boolean, .integer, .float, .string, .bytes, .name, .parenthesized, .list, .map, .path,
      .unary,
      .logical, .conditional, .member, .index, .slice, .call, .invalidCall, nil:
      return ""
    }
    let line = text.onOneLine(limit: 120)
    return line == node.source ? "" : line
  }

  private func short(_ node: TraceTree.Node) -> String { node.text.onOneLine(limit: 48) }

  /// The result of a called function, which stands after the arguments.
  private func body(of call: TraceTree.Node, depth: Int) -> [ExplanationRow] {
    guard depth < 4, case .call(_, let arguments) = tree.kind(of: call), let result = call.children.last,
      !arguments.contains(where: { $0.id == result.entry.expression })
    else { return [] }
    return rows(of: result, depth: depth, decides: false)
  }

  private func calls(below node: TraceTree.Node) -> [TraceTree.Node] {
    node.children.flatMap { child -> [TraceTree.Node] in
      if case .call = tree.kind(of: child) { return [child] }
      return calls(below: child)
    }
  }
}
