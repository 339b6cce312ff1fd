import Diagnostics

/// Parameters of functions, constructors and closures.
enum DartParameters {
  /// The list that opens here, with the parts in braces and square brackets.
  static func list(_ parser: inout Parser) -> [Parameter] {
    let groups = parser.separated { parser -> [Parameter]? in
      if parser.isAt("{") { return parser.separated { parameter(&$0, isNamed: true) } }
      if parser.isAt("[") { return parser.separated { parameter(&$0, isNamed: false)?.optional } }
      return parameter(&parser, isNamed: false).map { [$0] }
    }
    return groups.flatMap { $0 }
  }

  private static func parameter(_ parser: inout Parser, isNamed: Bool) -> Parameter? {
    var isRequired = false
    while true {
      isRequired = isRequired || parser.isAt("required")
      if parser.current.kind == .annotation {
        parser.skipAnnotation()
      } else if parser.isAt(oneOf: ["required", "covariant", "final", "var", "const", "late"]),
        parser.peek().kind != .operator || parser.peek().isSign("(")
      {
        parser.advance()
      } else {
        break
      }
    }
    guard !parser.isAtEnd else { return nil }
    let type = DartTypes.typeBeforeName(&parser)
    var (isProperty, isOfBase) = (false, false)
    if parser.isAt("this") || parser.isAt("super"), parser.peek().isSign(".") {
      isOfBase = parser.isAt("super")
      parser.advance()
      parser.advance()
      isProperty = true
    }
    guard let name = parser.takeName() else {
      // A record pattern, or nothing that has a name.
      return parser.isAt("(") ? Parameter(pattern: .ignored) : nil
    }
    // `void onDone(int x)`
    if parser.isAt("<") { _ = parser.skipAngles(limit: 60) }
    if parser.isAt("(") { parser.skipItem() }
    _ = parser.take("?")
    var defaultValue: Expression?
    if parser.take("=") || parser.take(":") { defaultValue = parser.expression() }
    var parameter = Parameter(
      label: isNamed ? name : nil, pattern: name == "_" ? .ignored : .name(name), type: type,
      defaultValue: defaultValue, isProperty: isProperty)
    // Every widget has a key, which is nothing to follow.
    parameter.isOfBase = isOfBase && name != "key"
    return isNamed && !isRequired ? parameter.optional : parameter
  }
}

extension Parameter {
  fileprivate var optional: Parameter {
    var copy = self
    copy.isOptional = true
    return copy
  }
}
