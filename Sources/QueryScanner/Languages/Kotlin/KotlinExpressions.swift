import Diagnostics

/// Operands that only Kotlin has, and what may follow an operand.
enum KotlinExpressions {
  static func primary(_ parser: inout Parser) -> Expression? {
    let token = parser.current
    switch token.kind {
    case .open where token.text == "{": return lambda(&parser)
    case .operator where token.text == "::" && parser.peek().kind == .name:
      parser.advance()
      let name = parser.current
      parser.advance()
      return Expression(.name(name.text), name.span)
    case .name where !token.isQuoted: return word(token, &parser)
    default: return nil
    }
  }

  private static func word(_ token: Token, _ parser: inout Parser) -> Expression? {
    switch token.text {
    case "if" where parser.peek().isSign("("): return value(of: KotlinStatements.condition, &parser)
    case "when" where parser.peek().isSign("(") || parser.peek().isSign("{"):
      return value(of: KotlinStatements.selection, &parser)
    case "try" where parser.peek().isSign("{"): return value(of: KotlinStatements.attempt, &parser)
    case "return", "throw", "break", "continue": return value(of: KotlinStatements.jump, &parser)
    case "object" where parser.peek().isSign(":") || parser.peek().isSign("{"):
      return parser.nested { anonymousObject(&$0) }
    case "fun" where parser.peek().isSign("("): return parser.nested { anonymousFunction(&$0) }
    default:
      // `label@{ … }`
      guard parser.peek().isSign("@"), !parser.peek().followsSpace, parser.peek(2).isSign("{") else { return nil }
      parser.advance()
      parser.advance()
      return lambda(&parser)
    }
  }

  private static func value(
    of read: (inout Parser) -> Statement, _ parser: inout Parser
  ) -> Expression? {
    let statement = parser.nested(read)
    return statement.map { Expression(.statements([$0]), $0.span) }
  }

  // MARK: - After operands

  static func postfix(_ operand: Expression, _ parser: inout Parser) -> Expression? {
    let token = parser.current
    switch token.kind {
    case .open: return token.text == "{" ? trailing(operand, &parser) : nil
    case .annotation:
      // `this@Screen`, `this@function`
      guard !token.followsSpace, case .name("this") = operand.kind else { return nil }
      parser.advance()
      return Expression(.member(Expression(.name(token.text), token.span), "this"), parser.span(from: token.start))
    case .operator:
      return token.text == "!" ? negatedTest(operand, &parser) : BoundReference.expression(operand, &parser)
    case .name: return token.isQuoted ? nil : infix(operand, token, &parser)
    default: return nil
    }
  }

  /// `x !in list`, `x !is Type`
  private static func negatedTest(_ operand: Expression, _ parser: inout Parser) -> Expression? {
    let word = parser.peek()
    guard word.isSign(oneOf: ["in", "is"]), !word.followsSpace, !parser.isAtLineBreak else { return nil }
    parser.advance()
    parser.advance()
    if word.text == "is" {
      parser.skipType()
      return Expression(.other([operand]), parser.span(from: operand.span.start))
    }
    let range = parser.prefixed()
    return Expression(.other([operand, range]), parser.span(from: operand.span.start))
  }

  private static let notInfix: Set<String> = [
    "in", "is", "as", "else", "while", "catch", "finally", "by", "where", "if", "for", "do", "val", "var", "fun",
    "class", "object", "return", "throw", "try", "when", "get", "set", "break", "continue", "import",
  ]

  /// `a to b`: a call of `to` on `a`. Also the label of a trailing lambda.
  private static func infix(_ operand: Expression, _ token: Token, _ parser: inout Parser) -> Expression? {
    guard !parser.isAtLineBreak, !parser.bracesBeginBodies, !token.startsLine else { return nil }
    let next = parser.peek()
    if next.isSign("@"), !next.followsSpace, parser.peek(2).isSign("{") {
      parser.advance()
      parser.advance()
      return trailing(operand, &parser)
    }
    guard !notInfix.contains(token.text), token.followsSpace, beginsOperand(next) else { return nil }
    parser.advance()
    let callee = Expression(.member(operand, token.text), Span(operand.span.start, token.end))
    let right = parser.prefixed()
    let call = Call(callee: callee, arguments: [Argument(value: right)])
    return Expression(.call(call), parser.span(from: operand.span.start))
  }

  private static func beginsOperand(_ token: Token) -> Bool {
    switch token.kind {
    case .name, .number, .text: !token.startsLine
    case .open: token.text != "[" && token.followsSpace && !token.startsLine
    default: false
    }
  }

  /// `f(a) { … }`, `f { … }`
  private static func trailing(_ operand: Expression, _ parser: inout Parser) -> Expression? {
    guard !parser.isAtLineBreak, !parser.bracesBeginBodies else { return nil }
    switch operand.kind {
    case .call(var call):
      guard let lambda = lambda(&parser) else { return nil }
      call.arguments.append(Argument(value: lambda))
      return Expression(.call(call), parser.span(from: operand.span.start))
    case .name, .member, .index:
      guard let lambda = lambda(&parser) else { return nil }
      if case .name(let name) = operand.kind, interfaces.contains(name) { return lambda }
      let call = Call(callee: operand, arguments: [Argument(value: lambda)])
      return Expression(.call(call), parser.span(from: operand.span.start))
    default: return nil
    }
  }

  /// Interfaces of one method, of which a lambda makes an object: `EventListener { value, error -> … }`.
  private static let interfaces: Set<String> = [
    "EventListener", "OnSuccessListener", "OnCompleteListener", "OnFailureListener", "OnCanceledListener",
    "Continuation", "SuccessContinuation", "Runnable", "Callable", "Observer", "Consumer",
  ]

  // MARK: - Functions and objects as values

  /// `{ a, (b, c) -> … }`
  private static func lambda(_ parser: inout Parser) -> Expression? {
    let start = parser.current.start
    let closure = parser.nested { parser in
      parser.inGroup { parser -> Closure in
        let parameters = lambdaParameters(&parser)
        return Closure(parameters: parameters, body: parser.statements(), returnsLastExpression: true)
      }
    }
    guard let closure else { return nil }
    return Expression(.closure(closure), parser.span(from: start))
  }

  private static func lambdaParameters(_ parser: inout Parser) -> [Parameter] {
    let start = parser.mark
    var parameters: [Parameter] = []
    while !parser.isAt("->") {
      guard let pattern = KotlinTypes.pattern(&parser) else { break }
      parameters.append(Parameter(pattern: pattern, type: KotlinTypes.annotation(&parser)))
      if !parser.take(",") { break }
    }
    if parser.take("->") { return parameters }
    parser.rewind(to: start)
    return []
  }

  /// `fun(a: Int): Int { … }`
  private static func anonymousFunction(_ parser: inout Parser) -> Expression {
    let start = parser.current.start
    parser.advance()
    let parameters = KotlinTypes.parameters(&parser)
    _ = KotlinTypes.annotation(&parser)
    let body = KotlinDeclarations.functionBody(&parser) ?? []
    return Expression(.closure(Closure(parameters: parameters, body: body)), parser.span(from: start))
  }

  /// `object : Type(arguments) { … }`
  private static func anonymousObject(_ parser: inout Parser) -> Expression {
    let start = parser.current.start
    parser.advance()
    var type: Expression?
    var arguments: [Argument] = []
    if parser.take(":") {
      repeat {
        let name = parser.current
        let read = KotlinTypes.type(&parser)
        if type == nil, let read { type = Expression(.name(read.name), name.span) }
        if parser.isAt("("), !parser.isAtLineBreak { arguments += parser.arguments() }
      } while parser.take(",")
    }
    let members = parser.isAt("{") ? parser.inGroup { KotlinDeclarations.members(&$0) } : []
    let span = parser.span(from: start)
    return AnonymousObject.expression(type: type, arguments: arguments, members: members, span)
  }
}
