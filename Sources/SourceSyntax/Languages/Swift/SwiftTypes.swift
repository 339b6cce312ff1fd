import SourceTokens

/// Types of Swift.
enum SwiftTypes {
  static func type(_ parser: inout Parser) -> Bool {
    let start = parser.mark
    if isPrefix(parser) {
      let word = parser.current.name
      if parser.isAtAnnotation { parser.annotation() } else { parser.advance() }
      parser.typeOrSkipped()
      parser.finish(start, .typeOperator, name: word)
      return true
    }
    guard operand(&parser) else { return false }
    suffixes(start, &parser)
    if parser.isAt(.ampersand) {
      let place = parser.position
      while parser.take(.ampersand) {
        let next = parser.mark
        if !operand(&parser) { parser.empty() }
        suffixes(next, &parser)
      }
      parser.finish(start, .unionType, .and, place: place)
    }
    if isArrow(parser) {
      SwiftFunctions.effects(&parser)
      _ = parser.take(.arrow)
      parser.typeOrSkipped()
      parser.finish(start, .functionType)
    }
    return true
  }

  private static func isPrefix(_ parser: borrowing Parser) -> Bool {
    if parser.isAtAnnotation || parser.isAt(.tilde) { return true }
    let next = parser.peek()
    let isType =
      next.kind == .name || next.kind == .quotedName || next.kind == .leftParenthesis || next.kind == .leftSquare
      || next.isSign(.at) || next.isSign(.tilde)
    guard isType, !next.startsLine || !parser.linesMatter else { return false }
    switch parser.currentWord {
    case .inout, .any, .someWord, .borrowing, .consuming, .isolated, .sending, .nonisolated, .each, .repeat, .unowned,
      .weak:
      return true
    default: return false
    }
  }

  private static func isArrow(_ parser: borrowing Parser) -> Bool {
    var distance = 0
    while distance < 3, [.async, .throws, .rethrows].contains(parser.peek(distance).keyword) { distance += 1 }
    if distance > 0, parser.peek(distance).kind == .leftParenthesis {
      return parser.peekAfterGroup(distance).isSign(.arrow)
    }
    return parser.peek(distance).isSign(.arrow)
  }

  private static func operand(_ parser: inout Parser) -> Bool {
    let start = parser.mark
    switch parser.current.kind {
    case .leftSquare:
      parser.inGroup { parser in
        parser.typeOrSkipped()
        if parser.take(.colon) { parser.typeOrSkipped() }
      }
      parser.finish(start, .arrayType)
    case .leftParenthesis:
      parser.separated(element)
      parser.finish(start, .tupleType)
    default: return named(&parser)
    }
    return true
  }

  /// `A`, `label: A`, `_ name: A`, `A...`
  private static func element(_ parser: inout Parser) {
    let start = parser.mark
    let isLabelled =
      parser.isLabel(.colon) || parser.isAtName && parser.peek().kind == .name && parser.peek(2).isSign(.colon)
    let label = isLabelled ? parser.current.name : .empty
    if isLabelled { parser.advance(by: parser.isLabel(.colon) ? 2 : 3) }
    parser.typeOrSkipped()
    let isVariadic = parser.take(.dotDotDot)
    if parser.take(.equal) { parser.expression() }
    guard isLabelled || isVariadic else { return }
    parser.finish(start, .parameter, name: label, place: start.position, flags: isVariadic ? .variadic : [])
  }

  private static func named(_ parser: inout Parser) -> Bool { parser.namedType() }

  /// `?`, `!`, `.Type`
  private static func suffixes(_ start: Parser.Mark, _ parser: inout Parser) {
    while !parser.current.startsLine || !parser.linesMatter {
      if parser.isAt(.question) || parser.isAt(.exclamation), !parser.current.followsSpace {
        let flags: NodeFlags = parser.isAt(.exclamation) ? .forced : []
        parser.advance()
        parser.finish(start, .optionalType, flags: flags)
      } else if parser.isAt(.coalesce), !parser.current.followsSpace {
        parser.advance()
        parser.finish(start, .optionalType)
        parser.finish(start, .optionalType)
      } else if parser.isAt(.dot) || parser.isAt(.questionDot), parser.peek().kind == .name {
        if parser.isAt(.questionDot) { parser.finish(start, .optionalType) }
        let place = parser.position + 1
        parser.advance(by: 2)
        parser.finish(start, .namedType, name: parser.tokens[place].name, place: place)
      } else {
        return
      }
    }
  }

  /// `<T: P, each U>` behind a declared name.
  static func typeParameters(_ parser: inout Parser) {
    parser.typeParameters(takesBound: { $0.take(.colon) }) { parser in
      if parser.isAt(.each) || parser.isAt(.let), parser.peek().kind == .name { parser.namedLeaf(.modifier) }
    }
  }

  /// `where T: P, U == V`
  static func whereClause(_ parser: inout Parser) {
    guard parser.isAt(.where) else { return }
    let start = parser.mark
    parser.advance()
    repeat {
      parser.typeOrSkipped()
      if parser.take(.colon) || parser.take(.equalEqual) { parser.typeOrSkipped() }
    } while parser.take(.comma)
    parser.finish(start, .whereClause)
  }
}
