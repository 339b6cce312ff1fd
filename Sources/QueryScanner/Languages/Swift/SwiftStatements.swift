import Diagnostics

/// Statements of Swift that are no declarations.
enum SwiftStatements {
  /// At a word that begins a statement; nil with nothing consumed elsewhere.
  static func control(_ parser: inout Parser) -> Statement? {
    let token = parser.current
    guard token.kind == .name, !token.isQuoted else { return nil }
    switch token.text {
    case "if": return condition(&parser)
    case "guard": return guarded(&parser)
    case "for": return forLoop(&parser)
    case "while": return whileLoop(&parser)
    case "repeat" where parser.peek().isSign("{"): return repeatLoop(&parser)
    case "switch": return selection(&parser)
    case "do" where parser.peek().isSign(oneOf: ["{", "throws"]): return attempt(&parser)
    case "defer" where parser.peek().isSign("{"): return deferred(&parser)
    case "return": return BraceStatements.result(&parser)
    case "throw": return BraceStatements.throwing(&parser)
    case "break": return BraceStatements.leave(&parser, .breaking)
    case "continue": return BraceStatements.leave(&parser, .continuing)
    default: break
    }
    if parser.peek().isSign(":"), parser.peek(2).isSign(oneOf: ["for", "while", "repeat", "switch", "if", "do"]) {
      parser.advance()
      parser.advance()
      return control(&parser)
    }
    return nil
  }

  private static func body(_ parser: inout Parser) -> [Statement] {
    // A condition that could not be read to its end must not lose its body.
    while !parser.isAtEnd, !parser.isAt("{"), !parser.current.startsLine { parser.skipItem() }
    return parser.block()
  }

  // MARK: - Conditions

  private static func condition(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    parser.advance()
    var condition = conditions(&parser)
    condition.then = body(&parser)
    if parser.take("else") { condition.otherwise = otherwise(&parser) }
    return Statement(.condition(condition), parser.span(from: start))
  }

  /// `else if` is nested: a long chain of them counts against the depth of the tree.
  private static func otherwise(_ parser: inout Parser) -> [Statement] {
    guard parser.isAt("if") else { return body(&parser) }
    if let inner = parser.nested({ parser in condition(&parser) }) { return [inner] }
    _ = parser.tooDeep()
    return []
  }

  private static func guarded(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    parser.advance()
    var condition = conditions(&parser)
    condition.isGuard = true
    while !parser.isAtEnd, !parser.isAt("else"), !parser.isAt("{"), !parser.current.startsLine { parser.skipItem() }
    _ = parser.take("else")
    condition.otherwise = body(&parser)
    return Statement(.condition(condition), parser.span(from: start))
  }

  /// The parts between commas, up to the body.
  private static func conditions(_ parser: inout Parser) -> Condition {
    var condition = Condition(tests: [], then: [])
    let outer = parser.bracesBeginBodies
    parser.bracesBeginBodies = true
    defer { parser.bracesBeginBodies = outer }
    while !parser.isAtEnd, !parser.isAt("{"), !parser.isAt("else") {
      let before = parser.position
      part(&parser, &condition)
      if !parser.take(",") { break }
      if parser.position == before { break }
    }
    return condition
  }

  private static func part(_ parser: inout Parser, _ condition: inout Condition) {
    if parser.take("case") {
      let (pattern, names) = SwiftPatterns.casePattern(&parser)
      if parser.take(":") { _ = SwiftTypes.read(&parser) }
      let value = parser.take("=") ? parser.expression() : nil
      let operands = [pattern] + (value.map { [$0] } ?? [])
      condition.tests.append(Expression(.other(operands), parser.span(from: pattern.span.start)))
      condition.bindings += names.map { Variable(pattern: .name($0), value: bound($0, by: pattern, in: value)) }
    } else if parser.isAt("let") || parser.isAt("var") {
      parser.advance()
      condition.bindings.append(binding(&parser))
    } else {
      condition.tests.append(parser.expression())
    }
  }

  /// What a pattern binds: the value itself, or the part of it at the name's position; else something unknown.
  private static func bound(_ name: String, by pattern: Expression, in value: Expression?) -> Expression {
    guard let value else { return Expression(.other([]), pattern.span) }
    if case .name(name) = pattern.kind { return value }
    // What an optional or a `Result` carries stands for it.
    if case .call(let call) = pattern.kind, call.arguments.count == 1, ["some", "success"].contains(pattern.caseName) {
      return value
    }
    return pattern.position(ofBound: name).map { Expression(.member(value, String($0)), value.span) }
      ?? Expression(.other([]), pattern.span)
  }

  /// `name = value`, or `name` for the value of this name.
  private static func binding(_ parser: inout Parser) -> Variable {
    let token = parser.current
    let pattern = SwiftPatterns.read(&parser)
    let type = parser.take(":") ? SwiftTypes.read(&parser) : nil
    if parser.take("=") { return Variable(pattern: pattern, type: type, value: parser.expression()) }
    return Variable(pattern: pattern, type: type, value: Expression(.name(token.text), token.span))
  }

  // MARK: - Loops

  private static func forLoop(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    parser.advance()
    while parser.isAt("try") || parser.isAt("await") {
      parser.advance()
      _ = parser.take("?") || parser.take("!")
    }
    var pattern = Pattern.ignored
    if parser.take("case") {
      let names = SwiftPatterns.casePattern(&parser).names
      pattern = names.count == 1 ? .name(names[0]) : names.isEmpty ? .ignored : .list(names.map { .name($0) })
    } else {
      while parser.isAt("let") || parser.isAt("var") { parser.advance() }
      pattern = SwiftPatterns.read(&parser)
      if parser.take(":") { _ = SwiftTypes.read(&parser) }
    }
    var loop = Loop(binding: pattern, body: [])
    let outer = parser.bracesBeginBodies
    parser.bracesBeginBodies = true
    if parser.take("in") { loop.sequence = parser.expression() }
    if parser.take("where") { loop.tests = [parser.expression()] }
    parser.bracesBeginBodies = outer
    loop.body = body(&parser)
    return Statement(.loop(loop), parser.span(from: start))
  }

  private static func whileLoop(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    parser.advance()
    let condition = conditions(&parser)
    let bound = condition.bindings.map { variable in
      Statement(.variable(variable), variable.value?.span ?? parser.span(from: start))
    }
    let body = body(&parser)
    return Statement(.loop(Loop(prelude: bound, tests: condition.tests, body: body)), parser.span(from: start))
  }

  private static func repeatLoop(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    parser.advance()
    let body = parser.block()
    let tests = parser.take("while") ? [parser.expression()] : []
    return Statement(.loop(Loop(body: body, until: tests)), parser.span(from: start))
  }

  // MARK: - Selections

  private static func selection(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    parser.advance()
    let outer = parser.bracesBeginBodies
    parser.bracesBeginBodies = true
    let subject = parser.expression()
    parser.bracesBeginBodies = outer
    while !parser.isAtEnd, !parser.isAt("{"), !parser.current.startsLine { parser.skipItem() }
    let cases = parser.isAt("{") ? parser.inGroup { readCases(&$0) } : []
    return Statement(.selection(Selection(subject: subject, cases: cases)), parser.span(from: start))
  }

  private static func readCases(_ parser: inout Parser) -> [Selection.Case] {
    var cases: [Selection.Case] = []
    while !parser.isAtEnd {
      var example = Selection.Case(patterns: [], body: [])
      if parser.take("default") {
        example.isDefault = true
      } else if parser.take("case") {
        readPatterns(&parser, &example)
      } else {
        parser.skipItem()
        continue
      }
      _ = parser.take(":")
      example.body = parser.statements(until: ["case", "default"])
      if case .expression(let last) = example.body.last?.kind, case .name("fallthrough") = last.kind {
        example.fallsThrough = true
        example.body.removeLast()
      } else if case .leave(.breaking) = example.body.last?.kind {
        example.body.removeLast()
      }
      cases.append(example)
    }
    return cases
  }

  private static func readPatterns(_ parser: inout Parser, _ example: inout Selection.Case) {
    repeat {
      var (pattern, names) = SwiftPatterns.casePattern(&parser)
      if parser.take("where") {
        let test = parser.expression()
        pattern = Expression(.other([pattern, test]), parser.span(from: pattern.span.start))
      }
      example.patterns.append(pattern)
      for name in names where !example.bindings.contains(name) { example.bindings.append(name) }
    } while parser.take(",")
    parser.skipItems(until: [":"])
  }

  // MARK: - Blocks

  private static func attempt(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    parser.advance()
    if parser.take("throws"), parser.isAt("(") { parser.skipItem() }
    let body = parser.block()
    var handlers: [[Statement]] = []
    while parser.take("catch") {
      parser.skipItems(until: ["{"])
      handlers.append(parser.block())
    }
    let kind: Statement.Kind =
      handlers.isEmpty ? .block(body) : .attempt(body: body, handlers: handlers, finally: [])
    return Statement(kind, parser.span(from: start))
  }

  private static func deferred(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    parser.advance()
    return Statement(.block(parser.block()), parser.span(from: start))
  }
}
