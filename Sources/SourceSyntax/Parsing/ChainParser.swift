import SourceTokens

/// Operands and what follows them: members, calls, indices.
extension Parser {
  /// An operand with all its members, calls and indices.
  mutating func chain() {
    let start = mark
    primary()
    chain(from: start)
  }

  /// The members, calls and indices that follow an operand: the one node since the mark.
  mutating func chain(from start: Mark) {
    var links = 0
    // Nothing was there: what follows is not a part of it.
    if let last = lastNode, last.kind == .skipped, last.isEmpty, !isAt(.dot) { return }
    while position < end, link(start) {
      links += 1
      guard links > chainLimit else { continue }
      noteCut()
      finishWithoutChildren(start, .skipped)
      links = 0
    }
  }

  /// Reads the next link; false when the chain ends.
  private mutating func link(_ start: Mark) -> Bool {
    if grammar.postfix(start, &self) { return true }
    let token = current
    switch token.kind {
    case .sign: return signLink(start, token)
    case .leftParenthesis:
      guard lines.callsCross || !isAtLineBreak else { return false }
      arguments()
      finish(start, .call)
      return true
    case .leftSquare:
      guard lines.indicesCross || !isAtLineBreak else { return false }
      index(start, flags: [])
      return true
    case .name where token.isWord(.ellipsis): return elision(start)
    default: return false
    }
  }

  private mutating func signLink(_ start: Mark, _ token: Token) -> Bool {
    switch token.sign {
    case .dotDotDot: return elision(start)
    case .dot, .questionDot:
      if isAtLineBreak, !lines.membersCross { return false }
      return member(start)
    case .colonColon where syntax.hasDoubleColon: return member(start)
    case .exclamation where syntax.hasForceUnwrap && !token.followsSpace && !isAtLineBreak,
      .bangBang where syntax.hasDoubleBang && !isAtLineBreak:
      return postfixOperator(start, .force)
    case .plusPlus where !isAtLineBreak: return postfixOperator(start, .postIncrement)
    case .minusMinus where !isAtLineBreak: return postfixOperator(start, .postDecrement)
    case .less where syntax.hasGenericCalls && !token.followsSpace: return genericCall(start)
    default: return false
    }
  }

  private mutating func postfixOperator(_ start: Mark, _ operation: Operator) -> Bool {
    let place = position
    position += 1
    finish(start, .unary, operation, place: place)
    return true
  }

  /// `Repository<Post>()`, `context.read<Repository>()`, `Box<Int>` alone.
  private mutating func genericCall(_ start: Mark) -> Bool {
    guard isTypeArgumentList else { return false }
    typeArguments()
    if isAt(kind: .leftParenthesis), lines.callsCross || !isAtLineBreak { arguments() }
    finish(start, .call)
    return true
  }

  /// At the sign before a member's name.
  private mutating func member(_ start: Mark) -> Bool {
    let sign = current.sign
    var flags: NodeFlags = sign == .questionDot ? .optional : sign == .colonColon ? .doubleColon : []
    position += 1
    let token = current
    switch token.kind {
    case .name, .quotedName, .number, .directive:
      // `a.` at the end of an incomplete line.
      let isNew = isAtLineBreak && (token.kind != .name || token.keyword.map(syntax.statementWords.contains) ?? false)
      guard !isNew else { return unfinished(start, flags) }
      let place = position
      position += 1
      finish(start, .member, name: memberName(token, place), place: place, flags: flags)
    case .leftParenthesis where sign == .questionDot:
      arguments()
      finish(start, .call, flags: .optional)
    case .leftSquare where sign == .questionDot: index(start, flags: .optional)
    case .leftParenthesis, .leftSquare:
      flags.insert(.computed)
      skipItemAsNode()
      finish(start, .member, flags: flags)
    case .sign where token.isSign(.less) && isTypeArgumentList:
      // `this.<T>load()`
      typeArguments()
      guard isAtName else { return unfinished(start, flags) }
      let place = position
      position += 1
      finish(start, .member, name: tokens.tokens[place].name, place: place, flags: flags)
    default: return unfinished(start, flags)
    }
    return true
  }

  private mutating func memberName(_ token: Token, _ place: Int) -> NameID {
    token.kind == .number ? internText(of: place) : token.name
  }

  private mutating func unfinished(_ start: Mark, _ flags: NodeFlags) -> Bool {
    finish(start, .member, flags: flags)
    return true
  }

  private mutating func index(_ start: Mark, flags: NodeFlags) {
    arguments()
    finish(start, .index, flags: flags)
  }

  // MARK: - What is left out

  /// At `...` where an author leaves out links of a chain: on a line of its own before a further link, or at the end.
  /// False where it is an operator.
  private mutating func elision(_ start: Mark) -> Bool {
    let sign = current
    let next = peek()
    let isCall = lastKind == .call
    if next.isSign(.dot) || next.isSign(.questionDot) {
      guard sign.startsLine && next.startsLine || isCall else { return false }
      position += 1
      finish(start, .omitted)
      // The next link, although a line break stands before it.
      return member(start)
    }
    guard isCall, !sign.startsLine, next.startsLine || next.kind == .end || next.kind.isClosing else { return false }
    position += 1
    finish(start, .omitted)
    return true
  }

  // MARK: - Arguments

  /// The arguments in the group that opens here, as a node.
  mutating func arguments() {
    let start = mark
    inGroup { parser in
      while !parser.isAtEnd {
        let before = parser.position
        if !parser.isAt(.comma) { parser.readArgument() }
        if !parser.take(.comma), parser.position == before { parser.skipItemAsNode() }
      }
    }
    finish(start, .arguments)
  }

  /// An argument, and what broken code leaves between it and the next comma.
  private mutating func readArgument() {
    if isAt(.dotDotDot) || isAt(.ellipsis), peek().kind == .end || peek().isSign(.comma) { return leaf(.omitted) }
    grammar.argument(&self)
    guard !isAtEnd, !isAt(.comma) else { return }
    let start = mark
    while !isAtEnd, !isAt(.comma) {
      if !expressionStatement() { skipItem() }
    }
    finish(start, .skipped)
  }

  func isLabel(_ sign: Sign) -> Bool {
    (isAt(kind: .name) || isAt(kind: .quotedName)) && position + 1 < end && tokens.tokens[position + 1].isSign(sign)
  }

  /// An argument with the label style of the language, or a spread one.
  mutating func commonArgument() {
    let start = mark
    let sign: Sign? = syntax.labels == .colon ? .colon : syntax.labels == .equals ? .equal : nil
    guard let sign, isLabel(sign) else {
      spreadOrExpression()
      return finish(start, .argument)
    }
    let label = current.name
    position += 2
    spreadOrExpression()
    finish(start, .argument, name: label, place: start.position)
  }

  /// `...x`, or an expression.
  mutating func spreadOrExpression() {
    guard let sign = current.sign, syntax.spreadSigns.contains(sign) else { return expression() }
    let start = mark
    position += 1
    var flags: NodeFlags = sign == .starStar ? .keywords : []
    if isAt(.question), !current.followsSpace, take(.question) { flags.insert(.optional) }
    expression()
    finish(start, .spread, flags: flags)
  }
}
