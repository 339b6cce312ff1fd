import Diagnostics

/// `function name(parameters) { let* return }`
extension RulesParser {
  mutating func functionDeclaration() -> FunctionDeclaration {
    let start = next.span.start
    let isExported = exportWord()
    guard take(word: "function") else {
      failAtNext(expected: "`function` after `export`")
      skipStatement()
      return function(Name("", Span(position, position)), [], FunctionBody(), isExported, start)
    }
    let name = declaredName("the function's name")
    let parameters = isRecovering ? [] : parameterList()
    guard openBody() else { return function(name, parameters, FunctionBody(), isExported, start) }
    isInFunction = true
    defer { isInFunction = false }
    let body = functionBody(name, from: start)
    return function(name, parameters, body, isExported, start)
  }

  private mutating func openBody() -> Bool {
    if !isRecovering, take(.openBrace) { return true }
    failAtNext(expected: "`{` after the parameters")
    while !at(.openBrace), !at(.closeBrace), !at(.semicolon), next.kind != .end, !startsStatement(insideFunction: false)
    {
      take(as: .unexpected)
    }
    isRecovering = false
    if at(.semicolon) { take(as: .unexpected) }
    return take(.openBrace)
  }

  private struct FunctionBody {
    var lets: [LetBinding] = []
    var result: Expression?
  }

  private mutating func function(
    _ name: Name, _ parameters: [Name], _ body: FunctionBody, _ isExported: Bool, _ start: Int
  ) -> FunctionDeclaration {
    FunctionDeclaration(
      name: name, parameters: parameters, lets: body.lets, result: body.result ?? missing(), isExported: isExported,
      span: Span(start, max(start, position)))
  }

  private mutating func exportWord() -> Bool {
    guard at(word: "export") else { return false }
    report(
      "`export` is only for modules, which released tools do not support", at: next.span, help: "remove `export`")
    take()
    return true
  }

  // MARK: - Header

  private mutating func declaredName(_ expected: String) -> Name {
    guard next.kind == .word else {
      failAtNext(expected: expected, isStatement: true)
      return Name("", Span(position, position))
    }
    let word = take()
    if ReservedWords.all.contains(word.text) { reportReserved(word) }
    return Name(word.text, word.span)
  }

  mutating func reportReserved(_ word: Lexeme) {
    report("`\(word.text)` is a reserved word and cannot be a name", at: word.span, help: "choose another name")
  }

  private mutating func parameterList() -> [Name] {
    guard expect(.openParenthesis, "and the parameters") else { return [] }
    var names: [Name] = []
    if take(.closeParenthesis) { return names }
    repeat {
      if at(.closeParenthesis) {
        report("unexpected `,` after the last parameter", at: Span(position - 1, position), help: "remove it")
        break
      }
      names.append(declaredName("a parameter's name"))
      if !isRecovering, at(.colon) {
        fail("parameters have no types", at: next.span, help: "remove `:` and what follows; test with `is` in the body")
      }
    } while !isRecovering && take(.comma)
    if !isRecovering { expect(.closeParenthesis, "or `,` after the parameter") }
    return names
  }

  // MARK: - Body

  private mutating func functionBody(_ name: Name, from start: Int) -> FunctionBody {
    var body = FunctionBody()
    let brace = Span(position - 1, position)
    let firstToken = tokens.count
    while true {
      isRecovering = false
      if at(.closeBrace) {
        noteClosing(blockFrom: start, brace: brace)
        if body.result == nil, !reported(since: firstToken) { reportMissingReturn(name) }
        take()
        return body
      }
      if next.kind == .end || startsStatement(insideFunction: false) {
        reportUnclosed(brace)
        return body
      }
      bodyStatement(&body)
    }
  }

  /// Whether something was skipped, which could have been the `return`.
  private func reported(since token: Int) -> Bool { tokens[token...].contains { $0.kind == .unexpected } }

  private mutating func reportMissingReturn(_ name: Name) {
    report(
      "the function \(QuotedText.of(name.text)) has no `return`", at: next.span, official: "Unexpected '}'.",
      help: "end it with `return` and an expression")
  }

  private mutating func bodyStatement(_ body: inout FunctionBody) {
    if at(.semicolon) { return straySemicolons() }
    switch next.kind == .word ? next.text : "" {
    case "let":
      letBinding(&body, from: take().span.start)
    case "var", "const":
      guard second.kind == .word else { return expressionStatement(&body) }
      report("local names are declared with `let`", at: next.span, help: "write `let`")
      letBinding(&body, from: take().span.start)
    case "return":
      returnStatement(&body)
    case "if", "else", "for", "while", "switch":
      failControlFlow()
      skipFunctionBody()
    default:
      expressionStatement(&body)
    }
  }

  private mutating func letBinding(_ body: inout FunctionBody, from start: Int) {
    if body.result != nil {
      report("`let` after `return`", at: Span(start, max(start, position)), help: "move it before the `return`")
    }
    let name = declaredName("the name of the local")
    if !isRecovering { expect(.assign, "and a value") }
    let value = isRecovering ? missing() : expression()
    if isRecovering {
      body.lets.append(LetBinding(name: name, value: value, span: Span(start, position)))
      return skipStatement()
    }
    if !take(.semicolon) { missingSemicolon(after: "the value of `\(name.text)`") }
    body.lets.append(LetBinding(name: name, value: value, span: Span(start, position)))
  }

  /// Reports a semicolon that the compiler asks for: at the next token, where it says so.
  mutating func missingSemicolon(after what: String) {
    let lexeme = next
    let canFollow = lexeme.kind == .word || lexeme.kind == .end || at(.closeBrace)
    guard canFollow, UnexpectedToken.hint(for: lexeme, scanner) == nil else {
      failAtNext(expected: "an operator or `;` after \(what)")
      return skipStatement()
    }
    report(
      lexeme.kind == .end ? "missing `;`" : "missing `;` at `\(shortText(lexeme))`", at: shown(lexeme),
      official: lexeme.kind == .end ? nil : "missing ';' at '\(shortText(lexeme))'", help: "write `;` after \(what)")
  }

  private mutating func returnStatement(_ body: inout FunctionBody) {
    let keyword = take()
    if body.result != nil {
      report(
        "a function has only one `return`", at: keyword.span, help: "remove it, or choose with `condition ? a : b`")
    }
    let value = expression()
    if body.result == nil { body.result = value }
    endOfReturn()
  }

  /// The semicolon is optional before `}`, as in the official emulator.
  private mutating func endOfReturn() {
    guard !isRecovering else { return skipStatement() }
    if take(.semicolon) || at(.closeBrace) || next.kind == .end || startsStatement(insideFunction: true) { return }
    failAtNext(expected: "an operator, `;` or `}`")
    skipStatement()
  }

  /// An expression where a statement was expected: its `return` or `let` has been forgotten.
  private mutating func expressionStatement(_ body: inout FunctionBody) {
    if next.kind == .word, second.isMark(.assign) {
      report("the word `let` is missing before `\(next.text)`", at: next.span, help: "write `let \(next.text) = …;`")
      return letBinding(&body, from: next.span.start)
    }
    guard startsExpression else {
      failAtNext(expected: "`let`, `return` or `}`", isStatement: true)
      return skipUnexpected()
    }
    report(
      "the word `return` is missing before the expression", at: next.span,
      official: "Unexpected '\(shortText(next))'.", help: "write `return` before it")
    let value = expression()
    if body.result == nil { body.result = value }
    endOfReturn()
  }
}

/// Words that cannot be names in expressions.
enum ReservedWords {
  static let all: Set<String> = ["true", "false", "null", "in", "is", "if", "return", "let"]
}
