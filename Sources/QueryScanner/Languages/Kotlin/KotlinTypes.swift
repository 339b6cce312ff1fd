/// Kotlin's types, as far as their names go.
enum KotlinTypes {
  /// The type at the cursor; of functions, what they are called on if anything, then what they return.
  static func type(_ parser: inout Parser) -> TypeName? {
    while parser.current.kind == .annotation { parser.skipAnnotation() }
    _ = parser.isAt("suspend") && parser.take("suspend")
    if parser.isAt("(") {
      parser.skipItem()
      return functionResult(&parser)
    }
    let type = parser.namedType()
    if parser.isAt("."), parser.peek().isSign("(") {
      parser.advance()
      parser.skipItem()
      return functionResult(&parser, receiver: type)
    }
    if parser.isAt("&") {
      parser.advance()
      _ = parser.namedType()
    }
    return type
  }

  /// - Parameter receiver: what is `this` in the function; nil: whatever it is around it.
  private static func functionResult(_ parser: inout Parser, receiver: TypeName? = nil) -> TypeName? {
    while parser.isAt("?") { parser.advance() }
    let result = parser.take("->") ? parser.nested { type(&$0) }.flatMap { $0 } : nil
    while parser.isAt("?"), !parser.isAtLineBreak { parser.advance() }
    return result.map { TypeName(TypeName.function, (receiver.map { [$0] } ?? []) + [$0]) }
  }

  /// `: Type` if it stands here.
  static func annotation(_ parser: inout Parser) -> TypeName? { parser.take(":") ? type(&parser) : nil }

  /// `where T : X, U : Y`
  static func skipConstraints(_ parser: inout Parser) {
    guard parser.isAt("where"), parser.peek().kind == .name else { return }
    parser.advance()
    repeat {
      _ = parser.takeName()
      _ = annotation(&parser)
    } while parser.take(",")
  }

  /// Parameters of a function or constructor, in the group that opens here.
  static func parameters(_ parser: inout Parser) -> [Parameter] {
    guard parser.isAt("(") else { return [] }
    return parser.separated { parameter(&$0) }
  }

  private static let modifiers: Set<String> = [
    "vararg", "noinline", "crossinline", "private", "protected", "public", "internal", "override", "open", "final",
  ]

  private static func parameter(_ parser: inout Parser) -> Parameter? {
    var isVariadic = false
    var isProperty = false
    while true {
      if parser.current.kind == .annotation {
        parser.skipAnnotation()
      } else if parser.isAt(oneOf: modifiers), parser.peek().kind == .name || parser.peek().kind == .annotation {
        isVariadic = isVariadic || parser.isAt("vararg")
        parser.advance()
      } else if parser.isAt("val") || parser.isAt("var"), parser.peek().kind == .name {
        isProperty = true
        parser.advance()
      } else {
        break
      }
    }
    guard let name = parser.takeName() else { return nil }
    let type = annotation(&parser)
    let defaultValue = parser.take("=") ? parser.expression() : nil
    return Parameter(
      pattern: .name(name), type: type, defaultValue: defaultValue, isVariadic: isVariadic, isProperty: isProperty)
  }

  /// `name`, `_`, `(a, b)`
  static func pattern(_ parser: inout Parser) -> Pattern? {
    if parser.isAt("(") {
      return .list(
        parser.separated { parser in
          guard let name = parser.takeName() else { return nil }
          _ = annotation(&parser)
          return name == "_" ? .ignored : .name(name)
        })
    }
    return parser.takeName().map { $0 == "_" ? .ignored : .name($0) }
  }
}
