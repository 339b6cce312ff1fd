import SourceTokens

/// Patterns of declarations, loops and cases.
extension DartGrammar {
  /// What a name alone means in a pattern.
  enum PatternPlace {
    /// It is bound: `var (a, b) = …`.
    case declaration
    /// It is a value to be equal to: `case a:`.
    case matching
  }

  static func pattern(_ parser: inout Parser, _ place: PatternPlace) -> Bool {
    parser.nested { parser in
      run(&parser, .barBar, .or) { parser in run(&parser, .andAnd, .and) { parser in suffixed(&parser, place) } }
    }
  }

  /// Patterns between signs of one kind.
  private static func run(
    _ parser: inout Parser, _ sign: Sign, _ operation: Operator, _ operand: (inout Parser) -> Bool
  ) -> Bool {
    let mark = parser.mark
    guard operand(&parser) else { return false }
    guard parser.isAt(sign) else { return true }
    let place = parser.position
    while parser.take(sign) { _ = operand(&parser) }
    parser.finish(mark, .orPattern, operation, place: place)
    return true
  }

  /// `p?`, `p!`, `p as T`
  private static func suffixed(_ parser: inout Parser, _ place: PatternPlace) -> Bool {
    let mark = parser.mark
    guard simple(&parser, place) else { return false }
    while true {
      if parser.take(.question) {
        parser.finish(mark, .castPattern, flags: .optional)
      } else if parser.take(.exclamation) {
        parser.finish(mark, .castPattern, flags: .forced)
      } else if parser.take(.as) {
        _ = parser.type()
        parser.finish(mark, .castPattern)
      } else {
        return true
      }
    }
  }

  private static func simple(_ parser: inout Parser, _ place: PatternPlace) -> Bool {
    let token = parser.current
    switch token.kind {
    case .leftParenthesis: return fields(parser.mark, .listPattern, &parser, place)
    case .leftSquare: return list(&parser, place)
    case .leftBrace: return map(&parser, place)
    case .sign: return relation(&parser) || typedLiteral(&parser, place)
    case .name: return named(&parser, place)
    default: return value(&parser)
    }
  }

  /// A constant.
  private static func value(_ parser: inout Parser) -> Bool {
    let before = parser.mark
    parser.operand()
    if parser.position > before.position { return true }
    parser.rewind(to: before)
    return false
  }

  /// `> 3`: the left side is an empty `skipped`.
  private static func relation(_ parser: inout Parser) -> Bool {
    guard let binary = parser.commonBinaryOperator(), (8...9).contains(binary.precedence),
      !parser.isAt(.less) || !parser.isAngleList
    else { return false }
    let mark = parser.mark
    let place = parser.position
    parser.empty()
    parser.advance(by: binary.tokens)
    if !parser.nested({ parser in parser.operation(above: binary.precedence) }) { parser.tooDeep() }
    parser.finish(mark, .binary, binary.operation, place: place)
    return true
  }

  // MARK: - Names

  private static func named(_ parser: inout Parser, _ place: PatternPlace) -> Bool {
    if parser.isAt(.underscore) {
      parser.leaf(.ignored)
      return true
    }
    if parser.isAt(.var) || parser.isAt(.final) { return declaring(&parser) }
    if parser.isAt(.const) || parser.isAt(.null) || parser.isAt(.true) || parser.isAt(.false) { return value(&parser) }
    let mark = parser.mark
    // `case A when …` names a value.
    if !isGuarded(parser), typeBeforeName(&parser) {
      bound(&parser)
      parser.finish(mark, .typePattern)
      return true
    }
    if opensObject(parser), parser.namedType() { return fields(mark, .constructorPattern, &parser, place) }
    guard place == .declaration, !parser.peek().isSign(.dot) else { return value(&parser) }
    parser.namedLeaf(.binding)
    return true
  }

  /// `var x`, `final T x`
  private static func declaring(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    let word = parser.current.name
    parser.advance()
    if !isGuarded(parser) { _ = typeBeforeName(&parser) }
    bound(&parser)
    parser.finish(mark, .declaringPattern, name: word)
    return true
  }

  static func bound(_ parser: inout Parser) {
    if parser.isAt(.underscore) { parser.leaf(.ignored) } else if parser.isAtName { parser.namedLeaf(.binding) }
  }

  /// A name with members before the guard of a case.
  private static func isGuarded(_ parser: Parser) -> Bool {
    var index = parser.position + 1
    while parser.token(at: index).isSign(.dot) { index += 2 }
    return parser.token(at: index).isWord(.when)
  }

  /// `A(`, `a.B(`, `A<B>(`
  private static func opensObject(_ parser: Parser) -> Bool {
    var index = parser.position
    while parser.token(at: index).kind == .name, parser.token(at: index + 1).isSign(.dot) { index += 2 }
    guard parser.token(at: index).kind == .name else { return false }
    index = parser.endOfAngles(from: index + 1) ?? index + 1
    return parser.token(at: index).kind == .leftParenthesis
  }

  // MARK: - Parts

  /// `(a, b: c, :d)`
  private static func fields(
    _ mark: Parser.Mark, _ kind: NodeKind, _ parser: inout Parser, _ place: PatternPlace
  ) -> Bool {
    parser.separated { parser in field(&parser, place) }
    parser.finish(mark, kind)
    return true
  }

  private static func field(_ parser: inout Parser, _ place: PatternPlace) {
    let mark = parser.mark
    if parser.take(.colon) {
      _ = pattern(&parser, .declaration)
      let name = parser.boundName
      return parser.finish(mark, .patternEntry, name: name, flags: .shorthand)
    }
    guard parser.isLabel(.colon) else {
      _ = pattern(&parser, place)
      return
    }
    let name = parser.current.name
    parser.advance()
    parser.advance()
    _ = pattern(&parser, place)
    parser.finish(mark, .patternEntry, name: name, place: mark.position)
  }

  private static func list(_ parser: inout Parser, _ place: PatternPlace) -> Bool {
    let mark = parser.mark
    parser.separated { parser in item(&parser, place) }
    parser.finish(mark, .listPattern)
    return true
  }

  private static func item(_ parser: inout Parser, _ place: PatternPlace) {
    let mark = parser.mark
    guard parser.take(.dotDotDot) else {
      _ = pattern(&parser, place)
      return
    }
    _ = pattern(&parser, place)
    parser.finish(mark, .rest)
  }

  private static func map(_ parser: inout Parser, _ place: PatternPlace) -> Bool {
    let mark = parser.mark
    parser.separated { parser in mapEntry(&parser, place) }
    parser.finish(mark, .recordPattern)
    return true
  }

  private static func mapEntry(_ parser: inout Parser, _ place: PatternPlace) {
    if parser.isAt(.dotDotDot) { return item(&parser, place) }
    let mark = parser.mark
    guard value(&parser) else { return }
    let key = parser.lastNode
    guard parser.take(.colon) else { return }
    _ = pattern(&parser, place)
    let isKnown = key?.kind == .text || key?.kind == .number
    parser.finish(
      mark, .patternEntry, name: isKnown ? key?.name ?? .empty : .empty, place: mark.position,
      flags: isKnown ? [] : .computed)
  }

  /// `<int>[a, b]`, `<String, int>{'a': b}`
  private static func typedLiteral(_ parser: inout Parser, _ place: PatternPlace) -> Bool {
    guard parser.isAngleList else { return value(&parser) }
    let mark = parser.mark
    parser.typeArguments()
    let isList = parser.isAt(kind: .leftSquare)
    parser.separated { parser in if isList { item(&parser, place) } else { mapEntry(&parser, place) } }
    parser.finish(mark, isList ? .listPattern : .recordPattern)
    return true
  }
}

extension Parser {
  /// The name that the pattern finished last binds.
  fileprivate var boundName: NameID {
    guard var node = lastNode else { return .empty }
    while node.kind != .binding, node.count > 0 { node = nodes[Int(lists[Int(node.list + node.count) - 1].raw)] }
    return node.kind == .binding ? node.name : .empty
  }
}
