import SourceTokens

/// Python. Lines end statements, except inside of brackets; indentation makes blocks.
enum PythonGrammar: LanguageGrammar {
  static let lexicalRules: LexicalRules = {
    var rules = LexicalRules(
      lineComment: .hash,
      texts: [
        LexicalRules.TextRule("\"", quotes: 3, spansLines: true),
        LexicalRules.TextRule("'", quotes: 3, spansLines: true),
        LexicalRules.TextRule("\""), LexicalRules.TextRule("'"),
      ],
      signs: LexicalRules.commonSigns.filter { ![.andAnd, .barBar, .plusPlus, .minusMinus].contains($0) } + [
        .starStar, .slashSlash, .starStarEqual, .slashSlashEqual, .lessLessEqual, .colonEqual, .atEqual,
      ])
    rules.hasBlockComments = false
    rules.joinsLines = true
    rules.rawTextsHideQuotes = true
    rules.textPrefixes = ["r", "u", "b", "f", "t", "br", "rb", "fr", "rf", "tr", "rt"]
    return rules
  }()

  static let lines = LineRules(callsCross: false, indicesCross: false, membersCross: false, operatorsCross: false)

  static let syntax = SyntaxRules(
    labels: .equals, hasTernary: false, hasGenericCalls: false, hasAnnotations: false, spreadSigns: [.star, .starStar])

  static func statement(_ parser: inout Parser) -> Bool { PythonStatements.statement(&parser) }
  static func primary(_ parser: inout Parser) -> Bool { PythonExpressions.primary(&parser) }
  static func element(_ parser: inout Parser) { PythonExpressions.entryOrElement(&parser) }
  static func interpolated(_ parser: inout Parser) { PythonExpressions.list(&parser) }
  static func parenthesized(_ parser: inout Parser) { PythonExpressions.parenthesized(&parser) }
  static func type(_ parser: inout Parser) -> Bool { PythonTypes.type(&parser) }

  static func argument(_ parser: inout Parser) {
    let start = parser.mark
    var label = NameID.empty
    if parser.isLabel(.equal) {
      label = parser.current.name
      parser.advance(by: 2)
    }
    PythonExpressions.element(&parser)
    parser.finish(start, .argument, name: label, place: label == .empty ? nil : start.position)
  }

  static func postfix(_ operand: Parser.Mark, _ parser: inout Parser) -> Bool {
    guard parser.isAt(kind: .leftSquare), !parser.isAtLineBreak else { return false }
    PythonExpressions.index(of: operand, &parser)
    return true
  }

  static func literal(_ word: Word) -> NodeKind? {
    switch word {
    case .trueValue: .trueLiteral
    case .falseValue: .falseLiteral
    case .noneValue: .nullLiteral
    default: nil
    }
  }

  // MARK: - Operators

  static func prefix(_ parser: borrowing Parser) -> PrefixOperator? {
    switch parser.currentWord {
    case .not: return PrefixOperator(.not, limit: 4)
    case .await: return PrefixOperator(.await)
    default: break
    }
    switch parser.current.sign {
    case .minus: return PrefixOperator(.negate, limit: 13)
    case .plus: return PrefixOperator(.plus, limit: 13)
    case .tilde: return PrefixOperator(.bitNot, limit: 13)
    default: return nil
    }
  }

  static func binaryOperator(_ parser: borrowing Parser) -> BinaryOperator? {
    if let word = parser.currentWord { return self.word(word, parser) }
    guard let sign = parser.current.sign else { return nil }
    switch sign {
    case .equalEqual: return BinaryOperator(.equal, 6)
    case .notEqual: return BinaryOperator(.notEqual, 6)
    case .less: return BinaryOperator(.less, 6)
    case .lessEqual: return BinaryOperator(.lessOrEqual, 6)
    case .greaterEqual: return BinaryOperator(.greaterOrEqual, 6)
    case .greater:
      let shift = parser.shift()
      if shift.role == .assignment { return nil }
      return shift.operation == .greater ? BinaryOperator(.greater, 6) : shift
    case .bar: return BinaryOperator(.bitOr, 7)
    case .caret: return BinaryOperator(.bitXor, 8)
    case .ampersand: return BinaryOperator(.bitAnd, 9)
    case .lessLess: return BinaryOperator(.shiftLeft, 10)
    case .plus: return BinaryOperator(.add, 11)
    case .minus: return BinaryOperator(.subtract, 11)
    case .star: return BinaryOperator(.multiply, 12)
    case .slash: return BinaryOperator(.divide, 12)
    case .slashSlash: return BinaryOperator(.floorDivide, 12)
    case .percent: return BinaryOperator(.remainder, 12)
    case .at: return BinaryOperator(.matrixMultiply, 12)
    case .starStar: return BinaryOperator(.power, 14, right: true)
    default: return nil
    }
  }

  private static func word(_ word: Word, _ parser: borrowing Parser) -> BinaryOperator? {
    switch word {
    case .or: return BinaryOperator(.or, 3)
    case .and: return BinaryOperator(.and, 4)
    case .in: return BinaryOperator(.contained, 6)
    case .is:
      var binary = BinaryOperator(parser.peek().isWord(.not) ? .notSame : .same, 6)
      binary.tokens = parser.peek().isWord(.not) ? 2 : 1
      return binary
    case .not where parser.peek().isWord(.in):
      var binary = BinaryOperator(.notContained, 6)
      binary.tokens = 2
      return binary
    default: return nil
    }
  }
}
