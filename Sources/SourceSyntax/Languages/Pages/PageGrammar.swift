import SourceTokens

/// The markup of pages and components: elements with their attributes, and the code that stands in them.
protocol PageGrammar: ScriptGrammar {}

extension PageGrammar {
  static func statement(_ parser: inout Parser) -> Bool {
    guard parser.isInCode else { return PageMarkup.read(&parser) }
    return JavaScriptGrammar.statement(&parser)
  }

  static func interpolated(_ parser: inout Parser) { PageCode.interpolated(&parser) }
}

/// Components of Vue, templates of Angular, and plain pages.
enum MustachePageGrammar: PageGrammar {
  static let lexicalRules = rules(.mustaches)
  static var syntax: SyntaxRules { TypeScriptGrammar.syntax }
}

/// Components of Svelte.
enum BracePageGrammar: PageGrammar {
  static let lexicalRules = rules(.braces)
  static var syntax: SyntaxRules { PageScriptGrammar.syntax }
}

extension PageGrammar {
  fileprivate static func rules(_ page: LexicalRules.Page) -> LexicalRules {
    var rules = JavaScriptGrammar.rules(hasMarkup: false)
    rules.page = page
    return rules
  }
}

extension Parser {
  /// What is read stands in braces or in the value of an attribute.
  fileprivate var isInCode: Bool { depth > 3 || end < tokens.count }
}
