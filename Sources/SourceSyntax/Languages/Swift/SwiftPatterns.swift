import SourceTokens

/// Patterns of declarations, conditions and cases.
enum SwiftPatterns {
  /// What `let`, `var` and `for` bind: a name, `_`, a tuple; false when none begins here.
  static func declared(_ parser: inout Parser) -> Bool {
    if parser.isAt(.underscore) {
      parser.leaf(.ignored)
    } else if parser.isAtName {
      parser.namedLeaf(.binding)
    } else if parser.isAt(kind: .leftParenthesis) {
      let start = parser.mark
      let read = parser.nested { parser in
        parser.separated { parser in
          labelled(&parser) { if !declared(&$0) { $0.empty() } }
        }
        return true
      }
      if !read { parser.skipItem() }
      parser.finish(start, .listPattern)
    } else {
      return false
    }
    return true
  }

  /// `label: pattern` as a `patternEntry`, or the pattern alone.
  private static func labelled(_ parser: inout Parser, _ pattern: (inout Parser) -> Void) {
    let start = parser.mark
    guard parser.isLabel(.colon) else { return pattern(&parser) }
    let label = parser.current.name
    parser.advance(by: 2)
    pattern(&parser)
    parser.finish(start, .patternEntry, name: label, place: start.position)
  }

  /// The pattern of a `case`.
  /// - Parameter binds: names in it are bound: it stands behind `let`.
  static func matched(_ parser: inout Parser, binds: Bool = false) {
    let read = parser.nested { parser in
      withSuffixes(&parser, binds)
      return true
    }
    if !read { parser.tooDeep() }
  }

  private static func withSuffixes(_ parser: inout Parser, _ binds: Bool) {
    let start = parser.mark
    single(&parser, binds)
    for _ in 0..<8 {
      if parser.isAt(.question), !parser.current.followsSpace {
        parser.advance()
        parser.finish(start, .castPattern, flags: .optional)
      } else if parser.isAt(.as) {
        parser.advance()
        parser.typeOrSkipped()
        parser.finish(start, .castPattern)
      } else {
        return
      }
    }
  }

  private static func single(_ parser: inout Parser, _ binds: Bool) {
    let start = parser.mark
    switch parser.currentWord {
    case .let, .var:
      let word = parser.current.name
      parser.advance()
      matched(&parser, binds: true)
      return parser.finish(start, .declaringPattern, name: word, place: start.position)
    case .is:
      parser.advance()
      parser.typeOrSkipped()
      return parser.finish(start, .typePattern, name: Word.is.name)
    case .underscore: return parser.leaf(.ignored)
    default: break
    }
    if parser.isAt(kind: .leftParenthesis) {
      elements(&parser, binds)
      return parser.finish(start, .listPattern)
    }
    if let end = endOfPath(parser) { return path(end, &parser, binds) }
    _ = parser.operation(above: 8)
    parser.finish(start, .valuePattern)
  }

  private static func elements(_ parser: inout Parser, _ binds: Bool) {
    parser.separated { parser in labelled(&parser) { matched(&$0, binds: binds) } }
  }

  /// Behind `.a`, `A.b` or `a`, if nothing but the elements of a case follows it.
  private static func endOfPath(_ parser: borrowing Parser) -> Int? {
    var index = parser.position
    if !parser.isAt(.dot) {
      guard parser.isAtName, parser.currentWord.flatMap(SwiftGrammar.literal) == nil else { return nil }
      index += 1
    }
    while parser.token(at: index).isSign(.dot) {
      let name = parser.token(at: index + 1)
      guard name.kind == .name || name.kind == .quotedName else { return nil }
      index += 2
    }
    let isCall = parser.token(at: index).kind == .leftParenthesis
    return ends(parser.token(at: isCall ? parser.afterItem(index) : index)) ? index : nil
  }

  /// The token may follow a pattern.
  private static func ends(_ token: Token) -> Bool {
    switch token.kind {
    case .end, .name, .leftBrace, .rightParenthesis, .rightSquare, .rightBrace: return true
    case .sign:
      let signs: [Sign] = [.colon, .comma, .equal, .question]
      return token.sign.map(signs.contains) ?? false
    default: return false
    }
  }

  private static func path(_ end: Int, _ parser: inout Parser, _ binds: Bool) {
    let start = parser.mark
    let isName = parser.isAtName && parser.position + 1 == end
    let hasElements = parser.token(at: end).kind == .leftParenthesis
    if isName, !hasElements, binds { return parser.namedLeaf(.binding) }
    if parser.isAtName {
      parser.namedLeaf(.name)
    } else {
      parser.advance(by: 2)
      let place = parser.position - 1
      parser.finish(start, .implicitMember, name: parser.tokens[place].name, place: place)
    }
    while parser.position < end {
      parser.advance(by: 2)
      let place = parser.position - 1
      parser.finish(start, .member, name: parser.tokens[place].name, place: place)
    }
    guard hasElements else { return parser.finish(start, .valuePattern) }
    elements(&parser, binds)
    parser.finish(start, .constructorPattern)
  }
}
