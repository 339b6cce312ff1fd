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
    return BraceStatements.attempt(&parser, from: start, after: resources)
  }

  // MARK: - switch

  static func selection(_ parser: inout Parser) -> Statement {
    BraceStatements.selection(&parser, labels: caseLabels)
  }

  /// `A, B`, `null, default`
  private static func caseLabels(_ parser: inout Parser) -> CaseLabels {
    var labels = CaseLabels(patterns: [], isDefault: false)
    repeat {
      if parser.take("default") {
        labels.isDefault = true
      } else if let read = pattern(&parser) {
        labels.patterns.append(read)
      }
    } while parser.take(",")
    return labels
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
}
