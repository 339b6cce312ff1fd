import SourceTokens

/// Types, and how they are told from expressions where they stand before names.
extension DartGrammar {
  /// Words that begin no type.
  private static let noTypes: Set<Word> = [
    .await, .return, .throw, .yield, .new, .const, .final, .var, .late, .if, .else, .for, .while, .do, .switch, .case,
    .default, .try, .catch, .finally, .assert, .break, .continue, .rethrow, .super, .this, .null, .true, .false, .is,
    .as, .in, .import, .export, .class, .enum, .extends, .with, .implements, .typedef, .mixin,
  ]

  /// Words that may follow a name, and are none themselves there.
  private static let noNames: Set<Word> = [.is, .as, .in, .else, .async, .sync, .catch, .with]

  static func isName(_ token: Token) -> Bool { token.kind == .name && !(token.keyword.map(noNames.contains) ?? false) }

  /// A type, when a name follows it; false with nothing read elsewhere.
  static func typeBeforeName(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    if parser.isAt(kind: .name) || parser.isAt(kind: .leftParenthesis), parser.type(), isName(parser.current) {
      return true
    }
    parser.rewind(to: mark)
    return false
  }

  static func type(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    guard typeHead(&parser) else {
      parser.rewind(to: mark)
      return false
    }
    optional(mark, &parser)
    while parser.isAt(.functionTypeName), parser.peek().kind == .leftParenthesis || parser.peek().isSign(.less) {
      functionType(mark, &parser)
    }
    return true
  }

  private static func typeHead(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    if parser.isAt(kind: .leftParenthesis) {
      parser.separated { parser in recordField(&parser) }
      parser.finish(mark, .tupleType)
      return true
    }
    if parser.isAt(.functionTypeName), parser.peek().kind == .leftParenthesis || parser.peek().isSign(.less) {
      functionType(mark, &parser)
      return true
    }
    guard parser.isAt(kind: .name), !parser.isAt(oneOf: noTypes) else { return false }
    return parser.namedType()
  }

  /// `void Function<T>(int)?`, at the word; what it returns was read.
  private static func functionType(_ mark: Parser.Mark, _ parser: inout Parser) {
    parser.advance()
    typeParameters(&parser)
    if parser.isAt(kind: .leftParenthesis) { parameters(&parser, ofType: true) }
    parser.finish(mark, .functionType)
    optional(mark, &parser)
  }

  /// `T?`, but not the `?` of a condition or of `a?[0]`.
  private static func optional(_ mark: Parser.Mark, _ parser: inout Parser) {
    guard parser.isAt(.question), !parser.current.followsSpace else { return }
    parser.advance()
    parser.finish(mark, .optionalType)
  }

  /// `int`, `int a` and `{int a, String b}` of a record's type.
  private static func recordField(_ parser: inout Parser) {
    if parser.isAt(kind: .leftBrace) { return parser.separated { parser in recordField(&parser, flags: .namedOnly) } }
    recordField(&parser, flags: [])
  }

  private static func recordField(_ parser: inout Parser, flags: NodeFlags) {
    let mark = parser.mark
    guard parser.type(), parser.isAtName else { return }
    let name = parser.current.name
    parser.namedLeaf(.binding)
    parser.finish(mark, .parameter, name: flags.isEmpty ? .empty : name, flags: flags)
  }

  // MARK: - Type parameters

  /// `<T extends A, U>` of a declaration.
  static func typeParameters(_ parser: inout Parser) {
    guard parser.isAt(.less) else { return }
    let mark = parser.mark
    parser.advance()
    while parser.isAtAnnotation || parser.isAt(kind: .name) {
      typeParameter(&parser)
      guard parser.take(.comma) else { break }
    }
    _ = parser.take(.greater)
    parser.finish(mark, .typeParameters)
  }

  private static func typeParameter(_ parser: inout Parser) {
    let mark = parser.mark
    while parser.isAtAnnotation { parser.annotation() }
    let (name, place) = (parser.current.name, parser.position)
    parser.advance()
    if parser.take(.extends) { _ = parser.type() }
    parser.finish(mark, .typeParameter, name: name, place: place)
  }
}
