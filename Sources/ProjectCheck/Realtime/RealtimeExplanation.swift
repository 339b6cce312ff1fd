import Diagnostics
import RealtimeRules
import RulesTesting

/// Puts the trace of one rule into words: which conditions were asked, with which values, and which of them decided.
struct RealtimeExplanation {
  package struct Node {
    var value: TracedValue
    var children: [Node]

    var span: Span { value.span }

    var text: String {
      switch value.outcome {
      case .value(let text), .error(let text): text
      }
    }

    var isError: Bool { if case .error = value.outcome { true } else { false } }
    var isTrue: Bool { value.outcome == .value("true") }
    var isFalse: Bool { value.outcome == .value("false") }

    func child(_ expression: RuleExpression) -> Node? { children.first { $0.span == expression.span } }
  }

  private let source: SourceText
  private let root: Node?
  private let expressions: [Span: RuleExpression]

  init(_ traced: TracedRule, _ source: SourceText) {
    self.source = source
    var expressions: [Span: RuleExpression] = [:]
    for part in traced.rule.rule.expression.everyPart where expressions[part.span] == nil {
      expressions[part.span] = part
    }
    self.expressions = expressions
    // Operands come before what they are part of, one level deeper.
    var waiting: [[Node]] = []
    for value in traced.values {
      while waiting.count <= value.depth + 1 { waiting.append([]) }
      let node = Node(value: value, children: waiting[value.depth + 1])
      waiting[value.depth + 1] = []
      waiting[value.depth].append(node)
    }
    root = waiting.first?.last
  }

  /// `true`, `false`, or an error's text; a rule that is a literal has no trace.
  static func outcome(_ traced: TracedRule, _ source: SourceText) -> String {
    switch traced.values.last?.outcome {
    case .value(let text)?, .error(let text)?: text
    case nil: source.expression(at: traced.rule.rule.expression.span)
    }
  }

  /// The innermost condition that was not met, or that could not be evaluated.
  var deciding: Node? {
    guard var node = root else { return nil }
    while let next = decisive(node) { node = next }
    return node
  }

  /// The part of an operator that made it what it is; nil for what is a condition of its own.
  private func decisive(_ node: Node) -> Node? {
    // Literals are not traced: where one of them decided, it is the whole that did.
    let decisive: Node? =
      switch expressions[node.span] {
      case .infix(_, .and, _, _)?: node.isTrue ? nil : node.children.last { $0.isFalse || $0.isError }
      case .infix(_, .or, _, _)?: node.children.last { node.isError ? $0.isError : node.isTrue && $0.isTrue }
      case .conditional(_, let first, let second, _)?:
        node.child(first) ?? node.child(second) ?? node.children.last { $0.isError }
      default: node.children.last { node.isError && $0.isError }
      }
    return decisive
  }

  // MARK: Rows

  var rows: [ExplanationRow] {
    guard let root else { return [] }
    let lines = LineTable(source)
    return rows(of: root, depth: 0, decides: true, lines)
  }

  private func rows(of node: Node, depth: Int, decides: Bool, _ lines: LineTable) -> [ExplanationRow] {
    switch expressions[node.span] {
    case .infix(_, .and, _, _)?, .infix(_, .or, _, _)?, .conditional?:
      let deciding = decisive(node)
      return node.children.flatMap { child in
        rows(of: child, depth: depth, decides: decides && deciding?.span == child.span, lines)
      }
    default:
      return [
        ExplanationRow(
          depth: depth, line: lines.position(of: node.span.start).line,
          condition: source.expression(at: node.span).onOneLine(limit: 120),
          values: node.isError ? "" : values(of: node),
          outcome: node.text.onOneLine(limit: 120), isDeciding: decides)
      ]
    }
  }

  /// The condition with values in the places of its operands.
  private func values(of node: Node) -> String {
    let text: String
    switch expressions[node.span] {
    case .infix(let left, let sign, let right, _)?:
      text = "\(short(left, of: node)) \(sign.rawValue) \(short(right, of: node))"
    case .call(.member(let base, let name, _), let arguments, _)?:
      text = "\(short(base, of: node)).\(name)(\(arguments.map { short($0, of: node) }.joined(separator: ", ")))"
    default: return ""
    }
    let line = text.onOneLine(limit: 120)
    return line == source.expression(at: node.span) ? "" : line
  }

  private func short(_ expression: RuleExpression, of node: Node) -> String {
    (node.child(expression)?.text ?? source.expression(at: expression.span)).onOneLine(limit: 48)
  }
}
