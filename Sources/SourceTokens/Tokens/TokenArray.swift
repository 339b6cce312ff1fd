package import Diagnostics

/// The tokens of one unit, in the order of its text. Between two of them stand only white space and comments.
///
/// A text with interpolations is a flat run of tokens: `textStart`, then `textPart`s and interpolations with the tokens
/// of their code, then `textEnd`; markup is one of tags, names, texts and `{ … }` of code.
@usableFromInline package struct TokenArray: Sendable {
  @usableFromInline package internal(set) var tokens: [Token]
  /// The text that they stand in.
  package let source: SourceText
  /// Where reading ended, which is where the last token ends at the latest.
  package let end: Int
  private let start: Int

  init(_ tokens: [Token], _ source: SourceText, end: Int, start: Int) {
    self.tokens = tokens
    self.source = source
    self.end = end
    self.start = start
  }

  @inlinable package var count: Int { tokens.count }
  @inlinable package subscript(index: Int) -> Token { tokens[index] }

  /// Where a token ends in the source. Found again from the bytes: no token carries it.
  package func end(of index: Int) -> Int {
    let token = tokens[index]
    let start = Int(token.start)
    switch token.kind {
    case .end, .interpolationEnd, .leftParenthesis, .leftSquare, .leftBrace, .rightParenthesis, .rightSquare,
      .rightBrace:
      return start + 1
    case .number, .text, .textEnd, .regex, .markupText: return start + Int(token.payload)
    case .sign: return start + (token.sign?.length ?? 1)
    case .textStart, .textPart: return index + 1 < count ? Int(tokens[index + 1].start) : end
    case .name:
      return endOfName(from: start, isInterpolated: index > 0 && tokens[index - 1].kind == .interpolationStart)
    case .directive: return endOfName(from: start + 1)
    case .markupName:
      return source.bytes[start..<end].firstIndex { !ByteClass.continuesMarkupName($0) } ?? end
    case .quotedName: return (source.bytes[(start + 1)..<end].firstIndex(of: UInt8(ascii: "`")) ?? end - 1) + 1
    case .interpolationStart: return endOfInterpolationStart(from: start)
    }
  }

  package func span(of index: Int) -> Span { Span(Int(tokens[index].start), end(of: index)) }

  package func text(of index: Int) -> String { source.text(in: span(of: index)) }

  /// From 0; tabs count up to the next multiple of eight.
  package func column(of index: Int) -> Int {
    let place = Int(tokens[index].start)
    var lineStart = place
    // Nothing begins farther from the beginning of its line and is asked for it.
    let limit = max(start, place - 1024)
    while lineStart > limit, ByteClass.of(source.bytes[lineStart - 1]).action != .lineEnd { lineStart -= 1 }
    if lineStart == 0 { lineStart = min(source.byteOrderMarkLength, place) }
    var column = 0
    for byte in source.bytes[lineStart..<place] { column += byte == UInt8(ascii: "\t") ? 8 - column % 8 : 1 }
    return column
  }

  /// A bracket whose group is ended by its own closing bracket.
  @inlinable package func isClosed(_ opening: Int) -> Bool {
    let link = tokens[opening].link
    return link < count && tokens[link].link == opening && link > opening
  }

  /// Gives the names other numbers, after tables of names were merged.
  package mutating func rename(_ names: [NameID]) {
    for index in tokens.indices {
      switch tokens[index].kind {
      case .name, .quotedName, .directive, .markupName:
        tokens[index].payload = names[Int(tokens[index].payload)].raw
      default: break
      }
    }
  }

  // MARK: - Ends

  /// - Parameter isInterpolated: `$name` in a text, where another sign of the kind begins the next interpolation.
  private func endOfName(from start: Int, isInterpolated: Bool = false) -> Int {
    var index = start
    let stopsAtSign = isInterpolated && start > 0 && source.bytes[start - 1] == UInt8(ascii: "$")
    if index < end, source.bytes[index] == UInt8(ascii: "#") { index += 1 }
    while index < end, ByteClass.of(source.bytes[index]).continuesName,
      !stopsAtSign || source.bytes[index] != UInt8(ascii: "$")
    {
      index += 1
    }
    return index
  }

  /// `{`, `${`, `\(`, `\##(`, or `$` before a name.
  private func endOfInterpolationStart(from start: Int) -> Int {
    switch source.bytes[start] {
    case UInt8(ascii: "\\"):
      var index = start + 1
      while index < end, source.bytes[index] == UInt8(ascii: "#") { index += 1 }
      return min(index + 1, end)
    case UInt8(ascii: "$") where start + 1 < end && source.bytes[start + 1] == UInt8(ascii: "{"): return start + 2
    default: return start + 1
    }
  }
}
