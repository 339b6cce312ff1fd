import SourceTokens

/// Dart. Statements end with semicolons; line breaks say nothing.
enum DartGrammar: LanguageGrammar {
  static let lexicalRules: LexicalRules = {
    var rules = LexicalRules(
      lineComment: .slashes,
      texts: [
        LexicalRules.TextRule("\"", quotes: 3, spansLines: true, interpolation: .dollar),
        LexicalRules.TextRule("'", quotes: 3, spansLines: true, interpolation: .dollar),
        LexicalRules.TextRule("\"", interpolation: .dollar),
        LexicalRules.TextRule("'", interpolation: .dollar),
      ],
      signs: LexicalRules.commonSigns + [
        .coalesce, .coalesceEqual, .questionDot, .questionDotDot, .fatArrow, .tildeSlash, .tildeSlashEqual,
        .lessLessEqual,
      ])
    rules.nestsBlockComments = true
    rules.textPrefixes = ["r"]
    return rules
  }()

  static var syntax: SyntaxRules { SyntaxRules(labels: .colon, hasForceUnwrap: true, hasImplicitMembers: true) }

  static func binaryOperator(_ parser: borrowing Parser) -> BinaryOperator? {
    let token = parser.current
    switch token.kind {
    case .name: return wordOperator(token, parser)
    case .sign where token.isSign(.dotDot) || token.isSign(.questionDotDot):
      if parser.cascadesEnd { return nil }
      var cascade = BinaryOperator(.other, 0, role: .cascade)
      cascade.tokens = 0
      return cascade
    case .sign: return token.isSign(.tildeSlash) ? BinaryOperator(.floorDivide, 12) : parser.commonBinaryOperator()
    default: return nil
    }
  }

  private static func wordOperator(_ token: Token, _ parser: borrowing Parser) -> BinaryOperator? {
    switch token.keyword {
    case .as?: return BinaryOperator(.other, 9, role: .cast)
    case .is?:
      var test = BinaryOperator(.other, 9, role: .typeTest)
      test.isNegated = parser.peek().isSign(.exclamation)
      test.tokens = test.isNegated ? 2 : 1
      return test
    default: return nil
    }
  }

  static func prefix(_ parser: borrowing Parser) -> PrefixOperator? {
    if parser.isAt(.await), !parser.peek().isWord(.for) { return PrefixOperator(.await) }
    return parser.isAt(.plus) ? nil : parser.commonPrefix()
  }
}
