import SourceTokens

/// Statements that languages with braces and parentheses share. All begin with the cursor at their word.
///
/// Where a language has more than an expression in the parentheses (`a, b`, a pattern), it says so by a closure that
/// reads at most what stands there and finishes any number of nodes.
extension Parser {
  typealias Content = (inout Parser) -> Void

  static func oneExpression(_ parser: inout Parser) { _ = parser.expressionStatement() }

  /// `if (test) … else …`
  mutating func ifStatement(_ condition: Content = Parser.oneExpression) {
    let start = mark
    var isLast = false
    repeat {
      position += 1
      conditions(condition)
      bodyOrStatement()
      if isAt(.semicolon), token(at: position + 1).isWord(.else) { position += 1 }
      isLast = !take(.else)
    } while !isLast && isAt(.if)
    if !isLast { bodyOrStatement() }
    finish(start, .if)
  }

  /// What stands in the parentheses at the cursor, as `conditions`.
  mutating func conditions(_ condition: Content = Parser.oneExpression) {
    let start = mark
    if isAt(kind: .leftParenthesis) { inGroup(condition) }
    finish(start, .conditions)
  }

  /// `while (test) …`
  mutating func whileStatement(_ condition: Content = Parser.oneExpression) {
    let start = mark
    position += 1
    conditions(condition)
    bodyOrStatement()
    finish(start, .while)
  }

  /// `do … while (test)`
  mutating func doStatement(_ condition: Content = Parser.oneExpression) {
    let start = mark
    position += 1
    bodyOrStatement()
    if isAt(.semicolon), token(at: position + 1).isWord(.while) { position += 1 }
    if take(.while) { conditions(condition) } else { empty(.conditions) }
    finish(start, .doWhile)
  }

  /// `a; b; c` of a loop: what is set up, conditions, what follows each round.
  mutating func loopParts(_ first: Content, _ other: Content = Parser.oneExpression) {
    loopPart(.block, first)
    loopPart(.conditions, other)
    loopPart(.block, other)
  }

  private mutating func loopPart(_ kind: NodeKind, _ content: Content) {
    let start = mark
    if !isAtEnd, !isAt(.semicolon) { content(&self) }
    skipItems(until: .semicolon)
    finish(start, kind)
    _ = take(.semicolon)
  }

  /// `switch (subject) { case a: … default: … }`
  /// - Parameter labels: what stands between `case` and the colon.
  mutating func switchStatement(_ subject: Content = Parser.oneExpression, labels: Content = Parser.oneExpression) {
    let start = mark
    position += 1
    if isAt(kind: .leftParenthesis) { inGroup(subject) }
    if isAt(kind: .leftBrace) { inGroup { parser in parser.cases(labels) } }
    finish(start, .switch)
  }

  private mutating func cases(_ labels: Content) {
    while !isAtEnd {
      guard isAt(.case) || isAt(.default) else {
        skipItemAsNode()
        continue
      }
      let start = mark
      let word = current.name
      position += 1
      if word == Word.case.name { labels(&self) }
      skipItems(until: .colon)
      _ = take(.colon)
      let body = mark
      statements { parser in parser.isAt(.case) || parser.isAtDefault }
      finish(body, .block)
      finish(start, .case, name: word, flags: word == Word.default.name ? .isDefault : [])
    }
  }

  /// `default:`; the word may begin a statement of other languages.
  private var isAtDefault: Bool { isAt(.default) && token(at: position + 1).isSign(.colon) }

  /// `try { … } catch (e) { … } finally { … }`
  /// - Parameter handler: reads one handler as a `catch`; false where none begins.
  /// - Parameter resources: reads what stands before the block.
  mutating func tryStatement(resources: Content = { _ in }, _ handler: (inout Parser) -> Bool) {
    let start = mark
    position += 1
    resources(&self)
    block()
    while handler(&self) {}
    if isAt(.finally) {
      let last = mark
      position += 1
      block()
      finish(last, .finally)
    }
    finish(start, .try)
  }

  /// `return x`, `throw x`: the value stands on the same line.
  mutating func leavingStatement(_ kind: NodeKind, _ value: Content = Parser.oneExpression) {
    let start = mark
    position += 1
    if hasOperandOnLine { value(&self) }
    finish(start, kind)
  }

  /// `break`, `continue`, perhaps with a label.
  mutating func jumpStatement(_ kind: NodeKind) {
    let start = mark
    position += 1
    let label = isAtLineBreak ? nil : takeName()
    finish(start, kind, name: label ?? .empty, place: label == nil ? nil : position - 1)
  }
}
