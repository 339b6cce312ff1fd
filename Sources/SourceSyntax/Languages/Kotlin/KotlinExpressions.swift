import SourceTokens

/// Operands that only Kotlin has, and what may follow an operand.
enum KotlinExpressions {
  static func primary(_ parser: inout Parser) -> Bool {
    let token = parser.current
    switch token.kind {
    case .leftBrace: return lambda(&parser)
    case .sign where token.isSign(.colonColon) && parser.peek().kind == .name:
      let start = parser.mark
      parser.empty()
      parser.advance(by: 2)
      let place = parser.position - 1
      parser.finish(start, .member, name: parser.tokens[place].name, place: place, flags: .doubleColon)
      return true
    case .name: return word(token, &parser)
    default: return false
    }
  }

  private static func word(_ token: Token, _ parser: inout Parser) -> Bool {
    let next = parser.peek()
    switch token.keyword {
    case .if where next.kind == .leftParenthesis: parser.ifStatement()
    case .when where next.kind == .leftParenthesis || next.kind == .leftBrace: KotlinStatements.selection(&parser)
    case .try where next.kind == .leftBrace: parser.tryStatement(KotlinStatements.handler)
    case .return: KotlinStatements.jump(.return, &parser)
    case .throw: KotlinStatements.jump(.throw, &parser)
    case .break: KotlinStatements.jump(.break, &parser)
    case .continue: KotlinStatements.jump(.continue, &parser)
    case .object where next.isSign(.colon) || next.kind == .leftBrace: object(&parser)
    case .fun where next.kind == .leftParenthesis: KotlinDeclarations.function(parser.mark, &parser)
    case .this, .super: return labelled(token, &parser)
    default: return label(&parser)
    }
    return true
  }

  /// `this@Screen`
  private static func labelled(_ token: Token, _ parser: inout Parser) -> Bool {
    guard parser.isAtLabelSign(1), parser.peek(2).kind == .name else { return false }
    let start = parser.mark
    parser.advance(by: 3)
    parser.finish(start, .name, name: token.name, place: start.position)
    return true
  }

  /// `label@{ … }`
  private static func label(_ parser: inout Parser) -> Bool {
    guard parser.isAtLabelSign(1), parser.peek(2).kind == .leftBrace else { return false }
    let start = parser.mark
    let name = parser.current.name
    parser.advance(by: 2)
    if !lambda(&parser) { parser.empty() }
    parser.finish(start, .labeled, name: name, place: start.position)
    return true
  }

  /// `object : Type(arguments) { … }`
  private static func object(_ parser: inout Parser) {
    let start = parser.mark
    parser.advance()
    KotlinClasses.heritage(&parser)
    if parser.isAt(kind: .leftBrace) { parser.block() }
    parser.finish(start, .objectLiteral)
  }

  // MARK: - Functions as values

  /// `f(a) { … }`, `f { … }`, `f(a) label@{ … }`
  static func trailing(_ operand: Parser.Mark, _ parser: inout Parser) -> Bool {
    let isLabelled = parser.isAt(kind: .name) && parser.isAtLabelSign(1) && parser.peek(2).kind == .leftBrace
    guard parser.isAt(kind: .leftBrace) || isLabelled, !parser.isAtLineBreak, !parser.bracesBeginBodies else {
      return false
    }
    switch parser.lastKind {
    case .call: parser.reopenLast()
    case .name, .member, .index: break
    default: return false
    }
    let argument = parser.mark
    if !(isLabelled ? label(&parser) : lambda(&parser)) { parser.skipItemAsNode() }
    parser.finish(argument, .argument, flags: .trailing)
    parser.finish(operand, .call)
    return true
  }

  /// `{ a, (b, c) -> … }`
  static func lambda(_ parser: inout Parser) -> Bool {
    parser.nested { parser in
      let start = parser.mark
      parser.inGroup { parser in
        lambdaParameters(&parser)
        let body = parser.mark
        parser.statements()
        parser.finish(body, .block)
      }
      parser.finish(start, .closure)
      return true
    }
  }

  private static func lambdaParameters(_ parser: inout Parser) {
    let start = parser.mark
    while !parser.isAt(.arrow) {
      let parameter = parser.mark
      guard KotlinTypes.pattern(&parser) else { break }
      if parser.take(.colon) { parser.typeOrSkipped() }
      parser.finish(parameter, .parameter)
      if !parser.take(.comma) { break }
    }
    guard parser.take(.arrow) else { return parser.rewind(to: start) }
    parser.finish(start, .parameters)
  }
}

extension Parser {
  /// The `@` of a label stands right behind the token before it.
  func isAtLabelSign(_ distance: Int) -> Bool {
    let token = peek(distance)
    return token.isSign(.at) && !token.followsSpace
  }
}
