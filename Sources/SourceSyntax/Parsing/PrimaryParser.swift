import Diagnostics
import SourceTokens

/// What every language has as an operand: names, literals, parentheses, lists.
extension Parser {
  mutating func primary() {
    let read = nested { parser in
      parser.readPrimary()
      return true
    }
    if !read { tooDeep() }
  }

  private mutating func readPrimary() {
    if syntax.hasAnnotations, isAtAnnotation { return annotated() }
    if grammar.primary(&self) { return }
    let token = current
    switch token.kind {
    case .name:
      if let word = token.keyword {
        if let literal = grammar.literal(word) { return leaf(literal) }
        if word == .ellipsis { return leaf(.omitted) }
      }
      namedLeaf(.name)
    case .quotedName, .directive: namedLeaf(.name)
    case .number: leaf(.number, name: internText(of: position))
    case .text, .textStart: textLiteral()
    case .regex: leaf(.regex)
    case .leftParenthesis: grammar.parenthesized(&self)
    case .leftSquare: listLiteral()
    case .leftBrace: braceLiteral()
    case .sign where syntax.hasImplicitMembers && token.isSign(.dot) && isMemberName(peek()): implicitMember()
    default: empty()
    }
  }

  private func isMemberName(_ token: Token) -> Bool { token.kind == .name || token.kind == .quotedName }

  private mutating func implicitMember() {
    let start = mark
    position += 2
    finish(start, .implicitMember, name: tokens.tokens[position - 1].name, place: position - 1)
  }

  /// `@name x` in front of an operand.
  private mutating func annotated() {
    let start = mark
    while isAtAnnotation { annotation() }
    primary()
    finish(start, .unary, .word)
  }

  /// `@a.b.c(…)`; the arguments follow without a space.
  mutating func annotation() {
    let start = mark
    position += 1
    // The target in `@field:Json`.
    if isMemberName(current), peek().isSign(.colon), !peek().followsSpace, isMemberName(peek(2)), !peek(2).followsSpace
    {
      position += 2
    }
    let value = mark
    var name = current.name
    namedLeaf(.name)
    while isAt(.dot), !current.followsSpace, isMemberName(peek()), !peek().followsSpace {
      let place = position + 1
      name = tokens.tokens[place].name
      position += 2
      finish(value, .member, name: name, place: place)
    }
    if isAt(kind: .leftParenthesis), !current.followsSpace {
      arguments()
      finish(value, .call)
    }
    finish(start, .annotation, name: name)
  }

  // MARK: - Lists and records

  /// `[a, b]` and, where elements are entries, `[key: value]`.
  mutating func listLiteral() {
    let start = mark
    var isRecord = false
    inGroup { parser in
      if parser.isAt(.colon), parser.peek().kind == .end {
        isRecord = true
        parser.position += 1
      }
      parser.items { parser in
        if parser.isAt(.dotDotDot), parser.peek().kind == .end || parser.peek().isSign(.comma) {
          return parser.leaf(.omitted)
        }
        parser.grammar.element(&parser)
        isRecord = isRecord || parser.lastKind == .entry
      }
    }
    finish(start, isRecord ? .record : .list)
  }

  /// `{a: b}` or `{a, b}` whose keys are expressions, as in Python and Dart: a record unless it holds elements only.
  mutating func braceLiteral() {
    let start = mark
    var hasElements = false
    var hasEntries = false
    inGroup { parser in
      parser.linesMatter = false
      parser.items { parser in
        parser.grammar.element(&parser)
        switch parser.lastKind {
        case .entry: hasEntries = true
        case .spread, .comprehension, .omitted: break
        default: hasElements = true
        }
      }
    }
    finish(start, hasElements && !hasEntries ? .list : .record, flags: .braces)
  }

  /// An expression, and behind a colon its value: an `entry`.
  mutating func entryOrElement() {
    let start = mark
    spreadOrExpression()
    guard isAt(.colon) else { return }
    finishEntry(start)
  }

  /// At the colon behind a key, which is the one node since the mark.
  mutating func finishEntry(_ start: Mark) {
    let key = lastNode
    let isKnown = key?.kind == .text || key?.kind == .number
    position += 1
    expression()
    finish(start, .entry, name: isKnown ? key?.name ?? .empty : .empty, flags: isKnown ? [] : .computed)
  }

  /// Parentheses around one value, or a tuple of `argument`s.
  mutating func commonParenthesized() {
    let start = mark
    var hasLabel = false
    var count = 0
    separated { parser in
      parser.grammar.argument(&parser)
      count += 1
      hasLabel = hasLabel || parser.lastNode?.name != .empty
    }
    let isTuple = count != 1 || hasLabel
    finish(start, isTuple ? .tuple : .parenthesized)
  }

  /// The bytes of a token as a name: of numbers, and of signs that are names of functions.
  mutating func internText(of index: Int) -> NameID {
    names.intern(tokens.source.bytes[tokens.span(of: index).clamped(to: tokens.source.bytes.count)])
  }

  /// The bytes from one token to the end of another.
  func bytes(_ first: Int, _ last: Int) -> ArraySlice<UInt8> {
    let (start, end) = (tokens.span(of: first).start, tokens.end(of: last))
    return tokens.source.bytes[start..<max(start, end)]
  }
}
