import SourceTokens

/// Classes, mixins, extensions and enumerations.
extension DartGrammar {
  private static let modifiers: Set<Word> = [
    .abstract, .sealed, .base, .final, .interface, .macro, .augment, .mixin,
  ]

  /// A type declaration; false with nothing read when none stands here.
  /// - Parameter mark: stands before the annotations.
  static func typeDeclaration(_ mark: Parser.Mark, _ parser: inout Parser) -> Bool {
    guard let distance = wordsBeforeType(parser) else { return false }
    for _ in 0..<distance { parser.namedLeaf(.modifier) }
    switch parser.currentWord {
    case .class?: classLike(mark, .class, &parser)
    case .mixin?: classLike(mark, .mixin, &parser)
    case .enum?: enumeration(mark, &parser)
    default: `extension`(mark, &parser)
    }
    return true
  }

  /// How many words stand before `class` and the like; nil where none follows them.
  private static func wordsBeforeType(_ parser: Parser) -> Int? {
    var distance = 0
    while let word = parser.peek(distance).keyword {
      let next = parser.peek(distance + 1)
      switch word {
      case .class, .enum: return next.kind == .name ? distance : nil
      case .extension: return next.kind == .name || next.isSign(.less) ? distance : nil
      case .mixin where next.kind == .name && !next.isWord(.class): return distance
      default:
        guard modifiers.contains(word), next.kind == .name else { return nil }
        distance += 1
      }
    }
    return nil
  }

  private static func classLike(_ mark: Parser.Mark, _ form: TypeForm, _ parser: inout Parser) {
    parser.advance()
    let (name, place) = parser.takeNameAndPlace()
    typeParameters(&parser)
    if parser.isAt(.equal) {
      // `class A = B with C;`
      let base = parser.mark
      parser.advance()
      _ = parser.type()
      parser.finish(base, .heritage)
    }
    finishType(mark, form, name, place, members: name, &parser)
  }

  /// From what a type extends to the end of its body.
  private static func finishType(
    _ mark: Parser.Mark, _ form: TypeForm, _ name: NameID, _ place: Int?, members: NameID, _ parser: inout Parser
  ) {
    heritage(&parser)
    body(&parser, of: members)
    _ = parser.take(.semicolon)
    parser.finish(mark, .typeDeclaration, name: name, place: place, code: form.rawValue)
  }

  private static let heritageWords: Set<Word> = [.extends, .with, .implements, .on]

  /// `extends A<B> with C, D implements E`, `on F`
  private static func heritage(_ parser: inout Parser) {
    var word: NameID?
    while !parser.isAtEnd {
      let mark = parser.mark
      if parser.isAt(oneOf: heritageWords) {
        word = parser.current.name
        parser.advance()
      } else if word == nil || !parser.take(.comma) {
        return
      }
      _ = parser.type()
      parser.finish(mark, .heritage, name: word ?? .empty)
    }
  }

  // MARK: - Members

  private static func body(_ parser: inout Parser, of type: NameID) {
    guard parser.isAt(kind: .leftBrace) else { return }
    let mark = parser.mark
    parser.inGroup { parser in members(&parser, of: type) }
    parser.finish(mark, .block)
  }

  private static func members(_ parser: inout Parser, of type: NameID) {
    parser.linesMatter = false
    while !parser.isAtEnd {
      if parser.take(.semicolon) { continue }
      let mark = parser.mark
      while parser.isAtAnnotation { parser.annotation() }
      guard !declaration(mark, &parser, in: type) else { continue }
      if parser.position > mark.position { parser.finish(mark, .skipped) } else { parser.skipItemAsNode() }
    }
  }

  // MARK: - Extensions

  /// `extension Name on Type { … }`, `extension type Name(Type value) { … }`
  private static func `extension`(_ mark: Parser.Mark, _ parser: inout Parser) {
    parser.advance()
    if parser.isAt(.typeName), parser.peek().kind == .name { return extensionType(mark, &parser) }
    var (name, place): (NameID, Int?) = (.empty, nil)
    if !parser.isAt(.on) { (name, place) = parser.takeNameAndPlace() }
    typeParameters(&parser)
    if parser.isAt(.on) {
      let receiver = parser.mark
      parser.advance()
      _ = parser.type()
      parser.finish(receiver, .receiver)
    }
    finishType(mark, .extension, name, place, members: name, &parser)
  }

  private static func extensionType(_ mark: Parser.Mark, _ parser: inout Parser) {
    parser.advance()
    if parser.isAt(.const) { parser.namedLeaf(.modifier) }
    let (name, place) = parser.takeNameAndPlace()
    typeParameters(&parser)
    if parser.take(.dot), parser.isAtName { parser.advance() }
    if parser.isAt(kind: .leftParenthesis) { parameters(&parser) }
    finishType(mark, .extensionType, name, place, members: name, &parser)
  }

  // MARK: - Enumerations

  private static func enumeration(_ mark: Parser.Mark, _ parser: inout Parser) {
    parser.advance()
    let (name, place) = parser.takeNameAndPlace()
    typeParameters(&parser)
    heritage(&parser)
    if parser.isAt(kind: .leftBrace) {
      let block = parser.mark
      parser.inGroup { parser in
        parser.linesMatter = false
        cases(&parser)
        members(&parser, of: name)
      }
      parser.finish(block, .block)
    }
    parser.finish(mark, .typeDeclaration, name: name, place: place, code: TypeForm.enumeration.rawValue)
  }

  /// `a, b('x'), c.named(1);`
  private static func cases(_ parser: inout Parser) {
    while !parser.isAtEnd, !parser.take(.semicolon) {
      enumCase(&parser)
      if !parser.take(.comma), !parser.isAt(.semicolon) { return }
    }
  }

  private static func enumCase(_ parser: inout Parser) {
    let mark = parser.mark
    while parser.isAtAnnotation { parser.annotation() }
    let (name, place) = parser.takeNameAndPlace()
    if parser.isAt(.less), parser.isAngleList { parser.typeArguments() }
    if parser.isAt(.dot), parser.peek().kind == .name { parser.advance(by: 2) }
    if parser.isAt(kind: .leftParenthesis) { parser.arguments() }
    guard parser.position > mark.position else { return parser.skipItemAsNode() }
    parser.finish(mark, .enumCase, name: name, place: place)
  }
}
