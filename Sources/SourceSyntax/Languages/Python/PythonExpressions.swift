import SourceTokens

/// Operands that only Python has, and what it puts behind them: `a if b else c`, `x for x in xs`, slices.
enum PythonExpressions {
  /// An expression, a spread one, or a comprehension without its brackets.
  static func element(_ parser: inout Parser) {
    let start = parser.mark
    conditional(&parser, spreads: true)
    if isComprehension(parser) { comprehension(start, &parser) }
  }

  /// What may stand in braces: also `key: value`.
  static func entryOrElement(_ parser: inout Parser) {
    let start = parser.mark
    conditional(&parser, spreads: true)
    if parser.isAt(.colon), parser.lastKind != .spread {
      let key = parser.lastNode
      let isKnown = key?.kind == .text || key?.kind == .number
      parser.advance()
      conditional(&parser)
      parser.finish(
        start, .entry, name: isKnown ? key?.name ?? .empty : .empty, flags: isKnown ? [] : .computed)
    }
    if isComprehension(parser) { comprehension(start, &parser) }
  }

  /// `a if test else b`, `a := b`, and with `spreads` also `*a` and `**a`.
  static func conditional(_ parser: inout Parser, spreads: Bool = false) {
    let start = parser.mark
    if spreads, parser.isAt(.star) || parser.isAt(.starStar) {
      let flags: NodeFlags = parser.isAt(.starStar) ? .keywords : []
      parser.advance()
      conditional(&parser)
      return parser.finish(start, .spread, flags: flags)
    }
    if parser.isAt(.yield) {
      if !parser.nested(yielding) { parser.tooDeep() }
      return
    }
    parser.expression()
    guard parser.position > start.position, !parser.isAtLineBreak else { return }
    if parser.isAt(.colonEqual) {
      let place = parser.position
      parser.advance()
      if !parser.nested({
        conditional(&$0); return true
      }) {
        parser.tooDeep()
      }
      parser.finish(start, .assign, .assignInside, place: place)
    } else if parser.isAt(.if) {
      _ = parser.nested { rest(start, &$0) }
    }
  }

  private static func rest(_ start: Parser.Mark, _ parser: inout Parser) -> Bool {
    parser.advance()
    parser.expression()
    if parser.take(.else) { conditional(&parser) } else { parser.empty() }
    parser.finish(start, .conditional, name: Word.if.name)
    return true
  }

  /// `yield a`, `yield a, b`, `yield from several`
  private static func yielding(_ parser: inout Parser) -> Bool {
    let start = parser.mark
    parser.advance()
    let isMany = parser.take(.from)
    if parser.hasOperandOnLine { list(&parser) }
    parser.finish(start, .yield, flags: isMany ? .generator : [])
    return true
  }

  /// Expressions between commas: several are a `tuple`.
  static func list(_ parser: inout Parser) {
    let start = parser.mark
    element(&parser)
    var isList = false
    while parser.isAt(.comma), !parser.isAtLineBreak {
      parser.advance()
      isList = true
      if !parser.hasOperandOnLine || parser.isAt(.equal) { break }
      let before = parser.mark
      element(&parser)
      guard parser.position == before.position else { continue }
      parser.rewind(to: before)
      break
    }
    if isList { parser.finish(start, .tuple) }
  }

  // MARK: - Comprehensions

  static func isComprehension(_ parser: borrowing Parser) -> Bool {
    guard !parser.isAtLineBreak else { return false }
    return parser.isAt(.for) || parser.isAt(.async) && parser.peek().isWord(.for)
  }

  /// `for x in xs if test`, behind what is made of each.
  private static func comprehension(_ start: Parser.Mark, _ parser: inout Parser) {
    while isComprehension(parser) {
      let clause = parser.mark
      let isAsynchronous = parser.take(.async)
      parser.advance()
      PythonPatterns.target(&parser)
      _ = parser.take(.in)
      parser.expression()
      parser.finish(clause, .comprehensionFor, flags: isAsynchronous ? .asynchronous : [])
      while parser.isAt(.if) {
        let test = parser.mark
        parser.advance()
        conditional(&parser)
        parser.finish(test, .conditions)
      }
    }
    parser.finish(start, .comprehension)
  }

  // MARK: - Operands

  static func primary(_ parser: inout Parser) -> Bool {
    let token = parser.current
    switch token.kind {
    case .text, .textStart: adjacentTexts(&parser)
    case .name where token.isWord(.lambda): return lambda(&parser)
    case .sign where token.isSign(.dotDotDot): parser.leaf(.omitted)
    default: return false
    }
    return true
  }

  /// `"a" f"b"` is one text.
  private static func adjacentTexts(_ parser: inout Parser) {
    let start = parser.mark
    parser.textLiteral()
    guard parser.current.kind.isText, !parser.isAtLineBreak else { return }
    while parser.current.kind.isText, !parser.isAtLineBreak { parser.textLiteral() }
    parser.finish(start, .template)
  }

  /// `lambda a, b=1: x`
  private static func lambda(_ parser: inout Parser) -> Bool {
    let start = parser.mark
    parser.advance()
    let list = parser.mark
    var isNamedOnly = false
    while !parser.isAtEnd, !parser.isAt(.colon), !parser.isAtLineBreak {
      let before = parser.position
      PythonParameters.parameter(&parser, hasTypes: false, &isNamedOnly)
      if !parser.take(.comma), parser.position == before { break }
    }
    parser.finish(list, .parameters)
    _ = parser.take(.colon)
    let read = parser.nested { parser in
      conditional(&parser)
      return true
    }
    if !read { parser.tooDeep() }
    parser.finish(start, .closure, flags: .arrow)
    return true
  }

  /// `(a)`, `(a, b)`, `(a,)`, `()`, `(x for x in xs)`
  static func parenthesized(_ parser: inout Parser) {
    let start = parser.mark
    var count = 0
    var hasComma = false
    parser.inGroup { parser in
      parser.items { parser in
        element(&parser)
        count += 1
        hasComma = hasComma || parser.isAt(.comma)
      }
    }
    parser.finish(start, count == 1 && !hasComma ? .parenthesized : .tuple)
  }

  // MARK: - Indices

  /// `items[a]`, `items[1:5, ::2]`
  static func index(of operand: Parser.Mark, _ parser: inout Parser) {
    let start = parser.mark
    parser.separated { parser in
      let start = parser.mark
      slice(&parser)
      parser.finish(start, .argument)
    }
    parser.finish(start, .arguments)
    parser.finish(operand, .index)
  }

  private static func slice(_ parser: inout Parser) {
    let start = parser.mark
    if parser.isAt(.colon) { parser.empty() } else { element(&parser) }
    guard parser.isAt(.colon) else { return }
    while parser.take(.colon) {
      if parser.isAtEnd || parser.isAt(.colon) || parser.isAt(.comma) { parser.empty() } else { element(&parser) }
    }
    parser.finish(start, .slice)
  }
}
