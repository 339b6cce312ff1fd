import Diagnostics

/// An operator between two operands, and how tightly it binds.
///
/// Loosest first: `||`, `&&`, `== !=`, `< <= > >= in is`, `+ -`, `* / %`; all group to the left. Whether `in` and `is`
/// bind tighter than the comparisons is not documented; it matters only for type errors.
enum InfixOperator: Equatable {
  case logical(LogicalOperator)
  case typeTest
  case binary(BinaryOperator)

  var precedence: Int {
    switch self {
    case .logical(.or): 1
    case .logical(.and): 2
    case .typeTest: 4
    case .binary(let binary):
      switch binary {
      case .equal, .notEqual: 3
      case .less, .lessOrEqual, .greater, .greaterOrEqual, .in: 4
      case .add, .subtract: 5
      case .multiply, .divide, .remainder: 6
      }
    }
  }

  /// What a lexeme means between operands; `misspelling` explains spellings of other languages.
  static func read(_ lexeme: Lexeme) -> (operator: InfixOperator, misspelling: String?)? {
    switch lexeme.kind {
    case .word: word(lexeme.text)
    case .mark(let mark): self.mark(mark)
    case .number, .string, .invalid, .end: nil
    }
  }

  private static func word(_ word: String) -> (operator: InfixOperator, misspelling: String?)? {
    switch word {
    case "in": (.binary(.in), nil)
    case "is": (.typeTest, nil)
    case "and": (.logical(.and), "&&")
    case "or": (.logical(.or), "||")
    default: nil
    }
  }

  private static func mark(_ mark: Mark) -> (operator: InfixOperator, misspelling: String?)? {
    switch mark {
    case .and: (.logical(.and), nil)
    case .or: (.logical(.or), nil)
    case .singleAnd: (.logical(.and), "&&")
    case .singleOr: (.logical(.or), "||")
    case .assign, .tripleEqual: (.binary(.equal), "==")
    case .notTripleEqual, .unequal: (.binary(.notEqual), "!=")
    case .equal: (.binary(.equal), nil)
    case .notEqual: (.binary(.notEqual), nil)
    case .less: (.binary(.less), nil)
    case .lessOrEqual: (.binary(.lessOrEqual), nil)
    case .greater: (.binary(.greater), nil)
    case .greaterOrEqual: (.binary(.greaterOrEqual), nil)
    case .plus: (.binary(.add), nil)
    case .minus: (.binary(.subtract), nil)
    case .star: (.binary(.multiply), nil)
    case .slash: (.binary(.divide), nil)
    case .percent: (.binary(.remainder), nil)
    case .openBrace, .closeBrace, .openParenthesis, .closeParenthesis, .openBracket, .closeBracket, .comma, .semicolon,
      .colon, .dot, .question, .not, .dollar, .doubleStar, .arrow:
      nil
    }
  }
}
