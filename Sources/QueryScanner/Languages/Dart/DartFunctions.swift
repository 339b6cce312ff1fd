import Diagnostics

/// Bodies, getters and constructors.
enum DartFunctions {
  /// `{ … }`, `=> x`, with `async` and its like before; nil when there is only a semicolon or nothing.
  static func body(_ parser: inout Parser) -> [Statement]? {
    if parser.isAt(oneOf: ["async", "sync"]) {
      parser.advance()
      _ = parser.take("*")
    }
    if parser.isAt("{") { return parser.block() }
    guard parser.take("=>") else { return nil }
    let value = parser.expression()
    return [Statement(.result(value), value.span)]
  }

  /// Behind the name: type parameters, parameters, body.
  static func function(
    _ name: String, _ parser: inout Parser, start: Int, type: TypeName?, isStatic: Bool
  ) -> Statement {
    if parser.isAt("<") { _ = parser.skipAngles(limit: 120) }
    let parameters = parser.isAt("(") ? DartParameters.list(&parser) : []
    let body = parser.nested { Self.body(&$0) } ?? nil
    _ = parser.take(";")
    let function = Function(name: name, parameters: parameters, returnType: type, body: body, isStatic: isStatic)
    return Statement(.function(function), parser.span(from: start))
  }

  /// Behind `get name`.
  static func getter(_ name: String, _ parser: inout Parser, start: Int, type: TypeName?, isStatic: Bool) -> Statement {
    let body = parser.nested { Self.body(&$0) } ?? nil
    _ = parser.take(";")
    var variable = Variable(pattern: .name(name), type: type, isStatic: isStatic)
    variable.getter = body
    return Statement(.variable(variable), parser.span(from: start))
  }

  /// `Name(…)`, `Name.other(…)`, `factory Name(…)`; the cursor stands at the class's name.
  static func constructor(_ parser: inout Parser, of className: String, start: Int, isFactory: Bool) -> Statement {
    var name = parser.takeName() ?? className
    if parser.take("."), let own = parser.takeName() { name = isFactory ? own : "\(name).\(own)" }
    let parameters = parser.isAt("(") ? DartParameters.list(&parser) : []
    var initializers: [Statement] = []
    if parser.take(":") { initializers = initializerList(&parser) }
    hand(parameters, to: &initializers)
    if isFactory, parser.take("=") {
      // `factory A() = B;`
      parser.skipItems(until: [";"])
    }
    let body = parser.nested { Self.body(&$0) } ?? nil
    _ = parser.take(";")
    let function = Function(
      name: name, parameters: parameters, returnType: isFactory ? TypeName(className) : nil,
      body: isFactory ? body : initializers + (body ?? []), isStatic: isFactory, isConstructor: !isFactory)
    return Statement(.function(function), parser.span(from: start))
  }

  /// `A(super.a)` is `A(a) : super(a)`.
  private static func hand(_ parameters: [Parameter], to initializers: inout [Statement]) {
    let handed = parameters.filter(\.isOfBase).compactMap { parameter in
      parameter.pattern.names.first.map { Argument(label: parameter.label, value: Expression(.name($0), Span(0, 0))) }
    }
    if handed.isEmpty { return }
    for place in initializers.indices {
      guard case .expression(let expression) = initializers[place].kind, case .call(var call) = expression.kind,
        call.isOfBase
      else { continue }
      call.arguments += handed
      initializers[place] = Statement(.expression(Expression(.call(call), expression.span)), expression.span)
      return
    }
    let call = Call(callee: Expression(.name("super"), Span(0, 0)), arguments: handed)
    initializers.append(Statement(.expression(Expression(.call(call), Span(0, 0))), Span(0, 0)))
  }

  /// `_a = a, assert(…), super(b)` up to the body.
  private static func initializerList(_ parser: inout Parser) -> [Statement] {
    var statements: [Statement] = []
    while !parser.isAtEnd, !parser.isAt("{"), !parser.isAt("=>"), !parser.isAt(";") {
      let before = parser.position
      if let statement = initializer(&parser) { statements.append(statement) }
      if !parser.take(","), parser.position == before { break }
    }
    return statements
  }

  private static func initializer(_ parser: inout Parser) -> Statement? {
    let start = parser.current.start
    if parser.isAt("this"), parser.peek().isSign("."), parser.peek(3).isSign("=") {
      parser.advance()
      parser.advance()
    }
    if parser.current.kind == .name, parser.peek().isSign("=") {
      let token = parser.current
      parser.advance()
      parser.advance()
      let target = Expression(.member(Expression(.name("this"), Span(start, start)), token.text), token.span)
      let value = parser.expression()
      let assignment = Expression(
        .assignment(target: target, value: value, isCompound: false), parser.span(from: start))
      return Statement(.expression(assignment), assignment.span)
    }
    return parser.expressionStatement()
  }
}

extension Call {
  /// `super(…)`, `super.named(…)`
  fileprivate var isOfBase: Bool {
    switch callee.kind {
    case .name("super"): true
    case .member(let base, _): base.kind == .name("super")
    default: false
    }
  }
}
