package import Diagnostics
import Dispatch
import Synchronization

/// From text to trees: chooses the reader of a language by the file's name.
package enum SourceReader {
  /// One piece for a file of code, one per fence for a document; none when the file is of no language of ours.
  package static func read(_ source: SourceText) -> [ParsedSource] {
    guard let language = SourceLanguage(fileName: source.path) else { return [] }
    return read(source, Span(0, source.bytes.count), language)
  }

  /// The pieces of all sources in their order. No source depends on another: they are read at the same time.
  package static func read(all sources: [SourceText]) -> [ParsedSource] {
    guard sources.count > 1 else { return sources.flatMap(read) }
    let batches = cut(sources)
    let pieces = Mutex<[[ParsedSource]]>(Array(repeating: [], count: batches.count))
    DispatchQueue.concurrentPerform(iterations: batches.count) { batch in
      let read = sources[batches[batch]].flatMap(read)
      pieces.withLock { $0[batch] = read }
    }
    return pieces.withLock { $0.flatMap(\.self) }
  }

  /// Sources that stand side by side, each of about the same length together; more than there are processors, for some
  /// code takes longer than other.
  private static func cut(_ sources: [SourceText]) -> [Range<Int>] {
    let limit = sources.reduce(0) { $0 + $1.bytes.count } / 32
    var batches: [Range<Int>] = []
    var start = 0
    var length = 0
    for (place, source) in sources.enumerated() {
      length += source.bytes.count
      guard length > limit || place == sources.count - 1 else { continue }
      batches.append(start..<place + 1)
      (start, length) = (place + 1, 0)
    }
    return batches
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
