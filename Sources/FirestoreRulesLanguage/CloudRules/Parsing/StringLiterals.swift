import Diagnostics

/// What the characters between quotes mean.
extension RulesParser {
  mutating func string(_ lexeme: Lexeme, _ prefix: StringPrefix) -> Expression {
    let start = lexeme.span.start
    switch prefix {
    case .none:
      return node(.string(stringText(lexeme)), from: start)
    case .bytes:
      var reader = self.reader(lexeme)
      let bytes = reader.byteString()
      reportEscapes(reader)
      return node(.bytes(bytes), from: start)
    case .raw:
      report(
        "raw strings are not known to be supported", at: Span(start, start + 1), official: nil,
        help: "write an ordinary string and double every backslash")
      let content = Span(lexeme.span.start + 2, max(lexeme.span.start + 2, lexeme.span.end - 1))
      return node(.string(scanner.text(content)), from: start)
    }
  }

  /// The text of a string without prefix, or of one whose prefix does not matter.
  mutating func stringText(_ lexeme: Lexeme) -> String {
    var reader = self.reader(lexeme)
    let text = reader.text()
    reportEscapes(reader)
    return text
  }

  private mutating func reader(_ lexeme: Lexeme) -> StringContentReader {
    let open = lexeme.span.start + (scanner.byte(lexeme.span.start)?.isQuote == true ? 0 : 1)
    let isClosed = isClosed(lexeme, from: open)
    if !isClosed {
      let quote = scanner.byte(open) == UInt8(ascii: "'") ? "`'`" : "`\"`"
      report(
        "the string is not closed", at: Span(open, open + 1),
        help: "close it with \(quote) on the same line; a line break is written `\\n`")
      beginRecovery()
      // It has swallowed what stood behind it on its line.
      if scanner.text(lexeme.span).utf8.contains(UInt8(ascii: "}")) { hasReportedUnclosed = true }
    }
    return StringContentReader(bytes: scanner.bytes, position: open + 1, end: lexeme.span.end - (isClosed ? 1 : 0))
  }

  /// The scanner ends a text behind its closing quote or before what cuts it off; the last byte may also be a quote that
  /// a backslash escapes.
  private func isClosed(_ lexeme: Lexeme, from open: Int) -> Bool {
    let last = lexeme.span.end - 1
    guard last > open, scanner.byte(last) == scanner.byte(open) else { return false }
    var slashes = 0
    while last - slashes - 1 > open, scanner.byte(last - slashes - 1) == UInt8(ascii: "\\") { slashes += 1 }
    return slashes.isMultiple(of: 2)
  }

  private mutating func reportEscapes(_ reader: StringContentReader) {
    for mistake in reader.mistakes { report(mistake.message, at: mistake.span, help: mistake.help) }
  }
}

/// Reads the characters between quotes.
struct StringContentReader {
  let bytes: [UInt8]
  var position: Int
  let end: Int
  private(set) var mistakes: [(message: String, span: Span, help: String)] = []

  init(bytes: [UInt8], position: Int, end: Int) {
    self.bytes = bytes
    self.position = position
    self.end = max(position, end)
  }

  /// Of a string: numeric escapes are code points.
  mutating func text() -> String {
    var utf8: [UInt8] = []
    while position < end {
      switch element() {
      case .byte(let byte): utf8.append(byte)
      case .code(let value, let span): utf8.append(contentsOf: encoded(value, span))
      }
    }
    return String(decoding: utf8, as: UTF8.self)
  }

  /// Of a byte literal: the characters in UTF-8; `\x` and octal escapes are single bytes.
  mutating func byteString() -> [UInt8] {
    var result: [UInt8] = []
    while position < end {
      switch element() {
      case .byte(let byte): result.append(byte)
      case .code(let value, let span):
        if span.isByteEscape, let byte = UInt8(exactly: value) {
          result.append(byte)
        } else {
          result.append(contentsOf: encoded(value, span))
        }
      }
    }
    return result
  }

  private struct EscapeSpan {
    var span: Span
    /// `\xHH` or three octal digits.
    var isByteEscape: Bool
  }

  private enum Element {
    case byte(UInt8)
    case code(UInt32, EscapeSpan)
  }

  private mutating func element() -> Element {
    let byte = bytes[position]
    position += 1
    guard byte == UInt8(ascii: "\\"), position < end else { return .byte(byte) }
    return escape(from: position - 1)
  }

  /// Behind the backslash.
  private mutating func escape(from start: Int) -> Element {
    let letter = bytes[position]
    switch letter {
    case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "/"): return single(letter)
    case UInt8(ascii: "n"): return single(0x0A)
    case UInt8(ascii: "r"): return single(0x0D)
    case UInt8(ascii: "t"): return single(0x09)
    case UInt8(ascii: "x"): return digits(2, radix: 16, from: start, skip: 1)
    case UInt8(ascii: "u"): return digits(4, radix: 16, from: start, skip: 1)
    case UInt8(ascii: "U"): return digits(8, radix: 16, from: start, skip: 1)
    case UInt8(ascii: "0")...UInt8(ascii: "7"): return digits(3, radix: 8, from: start, skip: 0)
    default: return unknown(from: start)
    }
  }

  private mutating func single(_ byte: UInt8) -> Element {
    position += 1
    return .byte(byte)
  }

  private mutating func digits(_ count: Int, radix: UInt32, from start: Int, skip: Int) -> Element {
    var value: UInt32 = 0
    for index in 0..<count {
      let place = position + skip + index
      guard place < end, let digit = Self.digit(bytes[place]), digit < radix else {
        return incomplete(count, radix, from: start)
      }
      value = value << (radix == 8 ? 3 : 4) | digit
    }
    position += skip + count
    return .code(value, EscapeSpan(span: Span(start, position), isByteEscape: count <= 3))
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// The backslash stays in the text.
  private mutating func incomplete(_ count: Int, _ radix: UInt32, from start: Int) -> Element {
    let letter = String(decoding: bytes[position...position], as: UTF8.self)
    let escape = radix == 8 ? "`\\` and a digit" : "`\\\(letter)`"
    let kind = radix == 8 ? "octal" : "hexadecimal"
    mistakes.append(
      (
        "\(escape) needs exactly \(count) \(kind) digits", Span(start, position + 1),
        "write the digits, or `\\\\` for a backslash"
      ))
    return .byte(UInt8(ascii: "\\"))
  }

  private mutating func unknown(from start: Int) -> Element {
    var after = position + 1
    while after < end, bytes[after] & 0xC0 == 0x80 { after += 1 }
    let character = String(decoding: bytes[position..<after], as: UTF8.self)
    let escape = QuotedText.of("\\" + character, limit: 4)
    let doubled = QuotedText.of("\\\\" + character, limit: 5)
    mistakes.append(
      ("there is no escape \(escape)", Span(start, after), "write \(doubled); a backslash in a string is doubled"))
    return .byte(UInt8(ascii: "\\"))
  }

  private mutating func encoded(_ value: UInt32, _ escape: EscapeSpan) -> [UInt8] {
    guard let scalar = Unicode.Scalar(value) else {
      mistakes.append(
        (
          "the escape is not a character", escape.span,
          "write one `\\UHHHHHHHH` with the code point; halves of a pair and numbers above 10FFFF are none"
        ))
      return []
    }
    return Array(String(Character(scalar)).utf8)
  }
}
