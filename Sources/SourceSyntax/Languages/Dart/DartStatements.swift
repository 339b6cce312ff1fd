import SourceTokens

/// Statements.
extension DartGrammar {
  static func statement(_ parser: inout Parser) -> Bool {
    parser.linesMatter = false
    if parser.isAt(kind: .leftBrace) {
      parser.block()
      return true
    }
    let mark = parser.mark
    while parser.isAtAnnotation { parser.annotation() }
    if let word = parser.currentWord, control(word, &parser) || directive(word, mark, &parser) { return true }
    if typeDeclaration(mark, &parser) || declaration(mark, &parser, in: nil) { return true }
    if parser.position > mark.position {
      parser.finish(mark, .skipped)
      return true
    }
    return labelled(&parser) || parser.expressionStatement()
  }

  private static func control(_ word: Word, _ parser: inout Parser) -> Bool {
    let next = parser.peek()
    let opens = next.kind == .leftParenthesis
    switch word {
    case .if where opens: parser.ifStatement(conditions)
    case .while where opens: parser.whileStatement()
    case .do where next.kind == .leftBrace: parser.doStatement()
    case .for where opens, .await where next.isWord(.for): loopHeader(&parser) { parser in parser.bodyOrStatement() }
    case .switch where opens && parser.peekAfterGroup(1).kind == .leftBrace:
      parser.switchStatement(labels: guarded)
    case .try where next.kind == .leftBrace: parser.tryStatement(handler)
    case .return: parser.leavingStatement(.return)
    case .throw: parser.leavingStatement(.throw)
    case .rethrow: parser.leaf(.throw)
    case .break: parser.jumpStatement(.break)
    case .continue: parser.jumpStatement(.continue)
    case .yield: yielding(&parser)
    case .assert where opens: assertion(&parser)
    default: return false
    }
    return true
  }

  /// `a`, or `a case p when b`, in the parentheses of `if`.
  static func conditions(_ parser: inout Parser) {
    let mark = parser.mark
    guard parser.expressionStatement(), parser.isAt(.case) else { return }
    let place = parser.position
    parser.advance()
    _ = pattern(&parser, .matching)
    parser.finish(mark, .bindingCondition, name: Word.case.name, place: place)
    if parser.take(.when) { parser.expression() }
  }

  /// `yield x`, `yield* x`
  private static func yielding(_ parser: inout Parser) {
    let mark = parser.mark
    parser.advance()
    let flags: NodeFlags = parser.take(.star) ? .generator : []
    _ = parser.expressionStatement()
    parser.finish(mark, .yield, flags: flags)
  }

  /// `assert(a, 'b')`
  static func assertion(_ parser: inout Parser) {
    let mark = parser.mark
    parser.advance()
    parser.separated { parser in parser.expression() }
    parser.finish(mark, .command, name: Word.assert.name)
  }

  /// `on X catch (e, s) { … }`
  private static func handler(_ parser: inout Parser) -> Bool {
    guard parser.isAt(.on) || parser.isAt(.catch) else { return false }
    let mark = parser.mark
    if parser.take(.on) { _ = parser.type() }
    if parser.take(.catch), parser.isAt(kind: .leftParenthesis) { parser.separated { parser in bound(&parser) } }
    parser.block()
    parser.finish(mark, .catch)
    return true
  }

  /// `name: statement`
  private static func labelled(_ parser: inout Parser) -> Bool {
    guard parser.isLabel(.colon) else { return false }
    let mark = parser.mark
    let name = parser.current.name
    parser.advance(by: 2)
    parser.readStatement()
    parser.finish(mark, .labeled, name: name, place: mark.position)
    return true
  }

  // MARK: - Loops

  /// `for (…)` or `await for (…)` and what it repeats.
  static func loopHeader(_ parser: inout Parser, _ body: (inout Parser) -> Void) {
    let mark = parser.mark
    let flags: NodeFlags = parser.take(.await) ? .asynchronous : []
    parser.advance()
    var hasElements = false
    parser.inGroup { parser in
      hasElements = elements(&parser)
      if !hasElements {
        parser.loopParts(
          { parser in if !declaration(parser.mark, &parser, in: nil) { expressions(&parser) } }, expressions)
      }
    }
    body(&parser)
    parser.finish(mark, hasElements ? .forEach : .for, name: hasElements ? Word.in.name : .empty, flags: flags)
  }

  /// `a, b`
  private static func expressions(_ parser: inout Parser) {
    repeat {
      guard parser.expressionStatement() else { return }
    } while parser.take(.comma)
  }

  /// `final x in xs`, `var (a, b) in xs`, `x in xs`; false with nothing read where the header has three parts.
  private static func elements(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    if !declares(mark, &parser), parser.isAtName, parser.token(at: parser.position + 1).isWord(.in) {
      parser.namedLeaf(.name)
    }
    guard parser.take(.in) else {
      parser.rewind(to: mark)
      return false
    }
    parser.expression()
    return true
  }

  private static func declares(_ mark: Parser.Mark, _ parser: inout Parser) -> Bool {
    if parser.isAt(.late) { parser.namedLeaf(.modifier) }
    let keyword = parser.isAt(.final) || parser.isAt(.var) || parser.isAt(.const) ? parser.current.name : nil
    if keyword != nil { parser.advance() }
    let isDestructured = keyword != nil && isDestructuring(parser, before: .in)
    let isTyped = !isDestructured && typeBeforeName(&parser)
    guard keyword != nil || isTyped else { return false }
    let declarator = parser.mark
    if isDestructured { _ = pattern(&parser, .declaration) } else { bound(&parser) }
    parser.finish(declarator, .declarator)
    let isConstant = keyword == Word.final.name
    parser.finish(mark, .variables, name: keyword ?? .empty, flags: isConstant ? .constant : [])
    return true
  }
}
