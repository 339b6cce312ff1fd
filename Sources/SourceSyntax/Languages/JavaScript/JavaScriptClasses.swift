import SourceTokens

/// Classes and their members.
extension JavaScriptGrammar {
  /// `class A<T> extends B<T> implements C { … }`, as a statement or a value, with the cursor at the word.
  static func classDeclaration(_ mark: Parser.Mark, _ parser: inout Parser) -> Bool {
    parser.advance()
    var (name, place): (NameID, Int?) = (.empty, nil)
    if parser.isAtName, !parser.isAt(.extends), !parser.isAt(.implements) {
      (name, place) = (parser.current.name, parser.position)
      parser.advance()
    }
    typeParameters(&parser)
    heritage(&parser)
    body(&parser, areSignatures: false)
    parser.finish(mark, .typeDeclaration, name: name, place: place, code: TypeForm.class.rawValue)
    return true
  }

  /// `extends A<B>, C implements D`
  static func heritage(_ parser: inout Parser) {
    var word = Word.empty
    while !parser.isAtEnd, parser.current.kind != .leftBrace {
      let mark = parser.mark
      if parser.isAt(.extends) || parser.isAt(.implements) {
        word = parser.currentWord ?? .empty
        parser.advance()
      } else if word == .empty || !parser.take(.comma) {
        return
      }
      if word == .extends { supertype(&parser) } else { _ = type(&parser) }
      parser.finish(mark, .heritage, name: word.name)
    }
  }

  /// A type where it is a name; else the value that is the class.
  private static func supertype(_ parser: inout Parser) {
    let mark = parser.mark
    if parser.isAtName, !parser.isAt(.class), type(&parser), endsSupertype(parser) { return }
    parser.rewind(to: mark)
    parser.chain()
  }

  private static func endsSupertype(_ parser: Parser) -> Bool {
    parser.isAtEnd || parser.current.kind == .leftBrace || parser.isAt(.comma) || parser.isAt(.implements)
      || parser.isAt(.extends)
  }

  /// The braces of a class, interface or enumeration.
  static func body(_ parser: inout Parser, areSignatures: Bool) {
    guard parser.current.kind == .leftBrace else { return }
    let mark = parser.mark
    parser.inGroup { parser in members(&parser, areSignatures: areSignatures) }
    parser.finish(mark, .block)
  }

  // MARK: - Members

  /// - Parameter areSignatures: of an interface, whose members may also be calls, constructions and signatures of indices.
  static func members(_ parser: inout Parser, areSignatures: Bool) {
    parser.linesMatter = true
    while !parser.isAtEnd {
      if parser.take(.semicolon) || parser.take(.comma) { continue }
      if !member(&parser, areSignatures) { parser.skipItemAsNode() }
    }
  }

  private static let modifiers: Set<Word> = [
    .public, .private, .protected, .readonly, .static, .abstract, .override, .declare, .async, .get, .set, .accessor,
  ]

  private static func member(_ parser: inout Parser, _ areSignatures: Bool) -> Bool {
    let mark = parser.mark
    decorators(&parser)
    var method = modifiers(&parser)
    if parser.take(.star) { method.flags.insert(.generator) }
    if parser.current.kind == .leftBrace, parser.position > mark.position {
      parser.block()
      parser.finish(mark, .initializerBlock)
      return true
    }
    if areSignatures, signatureMember(mark, &parser) { return true }
    if isIndexSignature(parser) { return indexSignature(mark, &parser) }
    guard let key = parser.key() else { return parser.position > mark.position && skipped(mark, &parser) }
    if isMethod(parser) {
      self.method(mark, key, method, &parser)
    } else {
      field(mark, key, &parser)
    }
    return true
  }

  /// Words and decorators without anything that they belong to.
  private static func skipped(_ mark: Parser.Mark, _ parser: inout Parser) -> Bool {
    parser.finish(mark, .skipped)
    return true
  }

  // MARK: - Modifiers

  private struct MethodWords {
    var form = FunctionForm.function
    var flags: NodeFlags = []
  }

  private static func modifiers(_ parser: inout Parser) -> MethodWords {
    var words = MethodWords()
    while let word = parser.currentWord, modifiers.contains(word), isModifier(word, before: parser.peek()) {
      switch word {
      case .async: words.flags.insert(.asynchronous)
      case .get: words.form = .getter
      case .set: words.form = .setter
      default:
        parser.namedLeaf(.modifier)
        decorators(&parser)
        continue
      }
      parser.advance()
    }
    return words
  }

  /// A modifier is one only before something it can modify: `get` may be the name of a method.
  private static func isModifier(_ word: Word, before token: Token) -> Bool {
    switch token.kind {
    case .name, .quotedName, .text, .number, .leftSquare:
      !token.startsLine || word != .get && word != .set && word != .static && word != .async && word != .accessor
    case .leftBrace: word == .static
    case .sign: token.isSign(.star) || token.isSign(.at)
    default: false
    }
  }

  // MARK: - Signatures

  /// `(a: A): B`, `new (a: A): B`
  private static func signatureMember(_ mark: Parser.Mark, _ parser: inout Parser) -> Bool {
    let next = parser.peek()
    let constructs = parser.isAt(.new) && (next.kind == .leftParenthesis || next.isSign(.less))
    if constructs { parser.advance() }
    guard parser.current.kind == .leftParenthesis || parser.isAt(.less) else { return false }
    signature(&parser)
    let form = constructs ? FunctionForm.initializer : .function
    parser.finish(mark, .function, code: form.rawValue)
    return true
  }

  private static func isIndexSignature(_ parser: Parser) -> Bool {
    parser.syntax.hasTypes && parser.current.kind == .leftSquare && parser.peek().isName
      && parser.peek(2).isSign(.colon)
  }

  /// `[key: string]: any`
  private static func indexSignature(_ mark: Parser.Mark, _ parser: inout Parser) -> Bool {
    parameters(&parser)
    typeAnnotation(&parser)
    parser.finish(mark, .function, code: FunctionForm.subscript.rawValue)
    return true
  }

  // MARK: - Methods and fields

  /// Parentheses or type parameters stand behind the name.
  private static func isMethod(_ parser: Parser) -> Bool {
    var index = parser.afterItem(parser.position)
    if parser.token(at: index).isSign(.question) || parser.token(at: index).isSign(.exclamation) { index += 1 }
    return parser.token(at: index).kind == .leftParenthesis || parser.token(at: index).isSign(.less)
  }

  private static func method(_ mark: Parser.Mark, _ key: NameID?, _ words: MethodWords, _ parser: inout Parser) {
    var words = words
    let place = parser.position
    if words.form == .function, parser.isAt(.constructor) { words.form = .initializer }
    readKey(&parser)
    if parser.take(.question) { words.flags.insert(.optional) }
    _ = parser.take(.exclamation)
    signature(&parser)
    finishMethod(mark, key, place, words.form, words.flags, &parser)
  }

  static func finishMethod(
    _ mark: Parser.Mark, _ key: NameID?, _ place: Int, _ form: FunctionForm, _ flags: NodeFlags,
    _ parser: inout Parser
  ) {
    parser.finish(
      mark, .function, name: form == .initializer ? .empty : key ?? .empty, place: key == nil ? nil : place,
      flags: key == nil ? flags.union(.computed) : flags, code: form.rawValue)
  }

  private static func field(_ mark: Parser.Mark, _ key: NameID?, _ parser: inout Parser) {
    let declarator = parser.mark
    var flags: NodeFlags = []
    if key == nil {
      flags = .computed
      readKey(&parser)
    } else {
      memberName(&parser)
    }
    if parser.take(.question) { flags.insert(.optional) }
    if parser.take(.exclamation) { flags.insert(.forced) }
    typeAnnotation(&parser)
    if parser.take(.equal) { parser.expression() }
    parser.finish(declarator, .declarator, flags: flags)
    parser.finish(mark, .variables)
  }

  /// The name of a member, in quotes or without.
  static func memberName(_ parser: inout Parser) {
    let mark = parser.mark
    let name = (parser.key() ?? nil) ?? .empty
    parser.advance()
    parser.finish(mark, .binding, name: name, place: mark.position)
  }
}
