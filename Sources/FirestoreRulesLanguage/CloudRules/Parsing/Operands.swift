import Diagnostics

/// What stands between operators.
extension RulesParser {
  /// Whether the next lexeme can begin an expression.
  var startsExpression: Bool {
    mutating get {
      switch next.kind {
      case .number, .string: true
      case .word: !["in", "is", "if", "return", "let"].contains(next.text)
      case .mark(let mark): Self.operandMarks.contains(mark)
      case .invalid, .end: false
      }
    }
  }

  private static let operandMarks: Set<Mark> = [.openParenthesis, .openBracket, .openBrace, .slash, .not, .minus]

  mutating func primary() -> Expression {
    let lexeme = next
    let start = lexeme.span.start
    switch lexeme.kind {
    case .word: return word()
    case .number:
      take()
      return number(lexeme)
    case .string(let prefix):
      take()
      return string(lexeme, prefix)
    case .mark(.openParenthesis):
      take()
      let inner = expression()
      expect(.closeParenthesis, "to close `(`")
      return node(.parenthesized(inner), from: start, height: height(inner) + NestingBound.level)
    case .mark(.openBracket): return list()
    case .mark(.openBrace): return map()
    case .mark(.slash): return pathLiteral()
    case .mark(.dot) where second.kind == .number:
      fail("a number cannot begin with `.`", at: lexeme.span, help: "write `0` before it")
      return missing()
    case .mark, .invalid, .end:
      failAtNext(expected: "an expression")
      return missing()
    }
  }

  private mutating func word() -> Expression {
    let lexeme = next
    let start = lexeme.span.start
    switch lexeme.text {
    case "true", "false":
      take()
      return node(.boolean(lexeme.text == "true"), from: start)
    case "null":
      take()
      return node(.null, from: start)
    case "if":
      failControlFlow()
      return missing()
    case "in", "is", "return", "let":
      failAtNext(expected: "an expression")
      return missing()
    default:
      guard !startsForgottenStatement else {
        failAtNext(expected: "an expression")
        return missing()
      }
      take()
      return node(.name(lexeme.text), from: start)
    }
  }

  /// `allow read: if` and then the next statement: its first word is not the condition.
  private var startsForgottenStatement: Bool {
    mutating get { startsStatement(insideFunction: false) && next.text != "rules_version" }
  }

  // MARK: - Literals

  private mutating func number(_ lexeme: Lexeme) -> Expression {
    let digits = scanner.text(lexeme.span)
    if digits.utf8.contains(UInt8(ascii: ".")) { return float(lexeme, digits) }
    checkNumberEnd(lexeme, digits)
    guard let value = Int64(digits) else {
      report(
        "the integer \(QuotedText.of(digits, limit: 30)) is out of range", at: lexeme.span,
        help: "integers lie between -9223372036854775808 and 9223372036854775807")
      return node(.missing, from: lexeme.span.start)
    }
    return node(.integer(value), from: lexeme.span.start)
  }

  private mutating func float(_ lexeme: Lexeme, _ digits: String) -> Expression {
    checkNumberEnd(lexeme, digits)
    guard let value = Double(digits), value.isFinite else {
      report(
        "the number \(QuotedText.of(digits, limit: 30)) is out of range", at: lexeme.span, help: "write a smaller one")
      return node(.missing, from: lexeme.span.start)
    }
    return node(.float(value), from: lexeme.span.start)
  }

  /// A number ends before anything but a letter or a point.
  private mutating func checkNumberEnd(_ lexeme: Lexeme, _ digits: String) {
    guard let byte else { return }
    if byte == UInt8(ascii: "."), !digits.utf8.contains(UInt8(ascii: ".")) {
      fail(
        "an integer cannot be followed by `.`", at: Span(lexeme.span.start, position + 1),
        help: "write `\(digits.prefix(20)).0` for a float, or put the integer in parentheses before a method")
    } else if byte.isWordStart {
      let end = scanner.endOfWord(at: position)
      let rest = scanner.text(Span(position, end))
      fail(
        "\(QuotedText.of(digits + rest, limit: 30)) is not a number", at: Span(lexeme.span.start, end),
        help: "numbers have only decimal digits, and a fraction such as `1.5`")
    }
  }

  private mutating func list() -> Expression {
    let start = take().span.start
    var elements: [Expression] = []
    while !isRecovering, !at(.closeBracket) {
      elements.append(expression())
      guard !isRecovering, take(.comma) else { break }
    }
    expect(.closeBracket, "or `,` after the element")
    return node(.list(elements), from: start, height: height(elements) + NestingBound.level)
  }

  private mutating func map() -> Expression {
    let start = take().span.start
    openBraces += 1
    defer { openBraces -= 1 }
    var entries: [MapEntry] = []
    var highest = 0
    while !isRecovering, !at(.closeBrace) {
      guard let key = mapKey(), expect(.colon, "after the key") else { break }
      let value = expression()
      highest = max(highest, height(value))
      entries.append(MapEntry(key: key.text, keySpan: key.span, value: value))
      guard !isRecovering, take(.comma) else { break }
    }
    expect(.closeBrace, "or `,` after the value")
    return node(.map(entries), from: start, height: highest + NestingBound.level)
  }

  /// Keys are texts; bare words are taken too, as third-party grammars do.
  private mutating func mapKey() -> Name? {
    let lexeme = next
    switch lexeme.kind {
    case .string(.none):
      take()
      return Name(stringText(lexeme), lexeme.span)
    case .word:
      take()
      return Name(lexeme.text, lexeme.span)
    case .number, .string, .mark, .invalid, .end:
      failAtNext(expected: "a key in quotes")
      return nil
    }
  }
}
