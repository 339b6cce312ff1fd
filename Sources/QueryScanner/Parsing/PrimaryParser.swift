import Diagnostics

/// What every language has as an operand: names, literals, parentheses, lists.
extension Parser {
  mutating func primary() -> Expression {
    nested { parser in parser.readPrimary() } ?? tooDeep()
  }

  private mutating func readPrimary() -> Expression {
    while current.kind == .annotation { skipAnnotation() }
    if let own = grammar.primary(&self) { return own }
    let token = current
    switch token.kind {
    case .name:
      advance()
      if !token.isQuoted, let literal = grammar.literal(token.text) { return Expression(literal, token.span) }
      return Expression(.name(token.text), token.span)
    case .number:
      advance()
      return Expression(NumberLiteral.kind(token.text), token.span)
    case .text, .markup: return textLiteral()
    case .regex:
      advance()
      return Expression(.other([]), token.span)
    case .directive:
      advance()
      return Expression(.name(token.text), token.span)
    case .open:
      switch token.text {
      case "(": return grammar.parenthesized(&self)
      case "[": return listLiteral()
      default: return braceLiteral()
      }
    case .operator where token.text == "." && syntax.hasImplicitMembers && peek().kind == .name:
      advance()
      let name = current
      advance()
      return Expression(.implicitMember(name.text), Span(token.start, name.end))
    case .operator, .close, .annotation, .end: return Expression(.other([]), Span(token.start, token.start))
    }
  }

  /// `@Name(…)`
  mutating func skipAnnotation() {
    advance()
    if isAt("("), !current.followsSpace { skipItem() }
  }

  // MARK: - Literals

  /// A string, or an element of markup as `other` with the code it holds.
  mutating func textLiteral() -> Expression {
    let token = current
    let parts = list.texts.indices.contains(token.literal) ? list.texts[token.literal] : []
    if token.kind == .markup { return markup(parts, token) }
    let read = parts.compactMap { part -> TextPart? in
      switch part {
      case .literal(let text): .literal(text)
      case .interpolation(let range): .interpolation(interpolated(range))
      case .markup: nil
      }
    }
    advance()
    return Expression(.text(read.isEmpty ? [.literal("")] : read), token.span)
  }

  mutating func interpolated(_ range: Range<Int>) -> Expression {
    inRange(range) { parser in
      let start = parser.current.start
      let values = parser.items { $0.spreadOrExpression() }
      if values.count == 1 { return values[0] }
      return Expression(.other(values), parser.span(from: start))
    }
  }

  /// `[a, b]` and, where elements are entries, `[key: value]`.
  mutating func listLiteral() -> Expression {
    let start = current.start
    var isEmptyRecord = false
    let elements =
      inGroup { parser in
        isEmptyRecord = parser.isAt(":")
        return parser.items { parser in
          parser.isAt(",") || parser.isAt(":") ? nil : parser.grammar.element(&parser)
        }
      }
    return Expression(isEmptyRecord ? .record([]) : Self.listOrRecord(elements), span(from: start))
  }

  /// A list whose elements are all entries is a record.
  static func listOrRecord(_ elements: [Expression]) -> Expression.Kind {
    var entries: [RecordEntry] = []
    for element in elements {
      guard case .record(let entry) = element.kind, entry.count == 1, element.isEntry else { return .list(elements) }
      entries += entry
    }
    return entries.isEmpty ? .list(elements) : .record(entries)
  }

  /// `{a: b}` or `{a, b}` whose keys are expressions, as in Python and Dart.
  mutating func braceLiteral() -> Expression {
    let start = current.start
    var elements: [Expression] = []
    var entries: [RecordEntry] = []
    inGroup { parser in
      parser.linesMatter = false
      _ = parser.items { parser -> Bool? in
        if parser.isAt(",") { return nil }
        let key = parser.grammar.element(&parser)
        if case .spread(let value) = key.kind {
          entries.append(RecordEntry(key: .spread, value: value))
        } else if parser.take(":") {
          entries.append(RecordEntry(key: key.asKey, value: parser.expression()))
        } else {
          elements.append(key)
        }
        return true
      }
    }
    let isSet = entries.allSatisfy { $0.key == .spread } && !elements.isEmpty
    if !isSet { return Expression(.record(entries), span(from: start)) }
    return Expression(.list(elements), span(from: start))
  }

  /// Parentheses leave their content as it is; several values are a list.
  mutating func commonParenthesized() -> Expression {
    let start = current.start
    let values =
      separated { parser in
        parser.isAt(",") ? nil : parser.grammar.argument(&parser).value
      }
    if values.count == 1 { return values[0] }
    return Expression(.list(values), span(from: start))
  }
}

extension Expression {
  /// A literal text is a key of its own; whatever else must be computed.
  var asKey: RecordEntry.Key {
    if case .text(let parts) = kind, parts.count == 1, case .literal(let text) = parts[0] { return .name(text) }
    return .computed(self)
  }

  /// Written as `key: value`, not as a record of its own brackets.
  var isEntry: Bool {
    guard case .record(let entries) = kind, let entry = entries.first else { return false }
    return entry.value.span.end == span.end
  }
}

/// The value of a number as it is written.
enum NumberLiteral {
  static func kind(_ text: String) -> Expression.Kind {
    var digits = text.lowercased().filter { $0 != "_" }
    var radix = 10
    for (prefix, base) in [("0x", 16), ("0b", 2), ("0o", 8)] where digits.hasPrefix(prefix) {
      digits.removeFirst(2)
      radix = base
    }
    while let last = digits.last, last == "l" || last == "n" || last == "u" { digits.removeLast() }
    guard let value = Int64(digits, radix: radix) else { return .number }
    return .integer(value)
  }
}
