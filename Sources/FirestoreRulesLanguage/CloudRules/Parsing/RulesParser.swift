import Diagnostics

/// The state of reading one source: where it is, the tokens so far and the problems.
///
/// Driven by position: the next lexeme is read when it is asked for, so that a `/` is a path only where the grammar
/// expects an operand. Every rule of the grammar either takes tokens or reports a problem at the place where it stands.
struct RulesParser {
  let source: SourceText
  let scanner: RulesScanner
  /// Behind the last token.
  private(set) var position = 0
  private var lookahead: Lexeme?
  private(set) var tokens: [Token] = []
  private var problems: [Diagnostic] = []
  /// The statement is broken and has been reported; nothing more is said about it.
  var isRecovering = false
  /// Braces of maps and path segments that are open where the parser is, and that were open where the statement broke.
  var openBraces = 0
  private(set) var openBracesAtFailure = 0
  var isInFunction = false
  /// Recursion of the parser itself.
  var depth = 0
  /// See ``noteClosing(of:brace:)``.
  var misindentedBrace: Span?
  var hasReportedUnclosed = false
  private var hasUnclosedComment = false
  /// The last `:` that ended a segment of a path in an expression: perhaps it was meant for a `?` before it.
  var segmentWithColon: Span?
  /// Of every expression by its id, in the units of ``NestingBound``.
  private var heights: [Int] = []

  init(_ source: SourceText) {
    self.source = source
    scanner = RulesScanner(bytes: source.bytes)
  }

  // MARK: - Tokens

  /// The next lexeme, not taken yet.
  var next: Lexeme {
    mutating get {
      if let lookahead { return lookahead }
      let lexeme = scanner.lexeme(at: position)
      lookahead = lexeme
      return lexeme
    }
  }

  /// The lexeme behind the next one.
  var second: Lexeme {
    mutating get { scanner.lexeme(at: next.span.end) }
  }

  mutating func at(_ mark: Mark) -> Bool { next.isMark(mark) }

  mutating func at(word: String) -> Bool { next.isWord(word) }

  /// Takes the next lexeme as a token.
  @discardableResult mutating func take(as kind: Token.Kind? = nil) -> Lexeme {
    let lexeme = next
    if lexeme.unclosedComment != nil { _ = reportCommentToEnd() }
    tokens.append(Token(kind: kind ?? lexeme.tokenKind, leadingTrivia: lexeme.trivia, span: lexeme.span))
    position = lexeme.span.end
    lookahead = nil
    return lexeme
  }

  mutating func take(_ mark: Mark) -> Bool {
    guard at(mark) else { return false }
    take()
    return true
  }

  mutating func take(word: String) -> Bool {
    guard at(word: word) else { return false }
    take()
    return true
  }

  /// Takes the bytes up to `end`, directly behind the last token, as a token of a path.
  mutating func takeRaw(_ kind: Token.Kind, to end: Int) -> Span {
    let span = Span(position, end)
    tokens.append(Token(kind: kind, leadingTrivia: Span(position, position), span: span))
    position = end
    lookahead = nil
    return span
  }

  /// The byte directly behind the last token.
  var byte: UInt8? { scanner.byte(position) }

  // MARK: - Nodes

  mutating func node(_ kind: Expression.Kind, from start: Int, height: Int = 0) -> Expression {
    let span = Span(start, position)
    guard height <= NestingBound.height else {
      failTooDeep(at: span)
      return missing(span)
    }
    return add(kind, span, height)
  }

  /// A node in the place of `replaced`, with its id, so that ids stay dense.
  mutating func node(_ kind: Expression.Kind, replacing replaced: Expression, height: Int) -> Expression {
    let span = Span(replaced.span.start, position)
    guard height <= NestingBound.height else {
      failTooDeep(at: span)
      return Expression(id: replaced.id, kind: .missing, span: span)
    }
    heights[replaced.id] = height
    return Expression(id: replaced.id, kind: kind, span: span)
  }

  /// Stands where an expression is expected: empty, or over what was too deep.
  mutating func missing(_ span: Span? = nil) -> Expression { add(.missing, span ?? Span(position, position), 0) }

  mutating func height(_ expression: Expression) -> Int { heights[expression.id] }

  mutating func height(_ expressions: [Expression]) -> Int { expressions.reduce(0) { max($0, heights[$1.id]) } }

  private mutating func add(_ kind: Expression.Kind, _ span: Span, _ height: Int) -> Expression {
    heights.append(height)
    return Expression(id: heights.count - 1, kind: kind, span: span)
  }

  var expressionCount: Int { heights.count }

  // MARK: - Problems

  /// A problem after which reading goes on as if the text were right.
  mutating func report(
    _ message: String, at span: Span, official: String? = nil, help: String, code: DiagnosticCode = .syntax
  ) {
    guard !isRecovering else { return }
    guard problems.count < Self.maximumProblems else { return reportTooMany(at: span) }
    let notes = official.map { ["the official compiler says: \($0)"] } ?? []
    problems.append(Diagnostic(code, message, at: source.location(span), notes: notes, help: help))
  }

  /// A problem after which the rest of the statement means nothing.
  mutating func fail(_ message: String, at span: Span, official: String? = nil, help: String) {
    report(message, at: span, official: official, help: help)
    beginRecovery()
  }

  mutating func beginRecovery() {
    guard !isRecovering else { return }
    isRecovering = true
    openBracesAtFailure = openBraces
  }

  mutating func failTooDeep(at span: Span) {
    report(
      "expressions and blocks are nested more than \(NestingBound.levels) levels deep here",
      at: Span(span.start, min(span.end, span.start + 1)), help: "move parts of it into functions", code: .limitExceeded
    )
    beginRecovery()
  }

  /// In the order of the source.
  var sortedProblems: [Diagnostic] {
    let order = problems.indices.sorted { left, right in
      let starts = [left, right].map { problems[$0].location?.span.start ?? 0 }
      return starts[0] == starts[1] ? left < right : starts[0] < starts[1]
    }
    return order.map { problems[$0] }
  }

  var hasProblems: Bool { !problems.isEmpty }

  private static let maximumProblems = 100

  private mutating func reportTooMany(at span: Span) {
    guard problems.count == Self.maximumProblems else { return }
    problems.append(
      Diagnostic(
        .syntax, "there are more than \(Self.maximumProblems) problems; those from here on are not shown",
        at: source.location(span), help: "repair the first ones and check again"))
  }

  /// Reports, once, a comment that swallows the rest of the file, and says whether there is one before the next lexeme.
  mutating func reportCommentToEnd() -> Bool {
    guard let start = next.unclosedComment else { return false }
    guard !hasUnclosedComment else { return true }
    hasUnclosedComment = true
    hasReportedUnclosed = true
    isRecovering = false
    let isWildcard = scanner.byte(start + 2) == UInt8(ascii: "*")
    fail(
      "the comment is not closed", at: Span(start, start + 2),
      help: isWildcard
        ? "close it with `*/`; a wildcard of a path is written `{name}` or `{name=**}`" : "close it with `*/`")
    return true
  }
}

/// How deep rules may be nested before they are not read any further.
///
/// Production refuses more than 98 levels; the bound here only protects the stack, and counts more kinds of nodes.
enum NestingBound {
  static let levels = 200
  /// Every node is `level` higher than its highest child. Chains of members and calls are flat for the reader, and may
  /// be five times as long.
  static let level = 5
  static let postfix = 1
  static let height = levels * level
}

extension Lexeme {
  var tokenKind: Token.Kind {
    switch kind {
    case .word: .word
    case .number: .number
    case .string: .string
    case .mark: .punctuation
    case .invalid: .unexpected
    case .end: .end
    }
  }

  /// As it is named in a message.
  func described(in scanner: RulesScanner) -> String {
    kind == .end ? "end of the file" : QuotedText.of(scanner.text(span), limit: 30)
  }
}
