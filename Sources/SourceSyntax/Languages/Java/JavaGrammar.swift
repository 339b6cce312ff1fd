import SourceTokens

enum JavaGrammar: LanguageGrammar {
  static let lexicalRules = LexicalRules(
    lineComment: .slashes,
    texts: [
      LexicalRules.TextRule("\"", quotes: 3, spansLines: true, isIndented: true), LexicalRules.TextRule("\""),
      LexicalRules.TextRule("'"),
    ],
    signs: LexicalRules.commonSigns + [.colonColon, .lessLessEqual])

  static let syntax = SyntaxRules(hasDoubleColon: true, spreadSigns: [])

  static func binaryOperator(_ parser: borrowing Parser) -> BinaryOperator? {
    if parser.isAt(.instanceof) { return BinaryOperator(.other, 9, role: .typeTest) }
    switch parser.current.sign {
    case .dotDot, .dotDotDot, .arrow, nil: return nil
    default: return parser.commonBinaryOperator()
    }
  }

  static func statement(_ parser: inout Parser) -> Bool { JavaStatements.statement(&parser) }
  static func primary(_ parser: inout Parser) -> Bool { JavaExpressions.primary(&parser) }
  static func tested(_ parser: inout Parser) { JavaPatterns.pattern(&parser) }

  static func parenthesized(_ parser: inout Parser) {
    if !JavaExpressions.cast(&parser) { parser.commonParenthesized() }
  }

  static func type(_ parser: inout Parser) -> Bool {
    let start = parser.mark
    guard single(&parser) else { return false }
    guard parser.isAt(.ampersand) || parser.isAt(.bar) else { return true }
    // `A & B` of bounds and casts, `A | B` of handlers.
    let place = parser.position
    let operation: Operator = parser.isAt(.bar) ? .or : .and
    while parser.take(.ampersand) || parser.take(.bar) {
      if !single(&parser) { parser.empty() }
    }
    parser.finish(start, .unionType, operation, place: place)
    return true
  }

  /// `int[]`, `a.B<C>`, `? extends T`
  private static func single(_ parser: inout Parser) -> Bool {
    let start = parser.mark
    guard parser.take(.question) else { return parser.commonType() }
    var word = NameID.empty
    if parser.isAt(.extends) || parser.isAt(.super) {
      word = parser.current.name
      parser.advance()
      if !parser.commonType() { parser.empty() }
    }
    parser.finish(start, .typeOperator, name: word)
    return true
  }
}

extension Parser {
  /// The index behind a type that begins at a token, found without reading it; nil when none does.
  func endOfType(from start: Int) -> Int? {
    var index = start
    // More annotations than these no type has.
    for _ in 0..<8 where token(at: index).isSign(.at) && token(at: index + 1).kind == .name {
      index += 2
      if token(at: index).kind == .leftParenthesis { index = afterItem(index) }
    }
    while true {
      guard token(at: index).kind == .name, !token(at: index).isNoType else { return nil }
      index += 1
      if token(at: index).isSign(.less) {
        guard let after = endOfAngles(from: index) else { return nil }
        index = after
      }
      guard token(at: index).isSign(.dot), token(at: index + 1).kind == .name else { break }
      index += 1
    }
    while token(at: index).kind == .leftSquare, token(at: index + 1).kind == .rightSquare { index += 2 }
    return index
  }
}

extension Token {
  fileprivate var isNoType: Bool {
    switch keyword {
    case .return, .new, .throw, .else, .case, .instanceof, .assert, .yield, .this, .super, .if, .for, .while: true
    default: false
    }
  }
}
