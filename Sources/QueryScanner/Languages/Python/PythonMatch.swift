import Diagnostics

/// `match x:` with its cases; `match` is a plain name elsewhere.
enum PythonMatch {
  /// Nil with nothing consumed when it is a name here.
  static func statement(_ parser: inout Parser) -> Statement? {
    let mark = parser.mark
    let start = parser.current.start
    let column = parser.current.column
    guard beginsOperand(parser.peek()) else { return nil }
    parser.advance()
    let subject = PythonExpressions.list(&parser)
    guard parser.isAt(":"), parser.peek().isSign("case"), parser.peek().startsLine else {
      parser.rewind(to: mark)
      return nil
    }
    parser.advance()
    var cases: [Selection.Case] = []
    while parser.isAt("case"), parser.current.column > column { cases.append(readCase(&parser)) }
    return Statement(.selection(Selection(subject: subject, cases: cases)), parser.span(from: start))
  }

  private static func beginsOperand(_ token: Token) -> Bool {
    if token.startsLine { return false }
    switch token.kind {
    case .name, .number, .text, .open: return true
    default: return false
    }
  }

  private static func readCase(_ parser: inout Parser) -> Selection.Case {
    let column = parser.current.column
    parser.advance()
    let isDefault = parser.isAt("_") && parser.peek().isSign(":")
    var patterns: [Expression] = []
    repeat {
      let before = parser.position
      let pattern = parser.chain()
      if parser.position == before { break }
      patterns.append(pattern)
    } while parser.take("|")
    parser.skipItems(until: [":"])
    let body = PythonStatements.block(&parser, deeperThan: column)
    // A plain name takes whatever comes.
    var bindings: [String] = []
    if patterns.count == 1, case .name(let name) = patterns[0].kind { bindings = [name] }
    let takesAll = isDefault || !bindings.isEmpty
    return Selection.Case(
      patterns: takesAll ? [] : patterns, bindings: isDefault ? [] : bindings, isDefault: takesAll, body: body)
  }
}
