import SourceTokens

/// Simple statements.
enum PythonStatements {
  static func statement(_ parser: inout Parser) -> Bool {
    if parser.isAt(.at) { return PythonDefinitions.decorated(&parser) }
    if isMagic(parser) { return skipLine(&parser) }
    if let word = parser.currentWord, keyword(word, &parser) { return true }
    return assignment(&parser)
  }

  /// `%pip install x`, `!ls`, `?name`: lines of a notebook that speak to the notebook.
  private static func isMagic(_ parser: borrowing Parser) -> Bool {
    guard parser.current.startsLine, let sign = parser.current.sign else { return false }
    return [.percent, .exclamation, .question, .dollar, .notEqual, .percentEqual].contains(sign)
  }

  private static func skipLine(_ parser: inout Parser) -> Bool {
    let start = parser.mark
    repeat { parser.skipItem() } while !parser.isAtEnd && !parser.current.startsLine
    parser.finish(start, .skipped)
    return true
  }

  private static func keyword(_ word: Word, _ parser: inout Parser) -> Bool {
    switch word {
    case .import, .from: return PythonImports.statement(&parser)
    case .def, .class: return PythonDefinitions.definition(parser.mark, &parser)
    case .typeName: return PythonDefinitions.alias(&parser)
    case .async: return asynchronous(&parser)
    case .if: PythonBlocks.condition(&parser)
    case .for: PythonBlocks.forLoop(parser.mark, column: parser.column, &parser)
    case .while: PythonBlocks.whileLoop(&parser)
    case .try: PythonBlocks.attempt(&parser)
    case .with: PythonBlocks.with(parser.mark, column: parser.column, &parser)
    case .match: return PythonBlocks.match(&parser)
    case .return:
      let start = parser.mark
      parser.advance()
      if parser.hasOperandOnLine { PythonExpressions.list(&parser) }
      parser.finish(start, .return)
    case .raise: raise(&parser)
    case .break: parser.leaf(.break)
    case .continue: parser.leaf(.continue)
    case .global, .nonlocal: scopeNames(word, &parser)
    case .pass, .del, .assert: command(word, &parser)
    default: return false
    }
    return true
  }

  private static func raise(_ parser: inout Parser) {
    let start = parser.mark
    parser.advance()
    if parser.hasOperandOnLine { PythonExpressions.conditional(&parser) }
    if !parser.isAtLineBreak, parser.take(.from) { PythonExpressions.conditional(&parser) }
    parser.finish(start, .throw)
  }

  /// `global a, b`
  private static func scopeNames(_ word: Word, _ parser: inout Parser) {
    let start = parser.mark
    parser.advance()
    while !parser.isAtLineBreak, parser.isAtName {
      parser.namedLeaf(.binding)
      if !parser.take(.comma) { break }
    }
    parser.finish(start, .scopeNames, name: word.name, place: start.position)
  }

  /// `del a, b`, `assert a, b`, `pass`
  private static func command(_ word: Word, _ parser: inout Parser) {
    let start = parser.mark
    parser.advance()
    while parser.hasOperandOnLine {
      let before = parser.position
      PythonExpressions.element(&parser)
      if parser.position == before || parser.isAtLineBreak || !parser.take(.comma) { break }
    }
    parser.finish(start, .command, name: word.name, place: start.position)
  }

  private static func asynchronous(_ parser: inout Parser) -> Bool {
    let start = parser.mark
    let column = parser.column
    switch parser.peek().keyword {
    case .def: return PythonDefinitions.definition(start, &parser)
    case .for:
      parser.advance()
      PythonBlocks.forLoop(start, column: column, &parser)
    case .with:
      parser.advance()
      PythonBlocks.with(start, column: column, &parser)
    default: return false
    }
    return true
  }

  // MARK: - Assignments

  /// `a = b = x`, `a, b = x`, `a: T = x`, `a += x`, or an expression.
  private static func assignment(_ parser: inout Parser) -> Bool {
    let start = parser.mark
    PythonExpressions.list(&parser)
    guard parser.position > start.position else {
      parser.rewind(to: start)
      return false
    }
    guard !parser.isAtLineBreak else { return true }
    if parser.isAt(.colon), isTarget(parser.lastKind) {
      annotated(start, &parser)
    } else if let operation = compound(parser) {
      let place = parser.position
      parser.advance(by: operation.tokens)
      PythonExpressions.list(&parser)
      parser.finish(start, .assign, operation.operation, place: place)
    } else if parser.isAt(.equal) {
      assigned(start, &parser)
    }
    return true
  }

  /// At the sign behind a target.
  private static func assigned(_ start: Parser.Mark, _ parser: inout Parser) {
    let place = parser.position
    parser.advance()
    let value = parser.mark
    PythonExpressions.list(&parser)
    if parser.isAt(.equal), !parser.isAtLineBreak {
      _ = parser.nested { parser in
        assigned(value, &parser)
        return true
      }
    }
    parser.finish(start, .assign, .assign, place: place)
  }

  private static func isTarget(_ kind: NodeKind?) -> Bool { kind == .name || kind == .member || kind == .index }

  private static func compound(_ parser: borrowing Parser) -> BinaryOperator? {
    if parser.isAt(.greater) {
      let shift = parser.shift()
      return shift.role == .assignment ? shift : nil
    }
    guard let sign = parser.current.sign, sign != .equal else { return nil }
    return BinaryOperator.common(sign).flatMap { $0.role == .assignment ? $0 : nil }
  }

  /// `a: T`, `a: T = x`: a declaration.
  private static func annotated(_ start: Parser.Mark, _ parser: inout Parser) {
    if parser.lastKind == .name {
      parser.rewind(to: start)
      parser.namedLeaf(.binding)
    }
    parser.advance()
    parser.typeOrSkipped()
    if !parser.isAtLineBreak, parser.take(.equal) { PythonExpressions.list(&parser) }
    parser.finish(start, .declarator)
    parser.finish(start, .variables)
  }
}

extension Parser {
  /// Of the token at the cursor.
  var column: Int { position < tokens.count ? tokens.column(of: position) : 0 }
}
