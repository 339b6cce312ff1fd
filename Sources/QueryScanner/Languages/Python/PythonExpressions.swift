import Diagnostics

/// Expressions with what only Python puts behind them: `a if b else c`, `x for x in xs`.
enum PythonExpressions {
  /// An expression, a spread one, or a comprehension without its brackets.
  static func element(_ parser: inout Parser) -> Expression {
    let value = conditional(&parser, spreads: true)
    return isComprehension(parser) ? comprehension(of: value, &parser) : value
  }

  /// `a if test else b`, and with `spreads` also `*a` and `**a`.
  static func conditional(_ parser: inout Parser, spreads: Bool = false) -> Expression {
    if spreads, parser.isAt("*") || parser.isAt("**") {
      let start = parser.current.start
      parser.advance()
      let value = conditional(&parser)
      return Expression(.spread(value), parser.span(from: start))
    }
    if parser.isAt(PythonGenerators.word) { return parser.nested(yielding) ?? parser.tooDeep() }
    let before = parser.position
    let value = parser.expression()
    guard parser.position > before, parser.isAt("if"), !parser.isAtLineBreak else { return value }
    return parser.nested { rest(of: value, &$0) } ?? value
  }

  private static func rest(of then: Expression, _ parser: inout Parser) -> Expression {
    parser.advance()
    let test = parser.expression()
    guard parser.take("else") else { return Expression(.other([then, test]), parser.span(from: then.span.start)) }
    let otherwise = conditional(&parser)
    return Expression(
      .conditional(condition: test, then: then, otherwise: otherwise), parser.span(from: then.span.start))
  }

  /// `yield a`, `yield a, b`, `yield from several`
  private static func yielding(_ parser: inout Parser) -> Expression {
    let start = parser.current.start
    parser.advance()
    let isMany = parser.take("from")
    let before = parser.position
    let value = parser.isAtLineBreak || parser.isAtEnd ? nil : list(&parser)
    guard let value, parser.position > before else { return Expression(.other([]), parser.span(from: start)) }
    let argument = isMany ? Expression(.spread(value), value.span) : value
    let word = Expression(.name(PythonGenerators.word), Span(start, start + PythonGenerators.word.utf8.count))
    return Expression(.call(Call(callee: word, arguments: [Argument(value: argument)])), parser.span(from: start))
  }

  /// Expressions between commas: several are a list.
  static func list(_ parser: inout Parser) -> Expression {
    let start = parser.current.start
    var values = [element(&parser)]
    var isList = false
    while parser.isAt(","), !parser.isAtLineBreak {
      parser.advance()
      isList = true
      if parser.isAtLineBreak || parser.isAtEnd || parser.isAt("=") || parser.isAt(";") || parser.isAt(")") { break }
      let before = parser.position
      let value = element(&parser)
      if parser.position == before { break }
      values.append(value)
    }
    return isList ? Expression(.list(values), parser.span(from: start)) : values[0]
  }

  // MARK: - Comprehensions

  static func isComprehension(_ parser: Parser) -> Bool {
    guard !parser.isAtLineBreak else { return false }
    return parser.isAt("for") || parser.isAt("async") && parser.peek().isSign("for")
  }

  private struct Clause {
    var pattern: Pattern
    var sequence: Expression
    var tests: [Expression]
  }

  /// `value for x in xs if test`: the elements of `xs`, first tested, then made into values.
  static func comprehension(of value: Expression, _ parser: inout Parser) -> Expression {
    var clauses: [Clause] = []
    while isComprehension(parser), clauses.count < 8 {
      _ = parser.take("async")
      parser.advance()
      let pattern = PythonPatterns.target(&parser)
      _ = parser.take("in")
      var clause = Clause(pattern: pattern, sequence: parser.expression(), tests: [])
      while parser.take("if") { clause.tests.append(parser.expression()) }
      clauses.append(clause)
    }
    let span = parser.span(from: value.span.start)
    return clauses.reversed().reduce(value) { inner, clause in
      let sequence = clause.tests.allSatisfy(asksForPresence) ? clause.sequence : filtered(clause, span)
      return iteration(PythonResults.comprehension, clause.pattern, inner, sequence, span)
    }
  }

  /// `x`, `x is not None`: whether something is there, not what it holds.
  private static func asksForPresence(_ test: Expression) -> Bool {
    switch test.kind {
    case .name: true
    case .member(let base, "exists"): asksForPresence(base)
    case .other(let operands): operands.count == 2 && asksForPresence(operands[0]) && operands[1].kind == .null
    default: false
    }
  }

  private static func filtered(_ clause: Clause, _ span: Span) -> Expression {
    let test = clause.tests.count == 1 ? clause.tests[0] : Expression(.other(clause.tests), clause.tests[0].span)
    return iteration(PythonResults.comprehensionFilter, clause.pattern, test, clause.sequence, span)
  }

  private static func iteration(
    _ name: String, _ pattern: Pattern, _ result: Expression, _ sequence: Expression, _ span: Span
  ) -> Expression {
    let closure = Closure(
      parameters: [Parameter(pattern: pattern)], body: [Statement(.result(result), result.span)])
    let arguments = [Argument(value: Expression(.closure(closure), result.span)), Argument(value: sequence)]
    return Expression(.call(Call(callee: Expression(.name(name), span), arguments: arguments)), span)
  }
}
