import SourceTokens

/// Functions, initializers and subscripts.
enum SwiftFunctions {
  static func function(_ start: Parser.Mark, _ parser: inout Parser) {
    parser.advance()
    let place = parser.position
    var name = NameID.empty
    var form = FunctionForm.function
    if let word = parser.takeName() {
      name = word
    } else {
      form = .operator
      while parser.isAt(kind: .sign), !parser.isAt(.less) || parser.position == place { parser.advance() }
      if parser.position > place { name = signs(from: place, &parser) }
    }
    rest(&parser, start, form, name, place)
  }

  private static func signs(from place: Int, _ parser: inout Parser) -> NameID {
    var text: [UInt8] = []
    for index in place..<parser.position { text += Array((parser.tokens[index].sign?.text ?? "").utf8) }
    return parser.names.intern(text[...])
  }

  static func initializer(_ start: Parser.Mark, _ parser: inout Parser) {
    let place = parser.position
    parser.advance()
    var flags: NodeFlags = []
    if parser.take(.question) { flags = .optional } else if parser.take(.exclamation) { flags = .forced }
    rest(&parser, start, .initializer, Word.initWord.name, place, flags)
  }

  static func deinitializer(_ start: Parser.Mark, _ parser: inout Parser) {
    let place = parser.position
    parser.advance()
    parser.block()
    parser.finish(start, .function, name: Word.deinit.name, place: place, code: FunctionForm.deinitializer.rawValue)
  }

  static func subscripted(_ start: Parser.Mark, _ parser: inout Parser) {
    let place = parser.position
    parser.advance()
    _ = signature(&parser)
    if parser.isAt(kind: .leftBrace) { SwiftAccessors.accessors(&parser) }
    parser.finish(start, .function, name: Word.subscript.name, place: place, code: FunctionForm.subscript.rawValue)
  }

  private static func rest(
    _ parser: inout Parser, _ start: Parser.Mark, _ form: FunctionForm, _ name: NameID, _ place: Int,
    _ flags: NodeFlags = []
  ) {
    let isAsynchronous = signature(&parser)
    if parser.isAt(kind: .leftBrace) { parser.block() }
    parser.finish(
      start, .function, name: name, place: place, flags: isAsynchronous ? flags.union(.asynchronous) : flags,
      code: form.rawValue)
  }

  /// `<T>(parameters) async throws -> Result where …`; answers whether it is asynchronous.
  private static func signature(_ parser: inout Parser) -> Bool {
    SwiftTypes.typeParameters(&parser)
    if parser.isAt(kind: .leftParenthesis) {
      let list = parser.mark
      parser.separated(parameter)
      parser.finish(list, .parameters)
    }
    let isAsynchronous = effects(&parser)
    if parser.take(.arrow) { parser.typeOrSkipped() }
    SwiftTypes.whereClause(&parser)
    return isAsynchronous
  }

  /// `async throws(E)`; answers whether `async` is one of them.
  @discardableResult
  static func effects(_ parser: inout Parser) -> Bool {
    var isAsynchronous = false
    while true {
      let start = parser.mark
      switch parser.currentWord {
      case .async:
        isAsynchronous = true
        parser.advance()
      case .throws, .rethrows:
        let word = parser.current.name
        parser.advance()
        if parser.isAt(kind: .leftParenthesis) { parser.inGroup { $0.typeOrSkipped() } }
        parser.finish(start, .thrownTypes, name: word, place: start.position)
      default: return isAsynchronous
      }
    }
  }

  /// `label name: Type = value`
  private static func parameter(_ parser: inout Parser) {
    let start = parser.mark
    while parser.isAtAnnotation { parser.annotation() }
    let place = parser.position
    guard parser.isAtName else {
      parser.skipItem()
      return parser.finish(start, .skipped)
    }
    let label = parser.current.name
    if parser.peek().kind == .name || parser.peek().kind == .quotedName { parser.advance() }
    if !SwiftPatterns.declared(&parser) { parser.empty() }
    var flags: NodeFlags = []
    if parser.take(.colon) {
      parser.typeOrSkipped()
      if parser.take(.dotDotDot) { flags = .variadic }
    }
    if parser.take(.equal) { parser.expression() }
    parser.finish(start, .parameter, name: label, place: place, flags: flags)
  }
}
