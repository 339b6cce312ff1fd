import SourceTokens

/// Closures of Swift.
enum SwiftClosures {
  /// At a brace where an operand is expected.
  static func closure(_ parser: inout Parser) {
    let start = parser.mark
    var isAsynchronous = false
    parser.inGroup { parser in
      isAsynchronous = signature(&parser)
      let body = parser.mark
      parser.statements()
      parser.finish(body, .block)
    }
    parser.finish(start, .closure, flags: isAsynchronous ? .asynchronous : [])
  }

  /// `[weak self] (a: A, b) async throws -> C in`; nothing is read when there is none. Answers whether it is `async`.
  private static func signature(_ parser: inout Parser) -> Bool {
    // `for x in y` is the first statement, not a list of parameters.
    if parser.isAt(.for) || !mayHaveSignature(parser) { return false }
    let start = parser.mark
    while parser.isAtAnnotation { parser.annotation() }
    if parser.isAt(kind: .leftSquare), followsCaptures(parser.peekAfterGroup()) { captures(&parser) }
    if parser.isAt(kind: .leftParenthesis) {
      guard endsParameters(parser.peekAfterGroup()) else {
        parser.rewind(to: start)
        return false
      }
      let list = parser.mark
      parser.separated(parameter)
      parser.finish(list, .parameters)
    } else {
      bareParameters(&parser)
    }
    let isAsynchronous = SwiftFunctions.effects(&parser)
    if parser.take(.arrow) { parser.typeOrSkipped() }
    guard parser.take(.in) else {
      parser.rewind(to: start)
      return false
    }
    return isAsynchronous
  }

  private static func mayHaveSignature(_ parser: borrowing Parser) -> Bool {
    switch parser.current.kind {
    case .name, .quotedName, .leftSquare, .leftParenthesis: true
    default: parser.isAt(.at)
    }
  }

  private static func followsCaptures(_ token: Token) -> Bool {
    token.kind == .name || token.kind == .leftParenthesis || token.isSign(.arrow)
  }

  private static func endsParameters(_ token: Token) -> Bool {
    token.isWord(.in) || token.isSign(.arrow) || token.isWord(.async) || token.isWord(.throws)
  }

  /// `a, b: B`
  private static func bareParameters(_ parser: inout Parser) {
    let start = parser.mark
    while parser.isAtName, !parser.isAt(.in), !parser.isAt(.async), !parser.isAt(.throws) {
      parameter(&parser)
      guard parser.take(.comma) else { break }
    }
    if parser.position > start.position { parser.finish(start, .parameters) }
  }

  private static func parameter(_ parser: inout Parser) {
    let start = parser.mark
    while parser.isAtAnnotation { parser.annotation() }
    let next = parser.peek()
    if parser.isAtName, next.kind == .name, !next.isWord(.in), !next.isWord(.async), !next.isWord(.throws) {
      parser.namedLeaf(.modifier)
    }
    if !SwiftPatterns.declared(&parser) { parser.empty() }
    if parser.take(.colon) { parser.typeOrSkipped() }
    parser.finish(start, .parameter)
  }

  /// `[weak self, name = value]`: a `list` of declarators.
  private static func captures(_ parser: inout Parser) {
    let start = parser.mark
    parser.separated { parser in
      let start = parser.mark
      while parser.isAt(kind: .name),
        parser.peek().kind == .name || parser.isAt(.unowned) && parser.peek().kind == .leftParenthesis
      {
        let modifier = parser.mark
        let name = parser.current.name
        parser.advance()
        if parser.isAt(kind: .leftParenthesis) { parser.skipItem() }
        parser.finish(modifier, .modifier, name: name, place: modifier.position)
      }
      if parser.isAtName { parser.namedLeaf(.binding) }
      if parser.take(.equal) { parser.expression() }
      parser.finish(start, .declarator)
    }
    parser.finish(start, .list)
  }

  // MARK: - Trailing closures

  /// `{ … }` and `label: { … }` behind a call or a name; false when the brace is something else.
  static func trailing(_ operand: Parser.Mark, _ parser: inout Parser) -> Bool {
    guard !parser.bracesBeginBodies, let last = parser.lastNode, !beginsAccessors(parser) else { return false }
    switch last.kind {
    case .call: parser.reopenLast()
    case .name where last.name != Word.underscore.name: break
    case .member, .implicitMember: break
    default: return false
    }
    argument(parser.mark, .empty, &parser)
    while parser.isLabel(.colon), parser.peek(2).kind == .leftBrace, !parser.isAt(.default), !parser.isAtEnd {
      let start = parser.mark
      let label = parser.current.name
      parser.advance(by: 2)
      argument(start, label, &parser)
    }
    parser.finish(operand, .call)
    return true
  }

  private static func argument(_ start: Parser.Mark, _ label: NameID, _ parser: inout Parser) {
    let read = parser.nested { parser in
      closure(&parser)
      return true
    }
    if !read { parser.skipItemAsNode() }
    parser.finish(start, .argument, name: label, place: label == .empty ? nil : start.position, flags: .trailing)
  }

  /// `{ get … }`, `{ didSet … }`
  private static func beginsAccessors(_ parser: borrowing Parser) -> Bool {
    switch parser.peek().keyword {
    case .get, .set, .willSet, .didSet:
      let next = parser.peek(2)
      return next.kind == .leftBrace || next.kind == .leftParenthesis
    default: return false
    }
  }
}
