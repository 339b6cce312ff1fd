import Diagnostics

/// Functions and classes with their decorators.
enum PythonDefinitions {
  /// `@a.b(…)` lines, then what they decorate.
  static func decorated(_ parser: inout Parser) -> Statement? {
    var decorators: [String] = []
    while parser.current.kind == .annotation {
      decorators.append(parser.current.text)
      parser.advance()
      // Arguments, and whatever else stands on the line.
      while !parser.isAtEnd, !parser.current.startsLine { parser.skipItem() }
    }
    return definition(&parser, decorators: decorators)
  }

  static func definition(_ parser: inout Parser, decorators: [String]) -> Statement? {
    let start = parser.current.start
    let column = parser.current.column
    if parser.isAt("async"), parser.peek().isSign("def") { parser.advance() }
    if parser.isAt("class"), parser.peek().kind == .name {
      return PythonClasses.declaration(&parser, decorators: decorators)
    }
    guard parser.isAt("def"), parser.peek().kind == .name else { return nil }
    parser.advance()
    let name = parser.takeName() ?? ""
    if parser.isAt("["), parser.peekAfterGroup().isSign("(") { parser.skipItem() }
    var parameters = parser.isAt("(") ? PythonParameters.list(&parser) : []
    var type: TypeName?
    if parser.take("->") { type = PythonTypes.type(&parser) }
    if !parser.isAtLineBreak { parser.skipItems(until: [":"]) }
    let body = PythonStatements.block(&parser, deeperThan: column)
    if decorators.contains(where: PythonTransactions.isDecorator), let first = parameters.first(where: isOwn) {
      let place = parameters.firstIndex(of: first) ?? 0
      parameters[place].type = TypeName(PythonTransactions.parameterType)
    }
    let function = Function(
      name: name, parameters: parameters, returnType: type,
      body: PythonLocals.declared(in: body, parameters: parameters), isStatic: decorators.contains("staticmethod"))
    return Statement(.function(function), parser.span(from: start))
  }

  private static func isOwn(_ parameter: Parameter) -> Bool {
    parameter.pattern != .name("self") && parameter.pattern != .name("cls")
  }
}
