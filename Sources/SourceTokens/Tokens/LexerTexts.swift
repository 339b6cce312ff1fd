/// Texts, quoted names and regexes.
extension Lexer {
  typealias TextRule = LexicalRules.TextRule

  /// At a quote: a text, a quoted name, or a sign of its own.
  mutating func readQuote() {
    if bytes[position] == UInt8(ascii: "`"), rules.quotesNames { return readQuotedName() }
    guard let rule = textRule(at: position) else { return append(Sign.single(bytes[position])) }
    readText(quote: position, rule, pounds: 0)
  }

  func textRule(at place: Int) -> TextRule? {
    let quote = bytes[place]
    let isTriple = bytes[place + 1] == quote && bytes[place + 2] == quote
    return rules.texts.first { $0.quote == quote && ($0.quotes == 1 || isTriple) }
  }

  /// `` `name` ``
  private mutating func readQuotedName() {
    var index = position + 1
    while index < end, bytes[index] != UInt8(ascii: "`"), bytes[index] != 0x0A { index += 1 }
    guard index < end, bytes[index] == UInt8(ascii: "`"), index > position + 1 else { return append(.backquote) }
    append(.quotedName, named: position + 1, index, length: index + 1 - position)
  }

  /// `r"…"`, `f"…"`: the quote stands behind one or two letters; false when they are no prefix.
  mutating func readPrefixedText(quote: Int) -> Bool {
    guard !rules.textPrefixes.isEmpty else { return false }
    let prefix = (position..<quote).map { Character(Unicode.Scalar(bytes[$0] | 0x20)) }
    guard rules.textPrefixes.contains(String(prefix)), var rule = textRule(at: quote) else { return false }
    rule.take(prefix, rules)
    readText(quote: quote, rule, pounds: 0)
    return true
  }

  /// `#"…"#`, `##"""…"""##` and `#/…/#`; false when it is none of them.
  mutating func readPoundedLiteral() -> Bool {
    var pounds = 0
    while pounds < 16, byte(pounds) == UInt8(ascii: "#") { pounds += 1 }
    if byte(pounds) == UInt8(ascii: "/") { return readPoundedRegex(pounds) }
    guard byte(pounds) == UInt8(ascii: "\""), let rule = textRule(at: position + pounds) else { return false }
    readText(quote: position + pounds, rule, pounds: pounds)
    return true
  }

  /// A text whose opening quote stands at a place behind the position. When nothing ends it, it is read again as one
  /// that ends with its line, and at last as one that interpolates nothing.
  private mutating func readText(quote: Int, _ rule: TextRule, pounds: Int) {
    if let end = endOfPlainText(from: quote + rule.quotes, rule, pounds) { return append(.text, to: end) }
    let beginning = mark
    append(.textStart, length: quote + rule.quotes - position)
    if !readContent(rule, pounds), rescans > 0, rule.spansLines || rule.interpolation != .none {
      rewind(to: beginning)
      var simpler = rule
      if rule.spansLines { simpler.spansLines = false } else { simpler.interpolation = .none }
      return readText(quote: quote, simpler, pounds: pounds)
    }
    tokens[beginning.tokens].payload = UInt32(truncatingIfNeeded: tokens.count - 1)
    previous = tokens.count - 1
  }

  /// Behind the closing quote of a text that interpolates nothing; nil when it does, or has no end.
  private func endOfPlainText(from start: Int, _ rule: TextRule, _ pounds: Int) -> Int? {
    var index = start
    while index < end {
      let byte = bytes[index]
      switch byte {
      case rule.quote where closes(rule, pounds, at: index): return index + rule.quotes + pounds
      case 0x0A, 0x0D:
        if !rule.spansLines { return nil }
        index += 1
      case UInt8(ascii: "\\") where (rule.hasEscapes || rule.hidesQuotes) && hasPounds(pounds, at: index + 1):
        index += 1 + pounds
        if rule.interpolation == .parentheses, bytes[index] == UInt8(ascii: "(") { return nil }
        index += 1
      case UInt8(ascii: "$") where rule.interpolation == .dollar || rule.interpolation == .dollarBraces:
        if interpolates(at: index, rule) { return nil }
        index += 1
      case UInt8(ascii: "{") where rule.interpolation == .braces:
        guard bytes[index + 1] == byte else { return nil }
        index += 2
      default: index += 1
      }
    }
    return nil
  }

  private func interpolates(at dollar: Int, _ rule: TextRule) -> Bool {
    let next = bytes[dollar + 1]
    if next == UInt8(ascii: "{") { return true }
    return rule.interpolation == .dollar && next != UInt8(ascii: "$") && byteClass(dollar + 1).startsName
  }

  /// The text up to its closing quote, and behind it; false when there is none.
  private mutating func readContent(_ rule: TextRule, _ pounds: Int) -> Bool {
    var index = position
    var isPlain = true
    while index < end {
      switch bytes[index] {
      case rule.quote where closes(rule, pounds, at: index):
        appendPart(to: index)
        append(.textEnd, to: index + rule.quotes + pounds)
        return true
      case 0x0A, 0x0D:
        guard rule.spansLines else { return endWithoutQuote(at: index, rule, isPlain) }
        index += 1
      case UInt8(ascii: "\\") where (rule.hasEscapes || rule.hidesQuotes) && hasPounds(pounds, at: index + 1):
        if rule.interpolation == .parentheses, bytes[index + 1 + pounds] == UInt8(ascii: "(") {
          appendPart(to: index)
          isPlain = false
          guard interpolate(opening: 2 + pounds) else { return false }
          index = position
        } else {
          index += endOfEscape(at: index, rule, pounds)
        }
      case UInt8(ascii: "$") where rule.interpolation == .dollar || rule.interpolation == .dollarBraces:
        guard interpolates(at: index, rule) else {
          index += 1
          continue
        }
        appendPart(to: index)
        isPlain = false
        if byte(1) == UInt8(ascii: "{") {
          guard interpolate(opening: 2) else { return false }
        } else {
          interpolateName()
        }
        index = position
      case UInt8(ascii: "{") where rule.interpolation == .braces:
        if bytes[index + 1] == UInt8(ascii: "{") {
          index += 2
        } else {
          appendPart(to: index)
          isPlain = false
          guard interpolate(opening: 1) else { return false }
          index = position
        }
      default: index += 1
      }
    }
    return !rule.spansLines && endWithoutQuote(at: min(index, end), rule, isPlain)
  }

  /// How many bytes an escape has. Python's `\N{…}` is none that interpolates.
  private func endOfEscape(at index: Int, _ rule: TextRule, _ pounds: Int) -> Int {
    guard rule.interpolation == .braces, bytes[index + 1] == UInt8(ascii: "N"), bytes[index + 2] == UInt8(ascii: "{")
    else { return 2 + pounds }
    var length = 3
    while index + length < end, bytes[index + length] != UInt8(ascii: "}"), byteClass(index + length).action != .quote {
      length += 1
    }
    return length
  }

  private mutating func appendPart(to end: Int) {
    if end > position { append(.textPart, length: end - position) }
  }

  /// At the end of a line or of the source: a text without interpolations is what was read and something unknown.
  private mutating func endWithoutQuote(at index: Int, _ rule: TextRule, _ isPlain: Bool) -> Bool {
    guard rule.interpolation == .none || isPlain else { return false }
    appendPart(to: index)
    append(.textEnd, to: index)
    return true
  }

  private func closes(_ rule: TextRule, _ pounds: Int, at index: Int) -> Bool {
    if rule.quotes == 3, bytes[index + 1] != rule.quote || bytes[index + 2] != rule.quote { return false }
    return hasPounds(pounds, at: index + rule.quotes)
  }

  private func hasPounds(_ pounds: Int, at index: Int) -> Bool {
    for offset in 0..<pounds where bytes[index + offset] != UInt8(ascii: "#") { return false }
    return true
  }

  // MARK: - Interpolations

  /// `$name`
  private mutating func interpolateName() {
    let start = tokens.count
    append(.interpolationStart, length: 1)
    var index = position
    while byteClass(index).continuesName, bytes[index] != UInt8(ascii: "$") { index += 1 }
    append(.name, named: position, index, length: index - position)
    tokens[start].payload = UInt32(truncatingIfNeeded: tokens.count)
  }

  /// Tokens up to the bracket that closes the last sign of the opening; false when there is none.
  mutating func interpolate(opening length: Int) -> Bool {
    guard nesting < Self.nestingLimit else { return false }
    nesting += 1
    defer { nesting -= 1 }
    let closing: Token.Kind = byte(length - 1) == UInt8(ascii: "(") ? .rightParenthesis : .rightBrace
    let start = tokens.count
    append(.interpolationStart, length: length)
    previous = nil
    var depth = 0
    while next() {
      guard let read = previous.map({ tokens[$0] }) else { continue }
      switch read.kind {
      case .leftParenthesis, .leftSquare, .leftBrace: depth += 1
      case .rightParenthesis, .rightSquare, .rightBrace:
        depth -= 1
        guard depth < 0 else { continue }
        let place = tokens.count - 1
        tokens[place] = Token(
          .interpolationEnd, start: Int(read.start), payload: 0, startsLine: read.startsLine,
          followsSpace: read.followsSpace)
        tokens[start].payload = UInt32(truncatingIfNeeded: place)
        startsLine = false
        followsSpace = false
        return read.kind == closing
      default: break
      }
    }
    return false
  }

  // MARK: - Regexes

  /// `/…/flags` on one line; false when it is a division.
  mutating func readRegex() -> Bool {
    guard rescans > 0 else { return false }
    var index = position + 1
    var isInClass = false
    while index < end, byteClass(index).action != .lineEnd {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass:
        append(.regex, to: endOfName(from: index + 1))
        return true
      default: break
      }
      index += 1
    }
    rescans -= index - position
    return false
  }

  /// `#/…/#`, perhaps over several lines.
  private mutating func readPoundedRegex(_ pounds: Int) -> Bool {
    guard rescans > 0 else { return false }
    var index = position + pounds + 1
    while index < end {
      if bytes[index] == UInt8(ascii: "/"), hasPounds(pounds, at: index + 1) {
        append(.regex, to: index + 1 + pounds)
        return true
      }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    rescans -= end - position
    return false
  }
}

extension LexicalRules.TextRule {
  /// Changes the rule as the letters before the quote say.
  mutating func take(_ prefix: [Character], _ rules: LexicalRules) {
    if prefix.contains("r") {
      hasEscapes = false
      hidesQuotes = rules.rawTextsHideQuotes
      interpolation = .none
    }
    if prefix.contains("f") || prefix.contains("t") { interpolation = .braces }
  }
}
