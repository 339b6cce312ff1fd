import Diagnostics
import FirestoreModel
package import FirestoreRulesEvaluator
import RealtimeDatabase
package import RealtimeRules

/// What requests have evaluated of rules of the Realtime Database. Expressions are known by where they stand.
package struct RealtimeCoverage: Sendable {
  private var expressions: [Span: ExpressionCoverage] = [:]
  /// By where their expressions stand.
  private var rules: [Span: StatementCoverage] = [:]

  package init() {}

  /// Adds rules that one request has asked.
  package mutating func add(_ trace: [TracedRule]) {
    for traced in trace { add(traced) }
  }

  private mutating func add(_ traced: TracedRule) {
    var found: [Span: CoveredValue] = [:]
    for value in traced.values {
      let covered = CoveredValue(value)
      found[value.span] = covered
      expressions[value.span, default: ExpressionCoverage()].record(covered)
    }
    let condition = traced.rule.rule.expression
    let isTrue = condition.truth(in: found)
    rules[condition.span, default: StatementCoverage()].record(isAllowed: isTrue)
    decide(condition, isTrue: isTrue == true, found)
  }

  /// Notes which operands of `&&` and `||` have decided: those that kept the whole from coming out otherwise.
  private mutating func decide(_ condition: RuleExpression, isTrue: Bool, _ found: [Span: CoveredValue]) {
    guard case .infix(let left, let sign, let right, _) = condition, sign == .and || sign == .or else {
      guard found[condition.span] != nil else { return }
      if isTrue {
        expressions[condition.span, default: ExpressionCoverage()].decidedTrue += 1
      } else {
        expressions[condition.span, default: ExpressionCoverage()].decidedFalse += 1
      }
      return
    }
    // `&&` is true by both operands, and not true by the last one that was asked; `||` the other way.
    let leftIsTrue = left.truth(in: found)
    let stops = leftIsTrue == nil || leftIsTrue == (sign == .or)
    if stops || isTrue == (sign == .and) { decide(left, isTrue: isTrue, found) }
    if !stops { decide(right, isTrue: isTrue, found) }
  }

  /// What this means for the source of the rules.
  package func report(on ruleset: RealtimeRuleset) -> CoverageReport {
    var collector = Collector(expressions: expressions)
    let rules = ruleset.root.everyNode.flatMap(\.rules).sorted { $0.keySpan.start < $1.keySpan.start }
    for rule in rules { collector.add(rule) }
    return CoverageReport(
      source: ruleset.source, roots: collector.roots,
      statements: rules.enumerated().map { index, rule in
        CoverageReport.Statement(index: index, span: rule.keySpan, self.rules[rule.expression.span])
      },
      conditions: collector.conditions.sorted { ($0.span.start, $0.expression) < ($1.span.start, $1.expression) },
      expressionShare: CoverageReport.Share(covered: collector.covered, total: collector.total))
  }

  private struct Collector {
    let expressions: [Span: ExpressionCoverage]
    var roots: [CoverageReport.Node] = []
    var conditions: [CoverageReport.Condition] = []
    var covered = 0
    var total = 0

    mutating func add(_ rule: Rule) {
      roots += nodes(rule.expression)
      if !rule.expression.isLogical { addCondition(rule.expression) }
    }

    /// The expression, or what it is made of where it says nothing of its own.
    private mutating func nodes(_ expression: RuleExpression) -> [CoverageReport.Node] {
      let number = total
      let isCounted = expression.saysSomething
      let found = expressions[expression.span]
      if isCounted {
        total += 1
        if found != nil { covered += 1 }
      }
      if expression.isLogical {
        for operand in expression.parts where !operand.isLogical { addCondition(operand) }
      }
      var children: [CoverageReport.Node] = []
      for part in expression.evaluatedParts { children += nodes(part) }
      guard isCounted else { return children }
      return [
        CoverageReport.Node(expression: number, span: expression.span, values: found?.values ?? [], children: children)
      ]
    }

    private mutating func addCondition(_ expression: RuleExpression) {
      guard expression.saysSomething else { return }
      conditions.append(
        CoverageReport.Condition(expression: total, span: expression.span, expressions[expression.span]))
    }
  }
}

extension RuleExpression {
  fileprivate var isLogical: Bool {
    if case .infix(_, let sign, _, _) = self { sign == .and || sign == .or } else { false }
  }

  /// Nil for an error, and for what is neither.
  fileprivate func truth(in found: [Span: CoveredValue]) -> Bool? {
    if case .boolean(let value, _) = self { return value }
    guard case .boolean(let value)? = found[span] else { return nil }
    return value
  }

  /// Whether a trace tells what it came out as: what is written out, and where data begin, is nothing to tell.
  fileprivate var saysSomething: Bool {
    switch self {
    case .boolean, .number, .string, .null, .regex, .list: false
    case .name(let name, _): !["root", "data", "newData", "query"].contains(name)
    case .member, .element, .call, .prefix, .infix, .conditional: true
    }
  }

  /// The method of a call is no expression of its own.
  fileprivate var evaluatedParts: [RuleExpression] {
    guard case .call(.member(let base, _, _), let arguments, _) = self else { return parts }
    return [base] + arguments
  }
}

extension CoveredValue {
  fileprivate init(_ traced: TracedValue) {
    switch (traced.outcome, traced.leaf) {
    case (.error(let message), _): self = .undefined(.foreign(message))
    case (.value, .boolean(let value)?): self = .boolean(value)
    case (.value, .number(let value)?):
      if let integer = Int64(exactly: value) { self = .integer(integer) } else { self = .float(value) }
    case (.value, .string(let text)?): self = .string(text)
    case (.value("null"), nil): self = .null
    // A location, or a value with children: which ones is not kept.
    case (.value, nil): self = .other(.map)
    }
  }
}
