package import Diagnostics

extension SourceUnit {
  /// The units of a file: itself, or for a page its scripts and then its markup. None when the file is of no language of
  /// ours, and for documents, whose fences are found elsewhere.
  package static func units(of source: SourceText) -> [SourceUnit] {
    switch SourceLanguage(fileName: source.path) {
    case nil, .markdown?: []
    case .page?: PageParts.scripts(of: source) + [SourceUnit(source, .page)]
    case let language?: [SourceUnit(source, language)]
    }
  }
}

/// The scripts of a page.
package enum PageParts {
  /// Whether scripts are only a part of the file.
  package static func isPage(_ path: String) -> Bool { SourceLanguage(fileName: path) == .page }

  /// Whether a script begins at a place.
  package static func opens(at place: Int, _ bytes: [UInt8]) -> Bool {
    let tag = bytes[place...].prefix(opening.count)
    return tag.count == opening.count && zip(tag, opening).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }

  /// What stands between `<script …>` and `</script>` in a part of a text.
  package static func scripts(_ source: SourceText, _ part: Span) -> [Span] {
    scripts(of: source).map(\.span).filter { $0.start >= part.start && $0.start < part.end }.map {
      Span($0.start, min($0.end, part.end))
    }
  }

  private static let opening = Array("<script".utf8)
  private static let closing = Array("</script".utf8)

  static func scripts(of source: SourceText) -> [SourceUnit] {
    let bytes = source.bytes
    var units: [SourceUnit] = []
    var index = 0
    while let tag = find(opening, in: bytes, from: index) {
      guard let start = endOfTag(bytes, from: tag + opening.count) else { break }
      let end = find(closing, in: bytes, from: start) ?? bytes.count
      units.append(SourceUnit(source, language(of: bytes[tag..<start], source.path), span: Span(start, end)))
      index = end + 1
    }
    return units
  }

  /// Components are written with types more often than they say so, pages are not.
  private static func language(of tag: ArraySlice<UInt8>, _ path: String) -> SourceLanguage {
    let text = String(decoding: tag, as: UTF8.self).lowercased()
    if text.contains("lang=\"ts") || text.contains("lang='ts") { return .typescript }
    return path.lowercased().hasSuffix(".vue") || path.lowercased().hasSuffix(".svelte") ? .typescript : .javascript
  }

  private static func find(_ text: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard start <= bytes.count - text.count else { return nil }
    return (start...(bytes.count - text.count)).first { place in
      bytes[place] == text[0] && text.indices.allSatisfy { bytes[place + $0] | 0x20 == text[$0] | 0x20 }
    }
  }

  /// Behind the `>` of a tag; quotes may hold one.
  private static func endOfTag(_ bytes: [UInt8], from start: Int) -> Int? {
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
