import SourceTokens

/// Functions of all kinds and their parameters.
extension JavaScriptGrammar {
  // MARK: - Arrow functions

  /// `(a, b) => …`, `(a: A): B => …`, `<T>(a: T) => …` and `async` before each of them; false for anything else.
  static func arrow(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    let isAsynchronous = parser.isAt(.async)
    if isAsynchronous { parser.advance() }
    if parser.isAt(.less) {
      guard let end = parser.endOfAngles(from: parser.position), parser.token(at: end).kind == .leftParenthesis else {
        parser.rewind(to: mark)
        return false
      }
      typeParameters(&parser)
    }
    guard parser.current.kind == .leftParenthesis, isArrow(&parser) else {
      parser.rewind(to: mark)
      return false
    }
    parameters(&parser)
    resultAnnotation(&parser)
    closure(mark, isAsynchronous ? [.arrow, .asynchronous] : .arrow, &parser)
    return true
  }

  private static func isArrow(_ parser: inout Parser) -> Bool {
    let next = parser.peekAfterGroup()
    if next.isSign(.fatArrow) { return true }
    guard parser.syntax.hasTypes, next.isSign(.colon), !parser.isLookingAhead else { return false }
    let mark = parser.mark
    parser.skipItem()
    parser.isLookingAhead = true
    resultAnnotation(&parser)
    parser.isLookingAhead = false
    defer { parser.rewind(to: mark) }
    guard parser.isAt(.fatArrow), !parser.isAtLineBreak else { return false }
    // `a ? (b) : c => d`: the colon may be that of the condition, of which another one must then follow.
    let isBranch = mark.position > 0 && parser.token(at: mark.position - 1).isSign(.question)
    return !isBranch || hasColonBehindBody(&parser)
  }

  /// At the arrow: whether the colon of the condition around it still follows.
  private static func hasColonBehindBody(_ parser: inout Parser) -> Bool {
    parser.advance()
    if parser.current.kind == .leftBrace { return parser.peekAfterGroup().isSign(.colon) }
    for _ in 0..<512 where !parser.isAt(.colon) && !parser.isAt(.comma) && !parser.isAt(.semicolon) {
      parser.skipItem()
    }
    return parser.isAt(.colon)
  }

  /// `a => …`, `async a => …`
  static func shortArrow(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    let isAsynchronous = parser.isAt(.async) && parser.peek().isName
    if isAsynchronous { parser.advance() }
    let inner = parser.mark
    parser.namedLeaf(.binding)
    parser.finish(inner, .parameter)
    parser.finish(inner, .parameters)
    closure(mark, isAsynchronous ? [.arrow, .asynchronous] : .arrow, &parser)
    return true
  }

  /// At the arrow.
  private static func closure(_ mark: Parser.Mark, _ flags: NodeFlags, _ parser: inout Parser) {
    _ = parser.take(.fatArrow)
    if parser.current.kind == .leftBrace { parser.block() } else { parser.expression() }
    parser.finish(mark, .closure, flags: flags)
  }

  /// `async` before a function; false where it is a name.
  static func asynchronous(_ parser: inout Parser) -> Bool {
    let next = parser.peek()
    if next.startsLine { return false }
    if next.isWord(.function) { return function(parser.mark, &parser) }
    if next.isSign(.fatArrow) || next.isName && parser.peek(2).isSign(.fatArrow) { return shortArrow(&parser) }
    guard next.kind == .leftParenthesis || next.isSign(.less) else { return false }
    return arrow(&parser)
  }

  // MARK: - Functions

  /// `async function* name<T>(…): R { … }`, as a statement or a value.
  static func function(_ mark: Parser.Mark, _ parser: inout Parser) -> Bool {
    var flags: NodeFlags = parser.take(.async) ? .asynchronous : []
    parser.advance()
    if parser.take(.star) { flags.insert(.generator) }
    var (name, place): (NameID, Int?) = (.empty, nil)
    if parser.isAtName { (name, place) = (parser.current.name, parser.position) }
    if place != nil { parser.advance() }
    signature(&parser)
    parser.finish(mark, .function, name: name, place: place, flags: flags, code: FunctionForm.function.rawValue)
    return true
  }

  /// From the type parameters to the body; also those of methods.
  static func signature(_ parser: inout Parser) {
    typeParameters(&parser)
    if parser.current.kind == .leftParenthesis { parameters(&parser) }
    resultAnnotation(&parser)
    if parser.current.kind == .leftBrace { parser.block() }
  }

  // MARK: - Parameters

  static func parameters(_ parser: inout Parser) {
    let mark = parser.mark
    parser.separated { parser in _ = parameter(&parser) }
    parser.finish(mark, .parameters)
  }

  private static let properties: Set<Word> = [.public, .private, .protected, .readonly, .override]

  private static func parameter(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    var flags = propertyFlags(&parser)
    // TypeScript's declaration of what `this` is.
    if parser.isAt(.this), parser.peek().isSign(.colon) {
      parser.advance()
      typeAnnotation(&parser)
      parser.finish(mark, .receiver)
      return true
    }
    if parser.take(.dotDotDot) { flags.insert(.variadic) }
    guard pattern(&parser) || parser.position > mark.position else { return false }
    if parser.take(.question) { flags.insert(.optional) }
    typeAnnotation(&parser)
    if parser.take(.equal) { parser.expression() }
    parser.finish(mark, .parameter, flags: flags)
    return true
  }

  /// Decorators, and words that make a property of a parameter.
  private static func propertyFlags(_ parser: inout Parser) -> NodeFlags {
    var flags: NodeFlags = []
    decorators(&parser)
    while parser.isAt(oneOf: properties), parser.peek().isName || parser.peek().kind == .leftBrace {
      flags.insert(.property)
      parser.namedLeaf(.modifier)
    }
    return flags
  }

  // MARK: - Decorators

  /// `@a.b(c)`
  static func decorators(_ parser: inout Parser) {
    while parser.isAt(.at) {
      let mark = parser.mark
      parser.advance()
      let name = parser.decoratorName
      if parser.current.kind == .leftParenthesis { parser.primary() } else { decoration(&parser) }
      parser.finish(mark, .annotation, name: name)
    }
  }

  /// A name with members and one call.
  private static func decoration(_ parser: inout Parser) {
    guard parser.isAtName else { return }
    let mark = parser.mark
    parser.namedLeaf(.name)
    parser.members(from: mark)
    if parser.isAt(.less), !parser.current.followsSpace { typeArguments(&parser) }
    guard parser.current.kind == .leftParenthesis, !parser.current.startsLine else { return }
    parser.arguments()
    parser.finish(mark, .call)
  }
}

extension Parser {
  /// The index behind the decorators that begin at the cursor.
  var endOfDecorators: Int {
    var index = position
    while token(at: index).isSign(.at), index + 1 < end {
      index = afterItem(index + 1)
      while token(at: index).isSign(.dot), token(at: index + 1).isName { index += 2 }
      if token(at: index).kind == .leftParenthesis { index = afterItem(index) }
    }
    return min(index, end)
  }

  /// The last name of the path behind a decorator's sign.
  fileprivate var decoratorName: NameID {
    var distance = 0
    while peek(distance).isName, peek(distance + 1).isSign(.dot), peek(distance + 2).isName { distance += 2 }
    return peek(distance).name
  }
}
