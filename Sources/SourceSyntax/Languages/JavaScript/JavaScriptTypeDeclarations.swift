import SourceTokens

/// Declarations that only TypeScript has: interfaces, aliases, enumerations and namespaces.
extension JavaScriptGrammar {
  /// With the cursor at a word that may begin one; false where it is a name like others.
  static func typeDeclaration(_ word: Word, _ parser: inout Parser) -> Bool {
    let next = parser.peek()
    guard parser.syntax.hasTypes, !next.startsLine else { return false }
    switch word {
    case .abstract where next.isWord(.class): return modified(&parser)
    case .declare where next.isName && !next.isOperatorWord: return modified(&parser)
    case .const where next.isWord(.enum): return modified(&parser)
    case .enum where next.isName: return enumeration(parser.mark, &parser)
    case .interface where next.isName: return interface(parser.mark, &parser)
    case .typeName where next.isName && (parser.peek(2).isSign(.equal) || parser.peek(2).isSign(.less)):
      return alias(parser.mark, &parser)
    case .namespace where next.isName: return namespace(parser.mark, &parser)
    case .module where next.isName || next.kind == .text: return namespace(parser.mark, &parser)
    default: return false
    }
  }

  /// `declare`, `abstract` and `const` before another word of a declaration.
  private static func modified(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    parser.namedLeaf(.modifier)
    while parser.isAt(.abstract) || parser.isAt(.const) && parser.peek().isWord(.enum) { parser.namedLeaf(.modifier) }
    switch parser.currentWord {
    case .class?: return classDeclaration(mark, &parser)
    case .function?, .async?: return function(mark, &parser)
    case .const?, .let?, .var?: return variables(mark, &parser)
    case .enum?: return enumeration(mark, &parser)
    case .interface?: return interface(mark, &parser)
    case .typeName?: return alias(mark, &parser)
    case .namespace?, .module?, .global?: return namespace(mark, &parser)
    default:
      parser.finish(mark, .skipped)
      return true
    }
  }

  /// `enum A { b = "c", d }`, with the cursor at the word.
  private static func enumeration(_ mark: Parser.Mark, _ parser: inout Parser) -> Bool {
    parser.advance()
    let (name, place) = parser.takeNameAndPlace()
    let block = parser.mark
    if parser.current.kind == .leftBrace {
      parser.separated { parser in _ = enumCase(&parser) }
      parser.finish(block, .block)
    }
    parser.finish(mark, .typeDeclaration, name: name, place: place, code: TypeForm.enumeration.rawValue)
    return true
  }

  private static func enumCase(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    guard let key = parser.key() else { return false }
    readKey(&parser)
    if parser.take(.equal) { parser.expression() }
    parser.finish(mark, .enumCase, name: key ?? .empty, place: mark.position, flags: key == nil ? .computed : [])
    return true
  }

  /// `interface A<T> extends B { … }`
  private static func interface(_ mark: Parser.Mark, _ parser: inout Parser) -> Bool {
    parser.advance()
    let (name, place) = parser.takeNameAndPlace()
    typeParameters(&parser)
    heritage(&parser)
    body(&parser, areSignatures: true)
    parser.finish(mark, .typeDeclaration, name: name, place: place, code: TypeForm.interface.rawValue)
    return true
  }

  /// `type A<T> = …`
  private static func alias(_ mark: Parser.Mark, _ parser: inout Parser) -> Bool {
    parser.advance()
    let (name, place) = parser.takeNameAndPlace()
    typeParameters(&parser)
    if parser.take(.equal) { _ = type(&parser) }
    parser.finish(mark, .typeAlias, name: name, place: place)
    return true
  }

  /// `namespace A.B { … }`, `module "x" { … }`, `global { … }`: of a path each name is a namespace in the one before.
  private static func namespace(_ mark: Parser.Mark, _ parser: inout Parser) -> Bool {
    var marks = [mark]
    if !parser.isAt(.global) { parser.advance() }
    var names = [(name: (parser.key() ?? nil) ?? .empty, place: parser.position)]
    parser.advance()
    while parser.isAt(.dot), parser.peek().isName {
      parser.advance()
      marks.append(parser.mark)
      names.append((parser.current.name, parser.position))
      parser.advance()
    }
    parser.block()
    for (mark, name) in zip(marks, names).reversed() {
      parser.finish(mark, .typeDeclaration, name: name.name, place: name.place, code: TypeForm.namespace.rawValue)
    }
    return true
  }
}

extension Token {
  /// What makes an operation of the word before it.
  fileprivate var isOperatorWord: Bool {
    isWord(.in) || isWord(.instanceof) || isWord(.as) || isWord(.satisfies) || isWord(.of)
  }
}

extension Parser {
  mutating func takeNameAndPlace() -> (NameID, Int?) {
    guard current.isName else { return (.empty, nil) }
    defer { advance() }
    return (current.name, position)
  }
}
