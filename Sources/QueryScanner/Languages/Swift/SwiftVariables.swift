import Diagnostics

/// `let`, `var` and their accessors.
enum SwiftVariables {
  /// One variable; further ones of the same declaration follow as pending statements.
  static func read(_ parser: inout Parser, _ start: Int, _ attributes: SwiftAttributes) -> Statement {
    parser.advance()
    var observers: [Statement] = []
    let outer = parser.bracesBeginBodies
    parser.bracesBeginBodies = false
    defer { parser.bracesBeginBodies = outer }
    let first = Statement(.variable(variable(&parser, attributes, &observers)), parser.span(from: start))
    while parser.take(",") {
      let start = parser.current.start
      let next = variable(&parser, attributes, &observers)
      observers.append(Statement(.variable(next), parser.span(from: start)))
    }
    parser.pending += observers
    return first
  }

  private static func variable(
    _ parser: inout Parser, _ attributes: SwiftAttributes, _ observers: inout [Statement]
  ) -> Variable {
    var variable = Variable(pattern: SwiftPatterns.read(&parser), isStatic: attributes.isStatic)
    variable.isWrapped = attributes.hasWrapper
    if parser.take(":") { variable.type = SwiftTypes.read(&parser) }
    if parser.take("=") { variable.value = parser.expression() }
    if parser.isAt("{") {
      let accessors = SwiftAccessors.read(&parser)
      variable.getter = variable.value == nil ? accessors.getter : nil
      observers += accessors.others
    }
    // A property wrapper makes the value: `@FirestoreQuery(collectionPath: "a") var a: [A]`.
    if variable.value == nil, variable.getter == nil { variable.value = attributes.calls.last }
    return variable
  }
}

/// What stands in the braces of a property or subscript.
struct SwiftAccessors {
  /// Nil when the braces declare none.
  var getter: [Statement]?
  /// Setters and observers, as functions.
  var others: [Statement] = []

  private static let names: Set<String> = ["get", "set", "willSet", "didSet", "_read", "_modify", "init"]

  static func read(_ parser: inout Parser) -> SwiftAccessors {
    parser.nested { parser in
      parser.inGroup { parser in
        var accessors = SwiftAccessors()
        if isAccessor(parser) {
          while !parser.isAtEnd { accessors.readAccessor(&parser) }
        } else {
          accessors.getter = value(parser.statements())
        }
        return accessors
      }
    } ?? skipped(&parser)
  }

  private static func skipped(_ parser: inout Parser) -> SwiftAccessors {
    _ = parser.tooDeep()
    return SwiftAccessors(getter: [])
  }

  /// The body of a getter whose only statement is its value returns it.
  private static func value(_ body: [Statement]) -> [Statement] {
    guard SwiftBodies.yieldsValue(body), let only = body.first else { return body }
    if case .expression(let value) = only.kind { return [Statement(.result(value), only.span)] }
    return [Statement(.result(Expression(.statements(body), only.span)), only.span)]
  }

  private static func isAccessor(_ parser: Parser) -> Bool {
    let first = parser.current
    if first.kind == .annotation { return parser.peek().isSign(oneOf: names) }
    if first.isSign(oneOf: ["mutating", "nonmutating", "borrowing", "consuming"]) {
      return parser.peek().isSign(oneOf: names)
    }
    guard first.isSign(oneOf: names) else { return false }
    let next = parser.peek()
    if next.isSign("(") { return parser.peekAfterGroup(1).isSign("{") }
    return next.kind == .end || next.isSign("{") || next.isSign(oneOf: ["async", "throws", "mutating", "nonmutating"])
      || next.isSign(oneOf: names)
  }

  private mutating func readAccessor(_ parser: inout Parser) {
    let start = parser.current.start
    _ = SwiftAttributes.read(&parser)
    guard let name = parser.takeName() else { return parser.skipItem() }
    var parameter = name == "willSet" || name == "set" ? "newValue" : "oldValue"
    if parser.isAt("("), name != "get" {
      parser.inGroup { parser in parameter = parser.takeName() ?? parameter }
    }
    while parser.isAt("async") || parser.isAt("throws") {
      parser.advance()
      if parser.isAt("(") { parser.skipItem() }
    }
    guard parser.isAt("{") else { return }
    let body = parser.block()
    if name == "get" || name == "_read" {
      getter = Self.value(body)
    } else {
      let function = Function(
        name: name, parameters: [Parameter(pattern: .name(parameter))], body: body)
      others.append(Statement(.function(function), parser.span(from: start)))
    }
  }
}
