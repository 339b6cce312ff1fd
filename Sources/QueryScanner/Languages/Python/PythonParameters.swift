import Diagnostics

/// Parameters of functions and lambdas.
enum PythonParameters {
  static func list(_ parser: inout Parser) -> [Parameter] {
    parser.separated { parameter(&$0, hasTypes: true) }
  }

  /// `name: Type = value`, `*args`, `**kwargs`; nil for the marks `*` and `/`.
  static func parameter(_ parser: inout Parser, hasTypes: Bool) -> Parameter? {
    if parser.take("/") { return nil }
    let takesNames = parser.isAt("**")
    let isVariadic = parser.take("*") || parser.take("**")
    guard let name = parser.takeName() else { return nil }
    var type: TypeName?
    if hasTypes, parser.take(":") { type = PythonTypes.type(&parser) }
    let value = parser.take("=") ? PythonExpressions.conditional(&parser) : nil
    var parameter = Parameter(
      pattern: name == "_" ? .ignored : .name(name), type: type, defaultValue: value, isVariadic: isVariadic)
    parameter.takesNames = takesNames
    return parameter
  }
}
