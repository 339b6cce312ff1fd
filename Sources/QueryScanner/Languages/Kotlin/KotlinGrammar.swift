import Diagnostics

/// Kotlin, as far as it decides which queries are asked.
struct KotlinGrammar: LanguageGrammar {
  var lexicalRules: LexicalRules { Self.lexicalRules }

  private static let lexicalRules: LexicalRules = {
    var rules = LexicalRules(
      lineComment: .slashes,
      texts: [
        LexicalRules.TextRule("\"\"\"", spansLines: true, hasEscapes: false, interpolation: .dollar),
        LexicalRules.TextRule("\"", interpolation: .dollar),
        LexicalRules.TextRule("'"),
      ],
      operators: LexicalRules.commonOperators + ["?:", "?.", "!!", "::", "===", "!==", "..<"])
    rules.nestsBlockComments = true
    rules.quotesNames = true
    return rules
  }()

  var lines: LineRules {
    LineRules(
      callsCross: false, indicesCross: false, newOperands: ["+", "-", "*", "/", "%", "in", "is", "<", ">", "=="])
  }

  var syntax: SyntaxRules {
    SyntaxRules(labels: .equals, hasTernary: false, hasDoubleBang: true, hasDoubleColon: true, spreadSigns: ["*"])
  }

  private static let operators: [String: BinaryOperator] = {
    var table = BinaryOperator.common.filter { $0.value.precedence == 0 }
    for (precedence, signs) in [
      (3, ["||"]), (4, ["&&"]), (5, ["==", "!=", "===", "!=="]), (6, ["<", ">", "<=", ">="]), (7, ["in"]),
      (10, ["..", "..<"]), (11, ["-"]), (12, ["*", "/", "%"]),
    ] {
      for sign in signs { table[sign] = BinaryOperator(.other, precedence) }
    }
    table["is"] = BinaryOperator(.typeTest, 7)
    table["?:"] = BinaryOperator(.fallback, 8)
    table["+"] = BinaryOperator(.concatenation, 11)
    table["as"] = BinaryOperator(.cast, 13)
    return table
  }()

  func binaryOperator(_ token: Token) -> BinaryOperator? {
    switch token.kind {
    case .operator: Self.operators[token.text]
    case .name where !token.isQuoted: ["in", "is", "as"].contains(token.text) ? Self.operators[token.text] : nil
    default: nil
    }
  }

  func statement(_ parser: inout Parser) -> Statement? {
    while parser.current.kind == .annotation { parser.skipAnnotation() }
    if let declaration = KotlinDeclarations.declaration(&parser) { return declaration }
    return KotlinStatements.statement(&parser)
  }

  func primary(_ parser: inout Parser) -> Expression? { KotlinExpressions.primary(&parser) }

  func postfix(_ operand: Expression, _ parser: inout Parser) -> Expression? {
    KotlinExpressions.postfix(operand, &parser)
  }

  func argument(_ parser: inout Parser) -> Argument {
    while parser.current.kind == .annotation { parser.skipAnnotation() }
    return parser.commonArgument()
  }
}
