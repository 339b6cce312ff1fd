import SourceTokens

/// Statements and variables.
extension JavaScriptGrammar {
  static func statement(_ parser: inout Parser) -> Bool {
    let token = parser.current
    switch token.kind {
    case .leftBrace:
      parser.block()
      return true
    case .name:
      if let word = token.keyword, declaration(word, &parser) || control(word, &parser) { return true }
      return labelled(&parser) || expressionStatement(&parser)
    case .sign where token.isSign(.at): return decorated(&parser)
    default: return expressionStatement(&parser)
    }
  }

  /// One or several expressions between commas.
  private static func expressionStatement(_ parser: inout Parser) -> Bool { value(&parser) }

  static func values(_ parser: inout Parser) { _ = value(&parser) }

  // MARK: - Declarations

  private static func declaration(_ word: Word, _ parser: inout Parser) -> Bool {
    let next = parser.peek()
    switch word {
    case .const where next.isWord(.enum): return typeDeclaration(word, &parser)
    case .const, .let, .var: return canDeclare(next) && variables(parser.mark, &parser)
    case .using, .await: return isResource(parser) && variables(parser.mark, &parser)
    case .function: return function(parser.mark, &parser)
    case .async: return next.isWord(.function) && !next.startsLine && function(parser.mark, &parser)
    case .class: return classDeclaration(parser.mark, &parser)
    case .import: return next.kind != .leftParenthesis && !next.isSign(.dot) && imported(&parser)
    case .export: return exported(parser.mark, &parser)
    default: return typeDeclaration(word, &parser)
    }
  }

  static func canDeclare(_ token: Token) -> Bool {
    switch token.kind {
    case .name: !token.isWord(.in) && !token.isWord(.instanceof)
    case .quotedName, .leftBrace, .leftSquare: true
    default: false
    }
  }

  /// `using a = b`, `await using a = b`
  static func isResource(_ parser: Parser) -> Bool {
    let distance = parser.isAt(.await) ? 1 : 0
    let name = parser.peek(distance + 1)
    return parser.peek(distance).isWord(.using) && name.isName && !name.startsLine
      && (parser.peek(distance + 2).isSign(.equal) || parser.peek(distance + 2).isWord(.of))
  }

  /// Decorators before a class, or before its `export`.
  private static func decorated(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    decorators(&parser)
    if parser.isAt(.export) { return exported(mark, &parser) }
    while parser.isAt(.abstract) || parser.isAt(.declare) { parser.namedLeaf(.modifier) }
    if parser.isAt(.class) { return classDeclaration(mark, &parser) }
    parser.finish(mark, .skipped)
    return true
  }

  /// `const a = 1, b: B = 2`
  static func variables(_ mark: Parser.Mark, _ parser: inout Parser) -> Bool {
    var flags: NodeFlags = parser.take(.await) ? .asynchronous : []
    let word = parser.current.name
    if parser.isAt(.const) || parser.isAt(.using) { flags.insert(.constant) }
    parser.advance()
    repeat { declarator(&parser) } while parser.take(.comma)
    parser.finish(mark, .variables, name: word, flags: flags)
    return true
  }

  static func declarator(_ parser: inout Parser) {
    let mark = parser.mark
    _ = pattern(&parser)
    let flags: NodeFlags = parser.isAt(.exclamation) && parser.take(.exclamation) ? .forced : []
    typeAnnotation(&parser)
    if parser.take(.equal) { parser.expression() }
    parser.finish(mark, .declarator, flags: flags)
  }

  // MARK: - Control

  private static func control(_ word: Word, _ parser: inout Parser) -> Bool {
    let next = parser.peek()
    let opens = next.kind == .leftParenthesis
    switch word {
    case .if where opens: parser.ifStatement(values)
    case .while where opens: parser.whileStatement(values)
    case .do: parser.doStatement(values)
    case .for where opens || next.isWord(.await): loop(&parser)
    case .switch where opens: parser.switchStatement(values, labels: values)
    case .try where next.kind == .leftBrace: parser.tryStatement(handler)
    case .return: parser.leavingStatement(.return, values)
    case .throw: parser.leavingStatement(.throw, values)
    case .break: parser.jumpStatement(.break)
    case .continue: parser.jumpStatement(.continue)
    case .with where opens: with(&parser)
    case .debugger where !next.isSign(.dot) && !next.isSign(.equal): parser.namedLeaf(.command)
    default: return false
    }
    return true
  }

  /// `with (a) …`
  private static func with(_ parser: inout Parser) {
    let mark = parser.mark
    parser.advance()
    parser.separated { parser in
      let item = parser.mark
      parser.expression()
      parser.finish(item, .withItem)
    }
    parser.bodyOrStatement()
    parser.finish(mark, .with, name: Word.with.name)
  }

  /// `catch (a) { … }`, `catch { … }`
  private static func handler(_ parser: inout Parser) -> Bool {
    guard parser.isAt(.catch) else { return false }
    let mark = parser.mark
    parser.advance()
    if parser.isAt(kind: .leftParenthesis) {
      parser.inGroup { parser in
        _ = pattern(&parser)
        typeAnnotation(&parser)
      }
    }
    parser.block()
    parser.finish(mark, .catch)
    return true
  }

  /// `name: statement`; Svelte's `$: statement`, too.
  private static func labelled(_ parser: inout Parser) -> Bool {
    guard parser.peek().isSign(.colon) else { return false }
    let mark = parser.mark
    let name = parser.current.name
    parser.advance()
    parser.advance()
    parser.readStatement()
    parser.finish(mark, .labeled, name: name, place: mark.position)
    return true
  }
}
