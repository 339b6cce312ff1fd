import Diagnostics

/// Simple statements and those with blocks.
enum PythonStatements {
  static func statement(_ parser: inout Parser) -> Statement? {
    let token = parser.current
    if token.kind == .annotation { return PythonDefinitions.decorated(&parser) }
    if isMagic(token) {
      skipLine(&parser)
      return nil
    }
    if token.kind == .name, !token.isQuoted, let statement = keyword(token, &parser) { return statement }
    return parser.continuedChain() ?? assignment(&parser)
  }

  /// `%pip install x`, `!ls`, `?name`: lines of a notebook that speak to the notebook.
  private static func isMagic(_ token: Token) -> Bool {
    token.kind == .operator && token.startsLine && ["%", "!", "?", "$"].contains(token.text.prefix(1))
  }

  static func skipLine(_ parser: inout Parser) {
    repeat { parser.skipItem() } while !parser.isAtEnd && !parser.current.startsLine
  }

  private static func keyword(_ token: Token, _ parser: inout Parser) -> Statement? {
    let start = token.start
    switch token.text {
    case "import", "from": return PythonImports.statement(&parser)
    case "def", "class": return PythonDefinitions.definition(&parser, decorators: [])
    case "async": return asynchronous(&parser)
    case "if": return condition(&parser)
    case "for": return forLoop(&parser, column: token.column)
    case "while": return whileLoop(&parser)
    case "try": return attempt(&parser)
    case "with": return withBlock(&parser, column: token.column)
    case "match": return PythonMatch.statement(&parser)
    case "return":
      parser.advance()
      let value = hasOperand(parser) ? PythonExpressions.list(&parser) : nil
      return Statement(.result(value), parser.span(from: start))
    case "raise":
      parser.advance()
      let value = hasOperand(parser) ? parser.expression() : nil
      if parser.take("from") { _ = parser.expression() }
      return Statement(.leave(.throwing(value)), parser.span(from: start))
    case "break", "continue":
      parser.advance()
      return Statement(.leave(token.text == "break" ? .breaking : .continuing), parser.span(from: start))
    case "pass":
      parser.advance()
      return Statement(.other([]), parser.span(from: start))
    case "global", "nonlocal": return names(&parser)
    case "del", "assert":
      parser.advance()
      let value = PythonExpressions.list(&parser)
      return Statement(.other([value]), parser.span(from: start))
    default: return nil
    }
  }

  private static func hasOperand(_ parser: Parser) -> Bool {
    !parser.isAtEnd && !parser.isAtLineBreak && !parser.isAt(";")
  }

  /// `global a, b`: which names a function does not declare is asked of the tokens by the function's reader.
  private static func names(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    var operands: [Expression] = []
    parser.advance()
    while !parser.isAtLineBreak, let name = parser.takeName() {
      operands.append(Expression(.name(name), Span(parser.previousEnd - name.utf8.count, parser.previousEnd)))
      if !parser.take(",") { break }
    }
    return Statement(.other([Expression(.other(operands), parser.span(from: start))]), parser.span(from: start))
  }

  private static func asynchronous(_ parser: inout Parser) -> Statement? {
    let column = parser.current.column
    switch parser.peek().text {
    case "def": return PythonDefinitions.definition(&parser, decorators: [])
    case "for":
      parser.advance()
      return forLoop(&parser, column: column)
    case "with":
      parser.advance()
      return withBlock(&parser, column: column)
    default: return nil
    }
  }

  // MARK: - Blocks

  /// Behind the head of a statement whose line begins at a column: the rest of the line, or the deeper lines below.
  static func block(_ parser: inout Parser, deeperThan column: Int) -> [Statement] {
    _ = parser.take(":")
    return parser.nested { parser in
      parser.isAtLineBreak ? lines(&parser, deeperThan: column) : restOfLine(&parser)
    } ?? skipped(&parser, deeperThan: column)
  }

  private static func lines(_ parser: inout Parser, deeperThan column: Int) -> [Statement] {
    var statements: [Statement] = []
    while !parser.isAtEnd, !parser.current.startsLine || parser.current.column > column {
      if parser.take(";") { continue }
      let before = parser.position
      if let statement = statement(&parser) { statements.append(statement) }
      if parser.position == before { parser.skipItem() }
    }
    return statements
  }

  private static func restOfLine(_ parser: inout Parser) -> [Statement] {
    var statements: [Statement] = []
    while !parser.isAtEnd, !parser.current.startsLine {
      if parser.take(";") { continue }
      let before = parser.position
      if let statement = statement(&parser) { statements.append(statement) }
      if parser.position == before { parser.skipItem() }
    }
    return statements
  }

  private static func skipped(_ parser: inout Parser, deeperThan column: Int) -> [Statement] {
    while !parser.isAtEnd, !parser.current.startsLine || parser.current.column > column { parser.skipItem() }
    return []
  }

  /// A word that goes on with a statement of this column: `else`, `except`.
  private static func continues(_ parser: Parser, _ word: String, _ column: Int) -> Bool {
    parser.isAt(word) && (parser.current.column == column || !parser.current.startsLine)
  }

  // MARK: - Compound statements

  private static func condition(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    let column = parser.current.column
    parser.advance()
    let test = PythonExpressions.conditional(&parser)
    let then = block(&parser, deeperThan: column)
    return conditions(&parser, from: start, column, [(test, then)])
  }

  /// `elif` and `else`; read in a loop, for chains of them are long.
  private static func conditions(
    _ parser: inout Parser, from start: Int, _ column: Int, _ first: [(Expression, [Statement])]
  ) -> Statement {
    var branches = first
    var otherwise: [Statement] = []
    while continues(parser, "elif", column) {
      parser.advance()
      let test = PythonExpressions.conditional(&parser)
      branches.append((test, block(&parser, deeperThan: column)))
    }
    if continues(parser, "else", column) {
      parser.advance()
      otherwise = block(&parser, deeperThan: column)
    }
    let span = parser.span(from: start)
    // Beyond the limit the later branches stand beside each other: no tree may be too deep.
    let limit = 60
    for (_, body) in branches.dropFirst(limit) { otherwise = body + otherwise }
    for (test, body) in branches.prefix(limit).reversed() {
      otherwise = [Statement(.condition(Condition(tests: [test], then: body, otherwise: otherwise)), span)]
    }
    return otherwise.first ?? Statement(.other([]), span)
  }

  private static func forLoop(_ parser: inout Parser, column: Int) -> Statement {
    let start = parser.current.start
    parser.advance()
    let pattern = PythonPatterns.target(&parser)
    _ = parser.take("in")
    let sequence = PythonExpressions.list(&parser)
    let loop = Loop(binding: pattern, sequence: sequence, body: block(&parser, deeperThan: column))
    return finished(loop, &parser, start, column)
  }

  private static func whileLoop(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    let column = parser.current.column
    parser.advance()
    let test = PythonExpressions.conditional(&parser)
    return finished(Loop(tests: [test], body: block(&parser, deeperThan: column)), &parser, start, column)
  }

  /// A loop with its `else`, which runs after it.
  private static func finished(_ loop: Loop, _ parser: inout Parser, _ start: Int, _ column: Int) -> Statement {
    let statement = Statement(.loop(loop), parser.span(from: start))
    guard continues(parser, "else", column) else { return statement }
    parser.advance()
    let after = block(&parser, deeperThan: column)
    return Statement(.block([statement] + after), parser.span(from: start))
  }

  private static func attempt(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    let column = parser.current.column
    parser.advance()
    var body = block(&parser, deeperThan: column)
    var handlers: [[Statement]] = []
    var finally: [Statement] = []
    while true {
      if continues(parser, "except", column) {
        parser.advance()
        if !parser.isAtLineBreak { parser.skipItems(until: [":"]) }
        handlers.append(block(&parser, deeperThan: column))
      } else if continues(parser, "else", column) {
        parser.advance()
        body += block(&parser, deeperThan: column)
      } else if continues(parser, "finally", column) {
        parser.advance()
        finally = block(&parser, deeperThan: column)
      } else {
        break
      }
    }
    return Statement(.attempt(body: body, handlers: handlers, finally: finally), parser.span(from: start))
  }

  /// `with a as b, c as d:` binds and runs its block.
  private static func withBlock(_ parser: inout Parser, column: Int) -> Statement {
    let start = parser.current.start
    parser.advance()
    var statements: [Statement] = []
    if parser.isAt("("), parser.peekAfterGroup().isSign(":") {
      parser.inGroup { parser in withItems(&parser, &statements) }
    } else {
      withItems(&parser, &statements)
    }
    statements += block(&parser, deeperThan: column)
    return Statement(.block(statements), parser.span(from: start))
  }

  private static func withItems(_ parser: inout Parser, _ statements: inout [Statement]) {
    repeat {
      guard !parser.isAtEnd, !parser.isAt(":") else { break }
      let value = PythonExpressions.element(&parser)
      if parser.take("as") {
        let target = parser.chain()
        let span = Span(value.span.start, max(value.span.end, target.span.end))
        // What is bound is what the manager's `__enter__` returns.
        let entered = Call(callee: Expression(.member(value, PythonContexts.enter), value.span), arguments: [])
        let binding = Expression(
          .assignment(target: target, value: Expression(.call(entered), value.span), isCompound: false), span)
        statements.append(Statement(.expression(binding), span))
      } else {
        statements.append(Statement(.expression(value), value.span))
      }
    } while parser.take(",")
  }

  // MARK: - Assignments

  /// `a = b = x`, `a, b = x`, `a: T = x`, `a += x`, or an expression.
  private static func assignment(_ parser: inout Parser) -> Statement? {
    let before = parser.position
    let start = parser.current.start
    let first = PythonExpressions.list(&parser)
    guard parser.position > before else { return nil }
    if parser.isAt(":"), !parser.isAtLineBreak, isTarget(first) { return annotated(first, &parser, start) }
    if isCompoundSign(parser.current), !parser.isAtLineBreak {
      let sign = parser.current.text
      parser.advance()
      let value = PythonExpressions.list(&parser)
      let span = parser.span(from: start)
      return Statement(.expression(.assignment(first, sign, value, span)), span)
    }
    var targets = [first]
    while parser.isAt("="), !parser.isAtLineBreak, targets.count < 16 {
      parser.advance()
      targets.append(PythonExpressions.list(&parser))
    }
    var value = targets.removeLast()
    for target in targets.reversed() {
      value = Expression(.assignment(target: target, value: value, isCompound: false), parser.span(from: start))
    }
    return Statement(.expression(value), value.span)
  }

  private static func isTarget(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .name, .member, .index: true
    default: false
    }
  }

  /// `a: T`, `a: T = x`: a declaration of a name, or a plain assignment.
  private static func annotated(_ target: Expression, _ parser: inout Parser, _ start: Int) -> Statement {
    parser.advance()
    let type = PythonTypes.type(&parser)
    if !parser.isAtLineBreak { parser.skipItems(untilLineOr: "=") }
    let value = !parser.isAtLineBreak && parser.take("=") ? PythonExpressions.list(&parser) : nil
    let span = parser.span(from: start)
    if case .name(let name) = target.kind {
      return Statement(.variable(Variable(pattern: .name(name), type: type, value: value)), span)
    }
    guard let value else { return Statement(.other([]), span) }
    return Statement(.expression(Expression(.assignment(target: target, value: value, isCompound: false), span)), span)
  }

  private static func isCompoundSign(_ token: Token) -> Bool {
    token.isSign(oneOf: ["+=", "-=", "*=", "/=", "//=", "%=", "**=", "&=", "|=", "^=", "<<=", "@="])
  }
}

extension Parser {
  /// Moves on to a sign of this line.
  fileprivate mutating func skipItems(untilLineOr sign: String) {
    while !isAtEnd, !isAtLineBreak, !isAt(sign), !isAt(";") { skipItem() }
  }
}
