/// Types as TypeScript writes them. Only names matter: of a union the first that is more than `null`.
enum JavaScriptTypes {
  /// `: Type`, if one stands here.
  static func annotation(_ parser: inout Parser) -> TypeName? {
    guard parser.take(":") else { return nil }
    return type(&parser)
  }

  static func type(_ parser: inout Parser) -> TypeName? {
    (parser.nested { parser in union(&parser) }).flatMap { $0 }
  }

  /// `<T extends U = V, K>` of a declaration; false, with the cursor anywhere, when it is something else.
  static func skipParameters(_ parser: inout Parser) -> Bool {
    guard parser.isAt("<") else { return false }
    var depth = 0
    for _ in 0..<400 {
      let token = parser.current
      switch token.kind {
      case .name, .annotation, .text, .number: parser.advance()
      case .open: parser.skipItem()
      case .operator:
        guard !ends.contains(token.text) else { return false }
        if token.text == "<" { depth += 1 }
        if token.text == ">" { depth -= 1 }
        parser.advance()
        if depth == 0 { return true }
      case .close, .directive, .regex, .markup, .end: return false
      }
    }
    return false
  }

  /// Signs that no list of type parameters has.
  private static let ends: Set<String> = ["&&", "||", "+", "*", "/", "%", "==", "===", "!=", "!==", "++", "--", ";"]

  private static func union(_ parser: inout Parser) -> TypeName? {
    var result: TypeName?
    repeat {
      while parser.isAt("|") || parser.isAt("&") { parser.advance() }
      let before = parser.position
      let member = operand(&parser)
      if let member, result == nil, !empty.contains(member.name) { result = member }
      if parser.position == before { break }
      if parser.isAt("is"), !parser.isAtLineBreak {
        parser.advance()
        _ = type(&parser)
      }
      if parser.isAt("extends"), !parser.isAtLineBreak { conditional(&parser) }
    } while parser.isAt("|") || parser.isAt("&")
    return result
  }

  private static let empty: Set<String> = ["null", "undefined", "void", "never"]

  private static let prefixes: Set<String> = [
    "keyof", "typeof", "readonly", "unique", "infer", "asserts", "new", "abstract",
  ]

  /// `T extends U ? X : Y`
  private static func conditional(_ parser: inout Parser) {
    parser.advance()
    _ = type(&parser)
    guard parser.take("?") else { return }
    _ = type(&parser)
    if parser.take(":") { _ = type(&parser) }
  }

  private static func operand(_ parser: inout Parser) -> TypeName? {
    while parser.isAt(oneOf: prefixes), isOperand(parser.peek()) { parser.advance() }
    let token = parser.current
    var result: TypeName?
    switch token.kind {
    case .name:
      if token.text == "import", parser.peek().isSign("(") {
        parser.advance()
        parser.skipItem()
        _ = parser.take(".")
      }
      result = parser.namedType()
    case .text, .number: parser.advance()
    case .open:
      parser.skipItem()
      // A function's type, or that of a constructor.
      if token.text == "(", parser.take("=>") { result = type(&parser).map { TypeName(TypeName.function, [$0]) } }
    case .operator where token.text == "-": parser.advance()
    case .operator where token.text == "<":
      if parser.skipAngles(limit: 120), parser.isAt("(") { return operand(&parser) }
    default: return nil
    }
    while parser.isAt("["), !parser.isAtLineBreak {
      parser.skipItem()
      result = result.map { TypeName("Array", [$0]) }
    }
    return result
  }

  private static func isOperand(_ token: Token) -> Bool {
    switch token.kind {
    case .name, .text, .open: !token.startsLine
    default: false
    }
  }
}
