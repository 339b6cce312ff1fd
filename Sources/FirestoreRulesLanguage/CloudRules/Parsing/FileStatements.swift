import Diagnostics

/// `ruleset = version? import* function* service+`
extension RulesParser {
  mutating func ruleset() -> Ruleset {
    var file = FileContent()
    while next.kind != .end {
      isRecovering = false
      fileStatement(&file)
    }
    take()
    isRecovering = false
    if file.services.isEmpty, !hasProblems {
      report(
        "the file declares no service", at: Span(0, 0),
        help: "put the rules into `service cloud.firestore { match /databases/{database}/documents { … } }`")
    }
    return Ruleset(
      source: source, version: file.version, imports: file.imports, functions: file.functions, services: file.services,
      expressionCount: expressionCount, tokens: tokens)
  }

  private struct FileContent {
    var version: VersionStatement?
    var imports: [ImportStatement] = []
    var functions: [FunctionDeclaration] = []
    var services: [Service] = []
    /// Statements outside of services have been reported: a single `}` too many puts the rest of the file there.
    var hasMisplaced = false

    var isEmpty: Bool { version == nil && imports.isEmpty && functions.isEmpty && services.isEmpty }
  }

  private mutating func fileStatement(_ file: inout FileContent) {
    guard next.kind == .word else { return unnamedFileStatement(&file) }
    switch next.text {
    case "rules_version": versionStatement(&file)
    case "import": importStatement(&file)
    case "function", "export": file.functions.append(functionDeclaration())
    case "service": file.services.append(service())
    case "match", "allow": misplacedStatement(&file)
    case "syntax" where second.isMark(.assign): syntaxStatement(&file)
    default:
      failAtNext(expected: "`service cloud.firestore { … }` or a function", isStatement: true)
      skipUnexpected()
    }
  }

  private mutating func unnamedFileStatement(_ file: inout FileContent) {
    if at(.slash) { return misplacedStatement(&file) }
    if at(.closeBrace) {
      if !file.hasMisplaced {
        fail("unexpected `}`", at: next.span, official: "Unexpected '}'.", help: "remove it; no block is open here")
      }
      // What follows was meant to be inside; it has been said.
      file.hasMisplaced = true
      take(as: .unexpected)
    } else if at(.semicolon) {
      straySemicolons()
    } else {
      failAtNext(expected: "`service cloud.firestore { … }` or a function", isStatement: true)
      skipUnexpected()
    }
  }

  /// Skips at least the next token.
  mutating func skipUnexpected() {
    if at(.openBrace) {
      skipBlock()
      isRecovering = false
      return
    }
    take(as: .unexpected)
    skipStatement()
  }

  /// `;` where a statement could stand.
  mutating func straySemicolons() {
    report("unexpected `;`", at: next.span, official: "Unexpected ';'.", help: "remove it; a block ends with its `}`")
    while at(.semicolon) { take(as: .unexpected) }
  }

  // MARK: - Version and imports

  private mutating func versionStatement(_ file: inout FileContent) {
    let keyword = take()
    if !file.isEmpty {
      report(
        "`rules_version` must be the first statement", at: keyword.span, official: "Unexpected 'rules_version'.",
        help: file.version == nil ? "move it to the top of the file" : "remove the second one")
    }
    guard expect(.assign, "and the version, `'2'`") else { return skipStatement() }
    let value = next
    guard case .string = value.kind else {
      fail("expected the version in quotes", at: shown(value), help: "write `rules_version = '2';`")
      return skipStatement()
    }
    take()
    let text = stringText(value)
    if text != "1" && text != "2" {
      report(
        "there is no rules version \(QuotedText.of(text, limit: 20))", at: value.span, help: versionHelp(text))
    }
    _ = take(.semicolon)
    let version = VersionStatement(
      text: text, textSpan: value.span, span: Span(keyword.span.start, position))
    if file.version == nil { file.version = version }
  }

  private func versionHelp(_ text: String) -> String {
    text.hasSuffix("+modules") ? "modules are not supported by released tools; write `'2'`" : "write `'2'`"
  }

  /// The name that the version line had in early releases.
  private mutating func syntaxStatement(_ file: inout FileContent) {
    fail(
      "`syntax` does not declare a version", at: next.span, official: "Unexpected 'syntax'.",
      help: "write `rules_version = '2';`")
    skipStatement()
  }

  private mutating func importStatement(_ file: inout FileContent) {
    let keyword = take()
    let isLate = !file.functions.isEmpty || !file.services.isEmpty
    report(
      "imports are not supported by released tools", at: keyword.span, official: isLate ? "Unexpected 'import'." : nil,
      help: "copy the functions into this file")
    guard expect(.openBrace, "and the imported names") else { return skipStatement() }
    var names: [Name] = []
    while next.kind == .word {
      let word = take()
      names.append(Name(word.text, word.span))
      guard take(.comma) else { break }
    }
    guard expect(.closeBrace, "after the imported names") else { return skipStatement() }
    guard take(word: "from") else {
      failAtNext(expected: "`from` and the module's name")
      return skipStatement()
    }
    guard case .string = next.kind else {
      failAtNext(expected: "the module's name in quotes")
      return skipStatement()
    }
    let module = stringText(take())
    if !take(.semicolon) { missingSemicolon(after: "the import") }
    file.imports.append(ImportStatement(names: names, module: module, span: Span(keyword.span.start, position)))
  }

  // MARK: - Out of place

  /// `match` and `allow` outside of a service: read as if they stood in the last one.
  private mutating func misplacedStatement(_ file: inout FileContent) {
    if !file.hasMisplaced {
      let word = at(.slash) ? "a path" : "`\(next.text)`"
      report(
        "\(word) must stand inside a `service` block", at: next.span,
        official: at(.slash) ? "Missing 'match' keyword before path." : "Unexpected '\(shortText(next))'.",
        help: file.services.isEmpty
          ? "put the rules into `service cloud.firestore { … }`" : "a `}` before it closes the service too early")
      file.hasMisplaced = true
    }
    if at(word: "allow") {
      _ = allowStatement()
      return
    }
    let block = matchBlock()
    if file.services.isEmpty {
      file.services.append(
        Service(name: Name("", Span(block.span.start, block.span.start)), functions: [], matches: [], span: block.span))
    }
    let last = file.services.count - 1
    file.services[last].matches.append(block)
    file.services[last].span.end = max(file.services[last].span.end, position)
  }
}
