import SourceTokens

/// Variables, functions, accessors and constructors.
extension DartGrammar {
  /// A declaration; false with nothing read, but for annotations, when none stands here.
  /// - Parameters:
  ///   - mark: stands before the annotations.
  ///   - type: inside of a type: what its constructors are called.
  static func declaration(_ mark: Parser.Mark, _ parser: inout Parser, in type: NameID?) -> Bool {
    let beginning = parser.mark
    let words = modifiers(&parser)
    if let type, isConstructor(parser, type) {
      constructor(mark, words, &parser)
      return true
    }
    if words.keyword != nil, isDestructuring(parser) {
      destructured(mark, words, &parser)
      return true
    }
    if accessor(mark, &parser) { return true }
    let isTyped = typeBeforeName(&parser)
    if accessor(mark, &parser) { return true }
    if isFunction(parser, isTyped: isTyped || type != nil) {
      let (name, place) = (parser.current.name, parser.position)
      parser.advance()
      function(mark, name, place, &parser)
      return true
    }
    if isTyped || words.keyword != nil || words.isVariable, isName(parser.current) {
      variables(mark, words, &parser)
      return true
    }
    parser.rewind(to: beginning)
    return false
  }

  struct DeclarationWords {
    /// `final`, `var` or `const`.
    var keyword: NameID?
    var isFactory = false
    /// Only a variable can follow.
    var isVariable = false
  }

  private static let modifiers: Set<Word> = [
    .static, .factory, .final, .var, .const, .late, .external, .abstract, .covariant, .augment,
  ]

  private static func modifiers(_ parser: inout Parser) -> DeclarationWords {
    var words = DeclarationWords()
    while let word = parser.currentWord, modifiers.contains(word), isModifier(word, before: parser.peek()) {
      switch word {
      // Of a variable this word is its own, of a constructor a modifier.
      case .const
      where parser.peek().kind == .name && parser.peek(2).kind != .name && !parser.peek(2).isSign(.equal)
        && !parser.peek(2).isSign(.comma) && !parser.peek(2).isSign(.less) && !parser.peek(2).isSign(.question):
        parser.namedLeaf(.modifier)
      case .final, .var, .const:
        words.keyword = parser.current.name
        parser.advance()
      default:
        if word == .factory { words.isFactory = true }
        if word == .static || word == .late { words.isVariable = true }
        parser.namedLeaf(.modifier)
      }
    }
    return words
  }

  /// The words are names, too: `late = true;`
  private static func isModifier(_ word: Word, before token: Token) -> Bool {
    switch token.kind {
    case .name, .leftParenthesis, .leftSquare: true
    case .leftBrace: word == .final || word == .var
    default: false
    }
  }

  // MARK: - Variables

  /// `(a, b) = `, `[a] = `, `A(:b) = ` behind `final` or `var`.
  /// - Parameter word: what stands behind them instead of the sign.
  static func isDestructuring(_ parser: Parser, before word: Word? = nil) -> Bool {
    var index = parser.position
    if parser.token(at: index).kind == .name {
      index = parser.endOfAngles(from: index + 1) ?? index + 1
      guard parser.token(at: index).kind == .leftParenthesis else { return false }
    }
    guard index < parser.end, parser.token(at: index).kind.isOpening else { return false }
    let next = parser.token(at: parser.afterItem(index))
    return word.map(next.isWord) ?? next.isSign(.equal)
  }

  private static func destructured(_ mark: Parser.Mark, _ words: DeclarationWords, _ parser: inout Parser) {
    let declarator = parser.mark
    _ = pattern(&parser, .declaration)
    if parser.take(.equal) { parser.expression() }
    parser.finish(declarator, .declarator)
    finishVariables(mark, words, &parser)
  }

  /// `a = 1, b`, behind the type.
  private static func variables(_ mark: Parser.Mark, _ words: DeclarationWords, _ parser: inout Parser) {
    repeat {
      let declarator = parser.mark
      bound(&parser)
      if parser.take(.equal) { parser.expression() }
      parser.finish(declarator, .declarator)
    } while parser.isAt(.comma) && parser.peek().kind == .name && parser.take(.comma)
    finishVariables(mark, words, &parser)
  }

  private static func finishVariables(_ mark: Parser.Mark, _ words: DeclarationWords, _ parser: inout Parser) {
    let isConstant = words.keyword == Word.final.name || words.keyword == Word.const.name
    parser.finish(mark, .variables, name: words.keyword ?? .empty, flags: isConstant ? .constant : [])
  }

  // MARK: - Functions

  private static let controls: Set<Word> = [
    .if, .for, .while, .switch, .catch, .assert, .return, .await, .super, .this, .do, .yield, .throw, .new, .const,
  ]

  /// A name with parameters, and a body or a type.
  private static func isFunction(_ parser: Parser, isTyped: Bool) -> Bool {
    guard isName(parser.current), !parser.isAt(oneOf: controls) else { return false }
    var index = parser.position + 1
    if parser.token(at: index).isSign(.less) {
      guard let end = parser.endOfAngles(from: index) else { return false }
      index = end
    }
    guard parser.token(at: index).kind == .leftParenthesis else { return false }
    let next = parser.token(at: parser.afterItem(index))
    if next.isSign(.fatArrow) || next.kind == .leftBrace || next.isWord(.async) || next.isWord(.sync) { return true }
    return isTyped && (next.isSign(.semicolon) || next.kind == .end || next.startsLine)
  }

  /// `get name`, `set name(…)`, `operator +(…)`; the cursor stands behind the type.
  private static func accessor(_ mark: Parser.Mark, _ parser: inout Parser) -> Bool {
    let next = parser.peek()
    switch parser.currentWord {
    case .get? where next.kind == .name && opensGetter(parser.peek(2)): named(mark, .getter, &parser)
    case .set? where next.kind == .name && parser.peek(2).kind == .leftParenthesis: named(mark, .setter, &parser)
    case .operator? where isOperator(parser): operation(mark, &parser)
    default: return false
    }
    return true
  }

  /// A sign stands behind the word, and parentheses behind that.
  private static func isOperator(_ parser: Parser) -> Bool {
    let index = parser.position + 1
    guard parser.token(at: index).kind == .sign || parser.token(at: index).kind == .leftSquare else { return false }
    return (1...3).contains { parser.token(at: index + $0).kind == .leftParenthesis }
  }

  private static func opensGetter(_ token: Token) -> Bool {
    opensClosure(token) || token.isSign(.semicolon) || token.kind == .end || token.kind.isClosing
  }

  private static func named(_ mark: Parser.Mark, _ form: FunctionForm, _ parser: inout Parser) {
    parser.advance()
    let (name, place) = (parser.current.name, parser.position)
    parser.advance()
    function(mark, name, place, &parser, form: form)
  }

  /// `operator ==(…)`, `operator []=(…)`
  private static func operation(_ mark: Parser.Mark, _ parser: inout Parser) {
    parser.advance()
    let place = parser.position
    while !parser.isAtEnd, !parser.isAt(kind: .leftParenthesis) { parser.skipItem() }
    let name = parser.names.intern(parser.bytes(place, max(parser.position - 1, place)))
    function(mark, name, place, &parser, form: .operator)
  }

  // MARK: - Constructors

  private static func isConstructor(_ parser: Parser, _ type: NameID) -> Bool {
    guard parser.current.kind == .name, parser.current.name == type else { return false }
    if parser.peek().kind == .leftParenthesis { return true }
    return parser.peek().isSign(.dot) && parser.peek(3).kind == .leftParenthesis
  }

  /// `Name(…)`, `Name.other(…)`, `factory Name(…)`; the cursor stands at the type's name.
  private static func constructor(_ mark: Parser.Mark, _ words: DeclarationWords, _ parser: inout Parser) {
    parser.advance()
    var (name, place): (NameID, Int?) = (.empty, nil)
    if parser.take(.dot) { (name, place) = parser.takeNameAndPlace() }
    if parser.isAt(kind: .leftParenthesis) { parameters(&parser) }
    if parser.isAt(.colon) { initializers(&parser) }
    // `factory A() = B.c;`
    if words.isFactory, parser.take(.equal) { _ = parser.type() }
    let flags = body(&parser)
    _ = parser.take(.semicolon)
    let form = words.isFactory ? FunctionForm.factory : .initializer
    parser.finish(mark, .function, name: name, place: place, flags: flags, code: form.rawValue)
  }

  /// `: a = 1, assert(…), super(b)` up to the body.
  private static func initializers(_ parser: inout Parser) {
    let mark = parser.mark
    repeat {
      parser.advance()
      if parser.isAt(.assert) { assertion(&parser) } else { _ = parser.expressionStatement() }
    } while parser.isAt(.comma)
    parser.finish(mark, .initializers)
  }
}
