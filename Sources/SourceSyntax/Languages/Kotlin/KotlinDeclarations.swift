import SourceTokens

/// Kotlin's functions and properties, and where declarations begin.
enum KotlinDeclarations {
  static func isModifier(_ word: Word?) -> Bool {
    switch word {
    case .public, .private, .protected, .internal, .open, .abstract, .final, .override, .lateinit, .const, .suspend,
      .inline, .noinline, .crossinline, .tailrec, .operator, .infix, .external, .sealed, .data, .enum, .annotation,
      .inner, .value, .companion, .expect, .actual, .vararg:
      true
    default: false
    }
  }

  private static func isKeyword(_ word: Word?) -> Bool {
    switch word {
    case .val, .var, .fun, .class, .interface, .object, .typealias, .constructor: true
    default: false
    }
  }

  /// Modifiers (or nothing) and then a word that declares stand here.
  private static func begins(_ parser: borrowing Parser) -> Bool {
    var index = parser.position
    // More modifiers than these no declaration has.
    for count in 0..<12 {
      let token = parser.token(at: index)
      if isKeyword(token.keyword) { return declares(token.keyword, parser.token(at: index + 1), isFirst: count == 0) }
      if token.isSign(.at) {
        // An annotation between modifiers.
        guard count > 0, parser.token(at: index + 1).kind == .name else { return false }
        index += 2
        if parser.token(at: index).kind == .leftParenthesis { index = parser.afterItem(index) }
      } else {
        guard isModifier(token.keyword) else { return false }
        index += 1
      }
    }
    return false
  }

  private static func declares(_ word: Word?, _ next: Token, isFirst: Bool) -> Bool {
    let isName = next.kind == .name || next.kind == .quotedName
    switch word {
    case .object: return isName || !isFirst && (next.kind == .leftBrace || next.isSign(.colon))
    case .fun: return isName || next.isSign(.less) || !isFirst && next.kind == .leftParenthesis || next.isSign(.at)
    case .val, .var: return isName || next.kind == .leftParenthesis || next.isSign(.less) || next.isSign(.at)
    case .constructor: return next.kind == .leftParenthesis
    default: return isName
    }
  }

  /// The declaration at the cursor, behind annotations; false with nothing read when none begins here.
  static func declaration(_ start: Parser.Mark, _ parser: inout Parser) -> Bool {
    guard parser.isAt(kind: .name), begins(parser) else { return false }
    var form = TypeForm.class
    while !isKeyword(parser.currentWord), !parser.isAtEnd {
      if parser.isAtAnnotation {
        parser.annotation()
      } else {
        form = KotlinClasses.form(parser.currentWord) ?? form
        parser.namedLeaf(.modifier)
      }
    }
    switch parser.currentWord {
    case .val, .var: property(start, &parser)
    case .fun where parser.peek().isWord(.interface) && parser.peek(2).kind == .name:
      parser.namedLeaf(.modifier)
      KotlinClasses.type(start, form, &parser)
    case .fun: function(start, &parser)
    case .constructor: secondaryConstructor(start, &parser)
    case .typealias: typeAlias(start, &parser)
    default: KotlinClasses.type(start, form, &parser)
    }
    return true
  }

  private static func typeAlias(_ start: Parser.Mark, _ parser: inout Parser) {
    parser.advance()
    let place = parser.position
    let name = parser.takeName() ?? .empty
    KotlinTypes.typeParameters(&parser)
    if parser.take(.equal) { parser.typeOrSkipped() }
    parser.finish(start, .typeAlias, name: name, place: place)
  }

  // MARK: - Functions

  /// `fun <T> Receiver.name(…): Type = …`, at the word.
  static func function(_ start: Parser.Mark, _ parser: inout Parser) {
    parser.advance()
    KotlinTypes.typeParameters(&parser)
    let place = receiverAndName(&parser)
    KotlinTypes.parameters(&parser)
    if parser.take(.colon) { parser.typeOrSkipped() }
    KotlinTypes.whereClause(&parser)
    let isExpression = body(&parser)
    let name = place.map { parser.tokens[$0].name } ?? .empty
    parser.finish(start, .function, name: name, place: place, flags: isExpression ? .arrow : [])
  }

  /// `Query.page`, `page`, `Flow<Query>.page`: what a function or property extends, and where its name stands.
  private static func receiverAndName(_ parser: inout Parser) -> Int? {
    while parser.isAtAnnotation { parser.annotation() }
    if let dot = lastDot(parser) { receiver(upTo: dot, &parser) }
    guard parser.isAtName else { return nil }
    parser.advance()
    return parser.position - 1
  }

  /// The dot between the receiver and the name.
  private static func lastDot(_ parser: borrowing Parser) -> Int? {
    var index = parser.position
    var found: Int?
    var isName = parser.token(at: index).kind == .leftParenthesis
    if isName { index = parser.afterItem(index) }
    while true {
      let token = parser.token(at: index)
      switch token.kind {
      case .name, .quotedName:
        if isName { return found }
        isName = true
        index += 1
      case .sign where token.isSign(.less):
        guard let after = parser.endOfAngles(from: index) else { return found }
        index = after
      case .sign where token.isSign(.question): index += 1
      case .sign where token.isSign(.dot) || token.isSign(.questionDot):
        let next = parser.token(at: index + 1)
        guard next.kind == .name || next.kind == .quotedName else { return found }
        found = index
        isName = false
        index += 1
      default: return found
      }
    }
  }

  /// `{ … }` or `= x`; answers whether it is an expression.
  static func body(_ parser: inout Parser) -> Bool {
    if parser.isAt(kind: .leftBrace) { parser.block() }
    guard parser.take(.equal) else { return false }
    parser.expression()
    return true
  }

  /// `constructor(…) : this(…) { … }`
  private static func secondaryConstructor(_ start: Parser.Mark, _ parser: inout Parser) {
    parser.advance()
    KotlinTypes.parameters(&parser)
    let delegation = parser.mark
    if parser.take(.colon) {
      _ = parser.expressionStatement(bracesBegin: true)
      parser.finish(delegation, .initializers)
    }
    if parser.isAt(kind: .leftBrace) { parser.block() }
    parser.finish(start, .function, place: nil, code: FunctionForm.initializer.rawValue)
  }

  // MARK: - Properties

  /// `val name: Type = x`, `val name by lazy { x }`, `val Type.name get() = x`, at the word.
  static func property(_ start: Parser.Mark, _ parser: inout Parser) {
    let word = parser.current.name
    let place = parser.position
    parser.advance()
    KotlinTypes.typeParameters(&parser)
    if !isDestructuring(parser), let dot = lastDot(parser) { receiver(upTo: dot, &parser) }
    let declarator = parser.mark
    while parser.isAtAnnotation { parser.annotation() }
    if !KotlinTypes.pattern(&parser) { parser.empty() }
    if parser.take(.colon) { parser.typeOrSkipped() }
    KotlinTypes.whereClause(&parser)
    if parser.take(.equal) {
      parser.expression()
    } else if parser.isAt(.by) {
      let delegate = parser.mark
      parser.advance()
      parser.expression()
      parser.finish(delegate, .delegate)
    }
    while accessor(&parser) {}
    parser.finish(declarator, .declarator)
    parser.finish(start, .variables, name: word, place: place, flags: word == Word.val.name ? .constant : [])
  }

  private static func isDestructuring(_ parser: borrowing Parser) -> Bool {
    parser.isAt(kind: .leftParenthesis) && !parser.peekAfterGroup().isSign(.dot)
  }

  private static func receiver(upTo dot: Int, _ parser: inout Parser) {
    let start = parser.mark
    let outer = parser.end
    parser.end = dot
    parser.typeOrSkipped()
    parser.skipRest()
    parser.end = outer
    if parser.take(.questionDot) { parser.finish(start, .optionalType) }
    parser.finish(start, .receiver)
    _ = parser.take(.dot)
  }

  /// `get() = x`, `private set`, `set(value) { … }`, on the same or the next lines.
  private static func accessor(_ parser: inout Parser) -> Bool {
    let start = parser.mark
    _ = parser.take(.semicolon)
    let first = parser.mark
    while parser.isAtAnnotation { parser.annotation() }
    while isModifier(parser.currentWord) { parser.namedLeaf(.modifier) }
    let word = parser.currentWord
    guard word == .get || word == .set, isAccessor(parser) else {
      parser.rewind(to: start)
      return false
    }
    let place = parser.position
    parser.advance()
    if parser.isAt(kind: .leftParenthesis) { KotlinTypes.parameters(&parser) }
    if parser.take(.colon) { parser.typeOrSkipped() }
    let isExpression = body(&parser)
    let form: FunctionForm = word == .get ? .getter : .setter
    parser.finish(
      first, .accessor, name: word?.name ?? .empty, place: place, flags: isExpression ? .arrow : [], code: form.rawValue
    )
    return true
  }

  private static func isAccessor(_ parser: borrowing Parser) -> Bool {
    let next = parser.peek()
    guard next.kind == .leftParenthesis else { return next.kind == .end || next.startsLine || next.isSign(.semicolon) }
    let after = parser.peekAfterGroup(1)
    return after.isSign(.equal) || after.isSign(.colon) || after.kind == .leftBrace
  }
}

extension Parser {
  /// An expression whose braces begin what follows it.
  mutating func expressionStatement(bracesBegin: Bool) -> Bool {
    let outer = bracesBeginBodies
    bracesBeginBodies = bracesBegin
    defer { bracesBeginBodies = outer }
    return expressionStatement()
  }
}
