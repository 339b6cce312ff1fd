package import Diagnostics
import FirestoreRulesLanguage

/// The coverage of a source: a tree of expressions for each condition and function, and figures for the whole.
package struct CoverageReport: Sendable {
  /// An expression with what it came out as; no values when it was never evaluated.
  package struct Node: Sendable {
    package var expression: Int
    package var span: Span
    package var values: [(value: CoveredValue, count: Int)]
    package var children: [Node]

    package init(expression: Int, span: Span, values: [(value: CoveredValue, count: Int)], children: [Node]) {
      self.expression = expression
      self.span = span
      self.values = values
      self.children = children
    }

    package var isEvaluated: Bool { !values.isEmpty }
  }

  /// A condition that can decide on its own: an operand of `&&` or `||`, or a whole condition.
  package struct Condition: Hashable, Sendable {
    package var expression: Int
    package var span: Span
    package var decidedTrue: Int
    package var decidedFalse: Int
    /// How often it came out true and not true, whether or not that decided.
    package var isTrue: Int
    package var isFalse: Int

    /// - Parameter found: nil when it was never evaluated.
    package init(expression: Int, span: Span, _ found: ExpressionCoverage?) {
      self.expression = expression
      self.span = span
      decidedTrue = found?.decidedTrue ?? 0
      decidedFalse = found?.decidedFalse ?? 0
      isTrue = found?.isTrue ?? 0
      isFalse = (found?.isFalse ?? 0) + (found?.isError ?? 0)
    }

    /// Both ways: there was a request that it alone let through, and one that it alone did not.
    package var isCovered: Bool { decidedTrue > 0 && decidedFalse > 0 }
  }

  package struct Statement: Hashable, Sendable {
    package var index: Int
    package var span: Span
    package var coverage: StatementCoverage
    /// Whether any request came to it.
    package var isTried: Bool

    /// - Parameter found: nil when it was never tried.
    package init(index: Int, span: Span, _ found: StatementCoverage?) {
      self.index = index
      self.span = span
      coverage = found ?? StatementCoverage()
      isTried = found != nil
    }
  }

  /// A part of a whole, compared exactly.
  package struct Share: Hashable, Sendable {
    package var covered: Int
    package var total: Int

    package init(covered: Int, total: Int) {
      self.covered = covered
      self.total = total
    }
  }

  package var source: SourceText
  /// One root per condition of a statement and per body of a function and of its variables, in the order of the source.
  package var roots: [Node]
  package var statements: [Statement]
  package var conditions: [Condition]
  /// Expressions without parentheses and literals, which say nothing of their own.
  package var expressionShare: Share

  package init(
    source: SourceText, roots: [Node], statements: [Statement], conditions: [Condition], expressionShare: Share
  ) {
    self.source = source
    self.roots = roots
    self.statements = statements
    self.conditions = conditions
    self.expressionShare = expressionShare
  }

  package var statementShare: Share {
    Share(covered: statements.count(where: \.isTried), total: statements.count)
  }
  /// Two for each condition: let through, and did not.
  package var conditionShare: Share {
    Share(
      covered: conditions.reduce(0) { $0 + ($1.decidedTrue > 0 ? 1 : 0) + ($1.decidedFalse > 0 ? 1 : 0) },
      total: 2 * conditions.count)
  }
}

extension CompiledRules {
  /// What a coverage of these rules means for their source.
  package func report(_ coverage: Coverage) -> CoverageReport {
    var collector = CoverageCollector(coverage: coverage, program: program)
    ruleset.functions.forEach { collector.add($0) }
    for service in ruleset.services where service.name.text == "cloud.firestore" { collector.add(service) }
    collector.roots.sort { ($0.span.start, $0.expression) < ($1.span.start, $1.expression) }
    collector.conditions.sort { ($0.span.start, $0.expression) < ($1.span.start, $1.expression) }
    return CoverageReport(
      source: ruleset.source, roots: collector.roots,
      statements: statements.map { statement in
        CoverageReport.Statement(
          index: statement.index, span: statement.span, coverage.statements[statement.index])
      },
      conditions: collector.conditions,
      expressionShare: CoverageReport.Share(covered: collector.covered, total: collector.total))
  }
}

/// Walks the declarations of a source.
private struct CoverageCollector {
  let coverage: Coverage
  private let program: Program
  var roots: [CoverageReport.Node] = []
  var conditions: [CoverageReport.Condition] = []
  var covered = 0
  var total = 0

  init(coverage: Coverage, program: Program) {
    self.coverage = coverage
    self.program = program
  }

  mutating func add(_ service: Service) {
    for function in service.functions { add(function) }
    for match in service.matches { add(match) }
  }

  private mutating func add(_ match: MatchBlock) {
    for function in match.functions { add(function) }
    for condition in match.allows.compactMap(\.condition) {
      roots.append(node(condition))
      if !condition.isLogical { conditions.append(self.condition(condition)) }
    }
    for nested in match.matches { add(nested) }
  }

  mutating func add(_ function: FunctionDeclaration) {
    for binding in function.lets { roots.append(node(binding.value)) }
    roots.append(node(function.result))
  }

  private mutating func node(_ expression: Expression) -> CoverageReport.Node {
    let found = coverage.expressions[expression.id]
    if expression.saysSomething {
      total += 1
      if found != nil { covered += 1 }
    }
    if case .logical(_, let operands) = expression.kind {
      for operand in operands where !operand.isLogical { conditions.append(condition(operand)) }
    }
    var children: [CoverageReport.Node] = []
    for child in evaluatedChildren(of: expression) { children.append(node(child)) }
    return CoverageReport.Node(
      expression: expression.id, span: expression.span, values: found?.values ?? [], children: children)
  }

  /// A namespace before a point is not an expression of its own.
  private func evaluatedChildren(of expression: Expression) -> [Expression] {
    guard case .method(_, _, let arguments) = expression.kind, program.nodes.indices.contains(expression.id) else {
      return expression.children
    }
    switch program.nodes[expression.id] {
    case .builtin, .failure: return arguments
    default: return expression.children
    }
  }

  private func condition(_ expression: Expression) -> CoverageReport.Condition {
    CoverageReport.Condition(
      expression: expression.id, span: expression.span, coverage.expressions[expression.id])
  }
}

extension Expression {
  /// A chain of `&&` or `||`, perhaps in parentheses: its operands are the conditions, not itself.
  fileprivate var isLogical: Bool {
    var current = self
    while case .parenthesized(let inner) = current.kind { current = inner }
    if case .logical = current.kind { return true }
    return false
  }

  fileprivate var saysSomething: Bool {
    switch kind {
    case .missing, .null, .boolean, .integer, .float, .string, .bytes, .parenthesized: false
    case .name, .list, .map, .path, .unary, .binary, .logical, .conditional, .typeTest, .member, .index, .slice, .call,
      .method, .invalidCall:
      true
    }
  }
}
