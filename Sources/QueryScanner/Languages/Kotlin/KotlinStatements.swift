import Diagnostics

/// Kotlin's statements that declare nothing.
enum KotlinStatements {
  static func statement(_ parser: inout Parser) -> Statement? {
    let token = parser.current
    guard token.kind == .name, !token.isQuoted else { return parser.expressionStatement() }
    switch token.text {
    case "import": return imported(&parser)
    case "package":
      parser.advance()
      _ = parser.namedType()
      return Statement(.other([]), token.span)
    case "if": return condition(&parser)
    case "for": return BraceStatements.forLoop(&parser, binding: loopBinding)
    case "while": return BraceStatements.whileLoop(&parser)
    case "do": return BraceStatements.doLoop(&parser)
    case "when" where parser.peek().isSign("(") || parser.peek().isSign("{"): return chained(selection, &parser)
    case "try" where parser.peek().isSign("{"): return attempt(&parser)
    case "return", "throw", "break", "continue": return jump(&parser)
    default: break
    }
    if parser.peek().isSign("@"), !parser.peek().followsSpace {
      // `label@ for (…)`
      parser.advance()
      parser.advance()
      return parser.nested { $0.grammar.statement(&$0) }.flatMap { $0 }
    }
    return parser.expressionStatement()
  }

  /// `when (tab) { … }.orderBy("at").get()`: a statement whose value goes on.
  private static func chained(_ read: (inout Parser) -> Statement, _ parser: inout Parser) -> Statement {
    let statement = read(&parser)
    guard parser.isAt(".") || parser.isAt("?.") else { return statement }
    let chain = parser.chain(from: Expression(.statements([statement]), statement.span))
    return Statement(.expression(chain), chain.span)
  }

  /// `return x`, `return@label x`, `throw x`, `break@label`
  static func jump(_ parser: inout Parser) -> Statement {
    let word = parser.current
    parser.advance()
    if parser.current.kind == .annotation, !parser.current.followsSpace { parser.advance() }
    if word.text == "break" { return Statement(.leave(.breaking), word.span) }
    if word.text == "continue" { return Statement(.leave(.continuing), word.span) }
    var value: Expression?
    if !parser.isAtEnd, !parser.isAtLineBreak, !parser.isAt(oneOf: [";", ",", "else"]) {
      let before = parser.position
      let read = parser.expression()
      if parser.position > before { value = read }
    }
    let span = parser.span(from: word.start)
    return Statement(word.text == "return" ? .result(value) : .leave(.throwing(value)), span)
  }

  /// The module is the whole dotted name, of `a.b.*` the part before the star.
  private static func imported(_ parser: inout Parser) -> Statement? {
    let start = parser.current.start
    parser.advance()
    var parts: [String] = []
    var importsAll = false
    while !parser.isAtLineBreak {
      if let name = parser.takeName() {
        parts.append(name)
      } else if parser.take("*") {
        importsAll = true
      }
      if !parser.take(".") { break }
    }
    var names: [String: String] = [:]
    if let last = parts.last, !importsAll {
      names[last] = last
      if !parser.isAtLineBreak, parser.take("as"), let alias = parser.takeName() { names = [alias: last] }
    }
    return Statement(
      .imported(Import(module: parts.joined(separator: "."), names: names)), parser.span(from: start))
  }

  // MARK: - Branches

  static func condition(_ parser: inout Parser) -> Statement { BraceStatements.condition(&parser) }

  static func attempt(_ parser: inout Parser) -> Statement { BraceStatements.attempt(&parser) }

  private static func loopBinding(_ parser: inout Parser) -> Pattern? {
    while parser.current.kind == .annotation { parser.skipAnnotation() }
    let pattern = KotlinTypes.pattern(&parser)
    _ = KotlinTypes.annotation(&parser)
    return pattern
  }

  /// `when (subject) { a, b -> …; else -> … }`; a subject that is bound is a variable before it.
  static func selection(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    parser.advance()
    var bound: Statement?
    var subject: Expression?
    if parser.isAt("(") {
      (bound, subject) = parser.inGroup { parser -> (Statement?, Expression?) in
        while parser.current.kind == .annotation { parser.skipAnnotation() }
        guard parser.isAt("val"), parser.peek().kind == .name else { return (nil, parser.expression()) }
        let start = parser.current.start
        parser.advance()
        let name = parser.takeName() ?? ""
        let type = KotlinTypes.annotation(&parser)
        let value = parser.take("=") ? parser.expression() : nil
        let variable = Variable(pattern: .name(name), type: type, value: value)
        let span = parser.span(from: start)
        return (Statement(.variable(variable), span), Expression(.name(name), span))
      }
    }
    let branches = parser.isAt("{") ? parser.inGroup { cases(&$0) } : []
    let span = parser.span(from: start)
    let selection = Statement(.selection(Selection(subject: subject, cases: branches)), span)
    return bound.map { Statement(.block([$0, selection]), span) } ?? selection
  }

  private static func cases(_ parser: inout Parser) -> [Selection.Case] {
    var cases: [Selection.Case] = []
    while !parser.isAtEnd {
      if parser.take(";") || parser.take(",") { continue }
      let before = parser.position
      var patterns: [Expression] = []
      var isDefault = false
      if parser.isAt("else"), parser.peek().isSign("->") {
        parser.advance()
        isDefault = true
      } else {
        repeat { patterns.append(pattern(&parser)) } while parser.take(",")
      }
      if parser.take("->") {
        cases.append(Selection.Case(patterns: patterns, isDefault: isDefault, body: parser.bodyOrStatement()))
      }
      if parser.position == before { parser.skipItem() }
    }
    return cases
  }

  /// `is Type`, `in range`, or a value.
  private static func pattern(_ parser: inout Parser) -> Expression {
    let start = parser.current.start
    if parser.isAt("!"), parser.peek().isSign(oneOf: ["is", "in"]) { parser.advance() }
    if parser.take("is") {
      _ = KotlinTypes.type(&parser)
      return Expression(.other([]), parser.span(from: start))
    }
    if parser.take("in") {
      let range = parser.expression()
      return Expression(.other([range]), parser.span(from: start))
    }
    return parser.expression()
  }
}
