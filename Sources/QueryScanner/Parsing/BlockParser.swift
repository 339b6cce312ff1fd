import Diagnostics

/// Sequences of statements.
extension Parser {
  /// Statements up to the end of the group (or until a word that begins another part, such as `case`).
  mutating func statements(until stops: Set<String> = []) -> [Statement] {
    let read = nested { parser -> [Statement] in
      var statements: [Statement] = []
      let outer = parser.takePending()
      while !parser.isAtEnd {
        if !stops.isEmpty, parser.isAt(oneOf: stops) { break }
        if parser.take(";") { continue }
        let before = parser.position
        if let statement = parser.continuedChain() ?? parser.grammar.statement(&parser) { statements.append(statement) }
        if !parser.pending.isEmpty { statements += parser.takePending() }
        if parser.position == before { parser.skipItem() }
      }
      parser.pending = outer
      return statements
    }
    if let read { return read }
    skipToEnd()
    return []
  }

  /// `.where(…).get()` where a statement begins: the rest of a chain whose beginning is not shown or could not be read.
  mutating func continuedChain() -> Statement? {
    guard isAt("."), peek().kind == .name, !syntax.hasImplicitMemberStatements else { return nil }
    let missing = Expression(.other([]), current.span)
    advance()
    let name = current.text
    advance()
    let chain = chain(from: Expression(.member(missing, name), span(from: missing.span.start)))
    return Statement(.expression(chain), chain.span)
  }

  /// The statements of the `{ … }` that opens here; nothing when none does.
  mutating func block() -> [Statement] {
    guard isAt("{") else { return [] }
    return inGroup { parser in parser.statements() }
  }

  /// A block, or the one statement that stands for it.
  mutating func bodyOrStatement() -> [Statement] {
    if isAt("{") { return block() }
    if take(";") { return [] }
    let outer = takePending()
    let statement = nested { parser in parser.grammar.statement(&parser) }.flatMap { $0 }
    let rest = takePending()
    pending = outer
    return (statement.map { [$0] } ?? []) + rest
  }

  private mutating func takePending() -> [Statement] {
    guard !pending.isEmpty else { return [] }
    defer { pending = [] }
    return pending
  }

  /// An expression as a statement; nil when none begins here.
  mutating func expressionStatement() -> Statement? {
    let before = position
    let value = expression()
    guard position > before else { return nil }
    return Statement(.expression(value), value.span)
  }
}
