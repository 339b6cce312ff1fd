import SourceTokens

enum SwiftGrammar: LanguageGrammar {
  static let lexicalRules: LexicalRules = {
    var rules = LexicalRules(
      lineComment: .slashes,
      texts: [
        LexicalRules.TextRule("\"", quotes: 3, spansLines: true, interpolation: .parentheses, isIndented: true),
        LexicalRules.TextRule("\"", interpolation: .parentheses),
      ],
      signs: LexicalRules.commonSigns + [
        .coalesce, .questionDot, .same, .notSame, .dotDotLess, .wrappingPlus, .wrappingMinus, .wrappingStar,
        .patternMatch, .lessLessEqual,
      ])
    rules.nestsBlockComments = true
    rules.hash = .directive
    rules.quotesNames = true
    rules.hasRegexes = true
    rules.wordsBeforeOperands = [.return, .case, .in, .where, .await, .try, .else, .throw]
    return rules
  }()

  static let lines = LineRules(callsCross: false, indicesCross: false)

  static let syntax = SyntaxRules(
    labels: .colon, hasForceUnwrap: true, hasImplicitMembers: true, hasAnnotations: false, spreadSigns: [],
    statementWords: [
      .let, .var, .func, .if, .guard, .for, .while, .switch, .return, .throw, .class, .struct, .enum, .do, .private,
      .public, .static, .override, .case, .default, .import, .extension, .defer, .break, .continue,
    ])

  static func statement(_ parser: inout Parser) -> Bool { SwiftStatements.statement(&parser) }
  static func primary(_ parser: inout Parser) -> Bool { SwiftExpressions.primary(&parser) }
  static func type(_ parser: inout Parser) -> Bool { SwiftTypes.type(&parser) }
  static func element(_ parser: inout Parser) { parser.entryOrElement() }

  static func interpolated(_ parser: inout Parser) {
    parser.items { parser in
      if parser.isLabel(.colon) { parser.commonArgument() } else { parser.expression() }
    }
  }

  static func postfix(_ operand: Parser.Mark, _ parser: inout Parser) -> Bool {
    SwiftExpressions.postfix(operand, &parser)
  }

  static func literal(_ word: Word) -> NodeKind? {
    switch word {
    case .true: .trueLiteral
    case .false: .falseLiteral
    case .nil: .nullLiteral
    default: nil
    }
  }

  // MARK: - Operators

  static func binaryOperator(_ parser: borrowing Parser) -> BinaryOperator? {
    switch parser.currentWord {
    case .as: return BinaryOperator(.other, 8, role: .cast)
    case .is: return BinaryOperator(.other, 8, role: .typeTest)
    default: break
    }
    guard let sign = parser.current.sign, !isPrefix(sign, parser) else { return nil }
    return self.sign(sign, parser)
  }

  /// `-x` on a line of its own.
  private static func isPrefix(_ sign: Sign, _ parser: borrowing Parser) -> Bool {
    guard parser.current.startsLine, parser.linesMatter, !parser.peek().followsSpace else { return false }
    return sign == .minus || sign == .ampersand || sign == .plus
  }

  private static func sign(_ sign: Sign, _ parser: borrowing Parser) -> BinaryOperator? {
    switch sign {
    case .coalesce: return BinaryOperator(.coalesce, 7, right: true)
    case .dotDotDot: return BinaryOperator(.range, 9)
    case .dotDotLess: return BinaryOperator(.openRange, 9)
    case .wrappingPlus: return BinaryOperator(.wrappingAdd, 11)
    case .wrappingMinus: return BinaryOperator(.wrappingSubtract, 11)
    case .wrappingStar: return BinaryOperator(.wrappingMultiply, 12)
    case .patternMatch: return BinaryOperator(.patternMatch, 6)
    case .bar: return BinaryOperator(.bitOr, 11)
    case .caret: return BinaryOperator(.bitXor, 11)
    case .ampersand: return BinaryOperator(.bitAnd, 12)
    case .lessLess: return BinaryOperator(.shiftLeft, 13)
    case .plusPlus, .minusMinus, .elvis, .dotDot, .starStar: return nil
    default:
      guard var binary = sign == .greater ? parser.shift() : BinaryOperator.common(sign) else { return nil }
      if binary.precedence == 8 || binary.precedence == 9 { binary.precedence = 6 }
      if binary.operation == .shiftRight, binary.role == .binary { binary.precedence = 13 }
      return binary
    }
  }

  static func prefix(_ parser: borrowing Parser) -> PrefixOperator? {
    switch parser.current.kind {
    case .sign:
      switch parser.current.sign {
      case .minus: return PrefixOperator(.negate)
      case .plus: return PrefixOperator(.plus)
      case .exclamation: return PrefixOperator(.not)
      case .tilde: return PrefixOperator(.bitNot)
      case .ampersand: return PrefixOperator(.reference)
      case .dotDotDot: return PrefixOperator(.range, limit: 9)
      case .dotDotLess: return PrefixOperator(.openRange, limit: 9)
      default: return nil
      }
    case .name: return word(parser)
    default: return nil
    }
  }

  private static func word(_ parser: borrowing Parser) -> PrefixOperator? {
    let next = parser.peek()
    switch parser.currentWord {
    case .await: return PrefixOperator(.await, limit: 0)
    case .try:
      if next.isSign(.question), !next.followsSpace {
        return PrefixOperator(.attempt, limit: 0, flags: .optional, tokens: 2)
      }
      if next.isSign(.exclamation), !next.followsSpace {
        return PrefixOperator(.attempt, limit: 0, flags: .forced, tokens: 2)
      }
      return PrefixOperator(.attempt, limit: 0)
    case .any, .someWord, .consume, .copy, .each, .unsafe:
      // Words of a type or operand, unless they are names themselves.
      guard next.kind == .name, !next.startsLine else { return nil }
      switch next.keyword {
      case .as, .is, .in, .where, .else: return nil
      default: return PrefixOperator(.word)
      }
    default: return nil
    }
  }
}
