import Diagnostics

/// What declarations, loops and cases bind.
enum DartPatterns {
  /// `final (a, b)`, `var [a, b]`, `final User(:name)`: the cursor stands behind `final` or `var`. Nil with nothing
  /// consumed when a plain name is declared.
  static func destructured(_ parser: inout Parser) -> Pattern? {
    guard parser.current.kind == .open, parser.peekAfterGroup().isSign(oneOf: ["=", "in"]) else {
      guard parser.current.kind == .name, parser.peek().isSign("("),
        parser.peekAfterGroup(1).isSign(oneOf: ["=", "in"])
      else { return nil }
      parser.advance()
      parser.skipItem()
      return .ignored
    }
    guard parser.isAt("(") || parser.isAt("[") else {
      parser.skipItem()
      return .ignored
    }
    return .list(parser.separated { part(&$0) })
  }

  private static func part(_ parser: inout Parser) -> Pattern? {
    guard !parser.isAtEnd else { return nil }
    // `name: pattern` and `:name` of records.
    if parser.current.kind == .name, parser.peek().isSign(":") {
      parser.advance()
      parser.advance()
    } else {
      _ = parser.take(":")
    }
    while parser.isAt("final") || parser.isAt("var") { parser.advance() }
    if let typed = DartTypes.typeBeforeName(&parser) { _ = typed }
    return parser.takeName().map { $0 == "_" ? .ignored : .name($0) } ?? .ignored
  }

  /// `final x`, `var x`, `Type x`, `x` of a loop over elements; the cursor then stands before `in`. Nil: another loop.
  static func loopBinding(_ parser: inout Parser) -> Pattern? {
    while parser.isAt("final") || parser.isAt("var") || parser.isAt("late") || parser.isAt("const") { parser.advance() }
    if let pattern = destructured(&parser) { return parser.isAt("in") ? pattern : nil }
    _ = DartTypes.typeBeforeName(&parser)
    guard let name = parser.takeName(), parser.isAt("in") else { return nil }
    return name == "_" ? .ignored : .name(name)
  }

  /// The patterns of a case; guards and what they bind are left out.
  static func casePatterns(_ parser: inout Parser, until stops: Set<String>) -> [Expression] {
    var patterns: [Expression] = []
    // `(a, b) => …` is no closure here.
    if !parser.isAt("(") { split(parser.expression(), into: &patterns) }
    parser.skipItems(until: stops)
    return patterns
  }

  /// `a || b` are two patterns.
  private static func split(_ expression: Expression, into patterns: inout [Expression]) {
    var rest = expression
    var parts: [Expression] = []
    while case .fallback(let left, let right) = rest.kind {
      parts.append(right)
      rest = left
    }
    patterns += [rest] + parts.reversed()
  }
}
