import Diagnostics

/// Files of JavaScript and TypeScript, and components whose scripts are a part of the file.
enum ScriptParts {
  static func read(
    _ source: SourceText, _ span: Span, _ language: SourceLanguage, _ depthLimit: Int
  ) -> ParsedSource {
    let path = source.path.lowercased()
    let isWhole = span.start <= 0 && span.end >= source.bytes.count
    let hasTypes = language == .typescript
    // Where elements of markup cannot stand, `<T>x` is a cast.
    let isPlain = [".ts", ".mts", ".cts", ".vue", ".svelte", ".html", ".htm"].contains { path.hasSuffix($0) }
    let isSvelte = path.hasSuffix(".svelte")
    let grammar = JavaScriptGrammar(hasTypes: hasTypes, hasMarkup: !isPlain, exportsProperties: isSvelte)
    guard isWhole, isPage(path) else {
      return ConstructorFunctions.arranged(SourceReader.parse(source, span, language, grammar, depthLimit))
    }
    var result = ParsedSource(source: source, language: language, statements: [])
    let scripts = scripts(source, span)
    for part in scripts {
      let piece = SourceReader.parse(source, part, language, grammar, depthLimit)
      result.statements += piece.statements
      result.remarks += piece.remarks
      result.cut = result.cut ?? piece.cut
    }
    if isSvelte {
      result.statements += SvelteMarkup.statements(source, besides: scripts, language, grammar, depthLimit)
    }
    return ConstructorFunctions.arranged(VueOptions.arranged(result))
  }

  /// Whether scripts are only a part of the file.
  static func isPage(_ path: String) -> Bool {
    let path = path.lowercased()
    return [".vue", ".svelte", ".html", ".htm"].contains { path.hasSuffix($0) }
  }

  /// Whether a script begins at a place.
  static func opens(at place: Int, _ bytes: [UInt8]) -> Bool {
    let tag = bytes[place...].prefix(opening.count)
    return tag.count == opening.count && zip(tag, opening).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }

  /// What stands between `<script …>` and `</script>` in a part of a text.
  static func scripts(_ source: SourceText, _ part: Span) -> [Span] {
    let bytes = source.bytes
    var spans: [Span] = []
    var index = part.start
    while let tag = find(opening, in: bytes, from: index), tag < part.end {
      guard let start = tagEnd(bytes, from: tag + opening.count), start < part.end else { break }
      let end = min(find(closing, in: bytes, from: start) ?? bytes.count, part.end)
      spans.append(Span(start, end))
      index = end + 1
    }
    return spans
  }

  private static let opening = Array("<script".utf8)
  private static let closing = Array("</script".utf8)

  private static func find(_ text: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count >= text.count, start <= bytes.count - text.count else { return nil }
    for index in start...(bytes.count - text.count) where bytes[index] == text[0] {
      var offset = 1
      while offset < text.count, bytes[index + offset] | 0x20 == text[offset] | 0x20 { offset += 1 }
      if offset == text.count { return index }
    }
    return nil
  }

  /// Behind the `>` of a tag; quotes may hold one.
  private static func tagEnd(_ bytes: [UInt8], from start: Int) -> Int? {
    var quote: UInt8?
    for index in start..<bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return index + 1
      }
    }
    return nil
  }
}
