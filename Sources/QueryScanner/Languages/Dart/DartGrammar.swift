import Diagnostics

/// Dart, as far as it decides which queries are asked. Statements end with semicolons; line breaks say nothing.
struct DartGrammar: LanguageGrammar {
  var lexicalRules: LexicalRules { Self.rules }

  private static let rules: LexicalRules = {
    var rules = LexicalRules(
      lineComment: .slashes,
      texts: [
        LexicalRules.TextRule("\"\"\"", spansLines: true, interpolation: .dollar),
        LexicalRules.TextRule("'''", spansLines: true, interpolation: .dollar),
        LexicalRules.TextRule("\"", interpolation: .dollar),
        LexicalRules.TextRule("'", interpolation: .dollar),
      ],
      operators: LexicalRules.commonOperators + ["??", "??=", "?.", "?..", "=>", "~/", "~/=", "<<="])
    rules.nestsBlockComments = true
    rules.textPrefixes = ["r"]
    return rules
  }()

  var lines: LineRules { LineRules() }

  var syntax: SyntaxRules { SyntaxRules(labels: .colon, hasForceUnwrap: true, hasImplicitMembers: true) }

  func statement(_ parser: inout Parser) -> Statement? {
    parser.linesMatter = false
    return DartStatements.statement(&parser)
  }

  func primary(_ parser: inout Parser) -> Expression? { DartOperands.primary(&parser) }

  func postfix(_ operand: Expression, _ parser: inout Parser) -> Expression? {
    DartOperands.postfix(operand, &parser)
  }

  func binaryOperator(_ token: Token) -> BinaryOperator? {
    switch token.kind {
    case .name where !token.isQuoted:
      switch token.text {
      case "as": return BinaryOperator(.cast, 7)
      case "is": return BinaryOperator(.typeTest, 7)
      default: return nil
      }
    case .operator:
      switch token.text {
      case "..", "...": return nil
      case "~/": return BinaryOperator(.other, 10)
      default: return BinaryOperator.common[token.text]
      }
    default: return nil
    }
  }

  func prefix(_ token: Token) -> PrefixOperator? {
    switch token.kind {
    case .name:
      switch token.text {
      case "await", "new", "const": .dropped
      case "throw": .other
      default: nil
      }
    case .operator:
      switch token.text {
      case "-": .minus
      case "!", "~", "++", "--": .other
      default: nil
      }
    default: nil
    }
  }

  func element(_ parser: inout Parser) -> Expression { DartElements.element(&parser) }
}
