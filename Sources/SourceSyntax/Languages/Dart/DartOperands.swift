import SourceTokens

/// Operands that only Dart has, and what follows an operand.
extension DartGrammar {
  static func primary(_ parser: inout Parser) -> Bool {
    let token = parser.current
    switch token.kind {
    case .text, .textStart: return adjacentTexts(&parser)
    case .leftParenthesis: return opensClosure(parser.peekAfterGroup()) && closure(&parser)
    case .sign where token.isSign(.less): return typedLiteral(&parser)
    case .sign where token.isSign(.hash): return symbol(&parser)
    case .name: return token.keyword.map { word($0, &parser) } ?? false
    default: return false
    }
  }

  private static func word(_ word: Word, _ parser: inout Parser) -> Bool {
    switch word {
    case .switch where parser.peek().kind == .leftParenthesis: switchValue(&parser)
    case .new, .const: construction(&parser)
    case .throw: thrown(&parser)
    default: false
    }
  }

  /// `'a' 'b'` is one text.
  private static func adjacentTexts(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    parser.textLiteral()
    guard parser.current.kind.isText else { return true }
    while parser.current.kind.isText { parser.textLiteral() }
    parser.finish(mark, .template)
    return true
  }

  /// `#a.b`, `#==`, `#[]=`
  private static func symbol(_ parser: inout Parser) -> Bool {
    let next = parser.peek()
    guard next.kind == .name || next.kind == .sign || next.kind == .leftSquare else { return false }
    let mark = parser.mark
    parser.advance()
    parser.skipItem()
    if next.kind == .leftSquare { _ = parser.take(.equal) }
    while parser.isAt(.dot), parser.peek().kind == .name { parser.advance(by: 2) }
    parser.finish(mark, .text, name: parser.names.intern(parser.bytes(mark.position, parser.position - 1)))
    return true
  }

  private static func thrown(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    parser.advance()
    _ = parser.expressionStatement()
    parser.finish(mark, .throw)
    return true
  }

  /// `(a)`, and records: `(a,)`, `(a, b: c)`.
  static func parenthesized(_ parser: inout Parser) {
    let mark = parser.mark
    var isValue = false
    parser.inGroup { parser in
      let first = parser.mark
      if !parser.isAtEnd, !parser.isLabel(.colon) {
        parser.expression()
        isValue = !parser.isAt(.comma)
        if !isValue { parser.finish(first, .argument) }
        _ = parser.take(.comma)
      }
      if !isValue { parser.items { parser in parser.commonArgument() } }
    }
    parser.finish(mark, isValue ? .parenthesized : .tuple)
  }

  // MARK: - Literals with types

  /// `<String>[…]`, `<String, dynamic>{…}`, `<T>(x) => …`
  private static func typedLiteral(_ parser: inout Parser) -> Bool {
    guard let end = parser.endOfAngles(from: parser.position) else { return false }
    let mark = parser.mark
    switch parser.token(at: end).kind {
    case .leftParenthesis: return closure(&parser)
    case .leftSquare, .leftBrace:
      parser.typeArguments()
      literal(from: mark, &parser)
      return true
    default: return false
    }
  }

  /// A list or map behind its type arguments, which were read since the mark.
  private static func literal(from mark: Parser.Mark, _ parser: inout Parser) {
    let isList = parser.isAt(kind: .leftSquare)
    var hasElements = false
    parser.separated { parser in
      element(&parser)
      hasElements = hasElements || parser.lastKind != .entry && parser.lastKind != .spread
    }
    parser.finish(mark, isList || hasElements ? .list : .record, flags: isList ? [] : .braces)
  }

  /// `new A.b<C>(…)`, `const A(…)`, `const […]`
  private static func construction(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    let word = parser.current.name
    parser.advance()
    let callee = parser.mark
    guard parser.isAt(kind: .name) else {
      parser.operand()
      parser.finish(mark, .unary, .word, name: word, place: mark.position)
      return true
    }
    parser.namedLeaf(.name)
    parser.members(from: callee)
    if parser.isAt(.less), parser.isAngleList { parser.typeArguments() }
    if parser.isAt(.dot) {
      parser.finish(callee, .call)
      parser.members(from: callee)
    }
    if parser.isAt(kind: .leftParenthesis) { parser.arguments() }
    parser.finish(mark, .call, flags: .construction)
    return true
  }

  // MARK: - switch as a value

  /// `switch (x) { a => b, _ => c }`
  private static func switchValue(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    parser.advance()
    parser.inGroup(Parser.oneExpression)
    if parser.isAt(kind: .leftBrace) { parser.separated { parser in switchCase(&parser) } }
    parser.finish(mark, .switch)
    return true
  }

  private static func switchCase(_ parser: inout Parser) {
    let mark = parser.mark
    guarded(&parser)
    parser.skipItems(until: .fatArrow, .comma)
    if parser.take(.fatArrow) {
      let value = parser.mark
      parser.expression()
      parser.finish(value, .block)
    }
    parser.finish(mark, .case, flags: .arrow)
  }

  /// The pattern of a case and its guard.
  static func guarded(_ parser: inout Parser) {
    _ = pattern(&parser, .matching)
    guard parser.isAt(.when) else { return }
    let mark = parser.mark
    parser.advance()
    parser.expression()
    parser.finish(mark, .conditions)
  }

  // MARK: - What follows an operand

  /// `a?[0]`
  static func postfix(_ operand: Parser.Mark, _ parser: inout Parser) -> Bool {
    guard parser.isAt(.question), !parser.current.followsSpace, parser.peek().kind == .leftSquare,
      !parser.peek().followsSpace
    else { return false }
    parser.advance()
    parser.arguments()
    parser.finish(operand, .index, flags: .optional)
    return true
  }

  /// `..a()..b = c`, at the first sign.
  static func cascade(_ receiver: Parser.Mark, _ parser: inout Parser) {
    let flags: NodeFlags = parser.isAt(.questionDotDot) ? .optional : []
    while parser.isAt(.dotDot) || parser.isAt(.questionDotDot) { section(&parser) }
    parser.finish(receiver, .cascade, flags: flags)
  }

  private static func section(_ parser: inout Parser) {
    let mark = parser.mark
    parser.leaf(.cascadeReceiver)
    if parser.isAtName {
      let place = parser.position
      parser.advance()
      parser.finish(mark, .member, name: parser.token(at: place).name, place: place)
    } else if parser.isAt(kind: .leftSquare) {
      parser.arguments()
      parser.finish(mark, .index)
    }
    parser.chain(from: mark)
    guard let binary = binaryOperator(parser), binary.role == .assignment else { return }
    let place = parser.position
    parser.advance(by: binary.tokens)
    // What follows the value belongs to the receiver.
    parser.expressionWithoutCascade()
    parser.finish(mark, .assign, binary.operation, place: place)
  }
}
