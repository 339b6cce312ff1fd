import SourceTokens

/// Functions, their parameters and bodies.
extension DartGrammar {
  // MARK: - Bodies

  /// `{ … }`, `=> x`, with `async` and its like before, or nothing: what it says of the function.
  static func body(_ parser: inout Parser) -> NodeFlags {
    var flags: NodeFlags = []
    if parser.isAt(.async) || parser.isAt(.sync) {
      if parser.isAt(.async) { flags.insert(.asynchronous) }
      parser.advance()
      if parser.take(.star) { flags.insert(.generator) }
    }
    if parser.isAt(kind: .leftBrace) {
      parser.block()
    } else if parser.take(.fatArrow) {
      flags.insert(.arrow)
      let outer = parser.cascadesEnd
      parser.cascadesEnd = false
      parser.expression()
      parser.cascadesEnd = outer
    }
    return flags
  }

  /// Behind a name: type parameters, parameters and body.
  static func function(
    _ mark: Parser.Mark, _ name: NameID, _ place: Int, _ parser: inout Parser, form: FunctionForm = .function
  ) {
    typeParameters(&parser)
    if parser.isAt(kind: .leftParenthesis) { parameters(&parser) }
    let flags = body(&parser)
    _ = parser.take(.semicolon)
    parser.finish(mark, .function, name: name, place: place, flags: flags, code: form.rawValue)
  }

  /// `(a, b) => c`, `<T>(a) async { … }`
  static func closure(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    typeParameters(&parser)
    parameters(&parser)
    let flags = body(&parser)
    parser.finish(mark, .closure, flags: flags)
    return true
  }

  /// What stands behind the parameters of a closure.
  static func opensClosure(_ token: Token) -> Bool {
    token.isSign(.fatArrow) || token.kind == .leftBrace || token.isWord(.async) || token.isWord(.sync)
  }

  // MARK: - Parameters

  /// The list that opens here, with the parts in braces and square brackets.
  /// - Parameter ofType: of a function's type, whose parameters need no names.
  static func parameters(_ parser: inout Parser, ofType: Bool = false) {
    let mark = parser.mark
    parser.separated { parser in
      switch parser.current.kind {
      case .leftBrace: parser.separated { parser in parameter(&parser, .namedOnly, ofType) }
      case .leftSquare: parser.separated { parser in parameter(&parser, .optional, ofType) }
      default: parameter(&parser, [], ofType)
      }
    }
    parser.finish(mark, .parameters)
  }

  private static let modifiers: Set<Word> = [.required, .covariant, .final, .var, .const, .late]

  private static func parameter(_ parser: inout Parser, _ group: NodeFlags, _ ofType: Bool) {
    let mark = parser.mark
    var flags = group
    var isRequired = false
    while true {
      if !ofType, parser.isAtAnnotation {
        parser.annotation()
      } else if parser.isAt(oneOf: modifiers), isModified(parser.peek()) {
        isRequired = isRequired || parser.isAt(.required)
        parser.namedLeaf(.modifier)
      } else {
        break
      }
    }
    if group == .namedOnly, !isRequired { flags.insert(.optional) }
    if !typeBeforeName(&parser), ofType, !parser.isLabel(.colon), parser.type() {
      return parser.finish(mark, .parameter, flags: flags)
    }
    named(mark, flags, &parser, ofType)
  }

  /// The words are names, too: `(late, {required = true})`.
  private static func isModified(_ token: Token) -> Bool { token.kind == .name || token.kind == .leftParenthesis }

  /// From the name on: `a`, `this.a`, `super.a`, `a(int b)`, `a = 1`
  private static func named(
    _ mark: Parser.Mark, _ given: NodeFlags, _ parser: inout Parser, _ ofType: Bool
  ) {
    var flags = given
    if parser.isAt(.this) || parser.isAt(.super), parser.peek().isSign(.dot) {
      flags.insert(parser.isAt(.super) ? [.property, .ofBase] : .property)
      parser.advance(by: 2)
    }
    guard parser.isAtName || parser.position > mark.position else { return }
    let name = parser.isAtName ? parser.current.name : .empty
    bound(&parser)
    let type = parser.mark
    typeParameters(&parser)
    if parser.isAt(kind: .leftParenthesis) {
      parameters(&parser, ofType: true)
      _ = parser.take(.question)
      parser.finish(type, .functionType)
    }
    // Types are read ahead: no code is in them.
    if !ofType, parser.take(.equal) || parser.take(.colon) { parser.expression() }
    parser.finish(mark, .parameter, name: given.contains(.namedOnly) ? name : .empty, flags: flags)
  }
}
