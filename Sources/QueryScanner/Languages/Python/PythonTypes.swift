import Diagnostics

/// Type hints as far as their names go.
enum PythonTypes {
  /// `a.B`, `Optional[B]`, `B | None`, `"B"`: the first that is not `None`. Nil when there is none.
  static func type(_ parser: inout Parser) -> TypeName? {
    (parser.nested { parser in union(&parser) }).flatMap { $0 }
  }

  private static func union(_ parser: inout Parser) -> TypeName? {
    var first: TypeName?
    repeat {
      let next = single(&parser)
      if first == nil, next?.name != "None" { first = next }
    } while parser.take("|")
    return first
  }

  private static func single(_ parser: inout Parser) -> TypeName? {
    if parser.current.kind == .text { return quoted(&parser) }
    guard var name = parser.takeName() else {
      if parser.current.kind == .open { parser.skipItem() }
      return nil
    }
    while parser.isAt("."), parser.peek().kind == .name {
      parser.advance()
      name += "." + (parser.takeName() ?? "")
    }
    guard parser.isAt("["), !parser.isAtLineBreak else { return TypeName(name) }
    let arguments = parser.separated { type(&$0) }
    let simple = name.split(separator: ".").last.map(String.init) ?? name
    switch simple {
    // What wraps a type without changing what it is.
    case "Optional", "Union", "Annotated", "Awaitable", "Final", "ClassVar", "Coroutine":
      return arguments.first { $0.name != "None" } ?? TypeName(name)
    default: return TypeName(list[simple] ?? name, arguments)
    }
  }

  private static let list = [
    "List": "List", "list": "List", "Sequence": "List", "Iterable": "List", "Iterator": "List", "Generator": "List",
    "AsyncIterator": "List", "AsyncGenerator": "List", "Set": "List", "set": "List", "Tuple": "Tuple",
  ]

  /// A forward reference: a plain name in quotes.
  private static func quoted(_ parser: inout Parser) -> TypeName? {
    guard case .text(let parts) = parser.textLiteral().kind, case .literal(let text)? = parts.first else { return nil }
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    return name.isEmpty ? nil : TypeName(String(name))
  }
}
