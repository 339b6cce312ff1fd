import Diagnostics

/// Functions, initializers and subscripts.
enum SwiftFunctions {
  static func function(_ parser: inout Parser, _ start: Int, _ attributes: SwiftAttributes) -> Statement {
    parser.advance()
    var name = ""
    if let word = parser.takeName() {
      name = word
    } else {
      while parser.current.kind == .operator, !(parser.isAt("<") && !name.isEmpty) {
        name += parser.current.text
        parser.advance()
      }
    }
    var function = Function(name: name, parameters: [], body: nil, isStatic: attributes.isStatic)
    readRest(&parser, &function)
    return Statement(.function(function), parser.span(from: start))
  }

  static func initializer(_ parser: inout Parser, _ start: Int) -> Statement {
    parser.advance()
    _ = parser.take("?") || parser.take("!")
    var function = Function(name: "init", parameters: [], body: nil, isConstructor: true)
    readRest(&parser, &function)
    function.returnsLastExpression = false
    return Statement(.function(function), parser.span(from: start))
  }

  static func deinitializer(_ parser: inout Parser, _ start: Int) -> Statement {
    parser.advance()
    let function = Function(name: "deinit", parameters: [], body: parser.block())
    return Statement(.function(function), parser.span(from: start))
  }

  static func subscripted(_ parser: inout Parser, _ start: Int, _ attributes: SwiftAttributes) -> Statement {
    parser.advance()
    var function = Function(name: "subscript", parameters: [], body: nil, isStatic: attributes.isStatic)
    readSignature(&parser, &function)
    if parser.isAt("{") {
      let accessors = SwiftAccessors.read(&parser)
      function.body = accessors.getter
      parser.pending += accessors.others
    }
    return Statement(.function(function), parser.span(from: start))
  }

  private static func readRest(_ parser: inout Parser, _ function: inout Function) {
    readSignature(&parser, &function)
    guard parser.isAt("{") else { return }
    let body = parser.block()
    function.body = body
    function.returnsLastExpression = SwiftBodies.yieldsValue(body)
  }

  /// `<T>(parameters) async throws -> Result where …`
  private static func readSignature(_ parser: inout Parser, _ function: inout Function) {
    SwiftTypes.genericParameters(&parser)
    if parser.isAt("(") { function.parameters = parser.separated { parameter(&$0) } }
    while parser.isAt(oneOf: ["async", "throws", "rethrows", "reasync"]) {
      parser.advance()
      if parser.isAt("(") { parser.skipItem() }
    }
    if parser.take("->") { function.returnType = SwiftTypes.read(&parser) }
    SwiftTypes.skipWhere(&parser)
  }

  /// `label name: Type = value`
  private static func parameter(_ parser: inout Parser) -> Parameter? {
    while parser.current.kind == .annotation { parser.skipAnnotation() }
    guard let first = parser.takeName() else {
      parser.skipItem()
      return nil
    }
    var name = first
    if let second = parser.takeName() { name = second }
    var parameter = Parameter(
      label: first == "_" ? nil : first, pattern: name == "_" ? .ignored : .name(name))
    if parser.take(":") {
      parameter.type = SwiftTypes.read(&parser)
      parameter.isVariadic = parser.list.tokens[max(0, parser.position - 1)].isSign("...")
    }
    if parser.take("=") { parameter.defaultValue = parser.expression() }
    return parameter
  }
}
