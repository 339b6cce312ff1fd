import SourceTokens

/// What stands behind `case` and `instanceof`.
enum JavaPatterns {
  /// `A, B`, `null, default`, `Circle c when c.r > 1`; answers whether `default` is one of them.
  static func labels(_ parser: inout Parser) -> Bool {
    var hasDefault = false
    repeat {
      if parser.take(.default) { hasDefault = true } else { label(&parser) }
    } while parser.take(.comma)
    guard parser.isAt(.when) else { return hasDefault }
    let start = parser.mark
    parser.advance()
    _ = parser.operation(above: 0)
    parser.finish(start, .conditions)
    return hasDefault
  }

  /// A constant or a literal, for which the arrow behind it would not be that of a lambda; or a pattern.
  private static func label(_ parser: inout Parser) {
    if isPattern(parser) { return pattern(&parser) }
    if parser.isAt(kind: .name) { parser.chainOfNames() } else { _ = parser.operation(above: 0) }
  }

  /// `Type name`, `Type(…)`
  private static func isPattern(_ parser: borrowing Parser) -> Bool {
    var index = parser.position
    if parser.token(at: index).isWord(.final) { index += 1 }
    guard let end = parser.endOfType(from: index) else { return false }
    let next = parser.token(at: end)
    return next.kind == .leftParenthesis || next.kind == .name && !next.isWord(.when)
  }

  /// `String s`, `Point(int x, var y)`, or a type.
  static func pattern(_ parser: inout Parser) {
    let start = parser.mark
    JavaDeclarations.modifiers(&parser)
    if parser.isAt(.var), parser.peek().kind == .name {
      parser.advance()
      parser.namedLeaf(.binding)
      return parser.finish(start, .declaringPattern, name: Word.var.name)
    }
    parser.typeOrSkipped()
    if parser.isAt(kind: .leftParenthesis) {
      parser.separated { pattern(&$0) }
      parser.finish(start, .constructorPattern)
    } else if parser.isAtName, !parser.isAt(.when), !parser.isAt(.instanceof) {
      if parser.isAt(.underscore) { parser.leaf(.ignored) } else { parser.namedLeaf(.binding) }
      parser.finish(start, .typePattern)
    }
  }
}
