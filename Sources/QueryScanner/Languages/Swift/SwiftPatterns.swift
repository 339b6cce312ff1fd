import Diagnostics

/// Patterns of declarations, conditions and cases.
enum SwiftPatterns {
  /// What `let`, `var` and `for` bind: a name, `_`, a tuple; anything else is ignored.
  static func read(_ parser: inout Parser) -> Pattern {
    let token = parser.current
    if let name = parser.takeName() { return name == "_" ? .ignored : .name(name) }
    guard token.isSign("(") else { return .ignored }
    let elements =
      parser.nested { parser in
        parser.separated { parser -> Pattern? in
          while parser.isAt("let") || parser.isAt("var") { parser.advance() }
          if parser.isLabel(":") {
            parser.advance()
            parser.advance()
          }
          return read(&parser)
        }
      } ?? []
    return elements.count == 1 ? elements[0] : .list(elements)
  }

  /// `let x` and `let .a(x, y)` inside the pattern of a case: the names are noted as bound.
  static func binding(_ parser: inout Parser) -> Expression {
    parser.advance()
    let pattern = parser.chain()
    parser.boundNames += names(in: pattern, isCallee: false)
    return pattern
  }

  /// The names that a pattern under `let` binds: not what is called, and not what members are taken of.
  private static func names(in pattern: Expression, isCallee: Bool) -> [String] {
    switch pattern.kind {
    case .name(let name): isCallee || name == "_" ? [] : [name]
    case .list(let elements), .other(let elements): elements.flatMap { names(in: $0, isCallee: false) }
    case .call(let call): call.arguments.flatMap { names(in: $0.value, isCallee: false) }
    default: []
    }
  }

  /// The pattern of a `case`, and the names it binds.
  static func casePattern(_ parser: inout Parser) -> (pattern: Expression, names: [String]) {
    let outer = parser.boundNames
    parser.boundNames = []
    let pattern = parser.prefixedPattern()
    let names = parser.boundNames
    parser.boundNames = outer
    return (pattern, names)
  }
}

extension Parser {
  /// A pattern ends before the `=` that gives it a value.
  fileprivate mutating func prefixedPattern() -> Expression {
    var pattern = prefixed()
    for _ in 0..<8 {
      if isAt("as") || isAt("is") {
        advance()
        _ = SwiftTypes.read(&self)
      } else if isAt("...") || isAt("..<") {
        advance()
        let start = pattern.span.start
        let upper = current.kind == .number || current.kind == .name ? [prefixed()] : []
        pattern = Expression(.other([pattern] + upper), span(from: start))
      } else {
        break
      }
    }
    return pattern
  }
}
