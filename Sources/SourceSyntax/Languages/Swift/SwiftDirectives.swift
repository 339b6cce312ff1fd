import SourceTokens

/// `#if` and its like. The code of all branches is read; the lines of conditions stand between it.
enum SwiftDirectives {
  private static func isCondition(_ token: Token) -> Bool {
    guard token.kind == .directive, let word = token.name.word else { return false }
    return [.ifDirective, .elseIfDirective, .elseDirective, .endIfDirective].contains(word)
  }

  static func isCondition(_ parser: borrowing Parser) -> Bool { isCondition(parser.current) }

  /// The line of a condition, as a `directive`.
  static func line(_ parser: inout Parser) {
    let start = parser.mark
    let name = parser.current.name
    parser.advance()
    readCondition(&parser)
    parser.finish(start, .directive, name: name, place: start.position)
  }

  private static func readCondition(_ parser: inout Parser) {
    guard !parser.isAtEnd, !parser.current.startsLine else { return }
    // Nothing of the lines below belongs to it.
    let outer = (end: parser.end, lines: parser.linesMatter)
    var index = parser.position
    while index < outer.end, index == parser.position || !parser.token(at: index).startsLine {
      index = parser.afterItem(index)
    }
    parser.end = min(index, outer.end)
    _ = parser.expressionStatement()
    parser.skipRest()
    parser.end = outer.end
  }

  /// A condition between the links of a chain, and whether more of the chain follows: `#if os(iOS)`, `.member`,
  /// `#endif`.
  static func link(_ operand: Parser.Mark, _ parser: inout Parser) -> Bool {
    guard isCondition(parser) else { return false }
    let start = parser.mark
    var index = parser.position
    // More conditions in a row than these nobody writes.
    for _ in 0..<4 where isCondition(parser.token(at: index)) {
      repeat { index = parser.afterItem(index) } while index < parser.end && !parser.token(at: index).startsLine
    }
    let isClosing = parser.current.name.word != .ifDirective && parser.isInChainCondition(since: operand)
    guard parser.token(at: index).isSign(.dot) && index < parser.end || isClosing else { return false }
    let name = parser.current.name
    parser.advance()
    readCondition(&parser)
    parser.finish(operand, .directive, name: name, place: start.position)
    return true
  }
}

extension Parser {
  /// The chain that is being read has gone through an `#if` that nothing has ended.
  fileprivate func isInChainCondition(since operand: Mark) -> Bool {
    var open = 0
    for index in operand.position..<position where tokens.tokens[index].kind == .directive {
      if tokens.tokens[index].name == Word.ifDirective.name { open += 1 }
      if tokens.tokens[index].name == Word.endIfDirective.name { open -= 1 }
    }
    return open > 0
  }
}
