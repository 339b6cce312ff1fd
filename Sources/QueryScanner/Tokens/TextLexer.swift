import Diagnostics

/// String and character literals, with the code that they interpolate.
extension Lexer {
  typealias TextRule = LexicalRules.TextRule

  /// At a quote: a text, a quoted name, or a sign of its own.
  mutating func readQuote() {
    if bytes[position] == UInt8(ascii: "`"), rules.quotesNames { return readQuotedName() }
    guard let rule = rules.texts.first(where: { matches($0.quote, at: position) }) else {
      return append(.operator, position, position + 1)
    }
    readText(from: position, rule: rule, pounds: 0)
  }

  /// `` `name` ``: the token is what stands between the quotes.
  private mutating func readQuotedName() {
    var index = position + 1
    while index < end, bytes[index] != UInt8(ascii: "`"), bytes[index] != 0x0A { index += 1 }
    guard index < end, bytes[index] == UInt8(ascii: "`"), index > position + 1 else {
      return append(.operator, position, position + 1)
    }
    append(.name, position + 1, index, text: Self.name(string(position + 1, index), length: index - position - 1))
    list.tokens[list.tokens.count - 1].isQuoted = true
    position = index + 1
  }

  /// `r"…"`, `f"…"`
  mutating func readPrefixedText(_ start: Int, quote: Int) {
    let prefix = string(start, quote).lowercased()
    guard var rule = rules.texts.first(where: { matches($0.quote, at: quote) }) else {
      return append(.name, start, quote)
    }
    if prefix.contains("r") {
      rule.hasEscapes = false
      rule.interpolation = .none
    }
    if prefix.contains("f") || prefix.contains("t") { rule.interpolation = .braces }
    position = quote
    readText(from: start, rule: rule, pounds: 0)
  }

  /// `#"…"#`, `##"""…"""##` and `#/…/#`; false when it is none of them.
  mutating func readPoundedLiteral() -> Bool {
    var pounds = 0
    while pounds < 16, byte(pounds) == UInt8(ascii: "#") { pounds += 1 }
    if byte(pounds) == UInt8(ascii: "/") { return readPoundedRegex(pounds) }
    guard byte(pounds) == UInt8(ascii: "\""),
      let rule = rules.texts.first(where: { matches($0.quote, at: position + pounds) })
    else { return false }
    let start = position
    position += pounds
    readText(from: start, rule: rule, pounds: pounds)
    return true
  }

  /// Reads a text whose opening quote stands at the position. When nothing ends it, it is read again as one that ends
  /// with its line, and at last as one that interpolates nothing.
  private mutating func readText(from start: Int, rule: TextRule, pounds: Int, isDamaged: Bool = false) {
    let beginning = mark
    var parts = TextParts()
    append(.text, start, position + rule.quote.count, text: "")
    let isRead = readContent(&parts, rule, pounds)
    if !isRead, rescans > 0, rule.spansLines || rule.interpolation != .none {
      rewind(to: beginning)
      var simpler = rule
      if rule.spansLines { simpler.spansLines = false } else { simpler.interpolation = .none }
      return readText(
        from: start, rule: simpler, pounds: pounds, isDamaged: rule.interpolation != simpler.interpolation)
    }
    // What it would have interpolated is not known.
    if isDamaged, parts.isPlain { parts.interpolate(list.tokens.count..<list.tokens.count) }
    finishText(beginning.tokens, parts.all(), rule, pounds)
  }

  /// Gives a literal its parts and its end.
  mutating func finishText(_ index: Int, _ parts: [TokenList.Part], _ rule: TextRule, _ pounds: Int) {
    let quote = rule.quote
    let stripped = rule.spansLines && quote.count == 3 ? TextIndentation.stripped(parts) : parts
    list.tokens[index].literal = list.texts.count
    list.tokens[index].end = position
    list.tokens[index].link = list.tokens.count
    previous = index
    list.texts.append(stripped)
  }

  /// The text up to its closing quote, and behind it; false when there is none.
  private mutating func readContent(_ parts: inout TextParts, _ rule: TextRule, _ pounds: Int) -> Bool {
    while position < end {
      let first = bytes[position]
      switch first {
      case rule.quote[0] where closes(rule, pounds):
        position += rule.quote.count + pounds
        return true
      case 0x0A, 0x0D:
        guard rule.spansLines else { return endWithoutQuote(&parts, rule) }
        parts.literal.append(first)
        position += 1
        noteLine(from: position)
      case UInt8(ascii: "\\") where rule.hasEscapes && escapes(pounds):
        position += 1 + pounds
        if rule.interpolation == .parentheses, byte(0) == UInt8(ascii: "(") {
          guard interpolate(into: &parts, openingLength: 1) else { return false }
        } else {
          readEscape(into: &parts.literal)
        }
      case UInt8(ascii: "$") where rule.interpolation == .dollar || rule.interpolation == .dollarBraces:
        if byte(1) == UInt8(ascii: "{") {
          guard interpolate(into: &parts, openingLength: 2) else { return false }
        } else if rule.interpolation == .dollar, Self.startsName(byte(1)), byte(1) != UInt8(ascii: "$") {
          interpolateName(into: &parts)
        } else {
          parts.literal.append(first)
          position += 1
        }
      case UInt8(ascii: "{") where rule.interpolation == .braces:
        if byte(1) == first {
          parts.literal.append(first)
          position += 2
        } else {
          guard interpolate(into: &parts, openingLength: 1) else { return false }
        }
      case UInt8(ascii: "}") where rule.interpolation == .braces && byte(1) == first:
        parts.literal.append(first)
        position += 2
      default:
        parts.literal.append(first)
        position += 1
      }
    }
    return !rule.spansLines && endWithoutQuote(&parts, rule)
  }

  /// At the end of a line or of the source: a text without interpolations is what was read and something unknown.
  private func endWithoutQuote(_ parts: inout TextParts, _ rule: TextRule) -> Bool {
    guard rule.interpolation == .none || parts.isPlain else { return false }
    parts.interpolate(list.tokens.count..<list.tokens.count)
    return true
  }

  private func closes(_ rule: TextRule, _ pounds: Int) -> Bool {
    guard matches(rule.quote, at: position) else { return false }
    for offset in 0..<pounds where byte(rule.quote.count + offset) != UInt8(ascii: "#") { return false }
    return true
  }

  private func escapes(_ pounds: Int) -> Bool {
    for offset in 0..<pounds where byte(1 + offset) != UInt8(ascii: "#") { return false }
    return true
  }

  /// `$name`
  private mutating func interpolateName(into parts: inout TextParts) {
    let start = position + 1
    var index = start
    while index < end, Self.continuesName(bytes[index]), bytes[index] != UInt8(ascii: "$") { index += 1 }
    let first = list.tokens.count
    append(.name, start, index, text: Self.name(string(start, index), length: index - start))
    parts.interpolate(first..<list.tokens.count)
  }

  /// Tokens up to the bracket that closes the one at the position; false when there is none.
  mutating func interpolate(into parts: inout TextParts, openingLength: Int) -> Bool {
    guard nesting < Self.nestingLimit else { return false }
    nesting += 1
    defer { nesting -= 1 }
    let opening = bytes[position + openingLength - 1]
    position += openingLength
    let first = list.tokens.count
    var depth = 0
    previous = nil
    while next() {
      guard let read = previous.map({ list.tokens[$0] }) else { continue }
      if read.kind == .open { depth += 1 }
      guard read.kind == .close else { continue }
      if depth == 0 {
        list.tokens.removeLast()
        parts.interpolate(first..<list.tokens.count)
        return read.text == (opening == UInt8(ascii: "(") ? ")" : "}")
      }
      depth -= 1
    }
    return false
  }

  // MARK: - Escapes

  /// The escape behind a backslash.
  private mutating func readEscape(into literal: inout [UInt8]) {
    guard position < end else { return }
    let first = bytes[position]
    switch first {
    case UInt8(ascii: "u"), UInt8(ascii: "x"), UInt8(ascii: "U"):
      position += 1
      readScalar(into: &literal, digits: first == UInt8(ascii: "u") ? 4 : first == UInt8(ascii: "x") ? 2 : 8)
    case 0x0A, 0x0D:
      position += first == 0x0D && byte(1) == 0x0A ? 2 : 1
      noteLine(from: position)
    default:
      literal.append(Self.escapes[first] ?? first)
      position += 1
    }
  }

  private mutating func readScalar(into literal: inout [UInt8], digits: Int) {
    let isBraced = byte(0) == UInt8(ascii: "{")
    var index = isBraced ? position + 1 : position
    let limit = min(end, index + (isBraced ? 8 : digits))
    var value: UInt32 = 0
    while index < limit, let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue {
      value = value << 4 | UInt32(digit)
      index += 1
    }
    if isBraced, index < end, bytes[index] == UInt8(ascii: "}") { index += 1 }
    position = index
    literal.append(contentsOf: String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09, UInt8(ascii: "0"): 0,
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "v"): 0x0B,
  ]
}

/// The parts of a text while it is read.
struct TextParts {
  var literal: [UInt8] = []
  private var parts: [TokenList.Part] = []

  /// Nothing is interpolated so far.
  var isPlain: Bool { parts.isEmpty }

  mutating func interpolate(_ tokens: Range<Int>) {
    flush()
    parts.append(.interpolation(tokens))
  }

  mutating func note(_ sign: TokenList.MarkupSign) { parts.append(.markup(sign)) }

  private mutating func flush() {
    guard !literal.isEmpty else { return }
    // Bytes that are no text could stand for any name: nothing may be concluded from what they would be repaired to.
    if let text = String(validating: literal, as: UTF8.self) {
      parts.append(.literal(text))
    } else {
      parts.append(.interpolation(0..<0))
    }
    literal.removeAll(keepingCapacity: true)
  }

  /// Whatever was read; an empty text is one empty literal.
  mutating func all() -> [TokenList.Part] {
    flush()
    return parts.isEmpty ? [.literal("")] : parts
  }
}

/// Swift and Java leave out the first line break of a text of several lines, and the indentation of its last line.
enum TextIndentation {
  static func stripped(_ parts: [TokenList.Part]) -> [TokenList.Part] {
    guard case .literal(let first) = parts.first, first.first?.isNewline == true,
      case .literal(let last) = parts.last, let lineStart = last.lastIndex(where: \.isNewline)
    else { return parts }
    let indentation = last[last.index(after: lineStart)...]
    guard indentation.allSatisfy(\.isWhitespace) else { return parts }
    return parts.enumerated().map { index, part in
      guard case .literal(let text) = part else { return part }
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
      for line in lines.indices.dropFirst() where lines[line].hasPrefix(indentation) {
        lines[line] = lines[line].dropFirst(indentation.count)
      }
      if index == parts.count - 1 { lines = lines.dropLast() }
      if index == 0 { lines = lines.dropFirst() }
      return .literal(lines.joined(separator: "\n"))
    }
  }
}
