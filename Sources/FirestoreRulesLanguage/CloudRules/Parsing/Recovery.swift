import Diagnostics

/// Finding the next place where the source can be understood again.
extension RulesParser {
  /// Skips what is left of a broken statement: past its `;`, or to the `}` that closes the block, or to a word that
  /// begins another statement.
  mutating func skipStatement() {
    var inExpression = isRecovering ? openBracesAtFailure : 0
    var open = 0
    while next.kind != .end {
      if at(.closeBrace) {
        guard open > 0 || inExpression > 0 else { break }
        if open > 0 { open -= 1 } else { inExpression -= 1 }
      } else if at(.openBrace) {
        open += 1
      } else if open == 0, at(.semicolon) {
        take()
        break
      } else if startsStatement(insideFunction: open == 0 && isInFunction) {
        break
      }
      take(as: .unexpected)
    }
    isRecovering = false
  }

  /// Skips to the `}` that closes the block, or to a statement that cannot stand inside a function.
  mutating func skipFunctionBody() {
    var open = 0
    while next.kind != .end, !startsStatement(insideFunction: false) {
      if at(.closeBrace) {
        guard open > 0 else { break }
        open -= 1
      } else if at(.openBrace) {
        open += 1
      }
      take(as: .unexpected)
    }
    isRecovering = false
  }

  /// Skips a block in braces, if one is next.
  mutating func skipBlock() {
    guard at(.openBrace) else { return }
    take(as: .unexpected)
    skipFunctionBody()
    if at(.closeBrace) { take(as: .unexpected) }
  }

  /// Whether the next word begins a statement. The words are ordinary names too, so what follows has to fit.
  mutating func startsStatement(insideFunction: Bool) -> Bool {
    guard next.kind == .word, tokens.last.map({ !isDot($0) }) ?? true else { return false }
    switch next.text {
    case "allow":
      return second.kind == .word
    case "match":
      return second.isMark(.slash) || second.isMark(.openBrace)
    case "function", "service":
      return second.kind == .word
    case "rules_version":
      return second.isMark(.assign)
    case "let", "return":
      return insideFunction
    default:
      return false
    }
  }

  private func isDot(_ token: Token) -> Bool {
    token.span.end == token.span.start + 1 && scanner.byte(token.span.start) == UInt8(ascii: ".")
  }

  /// Reports the next token as one that cannot stand there; the statement is given up.
  mutating func failAtNext(expected: String, isStatement: Bool = false) {
    let lexeme = next
    guard !isRecovering, !reportCommentToEnd() else { return }
    if let hint = UnexpectedToken.hint(for: lexeme, scanner) {
      fail(hint.message, at: lexeme.span, help: hint.help)
    } else {
      let official = isStatement && lexeme.kind != .end ? "Unexpected '\(shortText(lexeme))'." : nil
      fail(
        "unexpected \(lexeme.described(in: scanner))", at: shown(lexeme), official: official,
        help: "expected \(expected)")
    }
  }

  /// The lexeme's place; the end of the file is shown behind the last token.
  func shown(_ lexeme: Lexeme) -> Span { lexeme.kind == .end ? Span(position, position) : lexeme.span }

  func shortText(_ lexeme: Lexeme) -> String {
    let quoted = QuotedText.of(scanner.text(lexeme.span), limit: 30)
    return String(quoted.dropFirst().dropLast())
  }

  /// Takes the mark or reports that it is missing.
  @discardableResult mutating func expect(_ mark: Mark, _ place: String) -> Bool {
    if take(mark) { return true }
    failAtNext(expected: "`\(mark.rawValue)` \(place)")
    return false
  }
}

/// Characters and words of other languages, and what is meant by them.
enum UnexpectedToken {
  static func hint(for lexeme: Lexeme, _ scanner: RulesScanner) -> (message: String, help: String)? {
    switch lexeme.kind {
    case .invalid: character(scanner.text(lexeme.span))
    case .mark(let mark): self.mark(mark)
    case .word: word(lexeme.text)
    case .number, .string, .end: nil
    }
  }

  private static func character(_ text: String) -> (message: String, help: String) {
    let message = "unexpected character \(QuotedText.of(text, limit: 12))"
    switch text.unicodeScalars.first {
    case "“", "”", "„", "‘", "’", "‚", "«", "»": return (message, "write strings with straight quotes, `'` or `\"`")
    case "`": return (message, "write strings with `'` or `\"`; join parts with `+`")
    case "\u{A0}", "\u{2007}", "\u{202F}", "\u{3000}": return (message, "replace the special space by an ordinary one")
    case "#": return (message, "comments begin with `//`")
    case "\0": return (message, "remove the NUL byte; the file may have been saved as UTF-16")
    default: return (message, "remove it; outside of strings and comments only ASCII is allowed")
    }
  }

  private static func mark(_ mark: Mark) -> (message: String, help: String)? {
    switch mark {
    case .arrow: ("unexpected `=>`", "write a declaration: `function name(parameter) { return …; }`")
    case .doubleStar: ("unexpected `**`", "powers are computed with `math.pow(base, exponent)`")
    case .dollar: ("unexpected `$`", "`$(…)` is allowed only as a segment of a path in an expression")
    case .openBrace, .closeBrace, .openParenthesis, .closeParenthesis, .openBracket, .closeBracket, .comma, .semicolon,
      .colon, .dot, .question, .assign, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .and, .or,
      .plus, .minus, .star, .slash, .percent, .not, .tripleEqual, .notTripleEqual, .unequal, .singleAnd, .singleOr:
      nil
    }
  }

  private static func word(_ word: String) -> (message: String, help: String)? {
    switch word {
    case "else": ("unexpected `else`", "rules have no `if` statements; write `condition ? value : other`")
    case "instanceof": ("unexpected `instanceof`", "test types with `is`: `value is string`")
    case "like", "matches": ("unexpected `\(word)`", "write `text.matches('pattern')`")
    case "contains", "includes": ("unexpected `\(word)`", "write `value in list`")
    default: nil
    }
  }
}
