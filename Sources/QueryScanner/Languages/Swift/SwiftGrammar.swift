import Diagnostics

/// Swift, as far as it decides which queries are asked.
struct SwiftGrammar: LanguageGrammar {
  var lexicalRules: LexicalRules { Self.lexicalRules }

  static let lexicalRules: LexicalRules = {
    var rules = LexicalRules(
      lineComment: .slashes,
      texts: [
        LexicalRules.TextRule("\"\"\"", spansLines: true, interpolation: .parentheses),
        LexicalRules.TextRule("\"", interpolation: .parentheses),
      ],
      operators: LexicalRules.commonOperators + ["??", "?.", "===", "!==", "..<", "&+", "&-", "&*", "~=", "<<="])
    rules.nestsBlockComments = true
    rules.hash = .directive
    rules.quotesNames = true
    rules.hasRegexes = true
    rules.wordsBeforeOperands = ["return", "case", "in", "where", "await", "try", "else", "throw"]
    return rules
  }()

  var lines: LineRules { LineRules(callsCross: false, indicesCross: false) }

  var syntax: SyntaxRules {
    SyntaxRules(labels: .colon, hasForceUnwrap: true, hasImplicitMembers: true, spreadSigns: [])
  }

  func statement(_ parser: inout Parser) -> Statement? { parser.expressionStatement() }
}
