import Diagnostics

/// Python, as far as it decides which queries are asked. Lines end statements, except inside of brackets; indentation
/// makes blocks.
struct PythonGrammar: LanguageGrammar {
  var lexicalRules: LexicalRules { Self.rules }

  private static let rules: LexicalRules = {
    var rules = LexicalRules(
      lineComment: .hash,
      texts: [
        LexicalRules.TextRule("\"\"\"", spansLines: true),
        LexicalRules.TextRule("'''", spansLines: true),
        LexicalRules.TextRule("\""),
        LexicalRules.TextRule("'"),
      ],
      operators: LexicalRules.commonOperators.filter { !["&&", "||", "++", "--"].contains($0) } + [
        "**", "//", "**=", "//=", "<<=", ":=", "@=",
      ])
    rules.hasBlockComments = false
    rules.joinsLines = true
    rules.textPrefixes = ["r", "u", "b", "f", "t", "br", "rb", "fr", "rf", "tr", "rt"]
    return rules
  }()

  var lines: LineRules {
    LineRules(callsCross: false, indicesCross: false, membersCross: false, operatorsCross: false)
  }

  var syntax: SyntaxRules {
    SyntaxRules(labels: .equals, hasTernary: false, hasGenericCalls: false, spreadSigns: ["*", "**"])
  }

  func statement(_ parser: inout Parser) -> Statement? { PythonStatements.statement(&parser) }

  func primary(_ parser: inout Parser) -> Expression? { PythonOperands.primary(&parser) }

  func postfix(_ operand: Expression, _ parser: inout Parser) -> Expression? {
    if parser.isAt("is"), parser.peek().isSign("not"), parser.peek(2).isSign("None"), !parser.isAtLineBreak {
      return PythonOperands.presence(of: operand, &parser)
    }
    if parser.isAt("["), !parser.isAtLineBreak { return PythonOperands.slice(of: operand, &parser) }
    guard parser.isAt("("), !parser.isAtLineBreak else { return nil }
    switch operand.kind {
    case .name("super"):
      // `super().x` is `super.x`.
      parser.skipItem()
      return Expression(.name("super"), operand.span)
    case .member(_, let name) where PythonCalls.handing[name] != nil, .name(let name) where name == "partial":
      return PythonCalls.handedOn(operand, name, &parser)
    case .member(let base, "__init__"): return PythonOperands.baseInitializer(operand, base, &parser)
    default: return nil
    }
  }

  func binaryOperator(_ token: Token) -> BinaryOperator? {
    switch token.kind {
    case .name where !token.isQuoted: Self.words[token.text]
    case .operator: Self.signs[token.text]
    default: nil
    }
  }

  private static let words = [
    "or": BinaryOperator(.fallback, 3), "and": BinaryOperator(.other, 4), "in": BinaryOperator(.other, 7),
    "is": BinaryOperator(.other, 7), "not": BinaryOperator(.other, 7),
  ]

  /// Assignments are statements, and read there.
  private static let signs: [String: BinaryOperator] = {
    var signs = BinaryOperator.common.filter { $0.value.precedence > 3 && $0.key != ".." && $0.key != "..." }
    signs["//"] = BinaryOperator(.other, 10)
    signs["@"] = BinaryOperator(.other, 10)
    signs[":="] = BinaryOperator(.assignment, 0)
    return signs
  }()

  func prefix(_ token: Token) -> PrefixOperator? {
    switch token.kind {
    case .name:
      switch token.text {
      // `not in` and `yield from` have a second word.
      case "await", "in", "from": .dropped
      case "not", "yield": .other
      default: nil
      }
    case .operator:
      switch token.text {
      case "-": .minus
      case "~", "+": .other
      default: nil
      }
    default: nil
    }
  }

  func literal(_ name: String) -> Expression.Kind? {
    switch name {
    case "True": .boolean(true)
    case "False": .boolean(false)
    case "None": .null
    default: nil
    }
  }

  func argument(_ parser: inout Parser) -> Argument {
    var label: String?
    if parser.isLabel("=") {
      label = parser.takeName()
      parser.advance()
    }
    return Argument(label: label, value: PythonExpressions.element(&parser))
  }

  func element(_ parser: inout Parser) -> Expression {
    let value = PythonExpressions.conditional(&parser, spreads: true)
    guard PythonExpressions.isComprehension(parser) else { return value }
    let all = PythonExpressions.comprehension(of: value, &parser)
    return Expression(.spread(all), all.span)
  }

  func parenthesized(_ parser: inout Parser) -> Expression { PythonOperands.parenthesized(&parser) }
}
