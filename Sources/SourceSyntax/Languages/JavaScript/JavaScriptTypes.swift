import SourceTokens

/// Types as TypeScript writes them.
extension JavaScriptGrammar {
  /// `: Type`, where types may be written.
  @discardableResult
  static func typeAnnotation(_ parser: inout Parser) -> Bool {
    guard parser.syntax.hasTypes, parser.take(.colon) else { return false }
    return type(&parser)
  }

  /// `: Type` of a function: also `x is T` and `asserts x is T`.
  static func resultAnnotation(_ parser: inout Parser) {
    guard parser.syntax.hasTypes, parser.take(.colon) else { return }
    _ = resultType(&parser)
  }

  static func type(_ parser: inout Parser) -> Bool { parser.type() }

  /// What `parser.type()` reads.
  static func typeContent(_ parser: inout Parser) -> Bool { conditionalType(&parser) }

  static func resultType(_ parser: inout Parser) -> Bool {
    guard parser.isAt(.asserts), parser.peek().kind == .name, !parser.peek().startsLine, !parser.peek().isWord(.is)
    else {
      return type(&parser)
    }
    let mark = parser.mark
    parser.advance()
    _ = type(&parser)
    parser.finish(mark, .typeOperator, name: Word.asserts.name, place: mark.position)
    return true
  }

  /// `T extends U ? X : Y`
  private static func conditionalType(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    guard unionType(&parser) else { return false }
    guard parser.isAt(.extends), !parser.isAtLineBreak else { return true }
    let place = parser.position
    parser.advance()
    _ = unionType(&parser)
    if parser.take(.question) {
      _ = type(&parser)
      if parser.take(.colon) { _ = type(&parser) }
    }
    parser.finish(mark, .otherType, name: Word.extends.name, place: place)
    return true
  }

  private static func unionType(_ parser: inout Parser) -> Bool {
    operation(&parser, .bar, .or) { parser in operation(&parser, .ampersand, .and) { typeOperand(&$0) } }
  }

  /// Types between signs of one kind, which may stand before the first one, too.
  private static func operation(
    _ parser: inout Parser, _ sign: Sign, _ operation: Operator, _ operand: (inout Parser) -> Bool
  ) -> Bool {
    let mark = parser.mark
    var place = parser.take(sign) ? mark.position : nil
    guard operand(&parser) || place != nil else { return false }
    while parser.isAt(sign) {
      place = place ?? parser.position
      parser.advance()
      _ = operand(&parser)
    }
    if let place { parser.finish(mark, .unionType, operation, place: place) }
    return true
  }

  // MARK: - Operands

  /// An operand with the words before it and the brackets behind it.
  private static func typeOperand(_ parser: inout Parser) -> Bool {
    if let word = parser.currentWord, typeOperators.contains(word), beginsType(parser.peek()) {
      return parser.nested { parser in typeOperator(word, &parser) }
    }
    let mark = parser.mark
    guard typePrimary(&parser) else { return false }
    brackets(mark, &parser)
    return predicate(mark, &parser)
  }

  /// `x is T`
  private static func predicate(_ mark: Parser.Mark, _ parser: inout Parser) -> Bool {
    guard parser.isAt(.is), !parser.isAtLineBreak else { return true }
    let place = parser.position
    parser.advance()
    _ = type(&parser)
    parser.finish(mark, .otherType, name: Word.is.name, place: place)
    return true
  }

  private static let typeOperators: Set<Word> = [.keyof, .typeof, .readonly, .unique, .infer]

  private static func beginsType(_ token: Token) -> Bool {
    guard !token.startsLine else { return false }
    switch token.kind {
    case .name: return !token.isWord(.extends) && !token.isWord(.is)
    case .quotedName, .text, .textStart, .leftParenthesis, .leftBrace, .number: return true
    case .leftSquare: return true
    default: return false
    }
  }

  private static func typeOperator(_ word: Word, _ parser: inout Parser) -> Bool {
    let mark = parser.mark
    parser.advance()
    switch word {
    case .typeof: queried(&parser)
    case .infer: inferred(&parser)
    default: _ = typeOperand(&parser)
    }
    parser.finish(mark, .typeOperator, name: word.name, place: mark.position)
    brackets(mark, &parser)
    return true
  }

  /// `[]` and `["a"]` behind a type.
  private static func brackets(_ mark: Parser.Mark, _ parser: inout Parser) {
    while parser.isAt(kind: .leftSquare), !parser.isAtLineBreak {
      var kind = NodeKind.arrayType
      parser.inGroup { parser in if type(&parser) { kind = .indexedType } }
      parser.finish(mark, kind)
    }
  }

  /// `a.b<C>` and `import("x")` behind `typeof`.
  private static func queried(_ parser: inout Parser) {
    let mark = parser.mark
    if parser.isAt(.import) {
      importedType(&parser)
    } else {
      parser.namedLeaf(.name)
      parser.members(from: mark)
    }
    if parser.isAt(.less), !parser.isAtLineBreak { typeArguments(&parser) }
  }

  /// `U` and `U extends V` behind `infer`.
  private static func inferred(_ parser: inout Parser) {
    let mark = parser.mark
    let name = parser.current.name
    parser.advance()
    // `infer U extends V ? X : Y` asks whether it is a `V`, which is said by the question mark.
    if parser.isAt(.extends), !parser.isAtLineBreak, !parser.isLookingAhead {
      let beforeBound = parser.mark
      parser.isLookingAhead = true
      parser.advance()
      if !unionType(&parser) || parser.isAt(.question) { parser.rewind(to: beforeBound) }
      parser.isLookingAhead = false
    }
    parser.finish(mark, .typeParameter, name: name, place: mark.position)
  }

  private static func typePrimary(_ parser: inout Parser) -> Bool {
    let token = parser.current
    switch token.kind {
    case .name, .quotedName: return nameOfType(&parser)
    case .text, .textStart, .number: return literalType(&parser)
    case .sign where token.isSign(.minus) && parser.peek().kind == .number: return literalType(&parser)
    case .leftParenthesis: return typeInParentheses(&parser)
    case .leftSquare: return tupleType(&parser)
    case .leftBrace: return parser.nested { parser in bracedType(&parser) }
    case .sign where token.isSign(.less): return functionType(parser.mark, .empty, &parser)
    default: return false
    }
  }

  static func literalType(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    // Not by the way of operands: an arrow may follow.
    if let word = parser.currentWord, let literal = parser.grammar.literal(word) {
      parser.leaf(literal)
    } else {
      parser.operand()
    }
    parser.finish(mark, .literalType)
    return true
  }
}
