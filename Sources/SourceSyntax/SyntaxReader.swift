import Diagnostics
package import SourceTokens

/// From text to tokens and trees.
package enum SyntaxReader {
  /// The tokens of a unit; nil when no grammar reads its language.
  package static func tokens(of unit: SourceUnit, _ names: inout NameTable) -> (tokens: TokenArray, remarks: [Remark])?
  {
    grammar(of: unit).map { Lexer.read(unit, $0.lexicalRules, &names) }
  }

  /// The tree of a unit; nil when no grammar reads its language.
  ///
  /// - Parameter depthLimit: how deep the tree may be; what is deeper is `skipped`, and `cut` says where.
  package static func tree(
    of unit: SourceUnit, _ names: inout NameTable, depthLimit: Int = SyntaxReader.depthLimit
  ) -> SyntaxTree? {
    guard let grammar = grammar(of: unit) else { return nil }
    let (tokens, remarks) = Lexer.read(unit, grammar.lexicalRules, &names)
    return Parser.tree(unit, tokens, remarks, grammar, &names, depthLimit)
  }

  package static let depthLimit = Parser.depthLimit

  private static func grammar(of unit: SourceUnit) -> (any LanguageGrammar.Type)? {
    switch unit.language {
    case .python: PythonGrammar.self
    case .javascript, .typescript: JavaScriptGrammar.variant(of: unit)
    case .kotlin: KotlinGrammar.self
    case .java: JavaGrammar.self
    case .dart: DartGrammar.self
    case .swift: SwiftGrammar.self
    case .page: unit.source.path.lowercased().hasSuffix(".svelte") ? BracePageGrammar.self : MustachePageGrammar.self
    case .markdown: nil
    }
  }
}

extension Parser {
  static func tree(
    _ unit: SourceUnit, _ tokens: TokenArray, _ remarks: [Remark], _ grammar: any LanguageGrammar.Type,
    _ names: inout NameTable, _ depthLimit: Int
  ) -> SyntaxTree {
    var table = NameTable.nothing
    swap(&table, &names)
    var parser = Parser(tokens, grammar, table, depthLimit: depthLimit)
    table = .nothing
    let start = parser.mark
    parser.statements()
    parser.skipRest()
    parser.finish(start, .source)
    swap(&parser.names, &names)
    return SyntaxTree(
      unit: unit, tokens: parser.tokens, nodes: parser.nodes, lists: parser.lists, remarks: remarks, cut: parser.cut)
  }
}
