import SourceTokens

/// `for`, `while` and `repeat`.
enum SwiftLoops {
  /// `for try await case let x? in xs where x > 1 {`
  static func forEach(_ parser: inout Parser) {
    let start = parser.mark
    parser.advance()
    var isAsynchronous = false
    while parser.isAt(.try) || parser.isAt(.await) {
      isAsynchronous = isAsynchronous || parser.isAt(.await)
      parser.advance()
      if !parser.take(.question) { _ = parser.take(.exclamation) }
    }
    parser.beforeBody { parser in
      pattern(&parser)
      if parser.take(.in) { parser.expression() } else { parser.empty() }
      SwiftSelections.whereCondition(&parser)
    }
    SwiftStatements.body(&parser)
    parser.finish(start, .forEach, name: Word.in.name, flags: isAsynchronous ? .asynchronous : [])
  }

  private static func pattern(_ parser: inout Parser) {
    let start = parser.mark
    if parser.isAt(.case) {
      parser.advance()
      return SwiftPatterns.matched(&parser)
    }
    let word = parser.current.name
    let isDeclared = parser.take(.let) || parser.take(.var)
    if !SwiftPatterns.declared(&parser) { parser.empty() }
    if parser.take(.colon) {
      parser.typeOrSkipped()
      parser.finish(start, .declarator)
      parser.finish(start, .variables)
    } else if isDeclared {
      parser.finish(start, .declaringPattern, name: word, place: start.position)
    }
  }

  static func whileLoop(_ parser: inout Parser) {
    let start = parser.mark
    parser.advance()
    SwiftStatements.conditions(&parser)
    SwiftStatements.body(&parser)
    parser.finish(start, .while)
  }

  static func repeatLoop(_ parser: inout Parser) {
    let start = parser.mark
    parser.advance()
    parser.block()
    let test = parser.mark
    if parser.take(.while) { parser.expression() }
    parser.finish(test, .conditions)
    parser.finish(start, .doWhile)
  }
}

/// `switch`.
enum SwiftSelections {
  static func selection(_ parser: inout Parser) {
    let start = parser.mark
    parser.advance()
    parser.beforeBody { $0.expression() }
    let rest = parser.mark
    while !parser.isAtEnd, !parser.isAt(kind: .leftBrace), !parser.current.startsLine { parser.skipItem() }
    if parser.position > rest.position { parser.finish(rest, .skipped) }
    if parser.isAt(kind: .leftBrace) { parser.inGroup(cases) }
    parser.finish(start, .switch)
  }

  private static func cases(_ parser: inout Parser) {
    while !parser.isAtEnd {
      if SwiftDirectives.isCondition(parser) {
        SwiftDirectives.line(&parser)
        continue
      }
      let start = parser.mark
      while parser.isAtAnnotation { parser.annotation() }
      guard parser.isAt(.case) || parser.isAt(.default) else {
        parser.skipItem()
        parser.finish(start, .skipped)
        continue
      }
      let word = parser.current.name
      let isDefault = parser.isAt(.default)
      parser.advance()
      if !isDefault { patterns(&parser) }
      parser.skipItems(until: .colon)
      _ = parser.take(.colon)
      let body = parser.mark
      parser.statements(until: endsCase)
      parser.finish(body, .block)
      parser.finish(start, .case, name: word, flags: isDefault ? .isDefault : [])
    }
  }

  private static func endsCase(_ parser: borrowing Parser) -> Bool {
    if parser.isAt(.case) || parser.isAt(.default) { return true }
    return parser.isAtAnnotation && parser.peek(2).isWord(.default)
  }

  private static func patterns(_ parser: inout Parser) {
    repeat {
      SwiftPatterns.matched(&parser)
      whereCondition(&parser)
    } while parser.take(.comma)
  }

  /// `where test`
  static func whereCondition(_ parser: inout Parser) {
    guard parser.isAt(.where) else { return }
    let start = parser.mark
    parser.advance()
    parser.expression()
    parser.finish(start, .conditions)
  }
}
