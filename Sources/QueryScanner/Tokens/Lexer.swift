import Diagnostics

/// Cuts source text into tokens, in time linear in its length.
///
/// Whatever the text is, there are tokens for it: a literal that nothing ends is ended with its line.
struct Lexer {
  let bytes: [UInt8]
  let rules: LexicalRules
  let end: Int
  var position: Int
  var list = TokenList()
  /// Interpolations inside interpolations.
  var nesting = 0
  /// The token before the position; not one that a text or element interpolates. Nil where code begins.
  var previous: Int?
  /// How many bytes may still be read a second time, after a literal turned out to have no end.
  var rescans: Int
  private var startsLine = true
  private var followsSpace = true
  private var lineStart: Int
  /// What tabs of this line add to a column.
  private var tabWidth = 0

  static let nestingLimit = 24

  private init(_ source: SourceText, _ span: Span, _ rules: LexicalRules) {
    bytes = source.bytes
    self.rules = rules
    end = min(max(span.end, 0), source.bytes.count)
    position = min(max(span.start, 0), end)
    rescans = 4 * (end - position) + 1024
    if position == 0 { position = min(source.byteOrderMarkLength, end) }
    lineStart = position
    // Code has a token for every six or seven bytes.
    list.tokens.reserveCapacity((end - position) / 8)
  }

  static func tokens(_ source: SourceText, _ span: Span, _ rules: LexicalRules) -> TokenList {
    var lexer = Lexer(source, span, rules)
    if lexer.byte(0) == UInt8(ascii: "#"), lexer.byte(1) == UInt8(ascii: "!") { lexer.skipLine() }
    while lexer.next() {}
    BracketMatching.link(&lexer.list)
    return lexer.list
  }

  // MARK: - Bytes

  /// The byte at a distance from the position; 0 outside.
  func byte(_ distance: Int) -> UInt8 {
    let index = position + distance
    return index < end ? bytes[index] : 0
  }

  func matches(_ text: [UInt8], at index: Int) -> Bool {
    guard index + text.count <= end else { return false }
    for offset in text.indices where bytes[index + offset] != text[offset] { return false }
    return true
  }

  func string(_ start: Int, _ end: Int) -> String { String(decoding: bytes[start..<end], as: UTF8.self) }

  mutating func skipLine() {
    while position < end, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
  }

  // MARK: - Tokens

  /// Reads one token; false at the end.
  mutating func next() -> Bool {
    skipTrivia()
    guard position < end else { return false }
    let first = bytes[position]
    switch first {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): append(.open, length: 1)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): append(.close, length: 1)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): readNumber()
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): readQuote()
    case UInt8(ascii: "@") where rules.hasAnnotations && Self.startsName(byte(1)): readAnnotation()
    case UInt8(ascii: "#"): readHash()
    case UInt8(ascii: "/") where rules.hasRegexes && expectsOperand && readRegex(): break
    case UInt8(ascii: "<") where rules.hasMarkup && expectsOperand && readMarkup(): break
    case UInt8(ascii: ".") where Self.isDigit(byte(1)) && expectsOperand && !isAfterSign("."): readNumber()
    default:
      if Self.startsName(first) { readName() } else { readOperator() }
    }
    return true
  }

  private mutating func append(_ kind: Token.Kind, length: Int) {
    append(kind, position, position + length, text: length == 1 ? Self.signs[Int(bytes[position])] : nil)
  }

  /// Appends a token and moves behind it.
  mutating func append(_ kind: Token.Kind, _ start: Int, _ end: Int, text: String? = nil) {
    list.tokens.append(
      Token(
        kind: kind, startsLine: startsLine, followsSpace: followsSpace, column: start - lineStart + tabWidth,
        start: start, end: end, text: text ?? string(start, end)))
    previous = list.tokens.count - 1
    position = end
    startsLine = false
    followsSpace = false
  }

  /// Notes a line break, for the columns of what follows on that line.
  mutating func noteLine(from index: Int) {
    lineStart = index
    tabWidth = 0
  }

  /// Where reading a literal began, to read it again in another way.
  struct Mark {
    var position: Int
    var lineStart: Int
    var tabWidth: Int
    var tokens: Int
    var texts: Int
    var remarks: Int
    var previous: Int?
    var startsLine: Bool
    var followsSpace: Bool
  }

  var mark: Mark {
    Mark(
      position: position, lineStart: lineStart, tabWidth: tabWidth, tokens: list.tokens.count,
      texts: list.texts.count, remarks: list.remarks.count, previous: previous, startsLine: startsLine,
      followsSpace: followsSpace)
  }

  mutating func rewind(to mark: Mark) {
    rescans -= position - mark.position
    position = mark.position
    lineStart = mark.lineStart
    tabWidth = mark.tabWidth
    list.tokens.removeSubrange(mark.tokens...)
    list.texts.removeSubrange(mark.texts...)
    list.remarks.removeSubrange(mark.remarks...)
    previous = mark.previous
    startsLine = mark.startsLine
    followsSpace = mark.followsSpace
  }

  // MARK: - Between tokens

  private mutating func skipTrivia() {
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: " "), 0x0B, 0x0C, 0x00: position += 1
      case UInt8(ascii: "\t"):
        tabWidth += 7 - (position - lineStart + tabWidth) % 8
        position += 1
      case 0x0A, 0x0D:
        position += 1
        startsLine = true
        noteLine(from: position)
      case UInt8(ascii: "\\") where rules.joinsLines && (byte(1) == 0x0A || byte(1) == 0x0D):
        position += byte(1) == 0x0D && byte(2) == 0x0A ? 3 : 2
      case UInt8(ascii: "/") where rules.hasBlockComments && byte(1) == UInt8(ascii: "*"): skipBlockComment()
      case UInt8(ascii: "/") where rules.lineComment == .slashes && byte(1) == UInt8(ascii: "/"):
        skipLineComment(signs: 2)
      case UInt8(ascii: "#") where rules.lineComment == .hash: skipLineComment(signs: 1)
      // A no-break space.
      case 0xC2 where byte(1) == 0xA0: position += 2
      default: return
      }
      followsSpace = true
    }
  }

  private mutating func skipLineComment(signs: Int) {
    let start = position
    skipLine()
    noteRemark(start + signs, position, whole: Span(start, position))
  }

  private mutating func skipBlockComment() {
    let start = position
    var depth = 1
    var contentEnd = end
    position += 2
    while position < end, depth > 0 {
      switch bytes[position] {
      case UInt8(ascii: "*") where byte(1) == UInt8(ascii: "/"):
        depth -= 1
        contentEnd = position
        position += 2
      case UInt8(ascii: "/") where rules.nestsBlockComments && byte(1) == UInt8(ascii: "*"):
        depth += 1
        position += 2
      case 0x0A, 0x0D:
        position += 1
        startsLine = true
        noteLine(from: position)
      default: position += 1
      }
    }
    position = min(position, end)
    noteRemark(start + 2, depth == 0 ? contentEnd : end, whole: Span(start, position))
  }

  // MARK: - Names, numbers, signs

  private mutating func readName() {
    let start = position
    var index = position + 1
    while index < end, Self.continuesName(bytes[index]) { index += 1 }
    if index < end, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'"), index - start <= 2,
      rules.textPrefixes.contains(string(start, index).lowercased())
    {
      return readPrefixedText(start, quote: index)
    }
    append(.name, start, index, text: Self.name(string(start, index), length: index - start))
  }

  /// Broken UTF-8 must not change how long a name is: spans are computed from it.
  static func name(_ text: String, length: Int) -> String {
    text.utf8.count == length ? text : String(repeating: "_", count: length)
  }

  private mutating func readAnnotation() {
    let start = position
    var index = position + 1
    // Kotlin's `this@label.member`: a label has no parts.
    let isLabel = !followsSpace && list.tokens.last.map { $0.kind == .name && $0.end == start } == true
    while index < end {
      if Self.continuesName(bytes[index]) {
        index += 1
      } else if !isLabel, bytes[index] == UInt8(ascii: ".") || bytes[index] == UInt8(ascii: ":"), index + 1 < end,
        Self.startsName(bytes[index + 1])
      {
        index += 1
      } else {
        break
      }
    }
    append(.annotation, start, index, text: string(start + 1, index))
  }

  private mutating func readHash() {
    if rules.hash == .directive, readPoundedLiteral() { return }
    guard rules.hash != .sign, Self.startsName(byte(1)) else { return append(.operator, length: 1) }
    var index = position + 1
    while index < end, Self.continuesName(bytes[index]) { index += 1 }
    let text = Self.name(string(position, index), length: index - position)
    append(rules.hash == .name ? .name : .directive, position, index, text: text)
  }

  private mutating func readNumber() {
    var index = position
    let isIndex = isAfterSign(".") && last?.end == position
    let hasRadix = bytes[index] == UInt8(ascii: "0") && Self.isRadix(byte(1))
    while index < end {
      let byte = bytes[index]
      if Self.isDigit(byte) || byte == UInt8(ascii: "_") {
        index += 1
      } else if isIndex {
        break
      } else if byte == UInt8(ascii: "."), !hasRadix, index + 1 < end, Self.isDigit(bytes[index + 1]) {
        index += 1
      } else if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"), !hasRadix, index > position,
        bytes[index - 1] | 0x20 == UInt8(ascii: "e"), index + 1 < end, Self.isDigit(bytes[index + 1])
      {
        index += 1
      } else if byte < 0x80, Self.continuesName(byte) {
        index += 1
      } else {
        break
      }
    }
    append(.number, position, index)
  }

  private mutating func readOperator() {
    for sign in rules.operators[Int(bytes[position])] where matches(sign.bytes, at: position) {
      return append(.operator, position, position + sign.bytes.count, text: sign.text)
    }
    append(.operator, length: 1)
  }

  // MARK: - Context

  private var last: Token? { previous.map { list.tokens[$0] } }

  /// Whether an operand, not an operator, may begin here.
  var expectsOperand: Bool {
    guard let last else { return true }
    switch last.kind {
    case .operator: return last.text != "++" && last.text != "--" && !(last.text == "!" && isPostfix(last))
    case .open, .end: return true
    case .name: return rules.wordsBeforeOperands.contains(last.text)
    case .close, .number, .text, .annotation, .directive, .regex, .markup: return false
    }
  }

  /// A sign right behind an operand belongs to it.
  private func isPostfix(_ sign: Token) -> Bool {
    guard !sign.followsSpace, let before = list.tokens.dropLast().last, before.end == sign.start else { return false }
    switch before.kind {
    case .close, .number, .text: return true
    case .name: return !rules.wordsBeforeOperands.contains(before.text)
    case .operator, .open, .annotation, .directive, .regex, .markup, .end: return false
    }
  }

  private func isAfterSign(_ sign: String) -> Bool {
    guard let last else { return false }
    return last.kind == .operator && last.text == sign
  }

  // MARK: - Classes of bytes

  static func startsName(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return (lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  static func continuesName(_ byte: UInt8) -> Bool { startsName(byte) || isDigit(byte) }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private static func isRadix(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return lower == UInt8(ascii: "x") || lower == UInt8(ascii: "b") || lower == UInt8(ascii: "o")
  }

  /// Texts of single bytes.
  private static let signs = (0..<256).map { $0 < 128 ? String(Unicode.Scalar(UInt8($0))) : "?" }
}
