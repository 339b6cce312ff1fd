import SourceTokens

/// Targets of loops, and patterns of `case`.
enum PythonPatterns {
  /// `x`, `x, y`, `(x, (y, z))`, `[x, *rest]`, up to `in`.
  static func target(_ parser: inout Parser) {
    let start = parser.mark
    single(&parser)
    guard parser.isAt(.comma) else { return }
    while parser.take(.comma) {
      if parser.isAt(.in) || parser.isAt(.equal) { break }
      single(&parser)
    }
    parser.finish(start, .listPattern)
  }

  /// A name, several in brackets, `*rest`, or an expression that is there already: `self.x`.
  static func single(_ parser: inout Parser) {
    let start = parser.mark
    if parser.take(.star) {
      single(&parser)
      return parser.finish(start, .rest)
    }
    if parser.isAt(kind: .leftParenthesis) || parser.isAt(kind: .leftSquare) {
      let read = parser.nested { parser in
        parser.separated { single(&$0) }
        return true
      }
      if !read { parser.skipItem() }
      return parser.finish(start, .listPattern)
    }
    guard parser.isAtName, !parser.isAt(.in) else { return parser.empty() }
    if parser.peek().isSign(.dot) || parser.peek().kind == .leftSquare { return parser.chain() }
    if parser.isAt(.underscore) { parser.leaf(.ignored) } else { parser.namedLeaf(.binding) }
  }

  // MARK: - Patterns of cases

  /// `a, b`, or one pattern.
  static func matched(_ parser: inout Parser) {
    let start = parser.mark
    pattern(&parser)
    guard parser.isAt(.comma) else { return }
    while parser.take(.comma), !parser.isAt(.colon), !parser.isAt(.if), !parser.isAtEnd { pattern(&parser) }
    parser.finish(start, .listPattern)
  }

  /// `a | b as x`
  private static func pattern(_ parser: inout Parser) {
    let read = parser.nested { parser in
      alternatives(&parser)
      return true
    }
    if !read { parser.tooDeep() }
  }

  private static func alternatives(_ parser: inout Parser) {
    let start = parser.mark
    closed(&parser)
    if parser.isAt(.bar) {
      let place = parser.position
      while parser.take(.bar) { closed(&parser) }
      parser.finish(start, .orPattern, .or, place: place)
    }
    guard parser.take(.as) else { return }
    if parser.isAtName { parser.namedLeaf(.binding) }
    parser.finish(start, .castPattern)
  }

  private static func closed(_ parser: inout Parser) {
    let start = parser.mark
    switch parser.current.kind {
    case .name, .quotedName: named(&parser)
    case .leftSquare, .leftParenthesis: group(&parser)
    case .leftBrace:
      parser.separated { mapping(&$0) }
      parser.finish(start, .recordPattern)
    case .sign where parser.isAt(.star):
      parser.advance()
      closed(&parser)
      parser.finish(start, .rest)
    default:
      _ = parser.operation(above: 7)
      parser.finish(start, .valuePattern)
    }
  }

  private static func named(_ parser: inout Parser) {
    let start = parser.mark
    let isLiteral = parser.currentWord.flatMap(PythonGrammar.literal) != nil
    let next = parser.peek()
    if isLiteral || next.isSign(.dot) {
      parser.chainOfNames()
      guard parser.isAt(kind: .leftParenthesis) else { return parser.finish(start, .valuePattern) }
    } else if next.kind == .leftParenthesis {
      parser.namedLeaf(.name)
    } else {
      return parser.isAt(.underscore) ? parser.leaf(.ignored) : parser.namedLeaf(.binding)
    }
    parser.separated { parser in
      let start = parser.mark
      guard parser.isLabel(.equal) else { return pattern(&parser) }
      let key = parser.current.name
      parser.advance(by: 2)
      pattern(&parser)
      parser.finish(start, .patternEntry, name: key, place: start.position)
    }
    parser.finish(start, .constructorPattern)
  }

  /// `(a)` is `a`; `(a, b)` and `[a]` are lists.
  private static func group(_ parser: inout Parser) {
    let start = parser.mark
    parser.separated { pattern(&$0) }
    parser.finish(start, .listPattern)
  }

  /// `"key": pattern`, `**rest`
  private static func mapping(_ parser: inout Parser) {
    let start = parser.mark
    if parser.take(.starStar) {
      if parser.isAtName { parser.namedLeaf(.binding) }
      return parser.finish(start, .rest)
    }
    _ = parser.operation(above: 7)
    let key = parser.lastNode
    if parser.take(.colon) { pattern(&parser) }
    parser.finish(start, .patternEntry, name: key?.kind == .text ? key?.name ?? .empty : .empty, flags: .computed)
  }
}

extension Parser {
  /// `a.b.c`
  mutating func chainOfNames() {
    let start = mark
    if let word = currentWord, let literal = grammar.literal(word) { leaf(literal) } else { namedLeaf(.name) }
    while isAt(.dot), peek().kind == .name || peek().kind == .quotedName {
      let place = position + 1
      position += 2
      finish(start, .member, name: tokens.tokens[place].name, place: place)
    }
  }
}
