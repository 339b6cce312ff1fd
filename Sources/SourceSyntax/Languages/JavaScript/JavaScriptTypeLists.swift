import SourceTokens

/// Types in brackets: of functions, tuples and objects.
extension JavaScriptGrammar {
  // MARK: - Functions and tuples

  /// `(a: A) => B`, or a type in parentheses.
  static func typeInParentheses(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    if parser.peekAfterGroup().isSign(.fatArrow) { return functionType(mark, .empty, &parser) }
    parser.inGroup { parser in _ = type(&parser) }
    parser.finish(mark, .typeOperator)
    return true
  }

  static func functionType(_ mark: Parser.Mark, _ name: NameID, _ parser: inout Parser) -> Bool {
    typeParameters(&parser)
    if parser.isAt(kind: .leftParenthesis) { parameters(&parser) }
    if parser.take(.fatArrow) { _ = resultType(&parser) }
    parser.finish(mark, .functionType, name: name)
    return true
  }

  /// `[A, b?: B, ...C[]]`
  static func tupleType(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    parser.separated { parser in _ = tupleElement(&parser) }
    parser.finish(mark, .tupleType)
    return true
  }

  private static func tupleElement(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    let isRest = parser.take(.dotDotDot)
    if parser.isAtName, parser.peek().isSign(.colon) || parser.peek().isSign(.question) && parser.peek(2).isSign(.colon)
    {
      parser.namedLeaf(.binding)
      var flags: NodeFlags = parser.take(.question) ? .optional : []
      if isRest { flags.insert(.variadic) }
      parser.advance()
      _ = type(&parser)
      parser.finish(mark, .parameter, flags: flags)
      return true
    }
    guard type(&parser) else { return isRest }
    if parser.take(.question) { parser.finish(mark, .optionalType) }
    if isRest { parser.finish(mark, .rest) }
    return true
  }

  // MARK: - Braces

  /// The members of an object's type, or a mapped type.
  static func bracedType(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    var isMapped = false
    parser.inGroup { parser in
      isMapped = isMapping(parser)
      if isMapped { mapping(&parser) } else { members(&parser, areSignatures: true) }
    }
    parser.finish(mark, isMapped ? .otherType : .recordType, name: isMapped ? Word.in.name : .empty)
    return true
  }

  /// `readonly [K in T]`, `-readonly [K in T]`
  private static func isMapping(_ parser: Parser) -> Bool {
    var distance = 0
    if parser.isAt(.plus) || parser.isAt(.minus) { distance += 1 }
    if parser.peek(distance).isWord(.readonly) { distance += 1 }
    return parser.peek(distance).kind == .leftSquare && parser.peek(distance + 1).isName
      && parser.peek(distance + 2).isWord(.in)
  }

  private static func mapping(_ parser: inout Parser) {
    while !parser.isAt(kind: .leftSquare) { parser.advance() }
    parser.inGroup { parser in
      typeParameter(&parser)
      if parser.take(.as) { _ = type(&parser) }
    }
    while parser.isAt(.plus) || parser.isAt(.minus) || parser.isAt(.question) { parser.advance() }
    typeAnnotation(&parser)
    _ = parser.take(.semicolon) || parser.take(.comma)
  }
}
