import Diagnostics

/// Java, as far as it decides which queries are asked.
struct JavaGrammar: LanguageGrammar {
  var lexicalRules: LexicalRules { Self.lexicalRules }

  private static let lexicalRules = LexicalRules(
    lineComment: .slashes,
    texts: [
      LexicalRules.TextRule("\"\"\"", spansLines: true), LexicalRules.TextRule("\""), LexicalRules.TextRule("'"),
    ],
    operators: LexicalRules.commonOperators + ["::", "<<="])

  var syntax: SyntaxRules { SyntaxRules(hasDoubleColon: true, spreadSigns: []) }

  private static let operators: [String: BinaryOperator] = {
    var table = BinaryOperator.common
    // Java's `||` joins truth values only, and nothing falls back on anything.
    table["||"] = BinaryOperator(.other, 3)
    for sign in ["??", "?:", "??=", "||=", "&&=", "**", "..", "...", "..<"] { table[sign] = nil }
    return table
  }()

  func binaryOperator(_ token: Token) -> BinaryOperator? {
    switch token.kind {
    case .operator: Self.operators[token.text]
    case .name: token.text == "instanceof" ? BinaryOperator(.typeTest, 7) : nil
    default: nil
    }
  }

  func statement(_ parser: inout Parser) -> Statement? { JavaStatements.statement(&parser) }

  func primary(_ parser: inout Parser) -> Expression? { JavaExpressions.primary(&parser) }

  func postfix(_ operand: Expression, _ parser: inout Parser) -> Expression? {
    BoundReference.expression(operand, &parser)
  }

  func parenthesized(_ parser: inout Parser) -> Expression {
    JavaExpressions.cast(&parser) ?? parser.commonParenthesized()
  }
}
