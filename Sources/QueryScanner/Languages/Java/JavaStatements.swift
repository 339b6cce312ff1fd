import Diagnostics

/// Java's statements.
enum JavaStatements {
  static func statement(_ parser: inout Parser) -> Statement? {
    JavaDeclarations.skipModifiers(&parser)
    let token = parser.current
    if token.isSign("{") {
      let body = parser.block()
      return Statement(.block(body), parser.span(from: token.start))
    }
    if parser.isAt("<"), let function = JavaDeclarations.method(&parser) { return function }
    guard token.kind == .name, !token.isQuoted else { return parser.expressionStatement() }
    if let statement = keyword(token, &parser) { return statement }
    if let type = JavaDeclarations.type(&parser) { return type }
    if parser.peek().isSign(":"), !parser.peek(2).isSign(":") {
      // `label: for (…)`
      parser.advance()
      parser.advance()
      return parser.nested { statement(&$0) }.flatMap { $0 }
    }
    if let method = JavaDeclarations.method(&parser) { return method }
    return JavaDeclarations.local(&parser) ?? parser.expressionStatement()
  }

  private static func keyword(_ token: Token, _ parser: inout Parser) -> Statement? {
    switch token.text {
    case "import": return imported(&parser)
    case "package":
      parser.advance()
      _ = parser.namedType()
      return Statement(.other([]), token.span)
    case "if": return BraceStatements.condition(&parser)
    case "for": return BraceStatements.forLoop(&parser, binding: loopBinding)
    case "while": return BraceStatements.whileLoop(&parser)
    case "do": return BraceStatements.doLoop(&parser)
    case "switch": return selection(&parser)
    case "try": return attempt(&parser)
    case "return": return BraceStatements.result(&parser)
    case "throw": return BraceStatements.throwing(&parser)
    case "break": return BraceStatements.leave(&parser, .breaking)
    case "continue": return BraceStatements.leave(&parser, .continuing)
    case "yield" where beginsOperand(parser.peek()), "assert":
      parser.advance()
      return parser.expressionStatement()
    case "synchronized" where parser.peek().isSign("("):
      parser.advance()
      parser.skipItem()
      return Statement(.block(parser.block()), parser.span(from: token.start))
    default: return nil
    }
  }

  private static func beginsOperand(_ token: Token) -> Bool {
    switch token.kind {
    case .name, .number, .text: true
    case .open: token.text == "("
    default: false
    }
  }

  /// The module is the whole dotted name, of `a.b.*` the part before the star.
  private static func imported(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    parser.advance()
    _ = parser.take("static")
    var parts: [String] = []
    var importsAll = false
    while !parser.isAtEnd, !parser.isAt(";") {
      if let name = parser.takeName() {
        parts.append(name)
      } else if parser.take("*") {
        importsAll = true
      }
      if !parser.take(".") { break }
    }
    var names: [String: String] = [:]
    if let last = parts.last, !importsAll { names[last] = last }
    return Statement(
      .imported(Import(module: parts.joined(separator: "."), names: names)), parser.span(from: start))
  }

  private static func loopBinding(_ parser: inout Parser) -> Pattern? {
    JavaDeclarations.skipModifiers(&parser)
    guard parser.namedType() != nil else { return nil }
    return parser.takeName().map { .name($0) }
  }

  /// `try (Type x = a; …) { … } catch …`: resources are variables of the body.
  private static func attempt(_ parser: inout Parser) -> Statement {
    guard parser.peek().isSign("(") else { return BraceStatements.attempt(&parser) }
    let start = parser.current.start
    parser.advance()
    let resources = parser.inGroup { parser -> [Statement] in
      parser.linesMatter = true
      return parser.statements()
    }
    // What follows reads like a `try` without resources; the word has been consumed with them.
    let body = parser.block()
    var handlers: [[Statement]] = []
    var finally: [Statement] = []
    while parser.isAt("catch") || parser.isAt("finally") {
      let isFinally = parser.isAt("finally")
      parser.advance()
      if parser.isAt("(") { parser.skipItem() }
      if isFinally { finally = parser.block() } else { handlers.append(parser.block()) }
    }
    return Statement(
      .attempt(body: resources + body, handlers: handlers, finally: finally), parser.span(from: start))
  }

  // MARK: - switch

  static func selection(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    parser.advance()
    let subject = parser.isAt("(") ? parser.separated { $0.expression() }.first : nil
    let branches = parser.isAt("{") ? parser.inGroup { cases(&$0) } : []
    return Statement(.selection(Selection(subject: subject, cases: branches)), parser.span(from: start))
  }

  private static func cases(_ parser: inout Parser) -> [Selection.Case] {
    var cases: [Selection.Case] = []
    while !parser.isAtEnd {
      var patterns: [Expression] = []
      var isDefault = false
      if parser.take("default") {
        isDefault = true
      } else if parser.take("case") {
        repeat {
          if parser.take("default") { isDefault = true } else if let read = pattern(&parser) { patterns.append(read) }
        } while parser.take(",")
        parser.skipItems(until: [":", "->"])
      } else {
        parser.skipItem()
        continue
      }
      let isArrow = parser.take("->")
      if !isArrow { _ = parser.take(":") }
      var body = parser.statements(until: ["case", "default"])
      let endsItself = isArrow || leaves(body)
      if case .leave(.breaking) = body.last?.kind { body.removeLast() }
      cases.append(
        Selection.Case(patterns: patterns, isDefault: isDefault, body: body, fallsThrough: !endsItself))
    }
    return cases
  }

  /// A constant or a literal: never an expression, for which the arrow behind it would be a lambda's.
  private static func pattern(_ parser: inout Parser) -> Expression? {
    let token = parser.current
    switch token.kind {
    case .text: return parser.textLiteral()
    case .number:
      parser.advance()
      return Expression(NumberLiteral.kind(token.text), token.span)
    case .name:
      parser.advance()
      var name = Expression(.name(token.text), token.span)
      while parser.isAt("."), parser.peek().kind == .name {
        parser.advance()
        let part = parser.current
        parser.advance()
        name = Expression(.member(name, part.text), Span(token.start, part.end))
      }
      return token.text == "null" ? Expression(.null, token.span) : name
    default: return nil
    }
  }

  private static func leaves(_ body: [Statement]) -> Bool {
    switch body.last?.kind {
    case .leave, .result: true
    case .block(let inner): leaves(inner)
    default: false
    }
  }
}
