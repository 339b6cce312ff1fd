package import Diagnostics
import Dispatch
import Synchronization

/// From text to trees: chooses the reader of a language by the file's name.
package enum SourceReader {
  /// One piece for a file of code, one per fence for a document; none when the file is of no language of ours.
  package static func read(_ source: SourceText) -> [ParsedSource] { read(source, Parser.depthLimit) }

  private static func read(_ source: SourceText, _ depthLimit: Int) -> [ParsedSource] {
    guard let language = SourceLanguage(fileName: source.path) else { return [] }
    return read(source, Span(0, source.bytes.count), language, depthLimit)
  }

  /// - Parameter span: the part that is code of this language.
  private static func read(
    _ source: SourceText, _ span: Span, _ language: SourceLanguage, _ limit: Int
  ) -> [ParsedSource] {
    switch language {
    case .swift: [parse(source, span, language, SwiftGrammar(), limit)]
    case .javascript, .typescript: [ScriptParts.read(source, span, language, limit)]
    case .kotlin: [parse(source, span, language, KotlinGrammar(), limit)]
    case .java: [parse(source, span, language, JavaGrammar(), limit)]
    case .dart: [parse(source, span, language, DartGrammar(), limit)]
    case .python: [PythonModule.arranged(parse(source, span, language, PythonGrammar(), limit))]
    case .markdown: readFences(of: source, limit)
    }
  }

  private static func readFences(of document: SourceText, _ limit: Int) -> [ParsedSource] {
    let reading = DocumentText(document)
    return reading.code.flatMap { block in
      read(reading.text, block.span, block.language, limit).map { piece in
        var piece = piece
        piece.source = document
        return piece
      }
    }
  }

  /// One piece of code by the grammar of its language.
  static func parse(
    _ source: SourceText, _ span: Span, _ language: SourceLanguage, _ grammar: any LanguageGrammar, _ depthLimit: Int
  ) -> ParsedSource {
    let list = Lexer.tokens(source, span, grammar.lexicalRules)
    var parser = Parser(
      list, grammar, start: min(max(span.start, 0), source.bytes.count), depthLimit: depthLimit)
    let statements = parser.statements()
    let isWhole = span.start <= 0 && span.end >= source.bytes.count
    var parsed = ParsedSource(
      source: source, language: language, statements: statements, remarks: list.remarks,
      fence: isWhole ? nil : span)
    parsed.cut = parser.cut
    return parsed
  }
}

// MARK: - Many sources

extension SourceReader {
  /// The pieces of all sources in their order. No source depends on another: they are read at the same time.
  package static func read(all sources: [SourceText]) -> [ParsedSource] {
    guard sources.count > 1 else { return sources.flatMap(read) }
    let batches = cut(sources)
    let pieces = Mutex<[[[ParsedSource]]]>(Array(repeating: [], count: batches.count))
    DispatchQueue.concurrentPerform(iterations: batches.count) { batch in
      let read = sources[batches[batch]].map { Self.read($0, depthOnThreads) }
      pieces.withLock { $0[batch] = read }
    }
    let read = pieces.withLock { $0.flatMap(\.self) }
    return zip(sources, read).flatMap { source, pieces in
      pieces.contains { $0.cut != nil } ? Self.read(source) : pieces
    }
  }

  /// The stack of a thread that is not the first one may be small: what is nested more deeply is read again by that one.
  private static let depthOnThreads = 100

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
}
