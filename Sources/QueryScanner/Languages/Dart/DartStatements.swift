import Diagnostics

/// Statements and directives.
enum DartStatements {
  static func statement(_ parser: inout Parser) -> Statement? {
    while parser.current.kind == .annotation { parser.skipAnnotation() }
    let token = parser.current
    if token.isSign("{") {
      let start = token.start
      let block = parser.block()
      return Statement(.block(block), parser.span(from: start))
    }
    if let further = DartDeclarations.furtherVariable(&parser) { return further }
    if token.kind == .name, !token.isQuoted {
      if let statement = control(token.text, &parser) { return statement }
      if let directive = directive(token.text, &parser) { return directive }
      if let type = DartClasses.declaration(&parser) { return type }
    }
    if let declaration = DartDeclarations.declaration(&parser, in: nil) { return declaration }
    let statement = parser.expressionStatement()
    _ = parser.take(";")
    return statement
  }

  private static func control(_ word: String, _ parser: inout Parser) -> Statement? {
    let opens = parser.peek().isSign("(")
    switch word {
    case "if" where opens: return BraceStatements.condition(&parser)
    case "while" where opens: return BraceStatements.whileLoop(&parser)
    case "do" where parser.peek().isSign("{"): return BraceStatements.doLoop(&parser)
    case "for" where opens: return BraceStatements.forLoop(&parser) { DartPatterns.loopBinding(&$0) }
    case "await" where parser.peek().isSign("for"): return awaitFor(&parser)
    case "switch" where opens && parser.peekAfterGroup(1).isSign("{"): return selection(&parser)
    case "try": return attempt(&parser)
    case "return", "throw": return leaving(word, &parser)
    case "rethrow":
      let start = parser.current.start
      parser.advance()
      return Statement(.leave(.throwing(nil)), parser.span(from: start))
    case "break": return BraceStatements.leave(&parser, .breaking)
    case "continue": return BraceStatements.leave(&parser, .continuing)
    case "yield": return yield(&parser)
    default: return nil
    }
  }

  /// `return x;`, `throw x;`
  private static func leaving(_ word: String, _ parser: inout Parser) -> Statement? {
    let start = parser.current.start
    parser.advance()
    let before = parser.position
    let value = parser.isAt(";") || parser.isAtEnd ? nil : parser.expression()
    let operand = parser.position > before ? value : nil
    _ = parser.take(";")
    let span = parser.span(from: start)
    return Statement(word == "return" ? .result(operand) : .leave(.throwing(operand)), span)
  }

  /// `yield x`; the last `yield* stream` of a body is what the function brings.
  private static func yield(_ parser: inout Parser) -> Statement? {
    let start = parser.current.start
    parser.advance()
    let delegates = parser.take("*")
    let value = parser.expression()
    _ = parser.take(";")
    let span = parser.span(from: start)
    return Statement(delegates && parser.isAtEnd ? .result(value) : .expression(value), span)
  }

  /// `await for (final x in stream) { … }` is `stream.listen((x) { … })`.
  private static func awaitFor(_ parser: inout Parser) -> Statement? {
    let start = parser.current.start
    parser.advance()
    let loop = BraceStatements.forLoop(&parser) { DartPatterns.loopBinding(&$0) }
    guard case .loop(let content) = loop.kind, let pattern = content.binding, let stream = content.sequence else {
      return loop
    }
    let closure = Closure(parameters: [Parameter(pattern: pattern)], body: content.body)
    let span = parser.span(from: start)
    let callee = Expression(.member(stream, "listen"), stream.span)
    let call = Call(callee: callee, arguments: [Argument(value: Expression(.closure(closure), span))])
    return Statement(.expression(Expression(.call(call), span)), span)
  }

  /// `try { … } on X catch (e, s) { … } finally { … }`
  private static func attempt(_ parser: inout Parser) -> Statement? {
    guard parser.peek().isSign("{") else { return nil }
    let start = parser.current.start
    parser.advance()
    let body = parser.block()
    var handlers: [[Statement]] = []
    var finally: [Statement] = []
    while true {
      if parser.isAt("on"), parser.peek().kind == .name {
        parser.advance()
        _ = parser.namedType()
        if !parser.isAt("catch") { handlers.append(parser.block()) }
      } else if parser.take("catch") {
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

  // MARK: - switch

  private static func selection(_ parser: inout Parser) -> Statement? {
    let start = parser.current.start
    parser.advance()
    let subject = parser.separated { $0.expression() }.first
    let cases = parser.inGroup { parser in Self.cases(&parser) }
    return Statement(.selection(Selection(subject: subject, cases: cases)), parser.span(from: start))
  }

  private static func cases(_ parser: inout Parser) -> [Selection.Case] {
    var cases: [Selection.Case] = []
    parser.linesMatter = false
    while !parser.isAtEnd {
      var patterns: [Expression] = []
      let isDefault = parser.isAt("default") || parser.isAt("case") && parser.peek().isSign("_")
      guard parser.isAt("default") || parser.isAt("case") else {
        parser.skipItem()
        continue
      }
      parser.advance()
      if !isDefault { patterns = DartPatterns.casePatterns(&parser, until: [":"]) }
      parser.skipItems(until: [":"])
      _ = parser.take(":")
      var body = parser.statements(until: ["case", "default"])
      let isEmpty = body.isEmpty
      if case .leave(.breaking) = body.last?.kind { body.removeLast() }
      // Only a case without statements goes on with the next.
      cases.append(Selection.Case(patterns: patterns, isDefault: isDefault, body: body, fallsThrough: isEmpty))
    }
    return cases
  }

  // MARK: - Directives

  private static func directive(_ word: String, _ parser: inout Parser) -> Statement? {
    switch word {
    case "import", "export": return parser.peek().kind == .text ? imported(&parser) : nil
    case "part": return part(&parser)
    case "library" where parser.peek().kind == .name || parser.peek().isSign(";"),
      "typedef" where parser.peek().kind == .name:
      let start = parser.current.start
      parser.skipItems(until: [";"])
      _ = parser.take(";")
      return Statement(.other([]), parser.span(from: start))
    default: return nil
    }
  }

  /// `import 'a.dart' as p show X;`
  private static func imported(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    parser.advance()
    var imported = Import(module: text(&parser))
    while !parser.isAtEnd, !parser.isAt(";"), parser.current.kind == .name || parser.current.kind == .open {
      if parser.take("as") {
        if let prefix = parser.takeName() { imported.names[prefix] = "*" }
      } else if parser.take("show") {
        repeat {
          if let name = parser.takeName() { imported.names[name] = name }
        } while parser.take(",")
      } else if parser.take("if") {
        // `if (dart.library.io) 'b.dart'`
        if parser.isAt("(") { parser.skipItem() }
        if parser.current.kind == .text { parser.advance() }
      } else if parser.isAt("deferred") || parser.isAt("hide") {
        parser.advance()
        while parser.current.kind == .name, parser.peek().isSign(",") {
          parser.advance()
          parser.advance()
        }
        if parser.current.kind == .name, !parser.isAt("as") { parser.advance() }
      } else {
        break
      }
    }
    _ = parser.take(";")
    return Statement(.imported(imported), parser.span(from: start))
  }

  /// `part 'a.dart';`, `part of 'b.dart';`: the files see each other.
  private static func part(_ parser: inout Parser) -> Statement? {
    let start = parser.current.start
    guard parser.peek().kind == .text || parser.peek().isSign("of") else { return nil }
    parser.advance()
    _ = parser.take("of")
    let module = parser.current.kind == .text ? text(&parser) : ""
    parser.skipItems(until: [";"])
    _ = parser.take(";")
    return Statement(.imported(Import(module: module)), parser.span(from: start))
  }

  private static func text(_ parser: inout Parser) -> String {
    guard case .text(let parts) = parser.textLiteral().kind, case .literal(let text)? = parts.first else { return "" }
    return text
  }
}
