import SourceTokens

/// Names of types, and lists of types in angle brackets.
extension JavaScriptGrammar {
  /// `A.B<C>`, and what words begin.
  static func nameOfType(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    switch parser.currentWord {
    case .null?, .true?, .false?: return literalType(&parser)
    case .import? where parser.peek().kind == .leftParenthesis:
      importedType(&parser)
      return true
    case .new? where parser.peek().kind == .leftParenthesis || parser.peek().isSign(.less):
      parser.advance()
      return functionType(mark, Word.new.name, &parser)
    case .abstract? where parser.peek().isWord(.new):
      parser.namedLeaf(.modifier)
      parser.advance()
      return functionType(mark, Word.new.name, &parser)
    default:
      typeName(&parser)
      return true
    }
  }

  /// `A.B.C<D>`
  private static func typeName(_ parser: inout Parser) {
    let mark = parser.mark
    var place = mark.position
    var name = parser.current.name
    parser.advance()
    qualified(mark, &name, &place, &parser)
    if parser.isAt(.less), !parser.isAtLineBreak { typeArguments(&parser) }
    parser.finish(mark, .namedType, name: name, place: place)
  }

  /// What stands before the last dot is a type of its own.
  private static func qualified(_ mark: Parser.Mark, _ name: inout NameID, _ place: inout Int, _ parser: inout Parser) {
    while parser.isAt(.dot), parser.peek().isName {
      parser.finish(mark, .namedType, name: name, place: place)
      parser.advance()
      name = parser.current.name
      place = parser.position
      parser.advance()
    }
  }

  /// `import("x").Y<Z>`
  static func importedType(_ parser: inout Parser) {
    let mark = parser.mark
    parser.advance()
    parser.arguments()
    parser.finish(mark, .otherType, name: Word.import.name, place: mark.position)
    guard parser.isAt(.dot), parser.peek().isName else { return }
    parser.advance()
    var name = parser.current.name
    var place = parser.position
    parser.advance()
    qualified(mark, &name, &place, &parser)
    if parser.isAt(.less), !parser.isAtLineBreak { typeArguments(&parser) }
    parser.finish(mark, .namedType, name: name, place: place)
  }

  /// `<A, B>`
  static func typeArguments(_ parser: inout Parser) {
    let mark = parser.mark
    parser.advance()
    while !parser.isAtEnd, !parser.isAt(.greater), !parser.isAt(.greaterEqual) {
      guard type(&parser), parser.take(.comma) else { break }
    }
    _ = parser.take(.greater)
    parser.finish(mark, .typeArguments)
  }

  /// `<in out T extends U = V, const W>` of a declaration.
  static func typeParameters(_ parser: inout Parser) {
    guard parser.isAt(.less) else { return }
    let mark = parser.mark
    parser.advance()
    while parser.isAtName {
      typeParameter(&parser)
      guard parser.take(.comma) else { break }
    }
    _ = parser.take(.greater)
    parser.finish(mark, .typeParameters)
  }

  static func typeParameter(_ parser: inout Parser) {
    let mark = parser.mark
    while parser.isAt(oneOf: variances), parser.peek().isName, !parser.peek().isWord(.extends) {
      parser.namedLeaf(.modifier)
    }
    let (name, place) = (parser.current.name, parser.position)
    parser.advance()
    if parser.take(.extends) || parser.take(.in) { _ = type(&parser) }
    if parser.isAt(.equal) {
      let value = parser.mark
      parser.advance()
      _ = type(&parser)
      parser.finish(value, .heritage, name: Word.default.name)
    }
    parser.finish(mark, .typeParameter, name: name, place: place)
  }

  private static let variances: Set<Word> = [.in, .out, .const]
}
