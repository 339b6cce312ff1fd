import Diagnostics

/// Kotlin's classes, interfaces, objects and enumerations.
enum KotlinClasses {
  /// At `class`, `interface`, `fun interface` or `object`.
  static func type(_ parser: inout Parser, _ modifiers: Set<String>) -> Statement.Kind {
    _ = parser.take("fun")
    let word = parser.current.text
    parser.advance()
    let kind: TypeDeclaration.Kind =
      switch word {
      case "interface": .abstract
      case "object": .object
      default: modifiers.contains("enum") ? .enumeration : .concrete
      }
    var type = TypeDeclaration(name: modifiers.contains("companion") ? "Companion" : "", kind: kind)
    if let name = parser.takeName(), !modifiers.contains("companion") { type.name = name }
    if parser.isAt("<") { _ = parser.skipAngles(limit: 120) }
    type.constructorParameters = primaryConstructor(&parser)
    var delegation: [Statement] = []
    if parser.take(":") { (type.supertypes, delegation) = supertypes(&parser) }
    KotlinTypes.skipConstraints(&parser)
    if parser.isAt("{") {
      parser.inGroup { parser in
        if kind == .enumeration { type.cases = JVMEnumCases.read(&parser) { KotlinDeclarations.members(&$0) } }
        type.members = KotlinDeclarations.members(&parser)
      }
    }
    type.members.insert(contentsOf: delegation, at: 0)
    return .type(type)
  }

  /// `@Inject internal constructor(…)`, or the parameters alone
  private static func primaryConstructor(_ parser: inout Parser) -> [Parameter] {
    let start = parser.mark
    while true {
      if parser.current.kind == .annotation {
        parser.skipAnnotation()
      } else if parser.isAt(oneOf: ["private", "protected", "internal", "public"]) {
        parser.advance()
      } else {
        break
      }
    }
    if parser.take("constructor") { return KotlinTypes.parameters(&parser) }
    parser.rewind(to: start)
    return parser.isAtLineBreak ? [] : KotlinTypes.parameters(&parser)
  }

  /// What a type has that answers for one of its interfaces: no name of the code.
  static let delegate = "(delegate)"

  /// `Base(x), Interface by delegate`: the types, the call of the base class's constructor, and the delegate.
  private static func supertypes(_ parser: inout Parser) -> ([TypeName], [Statement]) {
    var types: [TypeName] = []
    var delegation: [Statement] = []
    repeat {
      let start = parser.current
      if let type = KotlinTypes.type(&parser) { types.append(type) }
      if parser.isAt("("), !parser.isAtLineBreak {
        let arguments = parser.arguments()
        let callee = Expression(.name("super"), start.span)
        let span = parser.span(from: start.start)
        delegation.append(
          Statement(.expression(Expression(.call(Call(callee: callee, arguments: arguments)), span)), span))
      }
      if parser.take("by"), let statement = parser.expressionStatement(bracesBegin: true),
        case .expression(let value) = statement.kind
      {
        let variable = Variable(pattern: .name(delegate), type: types.last, value: value)
        delegation.append(Statement(.variable(variable), statement.span))
      }
    } while parser.take(",")
    return (types, delegation)
  }
}
