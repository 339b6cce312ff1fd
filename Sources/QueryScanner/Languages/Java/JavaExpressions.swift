import Diagnostics

/// Operands that only Java has.
enum JavaExpressions {
  static func primary(_ parser: inout Parser) -> Expression? {
    let token = parser.current
    switch token.kind {
    case .open where token.text == "(" && parser.peekAfterGroup().isSign("->"): return lambda(&parser)
    case .name where parser.peek().isSign("->"): return lambda(&parser)
    case .name where token.text == "new": return parser.nested { construction(&$0) }
    case .name where token.text == "switch" && parser.peek().isSign("("):
      let statement = parser.nested { JavaStatements.selection(&$0) }
      return statement.map { Expression(.statements([$0]), $0.span) }
    default: return nil
    }
  }

  /// `x -> …`, `(a, b) -> …`, `(Type a) -> { … }`
  private static func lambda(_ parser: inout Parser) -> Expression? {
    let start = parser.current.start
    var parameters: [Parameter] = []
    if parser.isAt("(") {
      parameters = JavaDeclarations.parameters(&parser)
    } else if let name = parser.takeName() {
      parameters = [Parameter(pattern: .name(name))]
    }
    guard parser.take("->") else { return nil }
    if parser.isAt("{") {
      let body = parser.nested { $0.block() } ?? []
      return Expression(.closure(Closure(parameters: parameters, body: body)), parser.span(from: start))
    }
    let value = parser.expression()
    let closure = Closure(
      parameters: parameters, body: [Statement(.expression(value), value.span)], returnsLastExpression: true)
    return Expression(.closure(closure), parser.span(from: start))
  }

  /// `(Type) x`: the operand; nil with nothing consumed when the parentheses hold a value.
  static func cast(_ parser: inout Parser) -> Expression? {
    switch parser.peekAfterGroup().kind {
    case .name where !parser.peekAfterGroup().isSign("instanceof"), .text, .number: break
    case .open where parser.peekAfterGroup().isSign("("): break
    case .operator where parser.peekAfterGroup().isSign("!"): break
    default: return nil
    }
    let start = parser.mark
    let isType = parser.inGroup { parser -> Bool in
      guard parser.namedType() != nil else { return false }
      while parser.take("&") { _ = parser.namedType() }
      return parser.isAtEnd
    }
    guard isType else {
      parser.rewind(to: start)
      return nil
    }
    return parser.nested { $0.prefixed() } ?? parser.tooDeep()
  }

  // MARK: - new

  /// `new Type(…)`, `new Type(…) { … }`, `new Type[] {…}`
  private static func construction(_ parser: inout Parser) -> Expression {
    let start = parser.current.start
    parser.advance()
    while parser.current.kind == .annotation { parser.skipAnnotation() }
    guard let type = typeName(&parser) else { return Expression(.other([]), parser.span(from: start)) }
    if parser.isAt("[") { return array(&parser, start) }
    guard parser.isAt("(") else { return Expression(.other([]), parser.span(from: start)) }
    let arguments = parser.arguments()
    if parser.isAt("{") {
      let members = parser.inGroup { JavaDeclarations.members(&$0, of: nil, isInterface: false) }
      return AnonymousObject.expression(
        type: type, arguments: arguments, members: members, parser.span(from: start))
    }
    return Expression(
      .call(Call(callee: type, arguments: arguments, isConstruction: true)), parser.span(from: start))
  }

  /// A dotted name without its generic arguments.
  private static func typeName(_ parser: inout Parser) -> Expression? {
    let first = parser.current
    guard parser.takeName() != nil else { return nil }
    var type = Expression(.name(first.text), first.span)
    while true {
      if parser.isAt("<") {
        let start = parser.mark
        guard parser.skipAngles(limit: 120) else {
          parser.rewind(to: start)
          return type
        }
      } else if parser.isAt("."), parser.peek().kind == .name {
        parser.advance()
        let part = parser.current
        parser.advance()
        type = Expression(.member(type, part.text), Span(first.start, part.end))
      } else {
        return type
      }
    }
  }

  private static func array(_ parser: inout Parser, _ start: Int) -> Expression {
    var sizes: [Expression] = []
    while parser.isAt("[") { sizes += parser.arguments().map(\.value) }
    if parser.isAt("{") {
      let elements = parser.separated { parser in parser.isAt(",") ? nil : parser.expression() }
      return Expression(.list(elements), parser.span(from: start))
    }
    return Expression(.other(sizes), parser.span(from: start))
  }
}
