package import Diagnostics

/// From text to trees: chooses the reader of a language by the file's name.
package enum SourceReader {
  /// One piece for a file of code, one per fence for a document; none when the file is of no language of ours.
  package static func read(_ source: SourceText) -> [ParsedSource] {
    guard let language = SourceLanguage(fileName: source.path) else { return [] }
    return read(source, Span(0, source.bytes.count), language)
  }

  /// - Parameter span: the part that is code of this language.
  package static func read(_ source: SourceText, _ span: Span, _ language: SourceLanguage) -> [ParsedSource] {
    switch language {
    case .swift: [parse(source, span, language, SwiftGrammar())]
    case .javascript, .typescript: [ScriptParts.read(source, span, language)]
    case .kotlin: [parse(source, span, language, KotlinGrammar())]
    case .java: [parse(source, span, language, JavaGrammar())]
    case .dart: [parse(source, span, language, DartGrammar())]
    case .python: [PythonModule.arranged(parse(source, span, language, PythonGrammar()))]
    case .markdown: DocumentFragments.code(in: source).flatMap { read(source, $0.span, $0.language) }
    }
  }

  /// One piece of code by the grammar of its language.
  static func parse(
    _ source: SourceText, _ span: Span, _ language: SourceLanguage, _ grammar: any LanguageGrammar
  ) -> ParsedSource {
    let list = Lexer.tokens(source, span, grammar.lexicalRules)
    var parser = Parser(list, grammar, start: min(max(span.start, 0), source.bytes.count))
    let statements = parser.statements()
    let isWhole = span.start <= 0 && span.end >= source.bytes.count
    return ParsedSource(
      source: source, language: language, statements: statements, remarks: list.remarks,
      fence: isWhole ? nil : span)
  }
}
