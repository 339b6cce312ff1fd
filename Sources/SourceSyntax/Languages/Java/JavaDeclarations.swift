import SourceTokens

/// Java's variables, methods and types.
enum JavaDeclarations {
  private static func isModifier(_ parser: borrowing Parser) -> Bool {
    let next = parser.peek()
    switch parser.currentWord {
    case .public, .private, .protected, .static, .final, .abstract, .native, .transient, .volatile, .strictfp, .sealed:
      return next.kind != .sign || next.isSign(.less) || next.isSign(.at)
    case .default, .synchronized: return next.kind == .name
    default: return false
    }
  }

  /// Modifiers and annotations; `non-sealed` is one of three tokens.
  static func modifiers(_ parser: inout Parser) {
    while true {
      if parser.isAtAnnotation, !parser.peek().isWord(.interface) {
        parser.annotation()
      } else if isModifier(parser) {
        parser.namedLeaf(.modifier)
      } else if parser.peek().isSign(.minus), parser.peek(2).isWord(.sealed), parser.current.kind == .name {
        let start = parser.mark
        parser.advance(by: 3)
        parser.finish(start, .modifier, name: parser.tokens[start.position].name)
      } else {
        return
      }
    }
  }

  // MARK: - Variables

  /// `Type a` and then something that ends the name of a variable.
  static func isVariable(_ parser: borrowing Parser) -> Bool {
    guard let end = parser.endOfType(from: parser.position) else { return false }
    let name = parser.token(at: end)
    guard name.kind == .name, !name.isWord(.instanceof) else { return false }
    let next = parser.token(at: end + 1)
    switch next.kind {
    case .end, .rightParenthesis, .leftSquare, .rightBrace: return true
    default:
      return next.isSign(.equal) || next.isSign(.semicolon) || next.isSign(.comma) || next.isSign(.colon)
    }
  }

  /// `Type a = x, b`: `isVariable` has said so.
  static func variables(_ start: Parser.Mark, _ parser: inout Parser) {
    let word: Word? = parser.isAt(.var) || parser.isAt(.val) ? parser.currentWord : nil
    let isFinal = parser.hasModifier(.final, since: start)
    if word != nil { parser.advance() } else { parser.typeOrSkipped() }
    while parser.isAtName {
      let declarator = parser.mark
      parser.namedLeaf(.binding)
      while parser.isAt(kind: .leftSquare) { parser.skipItem() }
      if parser.take(.equal) { parser.expression() }
      parser.finish(declarator, .declarator)
      guard parser.isAt(.comma), parser.peek().kind == .name else { break }
      parser.advance()
    }
    parser.finish(start, .variables, name: word?.name ?? .empty, flags: isFinal ? .constant : [])
  }

  /// Parameters of a method, lambda or record, with or without types.
  static func parameters(_ parser: inout Parser, areProperties: Bool = false) {
    let start = parser.mark
    parser.separated { parser in
      let start = parser.mark
      modifiers(&parser)
      var flags: NodeFlags = areProperties ? [.property, .constant] : []
      let next = parser.peek()
      if !parser.isAtName || next.kind != .end && !next.isSign(.comma) { parser.typeOrSkipped() }
      while parser.isAtAnnotation { parser.annotation() }
      if parser.take(.dotDotDot) { flags.insert(.variadic) }
      let name = parser.isAtName ? parser.current.name : .empty
      let place = parser.position
      if parser.isAtName { parser.namedLeaf(.binding) }
      while parser.isAt(kind: .leftSquare) { parser.skipItem() }
      parser.finish(start, .parameter, name: areProperties ? name : .empty, place: place, flags: flags)
    }
    parser.finish(start, .parameters)
  }

  // MARK: - Methods

  enum MethodKind { case method, constructor }

  /// `Name(…) {`, `Name {` of a record, or `Type name(…)` and then something that ends its head.
  static func isMethod(_ parser: borrowing Parser) -> MethodKind? {
    let next = parser.peek()
    if parser.isAt(kind: .name), next.kind == .leftParenthesis || next.kind == .leftBrace {
      let after = next.kind == .leftBrace ? next : parser.peekAfterGroup(1)
      guard after.kind == .leftBrace || after.isWord(.throws), parser.currentWord.map(isName) ?? true else {
        return nil
      }
      return .constructor
    }
    guard let end = parser.endOfType(from: parser.position), parser.token(at: end).kind == .name,
      parser.token(at: end + 1).kind == .leftParenthesis
    else { return nil }
    let after = parser.token(at: parser.afterItem(end + 1))
    switch after.kind {
    case .end, .leftBrace, .leftSquare, .rightBrace: return .method
    default: return after.isSign(.semicolon) || after.isWord(.throws) || after.isWord(.default) ? .method : nil
    }
  }

  /// Words before parentheses or braces that begin statements.
  private static func isName(_ word: Word) -> Bool {
    switch word {
    case .if, .for, .while, .switch, .try, .catch, .synchronized, .do, .else, .finally, .super, .this, .return, .new:
      false
    default: true
    }
  }

  /// `<T> Type name(…) throws X { … }`
  static func method(_ start: Parser.Mark, isConstructor: Bool, _ parser: inout Parser) {
    if !isConstructor { parser.typeOrSkipped() }
    let place = parser.position
    let name = parser.takeName() ?? .empty
    if parser.isAt(kind: .leftParenthesis) { parameters(&parser) }
    while parser.isAt(kind: .leftSquare) { parser.skipItem() }
    let thrown = parser.mark
    if parser.take(.throws) {
      repeat { parser.typeOrSkipped() } while parser.take(.comma)
      parser.finish(thrown, .thrownTypes, name: Word.throws.name, place: thrown.position)
    }
    if parser.isAt(kind: .leftBrace) {
      parser.block()
    } else if parser.take(.default) {
      parser.expression()
    }
    parser.finish(
      start, .function, name: name, place: place,
      code: isConstructor ? FunctionForm.initializer.rawValue : FunctionForm.function.rawValue)
  }

  // MARK: - Types

  private static func form(_ parser: borrowing Parser) -> TypeForm? {
    if parser.isAt(.at), parser.peek().isWord(.interface) { return .annotation }
    guard parser.peek().kind == .name else { return nil }
    let behind = parser.peek(2)
    return switch parser.currentWord {
    case .class: .class
    case .interface: .interface
    case .enum: .enumeration
    case .record where behind.kind == .leftParenthesis || behind.isSign(.less): .record
    default: nil
    }
  }

  /// A class, interface, enumeration or record, behind modifiers; false with nothing read when none begins here.
  static func type(_ start: Parser.Mark, _ parser: inout Parser) -> Bool {
    guard let form = form(parser) else { return false }
    parser.advance(by: form == .annotation ? 2 : 1)
    let place = parser.position
    let name = parser.takeName() ?? .empty
    typeParameters(&parser)
    if form == .record, parser.isAt(kind: .leftParenthesis) { parameters(&parser, areProperties: true) }
    heritage(&parser)
    if parser.isAt(kind: .leftBrace) {
      let body = parser.mark
      parser.inGroup { parser in
        if form == .enumeration { JVMEnumCases.read(&parser) { $0.block() } }
        parser.statements()
      }
      parser.finish(body, .block)
    }
    parser.finish(start, .typeDeclaration, name: name, place: place, code: form.rawValue)
    return true
  }

  private static func heritage(_ parser: inout Parser) {
    while parser.isAt(.extends) || parser.isAt(.implements) || parser.isAt(.permits) {
      let word = parser.current.name
      var start = parser.mark
      parser.advance()
      repeat {
        parser.typeOrSkipped()
        parser.finish(start, .heritage, name: word)
        guard parser.isAt(.comma) else { break }
        parser.advance()
        start = parser.mark
      } while !parser.isAtEnd
    }
  }

  /// `<T extends A & B>`
  static func typeParameters(_ parser: inout Parser) {
    parser.typeParameters(takesBound: { $0.take(.extends) }) { parser in
      while parser.isAtAnnotation { parser.annotation() }
    }
  }
}

extension Parser {
  /// A modifier was finished since the mark.
  func hasModifier(_ word: Word, since mark: Mark) -> Bool {
    waiting.suffix(count(since: mark)).contains { id in
      let node = nodes[Int(id.raw)]
      return node.kind == .modifier && node.name == word.name
    }
  }
}
