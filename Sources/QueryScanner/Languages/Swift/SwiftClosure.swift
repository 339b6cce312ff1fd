import Diagnostics

/// Closures of Swift.
enum SwiftClosure {
  /// At a brace where an operand is expected.
  static func read(_ parser: inout Parser) -> Expression {
    let start = parser.current.start
    let closure = parser.inGroup { parser -> Closure in
      let signature = signature(&parser)
      let body = parser.statements()
      return Closure(
        parameters: signature.parameters, body: signature.captures + body,
        returnsLastExpression: SwiftBodies.yieldsValue(body))
    }
    return Expression(.closure(closure), parser.span(from: start))
  }

  private typealias Signature = (parameters: [Parameter], captures: [Statement])

  /// `[weak self] (a: A, b) async throws -> C in`; nothing is consumed when there is none.
  private static func signature(_ parser: inout Parser) -> Signature {
    // `for x in y` is the first statement, not a list of parameters.
    if parser.isAt("for") { return ([], []) }
    let mark = parser.mark
    var captures: [Statement] = []
    var parameters: [Parameter] = []
    while parser.current.kind == .annotation { parser.skipAnnotation() }
    if parser.isAt("["),
      parser.peekAfterGroup().isSign(oneOf: ["in", "(", "async", "throws", "->"])
        || parser.peekAfterGroup().kind == .name
    {
      captures = parser.separated { capture(&$0) }
    }
    if parser.isAt("("), parser.peekAfterGroup().isSign(oneOf: ["in", "->", "async", "throws"]) {
      parameters = parser.separated { parameter(&$0) }
    } else {
      parameters = bareParameters(&parser)
    }
    while parser.take("async") || parser.take("throws") || parser.take("rethrows") {
      if parser.isAt("(") { parser.skipItem() }
    }
    if parser.take("->") { _ = SwiftTypes.read(&parser) }
    guard parser.take("in") else {
      parser.rewind(to: mark)
      return ([], [])
    }
    return (parameters, captures)
  }

  /// `a, b: B`
  private static func bareParameters(_ parser: inout Parser) -> [Parameter] {
    var parameters: [Parameter] = []
    while parser.current.kind == .name, !parser.isAt(oneOf: ["in", "async", "throws"]) {
      guard let parameter = parameter(&parser) else { break }
      parameters.append(parameter)
      guard parser.take(",") else { break }
    }
    return parameters
  }

  private static func parameter(_ parser: inout Parser) -> Parameter? {
    while parser.current.kind == .annotation { parser.skipAnnotation() }
    if parser.current.kind == .name, parser.peek().kind == .name,
      !parser.peek().isSign(oneOf: ["in", "async", "throws"])
    {
      parser.advance()
    }
    let before = parser.position
    let pattern = SwiftPatterns.read(&parser)
    if parser.position == before { return nil }
    let type = parser.take(":") ? SwiftTypes.read(&parser) : nil
    return Parameter(pattern: pattern, type: type)
  }

  /// `weak self`, `name = value`
  private static func capture(_ parser: inout Parser) -> Statement? {
    let start = parser.current.start
    while parser.current.kind == .name, parser.peek().kind == .name || parser.isAt(oneOf: ["weak", "unowned"]) {
      parser.advance()
      if parser.isAt("(") { parser.skipItem() }
    }
    guard let name = parser.takeName(), parser.take("=") else { return nil }
    let value = parser.expression()
    return Statement(.variable(Variable(pattern: .name(name), value: value)), parser.span(from: start))
  }

  // MARK: - Trailing closures

  private static let accessors: Set<String> = ["get", "set", "willSet", "didSet"]

  /// `{ … }` and `label: { … }` behind a call or a name; nil when the brace is something else.
  static func trailing(_ operand: Expression, _ parser: inout Parser) -> Expression? {
    guard !parser.bracesBeginBodies, takesClosures(operand) else { return nil }
    if parser.peek().isSign(oneOf: accessors), parser.peek(2).isSign(oneOf: ["{", "("]) { return nil }
    var arguments = [Argument(value: read(&parser))]
    while parser.current.kind == .name, parser.peek().isSign(":"), parser.peek(2).isSign("{"), !parser.isAt("default") {
      let label = parser.takeName()
      parser.advance()
      arguments.append(Argument(label: label, value: read(&parser)))
    }
    let span = parser.span(from: operand.span.start)
    guard case .call(var call) = operand.kind else {
      return Expression(.call(Call(callee: operand, arguments: arguments)), span)
    }
    call.arguments += arguments
    return Expression(.call(call), span)
  }

  private static func takesClosures(_ operand: Expression) -> Bool {
    switch operand.kind {
    case .name(let name): name != "_"
    case .member, .implicitMember, .call: true
    default: false
    }
  }
}

/// What a body without `return` gives.
enum SwiftBodies {
  /// Its only statement is an expression, or an `if` or `switch` whose branches end with one.
  static func yieldsValue(_ body: [Statement]) -> Bool {
    guard body.count == 1, let only = body.first else { return false }
    return yieldsValue(only)
  }

  private static func yieldsValue(_ statement: Statement) -> Bool {
    switch statement.kind {
    case .expression: return true
    case .condition(let condition):
      return !condition.isGuard && !condition.otherwise.isEmpty && endsWithValue(condition.then)
        && endsWithValue(condition.otherwise)
    case .selection(let selection):
      return !selection.cases.isEmpty && selection.cases.allSatisfy { $0.fallsThrough || endsWithValue($0.body) }
    default: return false
    }
  }

  private static func endsWithValue(_ body: [Statement]) -> Bool { body.last.map(yieldsValue) ?? false }
}
