import SourceTokens

/// Kotlin's statements that declare nothing.
enum KotlinStatements {
  static func statement(_ parser: inout Parser) -> Bool {
    let start = parser.mark
    while parser.isAtAnnotation {
      // `@file:Name`
      let isOfFile = parser.peek().isWord(.file) && parser.peek(2).isSign(.colon)
      parser.annotation()
      if isOfFile { return true }
    }
    if KotlinDeclarations.declaration(start, &parser) { return true }
    let isAnnotated = parser.position > start.position
    let read = plain(&parser)
    if isAnnotated { parser.finish(start, .unary, .word) }
    return read || isAnnotated
  }

  private static func plain(_ parser: inout Parser) -> Bool {
    guard parser.isAt(kind: .name) else { return parser.expressionStatement() }
    let next = parser.peek()
    switch parser.currentWord {
    case .import where next.kind == .name || next.kind == .quotedName: JVMImports.statement(&parser, .import)
    case .package where next.kind == .name || next.kind == .quotedName: JVMImports.statement(&parser, .package)
    case .for where next.kind == .leftParenthesis: forLoop(&parser)
    case .while where next.kind == .leftParenthesis: parser.whileStatement()
    case .do where next.kind == .leftBrace: parser.doStatement()
    case .initWord where next.kind == .leftBrace:
      let start = parser.mark
      parser.advance()
      parser.block()
      parser.finish(start, .initializerBlock)
    default:
      guard isLabel(parser) else { return parser.expressionStatement() }
      // `label@ for (…)`
      let start = parser.mark
      let name = parser.current.name
      parser.advance(by: 2)
      parser.readStatement()
      parser.finish(start, .labeled, name: name, place: start.position)
    }
    return true
  }

  /// `label@ for`; not `return@label` and `this@Screen`.
  private static func isLabel(_ parser: borrowing Parser) -> Bool {
    guard parser.isAtLabelSign(1), parser.peek(2).kind == .name else { return false }
    switch parser.currentWord {
    case .return, .break, .continue, .this, .super: return false
    default: return true
    }
  }

  /// `return x`, `return@label x`, `throw x`, `break@label`
  static func jump(_ kind: NodeKind, _ parser: inout Parser) {
    let start = parser.mark
    parser.advance()
    var label: Int?
    if parser.isAtLabelSign(0), parser.peek().kind == .name {
      label = parser.position + 1
      parser.advance(by: 2)
    }
    if kind == .return || kind == .throw, parser.hasOperandOnLine, !parser.isAt(.else) {
      _ = parser.expressionStatement()
    }
    parser.finish(start, kind, name: label.map { parser.tokens[$0].name } ?? .empty, place: label)
  }

  // MARK: - Blocks

  /// `for ((a, b) in list) …`
  private static func forLoop(_ parser: inout Parser) {
    let start = parser.mark
    parser.advance()
    parser.inGroup { parser in
      let declared = parser.mark
      while parser.isAtAnnotation { parser.annotation() }
      if !KotlinTypes.pattern(&parser) { parser.empty() }
      if parser.take(.colon) {
        parser.typeOrSkipped()
        parser.finish(declared, .declarator)
        parser.finish(declared, .variables)
      }
      _ = parser.take(.in)
      parser.expression()
    }
    parser.bodyOrStatement()
    parser.finish(start, .forEach, name: Word.in.name)
  }

  /// `catch (e: Type) { … }`
  static func handler(_ parser: inout Parser) -> Bool {
    guard parser.isAt(.catch) else { return false }
    let start = parser.mark
    parser.advance()
    if parser.isAt(kind: .leftParenthesis) {
      parser.inGroup { parser in
        while parser.isAtAnnotation { parser.annotation() }
        if !KotlinTypes.pattern(&parser) { parser.empty() }
        if parser.take(.colon) { parser.typeOrSkipped() }
      }
    }
    parser.block()
    parser.finish(start, .catch)
    return true
  }

  /// `when (subject) { a, b -> …; else -> … }`
  static func selection(_ parser: inout Parser) {
    let start = parser.mark
    parser.advance()
    if parser.isAt(kind: .leftParenthesis) { parser.inGroup(subject) }
    if parser.isAt(kind: .leftBrace) { parser.inGroup(cases) }
    parser.finish(start, .switch)
  }

  private static func subject(_ parser: inout Parser) {
    let start = parser.mark
    while parser.isAtAnnotation { parser.annotation() }
    guard parser.isAt(.val), parser.peek().kind == .name else { return parser.expression() }
    KotlinDeclarations.property(start, &parser)
  }

  private static func cases(_ parser: inout Parser) {
    while !parser.isAtEnd {
      if parser.take(.semicolon) || parser.take(.comma) { continue }
      let start = parser.mark
      let isDefault = parser.isAt(.else) && parser.peek().isSign(.arrow)
      if isDefault { parser.advance() } else { patterns(&parser) }
      guard parser.take(.arrow) else {
        if parser.position == start.position { parser.skipItem() }
        parser.finish(start, .skipped)
        continue
      }
      parser.bodyOrStatement()
      parser.finish(
        start, .case, name: isDefault ? Word.else.name : .empty, flags: isDefault ? [.arrow, .isDefault] : .arrow)
    }
  }

  private static func patterns(_ parser: inout Parser) {
    repeat {
      if parser.isAt(.arrow) { break }
      pattern(&parser)
    } while parser.take(.comma)
    guard parser.isAt(.if) else { return }
    let start = parser.mark
    parser.advance()
    parser.expression()
    parser.finish(start, .conditions)
  }

  /// `is Type`, `in range`, or a value.
  private static func pattern(_ parser: inout Parser) {
    let start = parser.mark
    let isNegated = parser.isAt(.exclamation)
    let word = isNegated ? parser.peek().keyword : parser.currentWord
    guard word == .is || word == .in else { return parser.expression() }
    parser.empty()
    let place = parser.position + (isNegated ? 1 : 0)
    parser.advance(by: isNegated ? 2 : 1)
    if word == .is {
      parser.typeOrSkipped()
      parser.finish(start, .typeTest, name: Word.is.name, place: place, flags: isNegated ? .negated : [])
    } else {
      parser.expression()
      parser.finish(start, .binary, isNegated ? .notContained : .contained, place: place)
    }
  }
}
