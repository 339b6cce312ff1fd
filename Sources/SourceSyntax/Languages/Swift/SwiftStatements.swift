import SourceTokens

/// Statements of Swift.
enum SwiftStatements {
  static func statement(_ parser: inout Parser) -> Bool {
    if SwiftDirectives.isCondition(parser) {
      SwiftDirectives.line(&parser)
      return true
    }
    let start = parser.mark
    SwiftDeclarations.attributes(&parser)
    if SwiftDeclarations.declaration(start, &parser) { return true }
    let isMarked = parser.position > start.position
    let read = control(&parser) || parser.expressionStatement()
    if isMarked { parser.finish(start, .unary, .word) }
    return read || isMarked
  }

  /// At a word that begins a statement that declares nothing; false with nothing read elsewhere.
  static func control(_ parser: inout Parser) -> Bool {
    guard parser.isAt(kind: .name) else { return false }
    let next = parser.peek()
    switch parser.currentWord {
    case .if: condition(&parser)
    case .guard: guarded(&parser)
    case .for: SwiftLoops.forEach(&parser)
    case .while: SwiftLoops.whileLoop(&parser)
    case .repeat where next.kind == .leftBrace: SwiftLoops.repeatLoop(&parser)
    case .switch: SwiftSelections.selection(&parser)
    case .do where next.kind == .leftBrace || next.isWord(.throws): attempt(&parser)
    case .defer where next.kind == .leftBrace:
      let start = parser.mark
      parser.advance()
      parser.block()
      parser.finish(start, .defer)
    case .return: parser.leavingStatement(.return)
    case .throw: parser.leavingStatement(.throw)
    case .yield where next.kind == .name && !next.startsLine || next.isSign(.ampersand) && !next.startsLine:
      parser.leavingStatement(.yield)
    case .break: parser.jumpStatement(.break)
    case .continue: parser.jumpStatement(.continue)
    case .fallthrough: parser.leaf(.fallthrough)
    default: return labelled(&parser)
    }
    return true
  }

  /// `outer: for …`
  private static func labelled(_ parser: inout Parser) -> Bool {
    guard parser.isLabel(.colon) else { return false }
    switch parser.peek(2).keyword {
    case .for, .while, .repeat, .switch, .if, .do: break
    default: return false
    }
    let start = parser.mark
    let name = parser.current.name
    parser.advance(by: 2)
    _ = control(&parser)
    parser.finish(start, .labeled, name: name, place: start.position)
    return true
  }

  /// The body of a statement. A condition that could not be read to its end must not lose it.
  static func body(_ parser: inout Parser) {
    let start = parser.mark
    while !parser.isAtEnd, !parser.isAt(kind: .leftBrace), !parser.current.startsLine { parser.skipItem() }
    if parser.position > start.position { parser.finish(start, .skipped) }
    parser.block()
  }

  // MARK: - Conditions

  private static func condition(_ parser: inout Parser) {
    let start = parser.mark
    var isLast = false
    repeat {
      parser.advance()
      conditions(&parser)
      body(&parser)
      isLast = !parser.take(.else)
    } while !isLast && parser.isAt(.if)
    if !isLast { body(&parser) }
    parser.finish(start, .if)
  }

  private static func guarded(_ parser: inout Parser) {
    let start = parser.mark
    parser.advance()
    conditions(&parser)
    let rest = parser.mark
    while !parser.isAtEnd, !parser.isAt(.else), !parser.isAt(kind: .leftBrace), !parser.current.startsLine {
      parser.skipItem()
    }
    if parser.position > rest.position { parser.finish(rest, .skipped) }
    _ = parser.take(.else)
    body(&parser)
    parser.finish(start, .guard)
  }

  /// The parts between commas, up to the body.
  static func conditions(_ parser: inout Parser) {
    let start = parser.mark
    parser.beforeBody { parser in
      while !parser.isAtEnd, !parser.isAt(kind: .leftBrace), !parser.isAt(.else) {
        let before = parser.position
        part(&parser)
        if !parser.take(.comma) || parser.position == before { break }
      }
    }
    parser.finish(start, .conditions)
  }

  private static func part(_ parser: inout Parser) {
    let start = parser.mark
    let word = parser.currentWord
    switch word {
    case .case:
      parser.advance()
      SwiftPatterns.matched(&parser)
    case .let, .var:
      parser.advance()
      if !SwiftPatterns.declared(&parser) { parser.empty() }
    default: return parser.expression()
    }
    if parser.take(.colon) { parser.typeOrSkipped() }
    if parser.take(.equal) { parser.expression() }
    parser.finish(start, .bindingCondition, name: word?.name ?? .empty, place: start.position)
  }

  // MARK: - do

  private static func attempt(_ parser: inout Parser) {
    let start = parser.mark
    parser.advance()
    SwiftFunctions.effects(&parser)
    parser.block()
    while parser.isAt(.catch) { handler(&parser) }
    parser.finish(start, .try)
  }

  /// `catch let error as E where x {`
  private static func handler(_ parser: inout Parser) {
    let start = parser.mark
    parser.advance()
    parser.beforeBody { parser in
      while !parser.isAtEnd, !parser.isAt(kind: .leftBrace), !parser.current.startsLine {
        let before = parser.position
        SwiftPatterns.matched(&parser)
        SwiftSelections.whereCondition(&parser)
        if !parser.take(.comma) || parser.position == before { break }
      }
    }
    body(&parser)
    parser.finish(start, .catch)
  }
}

extension Parser {
  /// Reads what stands before a body in braces.
  mutating func beforeBody(_ read: (inout Parser) -> Void) {
    let outer = bracesBeginBodies
    bracesBeginBodies = true
    read(&self)
    bracesBeginBodies = outer
  }
}
