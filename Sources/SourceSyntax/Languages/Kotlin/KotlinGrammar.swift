import SourceTokens

enum KotlinGrammar: LanguageGrammar {
  static let lexicalRules: LexicalRules = {
    var rules = LexicalRules(
      lineComment: .slashes,
      texts: [
        LexicalRules.TextRule("\"", quotes: 3, spansLines: true, hasEscapes: false, interpolation: .dollar),
        LexicalRules.TextRule("\"", interpolation: .dollar), LexicalRules.TextRule("'"),
      ],
      signs: LexicalRules.commonSigns + [
        .elvis, .questionDot, .bangBang, .colonColon, .same, .notSame, .dotDotLess,
      ])
    rules.nestsBlockComments = true
    rules.quotesNames = true
    return rules
  }()

  static let lines = LineRules(
    callsCross: false, indicesCross: false,
    newOperands: [
      .add, .subtract, .multiply, .divide, .remainder, .contained, .notContained, .less, .greater, .equal, .other,
    ])

  static let syntax = SyntaxRules(
    labels: .equals, hasTernary: false, hasDoubleBang: true, hasDoubleColon: true, spreadSigns: [.star])

  static func statement(_ parser: inout Parser) -> Bool { KotlinStatements.statement(&parser) }
  static func primary(_ parser: inout Parser) -> Bool { KotlinExpressions.primary(&parser) }
  static func type(_ parser: inout Parser) -> Bool { KotlinTypes.type(&parser) }

  static func postfix(_ operand: Parser.Mark, _ parser: inout Parser) -> Bool {
    KotlinExpressions.trailing(operand, &parser)
  }

  // MARK: - Operators

  static func binaryOperator(_ parser: borrowing Parser) -> BinaryOperator? {
    let token = parser.current
    switch token.kind {
    case .sign: return token.sign.flatMap { sign($0, parser) }
    case .name: return word(token, parser)
    case .quotedName: return infix(token, parser)
    default: return nil
    }
  }

  private static func sign(_ sign: Sign, _ parser: borrowing Parser) -> BinaryOperator? {
    switch sign {
    case .equal: .assignment(.assign)
    case .plusEqual: .assignment(.add)
    case .minusEqual: .assignment(.subtract)
    case .starEqual: .assignment(.multiply)
    case .slashEqual: .assignment(.divide)
    case .percentEqual: .assignment(.remainder)
    case .barBar: BinaryOperator(.or, 3)
    case .andAnd: BinaryOperator(.and, 4)
    case .equalEqual: BinaryOperator(.equal, 5)
    case .notEqual: BinaryOperator(.notEqual, 5)
    case .same: BinaryOperator(.same, 5)
    case .notSame: BinaryOperator(.notSame, 5)
    case .less: BinaryOperator(.less, 6)
    case .greater: BinaryOperator(.greater, 6)
    case .lessEqual: BinaryOperator(.lessOrEqual, 6)
    case .greaterEqual: BinaryOperator(.greaterOrEqual, 6)
    case .exclamation: negated(parser)
    case .elvis: BinaryOperator(.coalesce, 8)
    case .dotDot: BinaryOperator(.range, 10)
    case .dotDotLess: BinaryOperator(.openRange, 10)
    case .plus: BinaryOperator(.add, 11)
    case .minus: BinaryOperator(.subtract, 11)
    case .star: BinaryOperator(.multiply, 12)
    case .slash: BinaryOperator(.divide, 12)
    case .percent: BinaryOperator(.remainder, 12)
    default: nil
    }
  }

  /// `!in`, `!is`
  private static func negated(_ parser: borrowing Parser) -> BinaryOperator? {
    let next = parser.peek()
    guard !next.followsSpace, !parser.isAtLineBreak else { return nil }
    var binary: BinaryOperator
    switch next.keyword {
    case .in: binary = BinaryOperator(.notContained, 7)
    case .is:
      binary = BinaryOperator(.other, 7, role: .typeTest)
      binary.isNegated = true
    default: return nil
    }
    binary.tokens = 2
    return binary
  }

  private static func word(_ token: Token, _ parser: borrowing Parser) -> BinaryOperator? {
    switch token.keyword {
    case .in: BinaryOperator(.contained, 7)
    case .is: BinaryOperator(.other, 7, role: .typeTest)
    case .as: BinaryOperator(.add, 13, role: .cast)
    case .else, .while, .catch, .finally, .by, .where, .if, .for, .do, .val, .var, .fun, .class, .object, .return,
      .throw, .try, .when, .get, .set, .break, .continue, .import, .ellipsis:
      nil
    default: infix(token, parser)
    }
  }

  /// `a to b`: a call of `to` on `a`.
  private static func infix(_ token: Token, _ parser: borrowing Parser) -> BinaryOperator? {
    guard !parser.isAtLineBreak, !parser.bracesBeginBodies, !token.startsLine, token.followsSpace,
      beginsOperand(parser.peek())
    else { return nil }
    return BinaryOperator(.other, 9)
  }

  private static func beginsOperand(_ token: Token) -> Bool {
    switch token.kind {
    case .name, .quotedName, .number, .text, .textStart: !token.startsLine && !token.isWord(.in) && !token.isWord(.is)
    case .leftParenthesis, .leftBrace: token.followsSpace && !token.startsLine
    case .sign: token.followsSpace && (token.isSign(.minus) || token.isSign(.exclamation))
    default: false
    }
  }
}
