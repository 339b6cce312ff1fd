import SourceTokens

/// Types that most languages share, and lists of type arguments.
extension Parser {
  /// A type, or an empty `skipped` where none begins.
  mutating func typeOrSkipped() {
    if !type() { empty() }
  }

  /// A type of the language; false when none begins here.
  mutating func type() -> Bool { nested { parser in parser.grammar.type(&parser) } }

  /// `a.b.C<D>`, `C[]`, `C?`.
  mutating func commonType() -> Bool {
    let start = mark
    guard namedType() else { return false }
    suffixes(start)
    return true
  }

  /// `a.b.C<D>`; false when no name stands here.
  mutating func namedType() -> Bool {
    let start = mark
    while isAtAnnotation { annotation() }
    guard isAtName else {
      rewind(to: start)
      return false
    }
    finishNamed(start)
    while isAt(.dot) || isAt(.colonColon), peek().kind == .name || peek().kind == .quotedName {
      position += 1
      finishNamed(start)
    }
    return true
  }

  /// At a name: itself and its arguments, with what was read since the mark.
  private mutating func finishNamed(_ start: Mark) {
    let place = position
    position += 1
    if isAt(.less), isAngleList { typeArguments() }
    finish(start, .namedType, name: tokens.tokens[place].name, place: place)
  }

  /// `[]`, `?`, `!` behind a type.
  mutating func suffixes(_ start: Mark) {
    while !isAtLineBreak {
      if isAt(kind: .leftSquare) {
        skipItem()
        finish(start, .arrayType)
      } else if isAt(.question) || isAt(.exclamation), !current.followsSpace {
        let flags: NodeFlags = isAt(.exclamation) ? .forced : []
        position += 1
        finish(start, .optionalType, flags: flags)
      } else {
        return
      }
    }
  }

  // MARK: - Type arguments

  /// `<A, B<C>>`, at the sign; `isAngleList` or `isTypeArgumentList` has said that they are some.
  mutating func typeArguments() {
    let start = mark
    let closing = endOfAngles(from: position) ?? position + 1
    let outer = (end: end, lines: linesMatter)
    position += 1
    end = max(position, min(closing - 1, end))
    linesMatter = false
    items { parser in
      if !parser.type() { parser.skipItems(until: .comma) }
    }
    skipRest()
    (end, linesMatter) = outer
    position = min(closing, end)
    finish(start, .typeArguments)
  }

  /// `<A: P, B>` behind a declared name, where it is closed.
  ///
  /// - Parameters:
  ///   - takesBound: takes what says that a parameter's bound follows, if that is there.
  ///   - lead: reads what stands before the name of a parameter.
  mutating func typeParameters(takesBound: (inout Parser) -> Bool, lead: (inout Parser) -> Void) {
    guard isAt(.less), let end = endOfAngles(from: position) else { return }
    let start = mark
    let outer = self.end
    advance()
    self.end = min(end - 1, outer)
    items { parser in
      let start = parser.mark
      lead(&parser)
      let place = parser.position
      let name = parser.takeName() ?? .empty
      if takesBound(&parser) { parser.typeOrSkipped() }
      parser.finish(start, .typeParameter, name: name, place: place)
    }
    skipRest()
    self.end = outer
    advance()
    finish(start, .typeParameters)
  }

  /// `<` begins a list of types that is closed.
  var isAngleList: Bool { endOfAngles(from: position) != nil }

  /// `<` begins type arguments in an expression: what follows them could not follow a comparison.
  var isTypeArgumentList: Bool {
    guard let index = endOfAngles(from: position) else { return false }
    let token = token(at: index)
    if token.kind == .end || token.kind.isClosing || linesMatter && token.startsLine { return true }
    switch token.kind {
    case .leftParenthesis, .leftBrace: return true
    case .text, .textStart: return !token.followsSpace
    case .sign:
      let signs: [Sign] = [
        .dot, .questionDot, .comma, .semicolon, .colon, .colonColon, .question, .exclamation, .equal, .equalEqual,
      ]
      return token.sign.map(signs.contains) ?? false
    default: return false
    }
  }

  /// The index behind balanced angle brackets whose content looks like types; nil when they are none.
  func endOfAngles(from start: Int) -> Int? {
    guard token(at: start).isSign(.less) else { return nil }
    var index = start
    var depth = 0
    for _ in 0..<120 {
      let token = token(at: index)
      switch token.kind {
      case .name, .quotedName, .text, .textStart, .number: index = after(index)
      case .leftParenthesis, .leftSquare, .leftBrace: index = afterItem(index)
      case .sign:
        guard let change = Self.angleChange(token.sign) else { return nil }
        depth += change
        index += 1
        if depth == 0 { return index }
      default: return nil
      }
    }
    return nil
  }

  private static func angleChange(_ sign: Sign?) -> Int? {
    switch sign {
    case .less: 1
    case .greater: -1
    case .dot, .comma, .question, .colon, .ampersand, .bar, .star, .arrow, .fatArrow, .dotDotDot, .exclamation,
      .questionDot, .at, .equal:
      0
    default: nil
    }
  }
}
