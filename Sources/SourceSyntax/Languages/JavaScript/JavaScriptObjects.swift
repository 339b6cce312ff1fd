import SourceTokens

/// `{ a, b: 1, [c]: 2, ...d, e() {}, get f() {} }`
extension JavaScriptGrammar {
  static func object(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    parser.inGroup { parser in
      parser.linesMatter = false
      parser.items { parser in _ = entry(&parser) }
    }
    parser.finish(mark, .record, flags: .braces)
    return true
  }

  private static func entry(_ parser: inout Parser) -> Bool {
    if parser.isAt(.dotDotDot) {
      if parser.peek().kind == .end || parser.peek().isSign(.comma) {
        parser.leaf(.omitted)
      } else {
        parser.spreadOrExpression()
      }
      return true
    }
    let mark = parser.mark
    var (form, flags) = accessorWords(&parser)
    if parser.take(.star) { flags.insert(.generator) }
    guard let key = parser.key() else { return parser.position > mark.position }
    let next = parser.peekAfterGroup()
    if next.kind == .leftParenthesis || next.isSign(.less) {
      let place = parser.position
      readKey(&parser)
      signature(&parser)
      finishMethod(mark, key, place, form, flags, &parser)
    } else if next.isSign(.colon) || key == nil {
      property(mark, key, &parser)
    } else {
      shorthand(mark, key ?? .empty, &parser)
    }
    return true
  }

  /// `async`, `get` and `set` before a method's name.
  private static func accessorWords(_ parser: inout Parser) -> (FunctionForm, NodeFlags) {
    var (form, flags) = (FunctionForm.function, NodeFlags())
    while parser.isAt(.async) || parser.isAt(.get) || parser.isAt(.set), isKey(parser.peek()) {
      switch parser.currentWord {
      case .async?: flags.insert(.asynchronous)
      case .get?: form = .getter
      default: form = .setter
      }
      parser.advance()
    }
    return (form, flags)
  }

  private static func isKey(_ token: Token) -> Bool {
    switch token.kind {
    case .name, .quotedName, .text, .number, .leftSquare: true
    case .sign: token.isSign(.star)
    default: false
    }
  }

  /// `a: 1`, `"a": 1`, `[a]: 1`
  private static func property(_ mark: Parser.Mark, _ key: NameID?, _ parser: inout Parser) {
    if let key, parser.current.kind != .text, parser.current.kind != .number {
      let inner = parser.mark
      parser.advance()
      parser.finish(inner, .text, name: key, place: inner.position)
    } else if parser.current.kind == .leftSquare {
      readKey(&parser)
    } else {
      parser.primary()
    }
    if parser.take(.colon) { parser.expression() }
    parser.finish(mark, .entry, name: key ?? .empty, place: mark.position, flags: key == nil ? .computed : [])
  }

  /// `a`, and `a = 1` where a value is taken apart.
  private static func shorthand(_ mark: Parser.Mark, _ key: NameID, _ parser: inout Parser) {
    parser.primary()
    if parser.isAt(.equal) {
      let place = parser.position
      parser.advance()
      parser.expression()
      parser.finish(mark, .assign, .assign, place: place)
    }
    parser.finish(mark, .entry, name: key, place: mark.position, flags: .shorthand)
  }
}
