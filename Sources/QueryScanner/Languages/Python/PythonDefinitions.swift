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
    let whole = PythonLocals.declared(in: body, parameters: parameters)
    if decorators.contains(where: isProperty) {
      var variable = Variable(pattern: .name(name), type: type)
      variable.getter = whole
      return Statement(.variable(variable), parser.span(from: start))
    }
    let isSetter = decorators.contains { $0 == "\(name).setter" || $0 == "\(name).deleter" }
    let function = Function(
      name: isSetter ? "\(name)=" : name, parameters: parameters, returnType: type,
      body: isDeclarationOnly(body, decorators) ? nil : whole,
      isStatic: decorators.contains("staticmethod"))
    return Statement(.function(function), parser.span(from: start))
  }

  /// `@property`, `@functools.cached_property`, `@hybrid_property`
  private static func isProperty(_ decorator: String) -> Bool {
    decorator == "property" || decorator.hasSuffix("_property")
  }

  /// `@abstractmethod`, or nothing but `...` or `raise NotImplementedError`: subclasses say what it does.
  private static func isDeclarationOnly(_ body: [Statement], _ decorators: [String]) -> Bool {
    if decorators.contains(where: { $0 == "abstractmethod" || $0.hasSuffix(".abstractmethod") }) { return true }
    return body.allSatisfy { statement in
      switch statement.kind {
      case .expression(let expression): if case .text = expression.kind { true } else { false }
      case .leave(.throwing(let error?)): error.mentions(["NotImplementedError"])
      default: false
      }
    }
  }

  private static func isOwn(_ parameter: Parameter) -> Bool {
    parameter.pattern != .name("self") && parameter.pattern != .name("cls")
  }
}
