import SourceTokens

/// Declarations of Swift, their attributes and modifiers.
enum SwiftDeclarations {
  static func attributes(_ parser: inout Parser) {
    while true {
      if parser.isAtAnnotation {
        parser.annotation()
      } else if isModifier(parser) {
        let start = parser.mark
        let name = parser.current.name
        parser.advance()
        if parser.isAt(kind: .leftParenthesis) { parser.skipItem() }
        parser.finish(start, .modifier, name: name, place: start.position)
      } else {
        return
      }
    }
  }

  /// A modifier is followed by another word; `private(set)` in parentheses only by certain ones.
  private static func isModifier(_ parser: borrowing Parser) -> Bool {
    guard parser.isAt(kind: .name) else { return false }
    let next = parser.peek()
    switch parser.currentWord {
    case .class:
      switch next.keyword {
      case .func, .var, .let, .subscript, .override, .final, .private, .public: return true
      default: return false
      }
    case .public, .private, .internal, .fileprivate, .open, .package, .static, .final, .lazy, .weak, .unowned,
      .override,
      .mutating, .nonmutating, .convenience, .required, .dynamic, .optional, .indirect, .prefix, .postfix, .infix,
      .nonisolated, .isolated, .distributed, .consuming, .borrowing, .sending, .async:
      break
    default: return false
    }
    if next.kind == .leftParenthesis {
      switch parser.peek(2).keyword {
      case .set, .unsafe, .nonsending: return parser.peek(3).kind == .rightParenthesis
      default: return parser.isAt(.unowned) && parser.peek(3).kind == .rightParenthesis
      }
    }
    return next.kind == .name && !next.isWord(.in) || next.kind == .quotedName || next.isSign(.at)
  }

  /// At a declaration behind its attributes; false with nothing read elsewhere.
  static func declaration(_ start: Parser.Mark, _ parser: inout Parser) -> Bool {
    guard parser.isAt(kind: .name) else { return false }
    let next = parser.peek()
    let isNamed = next.kind == .name || next.kind == .quotedName
    let opens = next.kind == .leftParenthesis || next.isSign(.less)
    switch parser.currentWord {
    case .import: imported(start, &parser)
    case .let, .var: SwiftVariables.variables(start, &parser)
    case .func: SwiftFunctions.function(start, &parser)
    case .initWord where opens || next.isSign(.question) || next.isSign(.exclamation):
      SwiftFunctions.initializer(start, &parser)
    case .deinit where next.kind == .leftBrace: SwiftFunctions.deinitializer(start, &parser)
    case .subscript where opens: SwiftFunctions.subscripted(start, &parser)
    case .class, .struct, .enum, .protocol, .extension:
      guard isNamed else { return false }
      type(start, &parser)
    case .actor:
      let behind = parser.peek(2)
      guard isNamed,
        behind.kind == .leftBrace || behind.isSign(.colon) || behind.isSign(.less) || behind.isWord(.where)
      else { return false }
      type(start, &parser)
    case .case: cases(start, &parser)
    case .typealias where isNamed, .associatedtype where isNamed: alias(start, &parser)
    case .precedencegroup where isNamed, .macro where isNamed, .operator where next.kind == .sign:
      withoutCode(start, &parser)
    default: return false
    }
    return true
  }

  /// `import A`, `import A.B`, `import struct A.B`
  private static func imported(_ start: Parser.Mark, _ parser: inout Parser) {
    let word = parser.position
    parser.advance()
    let isSingle = isKind(parser.currentWord) && parser.peek().kind == .name && !parser.peek().startsLine
    if isSingle { parser.namedLeaf(.modifier) }
    let path = parser.mark
    var text: [UInt8] = []
    while parser.isAtName {
      // The last name of a single import is what it brings.
      if isSingle, !text.isEmpty, !parser.peek().isSign(.dot) { break }
      if !text.isEmpty { text.append(UInt8(ascii: ".")) }
      text += Array(parser.names.bytes(of: parser.current.name))
      parser.advance()
      guard parser.isAt(.dot), !parser.current.followsSpace, parser.peek().kind == .name else { break }
      if isSingle, !parser.peek(2).isSign(.dot) { break }
      parser.advance()
    }
    parser.finish(path, .modulePath, name: parser.names.intern(text[...]))
    if isSingle, parser.take(.dot), parser.isAtName { parser.namedLeaf(.importItem) }
    parser.finish(start, .import, name: Word.import.name, place: word)
  }

  private static func isKind(_ word: Word?) -> Bool {
    switch word {
    case .struct, .class, .enum, .protocol, .typealias, .func, .let, .var, .actor: true
    default: false
    }
  }

  /// A declaration without code: up to the end of its line or body.
  private static func withoutCode(_ start: Parser.Mark, _ parser: inout Parser) {
    let name = parser.current.name
    let place = parser.position
    repeat { parser.skipItem() } while !parser.isAtEnd && !parser.current.startsLine && !parser.isAt(.semicolon)
    parser.finish(start, .command, name: name, place: place)
  }

  // MARK: - Types

  /// `typealias A<T> = B`, `associatedtype A: P = B where …`
  private static func alias(_ start: Parser.Mark, _ parser: inout Parser) {
    parser.advance()
    let place = parser.position
    let name = parser.takeName() ?? .empty
    SwiftTypes.typeParameters(&parser)
    heritage(&parser)
    if parser.take(.equal) { parser.typeOrSkipped() }
    SwiftTypes.whereClause(&parser)
    parser.finish(start, .typeAlias, name: name, place: place)
  }

  private static func form(_ word: Word?) -> TypeForm {
    switch word {
    case .struct: .structure
    case .enum: .enumeration
    case .protocol: .interface
    case .extension: .extension
    case .actor: .actor
    default: .class
    }
  }

  private static func type(_ start: Parser.Mark, _ parser: inout Parser) {
    let form = form(parser.currentWord)
    parser.advance()
    var place = parser.position
    var name = NameID.empty
    if form == .extension {
      let receiver = parser.mark
      parser.typeOrSkipped()
      name = parser.lastNode?.name ?? .empty
      place = Int(parser.lastNode?.place ?? 0)
      parser.finish(receiver, .receiver)
    } else {
      name = parser.takeName() ?? .empty
      SwiftTypes.typeParameters(&parser)
    }
    heritage(&parser)
    SwiftTypes.whereClause(&parser)
    let rest = parser.mark
    while !parser.isAtEnd, !parser.isAt(kind: .leftBrace), !parser.current.startsLine { parser.skipItem() }
    if parser.position > rest.position { parser.finish(rest, .skipped) }
    if parser.isAt(kind: .leftBrace) { parser.block() }
    parser.finish(start, .typeDeclaration, name: name, place: place, code: form.rawValue)
  }

  private static func heritage(_ parser: inout Parser) {
    guard parser.isAt(.colon) else { return }
    var start = parser.mark
    parser.advance()
    while true {
      parser.typeOrSkipped()
      parser.finish(start, .heritage)
      guard parser.isAt(.comma) else { return }
      parser.advance()
      start = parser.mark
    }
  }

  /// `case a, b = "x", c(String)`
  private static func cases(_ start: Parser.Mark, _ parser: inout Parser) {
    parser.advance()
    var first = start
    while parser.isAtName {
      let place = parser.position
      let name = parser.takeName() ?? .empty
      if parser.isAt(kind: .leftParenthesis), !parser.isAtLineBreak { associatedValues(&parser) }
      if parser.take(.equal) { parser.expression() }
      parser.finish(first, .enumCase, name: name, place: place)
      guard parser.isAt(.comma) else { return }
      parser.advance()
      first = parser.mark
    }
    parser.finish(first, .skipped)
  }

  /// `(String, label: Int = 1)`
  private static func associatedValues(_ parser: inout Parser) {
    let start = parser.mark
    parser.separated { parser in
      let start = parser.mark
      let label = parser.isLabel(.colon) ? parser.current.name : .empty
      if label != .empty { parser.advance(by: 2) }
      parser.typeOrSkipped()
      if parser.take(.equal) { parser.expression() }
      parser.finish(start, .parameter, name: label, place: label == .empty ? nil : start.position)
    }
    parser.finish(start, .parameters)
  }
}
