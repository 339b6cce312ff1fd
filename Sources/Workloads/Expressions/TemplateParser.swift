import Diagnostics

/// Reads text with `{…}` parts. `{{` and `}}` stand for the braces themselves.
struct TemplateParser {
  private let scalar: ScalarText
  private let scope: NameScope
  private var cursor: TextCursor
  private var parts: [TextTemplate.Part] = []
  private var literal: [UInt8] = []

  private init(_ scalar: ScalarText, scope: NameScope) {
    self.scalar = scalar
    self.scope = scope
    cursor = TextCursor(scalar.text)
  }

  static func parse(_ scalar: ScalarText, scope: NameScope) throws(LineError) -> TextTemplate {
    var parser = TemplateParser(scalar, scope: scope)
    while let byte = parser.cursor.current {
      switch byte {
      case UInt8(ascii: "{") where parser.cursor.byte(after: 1) != byte: try parser.braces()
      case UInt8(ascii: "}") where parser.cursor.byte(after: 1) != byte:
        let position = parser.cursor.position
        throw LineError("`}` without `{`", help: "write `}}` for the brace itself", range: position..<position + 1)
      case UInt8(ascii: "{"), UInt8(ascii: "}"):
        parser.literal.append(byte)
        parser.cursor.advance(by: 2)
      default:
        parser.literal.append(byte)
        parser.cursor.advance()
      }
    }
    parser.endLiteral()
    return TextTemplate(parts: parser.parts, span: scalar.span)
  }

  /// Splits a path at its slashes and reads every segment.
  static func parsePath(_ scalar: ScalarText, scope: NameScope) throws(LineError) -> PathPattern {
    var segments: [TextTemplate] = []
    for range in segmentRanges(scalar.text) {
      guard !range.isEmpty else {
        throw LineError(
          "a path has no empty segment", help: "write it relative to the root, such as `users/u1`", range: range)
      }
      do throws(LineError) {
        segments.append(try parse(scalar.part(range), scope: scope))
      } catch {
        throw error.shifted(by: range.lowerBound)
      }
    }
    return PathPattern(segments: segments, span: scalar.span)
  }

  /// Slashes inside braces belong to the expression.
  static func segmentRanges(_ text: String) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    var cursor = TextCursor(text)
    while let byte = cursor.current {
      if byte == UInt8(ascii: "/") {
        ranges.append(start..<cursor.position)
        start = cursor.position + 1
      }
      if byte == UInt8(ascii: "{"), let end = endOfBraces(cursor) {
        cursor.advance(by: end - cursor.position)
      } else {
        cursor.advance()
      }
    }
    return ranges + [start..<cursor.position]
  }

  /// Behind the `}` that closes the `{` at the cursor, quoted strings skipped; nil when there is none.
  static func endOfBraces(_ start: TextCursor) -> Int? {
    var cursor = start
    cursor.advance()
    var quote: UInt8?
    while let byte = cursor.current {
      cursor.advance()
      switch (byte, quote) {
      case (UInt8(ascii: "\\"), .some): cursor.advance()
      case (let end, .some(let opened)) where end == opened: quote = nil
      case (_, .some): break
      case (UInt8(ascii: "'"), nil), (UInt8(ascii: "\""), nil): quote = byte
      case (UInt8(ascii: "}"), nil): return cursor.position
      default: break
      }
    }
    return nil
  }

  private mutating func braces() throws(LineError) {
    let start = cursor.position
    guard let end = TemplateParser.endOfBraces(cursor) else {
      throw LineError("`{` is not closed", help: "write `{{` for the brace itself", range: start..<start + 1)
    }
    endLiteral()
    cursor.advance(by: end - start)
    let inner = start + 1..<end - 1
    switch scalar.part(inner).text {
    case "auto": parts.append(.newID)
    case "any": parts.append(.anyChild)
    case "latest": parts.append(.latestChild)
    default:
      do throws(LineError) {
        parts.append(.expression(try ExpressionParser.parse(scalar.part(inner), scope: scope)))
      } catch {
        throw error.shifted(by: inner.lowerBound)
      }
    }
  }

  private mutating func endLiteral() {
    guard !literal.isEmpty else { return }
    parts.append(.literal(String(decoding: literal, as: UTF8.self)))
    literal = []
  }
}

extension LineError {
  func shifted(by distance: Int) -> LineError {
    var copy = self
    copy.range = range.lowerBound + distance..<range.upperBound + distance
    return copy
  }
}
