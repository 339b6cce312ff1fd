import SourceTokens

/// What declarations and parameters bind.
extension JavaScriptGrammar {
  /// A name, `{ a, b: c = 1 }` or `[a, b]`.
  static func pattern(_ parser: inout Parser) -> Bool {
    switch parser.current.kind {
    case .name, .quotedName:
      parser.namedLeaf(.binding)
      return true
    case .leftBrace: return parser.nested { parser in recordPattern(&parser) }
    case .leftSquare: return parser.nested { parser in listPattern(&parser) }
    default: return false
    }
  }

  /// A pattern, and what it is where nothing is given.
  private static func elementPattern(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    guard pattern(&parser) else { return false }
    defaultValue(from: mark, &parser)
    return true
  }

  private static func defaultValue(from mark: Parser.Mark, _ parser: inout Parser) {
    guard parser.take(.equal) else { return }
    parser.expression()
    parser.finish(mark, .defaultPattern)
  }

  private static func recordPattern(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    parser.separated { parser in _ = parser.isAt(.dotDotDot) ? rest(&parser) : patternEntry(&parser) }
    parser.finish(mark, .recordPattern)
    return true
  }

  /// `...a`
  private static func rest(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    parser.advance()
    _ = pattern(&parser)
    parser.finish(mark, .rest)
    return true
  }

  /// `a`, `a = 1`, `a: b`, `"a": b`, `[a]: b`
  private static func patternEntry(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    guard let key = parser.key() else { return false }
    let isShorthand = parser.isAtName && parser.peek().sign != .colon
    if isShorthand {
      _ = elementPattern(&parser)
    } else {
      readKey(&parser)
      if parser.take(.colon) { _ = elementPattern(&parser) }
    }
    let flags: NodeFlags = isShorthand ? .shorthand : key == nil ? .computed : []
    parser.finish(mark, .patternEntry, name: key ?? .empty, place: mark.position, flags: flags)
    return true
  }

  private static func listPattern(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    items(&parser) { parser in _ = parser.isAt(.dotDotDot) ? rest(&parser) : elementPattern(&parser) }
    parser.finish(mark, .listPattern)
    return true
  }

  // MARK: - Keys

  /// Moves over the name of a property; one that is computed becomes a node.
  static func readKey(_ parser: inout Parser) {
    if parser.current.kind == .leftSquare {
      parser.inGroup(values)
    } else if parser.current.kind == .textStart {
      parser.textLiteral()
    } else {
      parser.advance()
    }
  }
}

extension Parser {
  /// The name of the property that is written at the cursor; `.some(nil)` where it is computed, nil where none begins.
  mutating func key() -> NameID?? {
    switch current.kind {
    case .name, .quotedName: return current.name
    case .number: return internText(of: position)
    case .text:
      let mark = mark
      textLiteral()
      let content = lastNode
      rewind(to: mark)
      return content.flatMap { $0.flags.contains(.unterminated) ? nil : $0.name }
    case .textStart, .leftSquare: return .some(nil)
    default: return nil
    }
  }

  /// `.b.c` behind a name.
  mutating func members(from mark: Mark) {
    while isAt(.dot), peek().isName {
      advance()
      let place = position
      advance()
      finish(mark, .member, name: token(at: place).name, place: place)
    }
  }
}

extension Token {
  var isName: Bool { kind == .name || kind == .quotedName }
}
