import Diagnostics

/// Reads lexemes at a position. It has no state: what stands at a position depends only on the position, and whether a
/// path may begin there is the parser's knowledge.
struct RulesScanner {
  let bytes: [UInt8]

  func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  func text(_ span: Span) -> String { String(decoding: bytes[span.start..<span.end], as: UTF8.self) }

  func lexeme(at position: Int) -> Lexeme {
    let trivia = self.trivia(at: position)
    let start = trivia.end
    var result = Lexeme(kind: .end, trivia: Span(position, start), span: Span(start, start))
    result.unclosedComment = trivia.unclosed
    guard start < bytes.count else { return result }
    (result.kind, result.span.end) = kind(at: start)
    if result.kind == .word { result.text = text(result.span) }
    return result
  }

  // MARK: - White space and comments

  private func trivia(at position: Int) -> (end: Int, unclosed: Int?) {
    var index = position
    if index == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    while let byte = byte(index) {
      if byte.isSpace {
        index += 1
      } else if let comment = comment(at: index) {
        guard comment.isClosed else { return (comment.end, index) }
        index = comment.end
      } else {
        break
      }
    }
    return (index, nil)
  }

  /// The comment that begins at the position, if one does.
  func comment(at start: Int) -> (end: Int, isClosed: Bool)? {
    guard byte(start) == UInt8(ascii: "/") else { return nil }
    switch byte(start + 1) {
    case UInt8(ascii: "/"):
      var index = start + 2
      while let byte = byte(index), !byte.isLineBreak { index += 1 }
      return (index, true)
    case UInt8(ascii: "*"):
      var index = start + 2
      while index + 1 < bytes.count {
        if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") { return (index + 2, true) }
        index += 1
      }
      return (bytes.count, false)
    default:
      return nil
    }
  }

  // MARK: - Tokens

  private func kind(at start: Int) -> (Lexeme.Kind, Int) {
    let first = bytes[start]
    if first.isQuote { return (.string(.none), endOfString(quotedAt: start)) }
    if first.isDigit { return (.number, endOfNumber(at: start)) }
    if first.isWordStart {
      let end = endOfWord(at: start)
      if end == start + 1, let quote = byte(end), quote.isQuote, let prefix = prefix(first) {
        return (.string(prefix), endOfString(quotedAt: end))
      }
      return (.word, end)
    }
    if let mark = mark(at: start) { return (.mark(mark), start + mark.rawValue.utf8.count) }
    return (.invalid, endOfInvalid(at: start))
  }

  private func prefix(_ letter: UInt8) -> StringPrefix? {
    switch letter {
    case UInt8(ascii: "b"): .bytes
    case UInt8(ascii: "r"), UInt8(ascii: "R"): .raw
    default: nil
    }
  }

  func endOfWord(at start: Int) -> Int {
    var index = start
    while let byte = byte(index), byte.isWordPart { index += 1 }
    return index
  }

  /// Digits, with a fraction if a digit follows the point.
  private func endOfNumber(at start: Int) -> Int {
    var index = start
    while let byte = byte(index), byte.isDigit { index += 1 }
    guard byte(index) == UInt8(ascii: "."), let digit = byte(index + 1), digit.isDigit else { return index }
    index += 1
    while let byte = byte(index), byte.isDigit { index += 1 }
    return index
  }

  /// Behind the closing quote, or before the line break or end of the source that cuts the text off.
  private func endOfString(quotedAt start: Int) -> Int {
    let quote = bytes[start]
    var index = start + 1
    while let byte = byte(index), !byte.isLineBreak {
      if byte == quote { return index + 1 }
      index += 1
      // The character after a backslash ends nothing, unless it is a line break.
      if byte == UInt8(ascii: "\\"), let next = self.byte(index), !next.isLineBreak { index += 1 }
    }
    return index
  }

  private func mark(at start: Int) -> Mark? {
    guard bytes[start] < 0x80 else { return nil }
    return Mark.byFirstByte[Int(bytes[start])].first { mark in
      mark.bytes.indices.allSatisfy { byte(start + $0) == mark.bytes[$0] }
    }?.mark
  }

  /// A run of characters outside ASCII is one lexeme, so that a foreign word is one problem.
  private func endOfInvalid(at start: Int) -> Int {
    guard bytes[start] >= 0x80 else { return start + 1 }
    var index = start
    while let byte = byte(index), byte >= 0x80 { index += 1 }
    return index
  }

  // MARK: - Path segments

  /// The end of the segment text at the position; the position itself when there is none. Inside an expression a `?`
  /// ends it too, because a conditional may follow.
  func endOfSegment(at start: Int, inExpression: Bool) -> Int {
    var index = start
    while let byte = byte(index), byte.isSegmentPart, !(inExpression && byte == UInt8(ascii: "?")) { index += 1 }
    return index
  }
}

extension UInt8 {
  var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
  var isLineBreak: Bool { self == 0x0A || self == 0x0D }
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  var isQuote: Bool { self == UInt8(ascii: "'") || self == UInt8(ascii: "\"") }
  var isWordPart: Bool { isWordStart || isDigit }

  var isWordStart: Bool {
    let letter = self | 0x20
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) || self == UInt8(ascii: "_")
  }

  var isSegmentPart: Bool {
    switch self {
    case 0...0x20, 0x7F: false
    case UInt8(ascii: "/"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "("), UInt8(ascii: ")"): false
    case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ";"): false
    case UInt8(ascii: "'"), UInt8(ascii: "\""): false
    default: true
    }
  }
}
