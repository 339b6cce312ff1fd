import Diagnostics
import FirestoreModel

/// Why a text is not a query; the span is in bytes of the text.
struct QueryTextProblem: Error {
  var code: DiagnosticCode
  var message: String
  var span: Span
  var help: String?

  /// A text that is not of this form.
  init(_ message: String, _ span: Span, help: String? = nil) {
    self.init(.malformedInput, message, span, help: help)
  }

  init(_ code: DiagnosticCode, _ message: String, _ span: Span, help: String? = nil) {
    self.code = code
    self.message = message
    self.span = span
    self.help = help
  }
}

/// The characters and small tokens of the one-line text form.
struct QueryTextScanner {
  let bytes: [UInt8]
  var position = 0
  /// Fields and bounds may be `?`.
  var allowsUnknownParts = false

  init(_ text: String) { bytes = Array(text.utf8) }

  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func skipSpace() {
    while let byte = next, byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  // MARK: - Symbols and words

  /// Takes a symbol after optional space.
  mutating func take(_ symbol: String) -> Bool {
    skipSpace()
    guard startsWith(symbol) else { return false }
    position += symbol.utf8.count
    return true
  }

  /// Takes a keyword after optional space, unless it is only the beginning of a longer word.
  mutating func takeWord(_ word: String) -> Bool {
    skipSpace()
    guard isAtWord(word) else { return false }
    position += word.utf8.count
    return true
  }

  func isAtWord(_ word: String) -> Bool {
    guard startsWith(word) else { return false }
    let end = position + word.utf8.count
    return end == bytes.count || !QueryTextScanner.isSegmentByte(bytes[end])
  }

  func startsWith(_ symbol: String) -> Bool {
    bytes.count - position >= symbol.utf8.count && bytes[position...].starts(with: symbol.utf8)
  }

  mutating func expect(_ symbol: String, _ context: String) throws(QueryTextProblem) {
    guard take(symbol) else { throw unexpected("expected `\(symbol)` \(context)") }
  }

  mutating func expectWord(_ word: String, _ context: String) throws(QueryTextProblem) {
    guard takeWord(word) else { throw unexpected("expected `\(word)` \(context)") }
  }

  // MARK: - Tokens

  /// `[A-Za-z_][A-Za-z0-9_]*`
  mutating func identifier() -> String? {
    guard let first = next, QueryTextScanner.isIdentifierByte(first), !(0x30...0x39).contains(first) else { return nil }
    let start = position
    while let byte = next, QueryTextScanner.isIdentifierByte(byte) { position += 1 }
    return text(start..<position)
  }

  /// `[A-Za-z0-9_~.-]+`: a bare path segment.
  mutating func bareSegment() -> String? {
    let start = position
    while let byte = next, QueryTextScanner.isSegmentByte(byte) { position += 1 }
    return start == position ? nil : text(start..<position)
  }

  /// A string in double quotes with JSON escapes.
  mutating func quotedString() throws(QueryTextProblem) -> String {
    let start = position
    position += 1
    var content: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      position += 1
      if byte == UInt8(ascii: "\\") {
        content.append(contentsOf: String(try escape()).utf8)
      } else {
        content.append(byte)
      }
    }
    guard next != nil else {
      throw QueryTextProblem(
        "this string has no end", Span(start, bytes.count), help: "close it with a double quote")
    }
    position += 1
    return String(decoding: content, as: UTF8.self)
  }

  private mutating func escape() throws(QueryTextProblem) -> Unicode.Scalar {
    let start = position - 1
    guard let letter = next else { throw QueryTextProblem("this escape has no end", Span(start, position)) }
    position += 1
    switch Unicode.Scalar(letter) {
    case "\"": return "\""
    case "\\": return "\\"
    case "/": return "/"
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      if let scalar = unicodeEscape() { return scalar }
      throw QueryTextProblem("this escape is not a character", Span(start, position))
    default:
      throw QueryTextProblem("unknown escape in a string", Span(start, position), help: "write `\\\\` for a backslash")
    }
  }

  /// Four hexadecimal digits, or two such groups that are a surrogate pair.
  private mutating func unicodeEscape() -> Unicode.Scalar? {
    guard let first = hexadecimalUnit() else { return nil }
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800...0xDBFF).contains(first), startsWith("\\u") else { return nil }
    position += 2
    guard let second = hexadecimalUnit(), (0xDC00...0xDFFF).contains(second) else { return nil }
    return Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(second) - 0xDC00)
  }

  private mutating func hexadecimalUnit() -> UInt16? {
    guard bytes.count - position >= 4 else { return nil }
    let digits = bytes[position..<(position + 4)]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    position += 4
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  /// `{…}` as source text: braces balance, text in quotes does not count.
  mutating func bracedExpression() throws(QueryTextProblem) -> Text {
    let start = position
    position += 1
    var depth = 1
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"): skipQuoted(byte)
      default: break
      }
      if depth == 0 { break }
    }
    guard depth == 0 else {
      throw QueryTextProblem("this expression has no end", Span(start, bytes.count), help: "close it with `}`")
    }
    let source = trimmed(start + 1..<position - 1)
    guard !source.isEmpty else { throw QueryTextProblem("this expression is empty", Span(start, position)) }
    return Text(source)
  }

  private mutating func skipQuoted(_ quote: UInt8) {
    while let byte = next {
      position += 1
      if byte == UInt8(ascii: "\\") { position = min(position + 1, bytes.count) }
      if byte == quote { return }
    }
  }

  private func trimmed(_ range: Range<Int>) -> String {
    var range = range
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    while let first = range.first, isSpace(bytes[first]) { range = (first + 1)..<range.upperBound }
    while let last = range.last, isSpace(bytes[last]) { range = range.lowerBound..<last }
    return text(range)
  }

  /// A field path as written, with backticked segments taken whole.
  /// `?` where only shapes have one.
  mutating func takeUnknownPart() -> Bool {
    guard allowsUnknownParts else { return false }
    skipSpace()
    guard next == UInt8(ascii: "?") else { return false }
    position += 1
    return true
  }

  mutating func fieldPath() throws(QueryTextProblem) -> FieldPath {
    if takeUnknownPart() { return .unknown }
    skipSpace()
    let start = position
    var quoted = false
    while let byte = next {
      if quoted, byte == UInt8(ascii: "\\") {
        position = min(position + 2, bytes.count)
        continue
      }
      if byte == UInt8(ascii: "`") { quoted.toggle() }
      if !quoted, QueryTextScanner.endsFieldPath(byte) { break }
      position += 1
    }
    guard start < position else { throw unexpected("expected a field path") }
    do throws(FirestoreError) {
      return try FieldPath(parsing: text(start..<position))
    } catch {
      throw QueryTextProblem(.invalidQuery, error.message, Span(start, position))
    }
  }

  // MARK: - Problems

  /// Says what stands here instead.
  func unexpected(_ expectation: String, help: String? = nil) -> QueryTextProblem {
    var here = self
    here.skipSpace()
    guard here.next != nil else {
      return QueryTextProblem("\(expectation), found the end of the text", Span(bytes.count, bytes.count), help: help)
    }
    let start = here.position
    if here.bareSegment() == nil {
      here.position += 1
      while let byte = here.next, byte & 0xC0 == 0x80 { here.position += 1 }
    }
    let found = QuotedText.of(text(start..<here.position))
    return QueryTextProblem("\(expectation), found \(found)", Span(start, here.position), help: help)
  }

  // MARK: - Character classes

  static func isIdentifierByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }

  static func isSegmentByte(_ byte: UInt8) -> Bool {
    isIdentifierByte(byte) || byte == UInt8(ascii: "~") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }

  private static func endsFieldPath(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09...0x0D: true
    case UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "="), UInt8(ascii: "!"),
      UInt8(ascii: "<"), UInt8(ascii: ">"):
      true
    default: false
    }
  }
}
