import SourceTokens

/// Sequences of statements.
extension Parser {
  /// Statements up to the end of the group, or until a place that begins another part.
  mutating func statements(until stops: (borrowing Parser) -> Bool = { _ in false }) {
    while !isAtEnd, !stops(self) {
      if isAt(.semicolon) {
        position += 1
        continue
      }
      readStatement()
    }
  }

  /// One statement; whatever else stands here is `skipped`.
  mutating func readStatement() {
    guard !isTooDeep else {
      noteCut()
      return skipRest()
    }
    let before = position
    _ = nested { parser in parser.omission() || parser.continuedChain() || parser.grammar.statement(&parser) }
    if position == before { skipItemAsNode() }
  }

  /// `...` alone, where an author leaves statements out.
  private mutating func omission() -> Bool {
    guard isAt(.dotDotDot) || isAt(.ellipsis) else { return false }
    let next = token(at: position + 1)
    guard next.startsLine || next.kind == .end || next.kind.isClosing || next.isSign(.semicolon) else { return false }
    leaf(.omitted)
    return true
  }

  /// `.where(…).get()` where a statement begins: the rest of a chain whose beginning is not shown or could not be read.
  private mutating func continuedChain() -> Bool {
    guard isAt(.dot), !syntax.hasImplicitMembers || position == 0, peek().kind == .name else { return false }
    let start = mark
    empty()
    position += 2
    finish(start, .member, name: tokens.tokens[position - 1].name, place: position - 1)
    chain(from: start)
    return true
  }

  /// The `{ … }` that opens here, as a `block`; one without tokens when none does.
  mutating func block() {
    let start = mark
    if isAt(kind: .leftBrace) { inGroup { $0.statements() } }
    finish(start, .block)
  }

  /// A block, or a `block` of the one statement that stands for it.
  mutating func bodyOrStatement() {
    if isAt(kind: .leftBrace) { return block() }
    let start = mark
    if isAt(.semicolon) {
      position += 1
    } else if !isAtEnd {
      readStatement()
    }
    finish(start, .block)
  }

  /// An expression as a statement; false when none begins here.
  mutating func expressionStatement() -> Bool {
    let start = mark
    expression()
    if position > start.position { return true }
    rewind(to: start)
    return false
  }

  /// `break`, `return` and the like: the word at the cursor has been recognised.
  mutating func wordStatement(_ kind: NodeKind, hasValue: Bool) {
    let start = mark
    advance()
    if hasValue, hasOperandOnLine { _ = expressionStatement() }
    finish(start, kind)
  }

  /// Something of the same statement follows.
  var hasOperandOnLine: Bool {
    !isAtEnd && !isAtLineBreak && !isAt(.semicolon) && !isAt(.comma) && !current.kind.isClosing
  }

  /// A list of conditions with one expression: what stands in the parentheses at the cursor, or nothing.
  mutating func parenthesizedConditions() {
    let start = mark
    if isAt(kind: .leftParenthesis) { inGroup { $0.expression() } }
    finish(start, .conditions)
  }
}
