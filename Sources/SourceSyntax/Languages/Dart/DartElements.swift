import SourceTokens

/// Elements of lists, sets and maps: also `if`, `for` and what is left out where it is null.
extension DartGrammar {
  static func element(_ parser: inout Parser) {
    let isControl =
      parser.isAt(.await)
      ? parser.peek().isWord(.for)
      : (parser.isAt(.if) || parser.isAt(.for)) && parser.peek().kind == .leftParenthesis
    guard isControl else { return plainElement(&parser) }
    let isRead = parser.nested { parser in
      if parser.isAt(.if) { condition(&parser) } else { loop(&parser) }
      return true
    }
    if !isRead { parser.tooDeep() }
  }

  /// `a`, `a: b`, `?a`, `?a: ?b`, `...a`
  private static func plainElement(_ parser: inout Parser) {
    let mark = parser.mark
    value(&parser)
    guard parser.isAt(.colon) else { return }
    let key = parser.lastNode
    let isKnown = key?.kind == .text || key?.kind == .number
    parser.advance()
    value(&parser)
    parser.finish(
      mark, .entry, name: isKnown ? key?.name ?? .empty : .empty, flags: isKnown ? [] : .computed)
  }

  private static func value(_ parser: inout Parser) {
    guard parser.isAt(.question) else { return parser.spreadOrExpression() }
    let mark = parser.mark
    parser.advance()
    parser.expression()
    parser.finish(mark, .unary, .word, name: parser.names.intern("?"), place: mark.position)
  }

  /// `if (test) a else b`
  private static func condition(_ parser: inout Parser) {
    let mark = parser.mark
    parser.advance()
    parser.conditions(conditions)
    element(&parser)
    if parser.take(.else) { element(&parser) }
    parser.finish(mark, .if)
  }

  /// `for (x in xs) a`
  private static func loop(_ parser: inout Parser) {
    loopHeader(&parser) { parser in element(&parser) }
  }
}
