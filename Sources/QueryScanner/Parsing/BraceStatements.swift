import Diagnostics

/// Statements that languages with braces and parentheses share (JavaScript, Java, Dart, Kotlin in part).
enum BraceStatements {
  /// `if (test) … else …`
  static func condition(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    parser.advance()
    let tests = parser.isAt("(") ? parser.separated { $0.expression() } : []
    let then = parser.bodyOrStatement()
    _ = parser.isAt(";") && parser.peek().isSign("else") && parser.take(";")
    let otherwise = parser.take("else") ? parser.bodyOrStatement() : []
    return Statement(
      .condition(Condition(tests: tests, then: then, otherwise: otherwise)), parser.span(from: start))
  }

  /// `while (test) …`
  static func whileLoop(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    parser.advance()
    let tests = parser.isAt("(") ? parser.separated { $0.expression() } : []
    let body = parser.bodyOrStatement()
    return Statement(.loop(Loop(tests: tests, body: body)), parser.span(from: start))
  }

  /// `do … while (test)`
  static func doLoop(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    parser.advance()
    let body = parser.bodyOrStatement()
    var tests: [Expression] = []
    if parser.isAt(";"), parser.peek().isSign("while") { parser.advance() }
    if parser.take("while"), parser.isAt("(") { tests = parser.separated { $0.expression() } }
    return Statement(.loop(Loop(body: body, until: tests)), parser.span(from: start))
  }

  /// `for (…) …`. The header of a loop over elements is read by `binding` with the cursor at its start: it answers the
  /// pattern when the cursor then stands before `of`, `in` or `:`; nil leaves the header to be read as three parts.
  /// - Parameter declares: whether what stands at the cursor declares the name that the loop binds; otherwise it assigns.
  static func forLoop(
    _ parser: inout Parser, declares: (Parser) -> Bool = { _ in true }, binding: (inout Parser) -> Pattern?
  ) -> Statement {
    let start = parser.current.start
    parser.advance()
    _ = parser.take("await")
    var loop = Loop(body: [])
    var assigned: Expression?
    if parser.isAt("(") {
      loop = parser.inGroup { parser in
        let mark = parser.mark
        let isAssigned = !declares(parser) && parser.current.kind == .name
        let target = Expression(.name(parser.current.text), parser.current.span)
        if let pattern = binding(&parser), parser.take("of") || parser.take("in") || parser.take(":") {
          guard isAssigned else { return Loop(binding: pattern, sequence: parser.expression(), body: []) }
          assigned = target
          return Loop(binding: .name(element), sequence: parser.expression(), body: [])
        }
        parser.rewind(to: mark)
        parser.linesMatter = true
        return Loop(prelude: parser.statements(), body: [])
      }
    }
    loop.body = parser.bodyOrStatement()
    if let assigned {
      let value = Expression(.name(element), assigned.span)
      let assignment = Expression(.assignment(target: assigned, value: value, isCompound: false), assigned.span)
      loop.body.insert(Statement(.expression(assignment), assigned.span), at: 0)
    }
    return Statement(.loop(loop), parser.span(from: start))
  }

  /// No name of the code.
  private static let element = "(element)"

  /// `switch (subject) { case a: … }`
  /// - Parameter labels: reads what stands between `case` and the colon or arrow, which may be left to be skipped.
  static func selection(
    _ parser: inout Parser, labels: (inout Parser) -> CaseLabels = CaseLabels.expressions
  ) -> Statement {
    let start = parser.current.start
    parser.advance()
    let subject = parser.isAt("(") ? parser.separated { $0.expression() }.first : nil
    let cases = parser.isAt("{") ? parser.inGroup { readCases(&$0, labels) } : []
    return Statement(.selection(Selection(subject: subject, cases: cases)), parser.span(from: start))
  }

  private static func readCases(
    _ parser: inout Parser, _ labels: (inout Parser) -> CaseLabels
  ) -> [Selection.Case] {
    var cases: [Selection.Case] = []
    while !parser.isAtEnd {
      var label = CaseLabels(patterns: [], isDefault: true)
      if parser.take("case") {
        label = labels(&parser)
        parser.skipItems(until: [":", "->"])
      } else if !parser.take("default") {
        parser.skipItem()
        continue
      }
      // Java's `case A -> …` neither falls through nor needs a break.
      let isArrow = parser.take("->")
      if !isArrow { _ = parser.take(":") }
      var body = parser.statements(until: ["case", "default"])
      let endsItself = isArrow || leaves(body)
      if case .leave(.breaking) = body.last?.kind { body.removeLast() }
      cases.append(
        Selection.Case(
          patterns: label.patterns, isDefault: label.isDefault, body: body, fallsThrough: !endsItself))
    }
    return cases
  }

  private static func leaves(_ body: [Statement]) -> Bool {
    switch body.last?.kind {
    case .leave, .result: true
    case .block(let inner): leaves(inner)
    default: false
    }
  }

  /// `try { … } catch (e) { … } finally { … }`
  static func attempt(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    parser.advance()
    return attempt(&parser, from: start)
  }

  /// What follows the `try` that stands at `start`.
  /// - Parameter resources: the variables of the body that stand before it.
  static func attempt(_ parser: inout Parser, from start: Int, after resources: [Statement] = []) -> Statement {
    let body = resources + parser.block()
    var handlers: [[Statement]] = []
    var finally: [Statement] = []
    while true {
      if parser.take("catch") {
        if parser.isAt("(") { parser.skipItem() }
        handlers.append(parser.block())
      } else if parser.take("finally") {
        finally = parser.block()
      } else {
        break
      }
    }
    return Statement(.attempt(body: body, handlers: handlers, finally: finally), parser.span(from: start))
  }

  /// `return x`
  static func result(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    parser.advance()
    let value = operandOnLine(&parser)
    return Statement(.result(value), parser.span(from: start))
  }

  /// `throw x`
  static func throwing(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    parser.advance()
    let value = operandOnLine(&parser)
    return Statement(.leave(.throwing(value)), parser.span(from: start))
  }

  /// `break`, `continue`, perhaps with a label
  static func leave(_ parser: inout Parser, _ kind: Statement.Leave) -> Statement {
    let start = parser.current.start
    parser.advance()
    if !parser.isAtLineBreak, parser.current.kind == .name || parser.current.kind == .annotation { parser.advance() }
    return Statement(.leave(kind), parser.span(from: start))
  }

  private static func operandOnLine(_ parser: inout Parser) -> Expression? {
    guard !parser.isAtEnd, !parser.isAtLineBreak, !parser.isAt(";") else { return nil }
    let before = parser.position
    let value = parser.expression()
    return parser.position > before ? value : nil
  }
}

/// What stands behind `case`: the values that lead there, and whether all others do.
struct CaseLabels {
  var patterns: [Expression]
  var isDefault: Bool

  /// `a, b`
  static func expressions(_ parser: inout Parser) -> CaseLabels {
    var patterns: [Expression] = []
    repeat {
      patterns.append(parser.expression())
    } while parser.take(",")
    return CaseLabels(patterns: patterns, isDefault: false)
  }
}
