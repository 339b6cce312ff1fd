import Diagnostics

/// Functions of all kinds, their parameters and patterns.
struct JavaScriptFunctions {
  let grammar: JavaScriptGrammar

  // MARK: - Arrow functions

  /// `(a, b) => …` and `(a: A): B => …`; nil for other parentheses.
  func arrow(_ parser: inout Parser) -> Expression? {
    guard isArrow(parser) else { return nil }
    let start = parser.current.start
    let parameters = parameters(&parser)
    if grammar.hasTypes { _ = JavaScriptTypes.annotation(&parser) }
    return closure(parameters, start, &parser)
  }

  private func isArrow(_ parser: Parser) -> Bool {
    let next = parser.peekAfterGroup()
    if next.isSign("=>") { return true }
    guard grammar.hasTypes, next.isSign(":") else { return false }
    var ahead = parser
    ahead.skipItem()
    ahead.advance()
    _ = JavaScriptTypes.type(&ahead)
    return ahead.isAt("=>")
  }

  /// `a => …`
  func shortArrow(_ parser: inout Parser) -> Expression? {
    let start = parser.current.start
    guard let name = parser.takeName() else { return nil }
    return closure([Parameter(pattern: .name(name))], start, &parser)
  }

  /// At the arrow.
  private func closure(_ parameters: [Parameter], _ start: Int, _ parser: inout Parser) -> Expression {
    _ = parser.take("=>")
    if parser.isAt("{") {
      let body = parser.block()
      return Expression(.closure(Closure(parameters: parameters, body: body)), parser.span(from: start))
    }
    // Functions of functions take more room on the stack than other operands do.
    let value =
      parser.nested { parser in parser.nested { parser in parser.expression() } ?? parser.tooDeep() }
      ?? parser.tooDeep()
    let body = [Statement(.result(value), value.span)]
    return Expression(.closure(Closure(parameters: parameters, body: body)), parser.span(from: start))
  }

  /// `async` before a function; nil when it is a name.
  func asynchronous(_ parser: inout Parser) -> Expression? {
    let next = parser.peek()
    if next.startsLine { return nil }
    if next.isSign("function") {
      parser.advance()
      return expression(&parser)
    }
    if next.isSign("=>") { return shortArrow(&parser) }
    if next.kind == .name, parser.peek(2).isSign("=>") {
      parser.advance()
      return shortArrow(&parser)
    }
    guard next.isSign("(") || next.isSign("<") else { return nil }
    let start = parser.mark
    parser.advance()
    if parser.isAt("<"), !JavaScriptTypes.skipParameters(&parser) || !parser.isAt("(") {
      parser.rewind(to: start)
      return nil
    }
    if let arrow = arrow(&parser) { return arrow }
    parser.rewind(to: start)
    return nil
  }

  // MARK: - Functions

  /// `function name(…) { … }` as a value.
  func expression(_ parser: inout Parser) -> Expression {
    let start = parser.mark
    let function = signature(&parser)
    return method(function, from: start, parser)
  }

  /// A function that has a `this` of its own as a value.
  func method(_ function: Function, from start: Parser.Mark, _ parser: Parser) -> Expression {
    let closure = Closure(
      parameters: function.parameters, body: function.body ?? [],
      namesOwnReceiver: parser.hasWord("this", since: start))
    return Expression(.closure(closure), parser.span(since: start))
  }

  /// `function* name<T>(…): R { … }`, with the cursor at the word.
  func declaration(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    let function = signature(&parser)
    return Statement(.function(function), parser.span(from: start))
  }

  private func signature(_ parser: inout Parser) -> Function {
    parser.advance()
    _ = parser.take("*")
    let name = parser.isAt("(") ? "" : parser.takeName() ?? ""
    return rest(of: name, &parser)
  }

  /// From the generic parameters on; also that of methods.
  func rest(of name: String, _ parser: inout Parser) -> Function {
    if parser.isAt("<") { _ = JavaScriptTypes.skipParameters(&parser) }
    let parameters = parser.isAt("(") ? parameters(&parser) : []
    let type = grammar.hasTypes ? JavaScriptTypes.annotation(&parser) : nil
    let body: [Statement]? = parser.isAt("{") ? parser.block() : nil
    return Function(name: name, parameters: parameters, returnType: type, body: body)
  }

  // MARK: - Parameters

  func parameters(_ parser: inout Parser) -> [Parameter] {
    parser.separated { parser in parameter(&parser) }
  }

  private static let modifiers: Set<String> = ["public", "private", "protected", "readonly", "override"]

  private func parameter(_ parser: inout Parser) -> Parameter? {
    while parser.current.kind == .annotation { parser.skipAnnotation() }
    var isProperty = false
    while parser.isAt(oneOf: Self.modifiers), parser.peek().kind == .name || parser.peek().isSign("{") {
      isProperty = true
      parser.advance()
    }
    let isVariadic = parser.take("...")
    guard let pattern = pattern(&parser) else { return nil }
    _ = parser.take("?")
    let type = grammar.hasTypes ? JavaScriptTypes.annotation(&parser) : nil
    let value = parser.take("=") ? parser.expression() : nil
    // TypeScript's declaration of what `this` is.
    if pattern == .name("this") { return nil }
    return Parameter(pattern: pattern, type: type, defaultValue: value, isVariadic: isVariadic, isProperty: isProperty)
  }

  // MARK: - Patterns

  /// A name, `{ a, b: c = 1 }` or `[a, b]`.
  func pattern(_ parser: inout Parser) -> Pattern? {
    let token = parser.current
    switch token.kind {
    case .name:
      parser.advance()
      return .name(token.text)
    case .open where token.text == "{": return parser.nested { parser in recordPattern(&parser) } ?? .ignored
    case .open where token.text == "[": return parser.nested { parser in listPattern(&parser) } ?? .ignored
    default: return nil
    }
  }

  private func recordPattern(_ parser: inout Parser) -> Pattern {
    .record(parser.separated { parser in property(&parser) })
  }

  private func property(_ parser: inout Parser) -> RecordPattern? {
    // What is left over is no property of its own.
    if parser.take("...") { return parser.takeName().map { RecordPattern(key: "...", pattern: .name($0)) } }
    let token = parser.current
    var key = token.text
    switch token.kind {
    case .name, .number: parser.advance()
    case .text:
      let text = parser.textLiteral()
      if case .name(let literal) = text.asKey { key = literal }
    case .open where token.text == "[":
      parser.skipItem()
      key = "[]"
    default: return nil
    }
    let inner = parser.take(":") ? pattern(&parser) : token.kind == .name ? .name(key) : nil
    guard let inner else { return nil }
    let value = parser.take("=") ? parser.expression() : nil
    return RecordPattern(key: key, pattern: inner, defaultValue: value)
  }

  private func listPattern(_ parser: inout Parser) -> Pattern {
    let patterns = parser.separated { parser -> Pattern? in
      if parser.isAt(",") { return .ignored }
      // The rest of a list is none of its elements.
      if parser.take("...") {
        return pattern(&parser).map { .record([RecordPattern(key: "...", pattern: $0)]) } ?? .ignored
      }
      let inner = pattern(&parser) ?? .ignored
      if parser.take("=") { _ = parser.expression() }
      return inner
    }
    return .list(patterns)
  }
}
