import SourceTokens

/// Operands that only Java has.
enum JavaExpressions {
  static func primary(_ parser: inout Parser) -> Bool {
    let token = parser.current
    switch token.kind {
    case .leftParenthesis where parser.peekAfterGroup().isSign(.arrow): lambda(&parser)
    case .name where parser.peek().isSign(.arrow): lambda(&parser)
    case .name where token.isWord(.new): return parser.nested(construction)
    case .name where token.isWord(.switch) && parser.peek().kind == .leftParenthesis:
      JavaStatements.selection(&parser)
    case .leftBrace: array(&parser)
    default: return false
    }
    return true
  }

  /// `x -> …`, `(a, b) -> …`, `(Type a) -> { … }`
  private static func lambda(_ parser: inout Parser) {
    let start = parser.mark
    if parser.isAt(kind: .leftParenthesis) {
      JavaDeclarations.parameters(&parser)
    } else {
      let list = parser.mark
      parser.namedLeaf(.binding)
      parser.finish(list, .parameter)
      parser.finish(list, .parameters)
    }
    _ = parser.take(.arrow)
    if parser.isAt(kind: .leftBrace) {
      parser.block()
      return parser.finish(start, .closure)
    }
    parser.expression()
    parser.finish(start, .closure, flags: .arrow)
  }

  /// `(Type) x`; false with nothing read when the parentheses hold a value.
  static func cast(_ parser: inout Parser) -> Bool {
    let next = parser.peekAfterGroup()
    switch next.kind {
    case .name where !next.isWord(.instanceof), .quotedName, .text, .textStart, .number, .leftParenthesis: break
    case .sign where next.isSign(.exclamation) || next.isSign(.tilde): break
    case .sign where next.isSign(.minus) && isPrimitive(parser.peek()): break
    default: return false
    }
    let start = parser.mark
    var isType = false
    parser.inGroup { parser in isType = parser.type() && parser.isAtEnd }
    guard isType else {
      parser.rewind(to: start)
      return false
    }
    let operand = parser.nested { parser in
      parser.operand()
      return true
    }
    if !operand { parser.tooDeep() }
    parser.finish(start, .cast)
    return true
  }

  private static func isPrimitive(_ token: Token) -> Bool {
    switch token.keyword {
    case .int, .long, .short, .byte, .char, .float, .double: true
    default: false
    }
  }

  // MARK: - new

  /// `new Type(…)`, `new Type(…) { … }`, `new Type[] {…}`
  private static func construction(_ parser: inout Parser) -> Bool {
    let start = parser.mark
    parser.advance()
    while parser.isAtAnnotation { parser.annotation() }
    guard parser.isAtName else {
      parser.finish(start, .call, flags: .construction)
      return true
    }
    let callee = parser.mark
    parser.chainOfNames()
    while parser.isAt(.less), parser.isAngleList {
      parser.typeArguments()
      guard parser.isAt(.dot), parser.peek().kind == .name else { break }
      let place = parser.position + 1
      parser.advance(by: 2)
      parser.finish(callee, .member, name: parser.tokens[place].name, place: place)
    }
    if parser.isAt(kind: .leftSquare) {
      sizes(&parser)
    } else if parser.isAt(kind: .leftParenthesis) {
      parser.arguments()
      if parser.isAt(kind: .leftBrace) { parser.block() }
    }
    parser.finish(start, .call, flags: .construction)
    return true
  }

  /// `[3][]`, `[] {1, 2}` behind the type of an array: each is an `arguments` in square brackets.
  private static func sizes(_ parser: inout Parser) {
    while parser.isAt(kind: .leftSquare) { parser.arguments() }
    if parser.isAt(kind: .leftBrace) {
      let start = parser.mark
      array(&parser)
      parser.finish(start, .argument)
    }
  }

  private static func array(_ parser: inout Parser) {
    let start = parser.mark
    parser.separated { $0.expression() }
    parser.finish(start, .list, flags: .braces)
  }
}
