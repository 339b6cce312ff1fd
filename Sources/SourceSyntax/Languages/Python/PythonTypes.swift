import SourceTokens

/// Type hints.
enum PythonTypes {
  /// `a.B`, `Optional[B]`, `B | None`, `"B"`, `[A, B]`; false when none begins here.
  static func type(_ parser: inout Parser) -> Bool {
    let start = parser.mark
    guard single(&parser) else { return false }
    guard parser.isAt(.bar), !parser.isAtLineBreak else { return true }
    let place = parser.position
    while !parser.isAtLineBreak, parser.take(.bar) {
      if !single(&parser) { parser.empty() }
    }
    parser.finish(start, .unionType, .or, place: place)
    return true
  }

  private static func single(_ parser: inout Parser) -> Bool {
    let start = parser.mark
    switch parser.current.kind {
    case .text, .textStart, .number:
      parser.primary()
      parser.finish(start, .literalType)
    case .leftSquare:
      parser.separated(argument)
      parser.finish(start, .tupleType)
    case .leftParenthesis:
      parser.separated(argument)
      parser.finish(start, .tupleType)
    case .name, .quotedName: named(&parser)
    case .sign where parser.isAt(.dotDotDot):
      parser.advance()
      parser.finish(start, .rest)
    case .sign where parser.isAt(.star) || parser.isAt(.minus):
      parser.advance()
      if !single(&parser) { parser.empty() }
      parser.finish(start, .typeOperator)
    default: return false
    }
    return true
  }

  private static func named(_ parser: inout Parser) {
    let start = parser.mark
    var place = parser.position
    parser.advance()
    parser.finish(start, .namedType, name: parser.tokens[place].name, place: place)
    while parser.isAt(.dot), parser.peek().kind == .name, !parser.isAtLineBreak {
      place = parser.position + 1
      parser.advance(by: 2)
      parser.finish(start, .namedType, name: parser.tokens[place].name, place: place)
    }
    guard parser.isAt(kind: .leftSquare), !parser.isAtLineBreak else { return }
    // The arguments belong to the last name: it is read again with them.
    let isPath = place > start.position
    parser.rewind(to: start)
    if isPath { qualifier(to: place, &parser) }
    parser.advance()
    let list = parser.mark
    parser.separated(argument)
    parser.finish(list, .typeArguments)
    parser.finish(start, .namedType, name: parser.tokens[place].name, place: place)
  }

  /// `a.b.` before the last name.
  private static func qualifier(to end: Int, _ parser: inout Parser) {
    let start = parser.mark
    while parser.position < end {
      let place = parser.position
      parser.advance()
      parser.finish(start, .namedType, name: parser.tokens[place].name, place: place)
      if parser.isAt(.dot) { parser.advance() }
    }
  }

  /// A type, or any expression: `Annotated[Session, Depends(session)]`.
  private static func argument(_ parser: inout Parser) {
    let start = parser.mark
    if parser.type(), parser.isAtEnd || parser.isAt(.comma) { return }
    parser.rewind(to: start)
    PythonExpressions.element(&parser)
  }
}
