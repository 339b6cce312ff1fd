import Diagnostics

/// Classes, enumerations and data classes.
enum PythonClasses {
  /// The cursor stands at `class`.
  static func declaration(_ parser: inout Parser, decorators: [String]) -> Statement {
    let start = parser.current.start
    let column = parser.current.column
    parser.advance()
    let name = parser.takeName() ?? ""
    if parser.isAt("["), !parser.isAtLineBreak { parser.skipItem() }
    var declaration = TypeDeclaration(name: name, kind: .concrete)
    if parser.isAt("("), !parser.isAtLineBreak {
      declaration.supertypes = parser.separated { parser in
        // `metaclass=ABCMeta`
        parser.isLabel("=") ? nil : PythonTypes.type(&parser)
      }
    }
    if !parser.isAtLineBreak { parser.skipItems(until: [":"]) }
    let body = PythonStatements.block(&parser, deeperThan: column)
    let bases = declaration.supertypes.map { $0.name.split(separator: ".").last.map(String.init) ?? $0.name }
    if bases.contains(where: { $0.hasSuffix("Enum") || $0 == "IntFlag" || $0 == "Flag" }) {
      declaration.kind = .enumeration
      declaration.cases = cases(body)
      declaration.members = members(body.filter { constant($0) == nil }, isData: false)
    } else {
      let isData =
        decorators.contains { $0.hasSuffix("dataclass") || $0.hasSuffix("define") || $0 == "attr.s" }
        || bases.contains("BaseModel") || bases.contains("NamedTuple")
      declaration.members = members(body, isData: isData)
      if isData, !hasInitializer(declaration.members) { declaration.constructorParameters = fields(body) }
    }
    return Statement(.type(declaration), parser.span(from: start))
  }

  // MARK: - Members

  private static func members(_ body: [Statement], isData: Bool) -> [Statement] {
    body.flatMap { statement -> [Statement] in
      switch statement.kind {
      case .function(let function): return [member(function, statement.span)]
      case .variable(var variable):
        // `name: Type = value` is the instance's in a data class, else the class's own.
        variable.isStatic = !isData && variable.value != nil
        return [Statement(.variable(variable), statement.span)]
      case .expression(let expression):
        guard case .assignment(let target, let value, false) = expression.kind, case .name(let name) = target.kind
        else { return [] }
        return [Statement(.variable(Variable(pattern: .name(name), value: value, isStatic: true)), statement.span)]
      case .type, .imported: return [statement]
      case .block(let inner): return members(inner, isData: isData)
      case .condition(let condition): return members(condition.then + condition.otherwise, isData: isData)
      case .attempt(let body, _, _): return members(body, isData: isData)
      case .result, .selection, .loop, .leave, .other: return []
      }
    }
  }

  /// The receiver is no parameter of a method.
  private static func member(_ function: Function, _ span: Span) -> Statement {
    var function = function
    if let first = function.parameters.first?.pattern, !function.isStatic {
      switch first {
      case .name("self"): function.parameters.removeFirst()
      case .name("cls"):
        function.parameters.removeFirst()
        function.isStatic = true
      default: break
      }
    }
    function.isConstructor = function.name == "__init__"
    return Statement(.function(function), span)
  }

  private static func hasInitializer(_ members: [Statement]) -> Bool {
    members.contains { if case .function(let function) = $0.kind { function.isConstructor } else { false } }
  }

  /// `name: Type = value` of a data class.
  private static func fields(_ body: [Statement]) -> [Parameter] {
    body.compactMap { statement in
      guard case .variable(let variable) = statement.kind, case .name = variable.pattern else { return nil }
      return Parameter(
        pattern: variable.pattern, type: variable.type, defaultValue: variable.value, isProperty: true)
    }
  }

  // MARK: - Enumerations

  private static func cases(_ body: [Statement]) -> [TypeDeclaration.EnumCase] {
    body.compactMap { statement in
      constant(statement).map { name, value in
        TypeDeclaration.EnumCase(name: name, arguments: [Argument(value: value)])
      }
    }
  }

  private static func constant(_ statement: Statement) -> (String, Expression)? {
    guard case .expression(let expression) = statement.kind,
      case .assignment(let target, let value, false) = expression.kind, case .name(let name) = target.kind
    else { return nil }
    return (name, value)
  }
}
