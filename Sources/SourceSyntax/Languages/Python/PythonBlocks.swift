import SourceTokens

/// Statements with blocks.
enum PythonBlocks {
  /// Behind the head of a statement whose line begins at a column: the rest of the line, or the deeper lines below.
  static func block(_ parser: inout Parser, deeperThan column: Int) {
    // What stands between the head and the colon.
    if !parser.isAtLineBreak, !parser.isAt(.colon) { skipHead(&parser) }
    _ = parser.take(.colon)
    let start = parser.mark
    let isOnLine = !parser.isAtLineBreak
    if parser.isTooDeep { parser.noteCut() }
    while !parser.isAtEnd, !parser.current.startsLine || !isOnLine && parser.column > column {
      if parser.take(.semicolon) { continue }
      if parser.isTooDeep { parser.skipItem() } else { parser.readStatement() }
    }
    parser.finish(start, .block)
  }

  private static func skipHead(_ parser: inout Parser) {
    let start = parser.mark
    while !parser.isAtEnd, !parser.isAt(.colon), !parser.isAtLineBreak { parser.skipItem() }
    parser.finish(start, .skipped)
  }

  /// A word that goes on with a statement of this column: `else`, `except`.
  private static func continues(_ parser: borrowing Parser, _ word: Word, _ column: Int) -> Bool {
    parser.isAt(word) && (!parser.current.startsLine || parser.column == column)
  }

  /// A test of a statement.
  private static func conditions(_ parser: inout Parser) {
    let start = parser.mark
    PythonExpressions.conditional(&parser)
    parser.finish(start, .conditions)
  }

  static func condition(_ parser: inout Parser) {
    let start = parser.mark
    let column = parser.column
    repeat {
      parser.advance()
      conditions(&parser)
      block(&parser, deeperThan: column)
    } while continues(parser, .elif, column)
    elseBlock(&parser, column)
    parser.finish(start, .if)
  }

  private static func elseBlock(_ parser: inout Parser, _ column: Int) {
    guard continues(parser, .else, column) else { return }
    parser.advance()
    block(&parser, deeperThan: column)
  }

  /// - Parameter start: of the statement, which may begin with `async`.
  static func forLoop(_ start: Parser.Mark, column: Int, _ parser: inout Parser) {
    let isAsynchronous = parser.position > start.position
    parser.advance()
    PythonPatterns.target(&parser)
    _ = parser.take(.in)
    PythonExpressions.list(&parser)
    block(&parser, deeperThan: column)
    elseBlock(&parser, column)
    parser.finish(start, .forEach, name: Word.in.name, flags: isAsynchronous ? .asynchronous : [])
  }

  static func whileLoop(_ parser: inout Parser) {
    let start = parser.mark
    let column = parser.column
    parser.advance()
    conditions(&parser)
    block(&parser, deeperThan: column)
    elseBlock(&parser, column)
    parser.finish(start, .while)
  }

  static func attempt(_ parser: inout Parser) {
    let start = parser.mark
    let column = parser.column
    parser.advance()
    block(&parser, deeperThan: column)
    while true {
      if continues(parser, .except, column) {
        handler(&parser, column)
      } else if continues(parser, .else, column) {
        elseBlock(&parser, column)
      } else if continues(parser, .finally, column) {
        let last = parser.mark
        parser.advance()
        block(&parser, deeperThan: column)
        parser.finish(last, .finally)
      } else {
        break
      }
    }
    parser.finish(start, .try)
  }

  /// `except A, B as e:`, `except* A:`
  private static func handler(_ parser: inout Parser, _ column: Int) {
    let start = parser.mark
    parser.advance()
    _ = parser.take(.star)
    if parser.hasOperandOnLine, !parser.isAt(.colon) { PythonExpressions.list(&parser) }
    if parser.take(.as), parser.isAtName { parser.namedLeaf(.binding) }
    block(&parser, deeperThan: column)
    parser.finish(start, .catch)
  }

  /// `with a as b, c as d:`
  static func with(_ start: Parser.Mark, column: Int, _ parser: inout Parser) {
    let isAsynchronous = parser.position > start.position
    parser.advance()
    if parser.isAt(kind: .leftParenthesis), parser.peekAfterGroup().isSign(.colon) {
      parser.inGroup { $0.items(withItem) }
    } else {
      repeat {
        if parser.isAtEnd || parser.isAt(.colon) { break }
        withItem(&parser)
      } while parser.take(.comma)
    }
    block(&parser, deeperThan: column)
    parser.finish(start, .with, name: Word.with.name, flags: isAsynchronous ? .asynchronous : [])
  }

  private static func withItem(_ parser: inout Parser) {
    let start = parser.mark
    PythonExpressions.element(&parser)
    if parser.take(.as) { PythonPatterns.single(&parser) }
    parser.finish(start, .withItem)
  }

  // MARK: - match

  /// `match x:` with its cases; false with nothing read where it is a plain name.
  static func match(_ parser: inout Parser) -> Bool {
    let start = parser.mark
    let column = parser.column
    guard beginsOperand(parser.peek()) else { return false }
    parser.advance()
    PythonExpressions.list(&parser)
    guard parser.isAt(.colon), parser.peek().isWord(.case), parser.peek().startsLine else {
      parser.rewind(to: start)
      return false
    }
    parser.advance()
    while parser.isAt(.case), parser.column > column { readCase(&parser) }
    parser.finish(start, .switch)
    return true
  }

  private static func beginsOperand(_ token: Token) -> Bool {
    if token.startsLine { return false }
    switch token.kind {
    case .name, .number, .text, .textStart, .leftParenthesis, .leftSquare, .leftBrace: return true
    default: return token.isSign(.star)
    }
  }

  private static func readCase(_ parser: inout Parser) {
    let start = parser.mark
    let column = parser.column
    parser.advance()
    PythonPatterns.matched(&parser)
    if parser.isAt(.if) {
      let guarding = parser.mark
      parser.advance()
      PythonExpressions.conditional(&parser)
      parser.finish(guarding, .conditions)
    }
    block(&parser, deeperThan: column)
    parser.finish(start, .case, name: Word.case.name, flags: .arrow)
  }
}
