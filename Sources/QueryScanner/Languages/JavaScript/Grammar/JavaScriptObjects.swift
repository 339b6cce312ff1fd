import Diagnostics

/// `{ a, b: 1, [c]: 2, ...d, e() {}, get f() {} }`
struct JavaScriptObjects {
  let grammar: JavaScriptGrammar

  func literal(_ parser: inout Parser) -> Expression {
    let start = parser.current.start
    let entries = parser.nested { parser in
      parser.inGroup { parser -> [RecordEntry] in
        parser.linesMatter = false
        return parser.items { parser in parser.isAt(",") ? nil : entry(&parser) }
      }
    }
    guard let entries else { return parser.tooDeep() }
    return Expression(.record(entries), parser.span(from: start))
  }

  private func entry(_ parser: inout Parser) -> RecordEntry? {
    if parser.isAt("...") {
      parser.advance()
      return RecordEntry(key: .spread, value: parser.expression())
    }
    let isAccessor = modifiers(&parser)
    let token = parser.current
    guard let key = key(&parser) else { return nil }
    if parser.take(":") { return RecordEntry(key: key, value: parser.expression()) }
    if parser.isAt("(") || parser.isAt("<") {
      let method = JavaScriptFunctions(grammar: grammar).rest(of: "", &parser)
      let value = Expression(
        .closure(Closure(parameters: method.parameters, body: method.body ?? [])), parser.span(from: token.start))
      // What an accessor answers is not the function.
      return RecordEntry(key: key, value: isAccessor ? Expression(.other([value]), value.span) : value)
    }
    guard case .name(let name) = key, token.kind == .name else { return nil }
    // `{ a = 1 }` stands in patterns of assignments only.
    if parser.take("=") { return RecordEntry(key: key, value: parser.expression()) }
    let kind = grammar.literal(name) ?? .name(name)
    return RecordEntry(key: key, value: Expression(kind, token.span))
  }

  /// `async`, `get`, `set`, `static` and `*` before a method's name; answers whether it is an accessor.
  private func modifiers(_ parser: inout Parser) -> Bool {
    var isAccessor = false
    while parser.isAt(oneOf: ["async", "get", "set"]), isKey(parser.peek()) {
      isAccessor = isAccessor || !parser.isAt("async")
      parser.advance()
    }
    _ = parser.take("*")
    return isAccessor
  }

  private func isKey(_ token: Token) -> Bool {
    switch token.kind {
    case .name, .text, .number: true
    case .open: token.text == "["
    case .operator: token.text == "*"
    default: false
    }
  }

  private func key(_ parser: inout Parser) -> RecordEntry.Key? {
    let token = parser.current
    switch token.kind {
    case .name, .number:
      parser.advance()
      return .name(token.text)
    case .text: return parser.textLiteral().asKey
    case .open where token.text == "[":
      let values = parser.separated { $0.expression() }
      return values.first.map { $0.asKey }
    default: return nil
    }
  }
}
