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
    let accessor = modifiers(&parser)
    let token = parser.current
    let start = parser.mark
    guard let key = key(&parser) else { return nil }
    if parser.take(":") { return RecordEntry(key: key, value: parser.expression()) }
    if parser.isAt("(") || parser.isAt("<") {
      let functions = JavaScriptFunctions(grammar: grammar)
      let value = functions.method(functions.rest(of: "", &parser), from: start, parser)
      return entry(key, value, accessor)
    }
    guard case .name(let name) = key, token.kind == .name else { return nil }
    // `{ a = 1 }` stands in patterns of assignments only.
    if parser.take("=") { return RecordEntry(key: key, value: parser.expression()) }
    let kind = grammar.literal(name) ?? .name(name)
    return RecordEntry(key: key, value: Expression(kind, token.span))
  }

  private enum Accessor { case reading, writing }

  /// What reads a property is its value; what writes it is not.
  private func entry(_ key: RecordEntry.Key, _ method: Expression, _ accessor: Accessor?) -> RecordEntry {
    switch accessor {
    case .reading: RecordEntry(key: key, value: Expression(.call(Call(callee: method, arguments: [])), method.span))
    case .writing: RecordEntry(key: key.ofSetter, value: method)
    case nil: RecordEntry(key: key, value: method)
    }
  }

  /// `async`, `get`, `set` and `*` before a method's name.
  private func modifiers(_ parser: inout Parser) -> Accessor? {
    var accessor: Accessor?
    while parser.isAt(oneOf: ["async", "get", "set"]), isKey(parser.peek()) {
      if !parser.isAt("async") { accessor = parser.isAt("get") ? .reading : .writing }
      parser.advance()
    }
    _ = parser.take("*")
    return accessor
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

extension RecordEntry.Key {
  /// Another name than the property's: reading it does not call this.
  fileprivate var ofSetter: RecordEntry.Key {
    if case .name(let name) = self { .name("set \(name)") } else { self }
  }
}
