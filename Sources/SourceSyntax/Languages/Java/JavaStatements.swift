import SourceTokens

/// Java's statements and members.
enum JavaStatements {
  static func statement(_ parser: inout Parser) -> Bool {
    let start = parser.mark
    JavaDeclarations.modifiers(&parser)
    if parser.position == start.position, keyword(&parser) { return true }
    if parser.isAt(kind: .leftBrace) {
      parser.block()
      if parser.count(since: start) > 1 { parser.finish(start, .initializerBlock) }
      return true
    }
    if JavaDeclarations.type(start, &parser) { return true }
    if parser.isAt(.less) { JavaDeclarations.typeParameters(&parser) }
    if let kind = JavaDeclarations.isMethod(parser) {
      JavaDeclarations.method(start, isConstructor: kind == .constructor, &parser)
      return true
    }
    if JavaDeclarations.isVariable(parser), !isLabel(parser) {
      JavaDeclarations.variables(start, &parser)
      return true
    }
    if parser.position > start.position {
      parser.finish(start, .skipped)
      return true
    }
    return labelled(&parser) || parser.expressionStatement()
  }

  private static func isLabel(_ parser: borrowing Parser) -> Bool {
    parser.isAt(kind: .name) && parser.peek().isSign(.colon)
  }

  /// `label: for (…)`
  private static func labelled(_ parser: inout Parser) -> Bool {
    guard isLabel(parser) else { return false }
    let start = parser.mark
    let name = parser.current.name
    parser.advance(by: 2)
    if !parser.isAtEnd { parser.readStatement() }
    parser.finish(start, .labeled, name: name, place: start.position)
    return true
  }

  private static func keyword(_ parser: inout Parser) -> Bool {
    let next = parser.peek()
    switch parser.currentWord {
    case .import: JVMImports.statement(&parser, .import)
    case .package: JVMImports.statement(&parser, .package)
    case .if: parser.ifStatement()
    case .for: forLoop(&parser)
    case .while: parser.whileStatement()
    case .do: parser.doStatement()
    case .switch where next.kind == .leftParenthesis: selection(&parser)
    case .try: parser.tryStatement(resources: resources, handler)
    case .return: parser.leavingStatement(.return)
    case .throw: parser.leavingStatement(.throw)
    case .break: parser.jumpStatement(.break)
    case .continue: parser.jumpStatement(.continue)
    case .yield where beginsOperand(next): parser.leavingStatement(.yield)
    case .assert: assertion(&parser)
    case .synchronized where next.kind == .leftParenthesis: synchronized(&parser)
    default: return false
    }
    return true
  }

  private static func beginsOperand(_ token: Token) -> Bool {
    switch token.kind {
    case .name, .number, .text, .leftParenthesis: true
    default: token.isSign(.minus) || token.isSign(.exclamation)
    }
  }

  /// `assert a : b`
  private static func assertion(_ parser: inout Parser) {
    let start = parser.mark
    parser.advance()
    parser.expression()
    if parser.take(.colon) { parser.expression() }
    parser.finish(start, .command, name: Word.assert.name, place: start.position)
  }

  private static func synchronized(_ parser: inout Parser) {
    let start = parser.mark
    parser.advance()
    parser.inGroup { parser in
      let item = parser.mark
      parser.expression()
      parser.finish(item, .withItem)
    }
    parser.block()
    parser.finish(start, .with, name: Word.synchronized.name, place: start.position)
  }

  // MARK: - Loops

  private static func forLoop(_ parser: inout Parser) {
    let start = parser.mark
    parser.advance()
    var isForEach = false
    if parser.isAt(kind: .leftParenthesis) {
      parser.inGroup { parser in
        isForEach = forEachHeader(&parser)
        if !isForEach { parser.loopParts(first, expressions) }
      }
    }
    parser.bodyOrStatement()
    parser.finish(start, isForEach ? .forEach : .for)
  }

  /// `final Type x : xs`
  private static func forEachHeader(_ parser: inout Parser) -> Bool {
    let start = parser.mark
    JavaDeclarations.modifiers(&parser)
    guard let end = parser.endOfType(from: parser.position), parser.token(at: end).kind == .name,
      parser.token(at: end + 1).isSign(.colon)
    else {
      parser.rewind(to: start)
      return false
    }
    JavaDeclarations.variables(start, &parser)
    _ = parser.take(.colon)
    parser.expression()
    return true
  }

  private static func first(_ parser: inout Parser) {
    let start = parser.mark
    JavaDeclarations.modifiers(&parser)
    if JavaDeclarations.isVariable(parser) { JavaDeclarations.variables(start, &parser) } else { expressions(&parser) }
  }

  /// `a, b`
  private static func expressions(_ parser: inout Parser) {
    repeat { _ = parser.expressionStatement() } while parser.take(.comma)
  }

  // MARK: - try

  /// `(Type x = a; y)`
  private static func resources(_ parser: inout Parser) {
    guard parser.isAt(kind: .leftParenthesis) else { return }
    let start = parser.mark
    parser.inGroup { parser in
      parser.linesMatter = true
      parser.statements()
    }
    parser.finish(start, .resources)
  }

  /// `catch (A | B e) { … }`
  private static func handler(_ parser: inout Parser) -> Bool {
    guard parser.isAt(.catch) else { return false }
    let start = parser.mark
    parser.advance()
    if parser.isAt(kind: .leftParenthesis) {
      parser.inGroup { parser in
        JavaDeclarations.modifiers(&parser)
        parser.typeOrSkipped()
        if parser.isAtName { parser.namedLeaf(.binding) }
      }
    }
    parser.block()
    parser.finish(start, .catch)
    return true
  }

  // MARK: - switch

  static func selection(_ parser: inout Parser) {
    let start = parser.mark
    parser.advance()
    if parser.isAt(kind: .leftParenthesis) { parser.inGroup { $0.expression() } }
    if parser.isAt(kind: .leftBrace) { parser.inGroup(cases) }
    parser.finish(start, .switch)
  }

  private static func cases(_ parser: inout Parser) {
    while !parser.isAtEnd {
      guard parser.isAt(.case) || parser.isAt(.default) else {
        parser.skipItemAsNode()
        continue
      }
      let start = parser.mark
      let word = parser.current.name
      parser.advance()
      var flags: NodeFlags = word == Word.default.name ? .isDefault : []
      if word == Word.case.name, JavaPatterns.labels(&parser) { flags.insert(.isDefault) }
      if parser.take(.arrow) {
        flags.insert(.arrow)
        parser.bodyOrStatement()
        _ = parser.take(.semicolon)
      } else {
        parser.skipItems(until: .colon)
        _ = parser.take(.colon)
        let body = parser.mark
        parser.statements { $0.isAt(.case) || $0.isAt(.default) && !$0.peek().isSign(.dot) }
        parser.finish(body, .block)
      }
      parser.finish(start, .case, name: word, place: start.position, flags: flags)
    }
  }
}
