import SourceTokens

/// Directives: imports, exports, parts and the name of a library; and other names of types.
extension DartGrammar {
  /// - Parameter mark: stands before the annotations.
  static func directive(_ word: Word, _ mark: Parser.Mark, _ parser: inout Parser) -> Bool {
    let next = parser.peek()
    switch word {
    case .import where next.kind.isText: imported(mark, .import, &parser)
    case .export where next.kind.isText: imported(mark, .export, &parser)
    case .part where next.kind.isText || next.isWord(.of): part(mark, &parser)
    case .library where next.kind == .name || next.isSign(.semicolon): library(mark, &parser)
    case .typedef where next.kind == .name || next.kind == .leftParenthesis: alias(mark, &parser)
    default: return false
    }
    return true
  }

  /// `import 'a.dart' as p show X;`
  private static func imported(_ mark: Parser.Mark, _ kind: NodeKind, _ parser: inout Parser) {
    let word = parser.current.name
    parser.advance()
    modulePath(&parser)
    while !parser.isAtEnd, !parser.isAt(.semicolon), combinator(&parser) {}
    _ = parser.take(.semicolon)
    parser.finish(mark, kind, name: kind == .import ? word : .empty)
  }

  private static func combinator(_ parser: inout Parser) -> Bool {
    switch parser.currentWord {
    case .as?:
      let item = parser.mark
      parser.advance()
      if parser.isAtName { parser.namedLeaf(.binding) }
      parser.finish(item, .importItem, flags: .all)
    case .show?: items([], &parser)
    case .hide?: items(.negated, &parser)
    case .deferred?: parser.namedLeaf(.modifier)
    case .if?:
      parser.advance()
      parser.conditions()
      modulePath(&parser)
    default: return false
    }
    return true
  }

  /// `show A, B`
  private static func items(_ flags: NodeFlags, _ parser: inout Parser) {
    parser.advance()
    repeat {
      if parser.isAtName { parser.namedLeaf(.importItem, flags: flags) }
    } while parser.take(.comma)
  }

  private static func modulePath(_ parser: inout Parser) {
    guard parser.current.kind == .text else { return }
    let mark = parser.mark
    parser.textLiteral()
    let name = parser.lastNode?.name ?? .empty
    parser.finishWithoutChildren(mark, .modulePath, name: name)
  }

  /// `part 'a.dart';`, `part of 'b.dart';`, `part of a.b;`
  private static func part(_ mark: Parser.Mark, _ parser: inout Parser) {
    var word = Word.part
    parser.advance()
    if parser.take(.of) { word = .of }
    if parser.isAtName { libraryName(&parser) } else { modulePath(&parser) }
    _ = parser.take(.semicolon)
    parser.finish(mark, .import, name: word.name)
  }

  private static func library(_ mark: Parser.Mark, _ parser: inout Parser) {
    parser.advance()
    if parser.isAtName { libraryName(&parser) }
    _ = parser.take(.semicolon)
    parser.finish(mark, .import, name: Word.library.name)
  }

  /// `a.b`
  private static func libraryName(_ parser: inout Parser) {
    let mark = parser.mark
    parser.advance()
    while parser.isAt(.dot), parser.peek().kind == .name { parser.advance(by: 2) }
    parser.finish(mark, .modulePath, name: parser.names.intern(parser.bytes(mark.position, parser.position - 1)))
  }

  /// `typedef A<T> = B<T>;`, `typedef int A(int b);`
  private static func alias(_ mark: Parser.Mark, _ parser: inout Parser) {
    parser.advance()
    if !parser.peek().isSign(.equal), !parser.peek().isSign(.less) || !isAliasOfType(parser) {
      let type = parser.mark
      _ = typeBeforeName(&parser)
      let (name, place) = parser.takeNameAndPlace()
      typeParameters(&parser)
      if parser.isAt(kind: .leftParenthesis) { parameters(&parser, ofType: true) }
      parser.finish(type, .functionType)
      _ = parser.take(.semicolon)
      return parser.finish(mark, .typeAlias, name: name, place: place)
    }
    let (name, place) = parser.takeNameAndPlace()
    typeParameters(&parser)
    if parser.take(.equal) { _ = parser.type() }
    _ = parser.take(.semicolon)
    parser.finish(mark, .typeAlias, name: name, place: place)
  }

  /// `A<T> =`
  private static func isAliasOfType(_ parser: Parser) -> Bool {
    parser.endOfAngles(from: parser.position + 1).map { parser.token(at: $0).isSign(.equal) } ?? false
  }
}
