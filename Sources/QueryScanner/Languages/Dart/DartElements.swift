import Diagnostics

/// Elements of lists, sets and maps: also `if`, `for` and spread.
enum DartElements {
  static func element(_ parser: inout Parser) -> Expression {
    guard parser.isAt("if") || parser.isAt("for") || parser.isAt("await"), isControl(parser) else {
      return parser.spreadOrExpression()
    }
    let start = parser.current.start
    let collection = parser.nested { parser in control(&parser) } ?? parser.tooDeep()
    return Expression(.spread(collection), parser.span(from: start))
  }

  private static func isControl(_ parser: Parser) -> Bool {
    parser.isAt("await") ? parser.peek().isSign("for") : parser.peek().isSign("(")
  }

  /// A collection with what the element brings.
  private static func control(_ parser: inout Parser) -> Expression {
    parser.isAt("if") ? condition(&parser) : loop(&parser)
  }

  /// The element behind a condition or loop, as a list or record of its own.
  private static func collection(_ parser: inout Parser) -> Expression {
    let start = parser.current.start
    let value = element(&parser)
    if case .spread(let inner) = value.kind { return inner }
    if parser.take(":") {
      let entry = RecordEntry(key: value.asKey, value: parser.expression())
      return Expression(.record([entry]), parser.span(from: start))
    }
    return Expression(.list([value]), parser.span(from: start))
  }

  /// `if (test) a else b`
  private static func condition(_ parser: inout Parser) -> Expression {
    let start = parser.current.start
    parser.advance()
    let tests = parser.separated { $0.expression() }
    let then = collection(&parser)
    var otherwise = Expression(.list([]), parser.span(from: parser.previousEnd))
    if case .record = then.kind { otherwise.kind = .record([]) }
    if parser.take("else") { otherwise = parser.nested { collection(&$0) } ?? parser.tooDeep() }
    let test = tests.first ?? Expression(.other([]), Span(start, start))
    return Expression(
      .conditional(condition: test, then: then, otherwise: otherwise), parser.span(from: start))
  }

  /// `for (x in xs) a` is `xs.map((x) => a)`, and with several elements each `expand`.
  private static func loop(_ parser: inout Parser) -> Expression {
    let start = parser.current.start
    _ = parser.take("await")
    parser.advance()
    var pattern: Pattern?
    var sequence: Expression?
    var prelude: [Statement] = []
    if parser.isAt("(") {
      parser.inGroup { parser in
        let mark = parser.mark
        pattern = DartPatterns.loopBinding(&parser)
        if pattern != nil, parser.take("in") {
          sequence = parser.expression()
        } else {
          parser.rewind(to: mark)
          prelude = parser.statements()
        }
      }
    }
    let body = collection(&parser)
    let span = parser.span(from: start)
    guard let pattern, let sequence else {
      return Expression(.statements([Statement(.loop(Loop(prelude: prelude, body: [value(body)])), span)]), span)
    }
    let result = Statement(.result(single(body)), body.span)
    let closure = Closure(parameters: [Parameter(pattern: pattern)], body: [result])
    let callee = Expression(.member(sequence, "map"), sequence.span)
    return Expression(
      .call(Call(callee: callee, arguments: [Argument(value: Expression(.closure(closure), body.span))])), span)
  }

  private static func value(_ expression: Expression) -> Statement {
    Statement(.expression(expression), expression.span)
  }

  /// The element of a list of one.
  private static func single(_ expression: Expression) -> Expression {
    if case .list(let elements) = expression.kind, elements.count == 1 { elements[0] } else { expression }
  }
}
