import SourceTokens

/// What comes into a file and what leaves it: `import` and `export`. What `require` gives and `module.exports` is set to
/// are calls and assignments like others.
extension JavaScriptGrammar {
  // MARK: - import

  static func imported(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    parser.advance()
    let isTypeOnly = takesTypeOnly(parser)
    if isTypeOnly { parser.advance() }
    if parser.isAtName, parser.peek().isSign(.equal) { return aliasImport(mark, isTypeOnly, &parser) }
    if parser.isAtName, !parser.isAt(.from) || parser.peek().isWord(.from) || parser.peek().isSign(.comma) {
      let item = parser.mark
      parser.namedLeaf(.binding)
      parser.finish(item, .importItem, flags: .isDefault)
      _ = parser.take(.comma)
    }
    specifiers(&parser)
    _ = parser.take(.from)
    modulePath(&parser)
    attributes(&parser)
    parser.finish(mark, .import, name: Word.import.name, flags: isTypeOnly ? .typeOnly : [])
    return true
  }

  /// `type` before what is imported; it may be a name as well.
  private static func takesTypeOnly(_ parser: Parser) -> Bool {
    guard parser.isAt(.typeName) else { return false }
    let next = parser.peek()
    return next.kind == .leftBrace || next.isSign(.star)
      || next.isName && (!next.isWord(.from) || parser.peek(2).isWord(.from))
  }

  /// `import x = require("x")`, `import x = a.b`
  private static func aliasImport(_ mark: Parser.Mark, _ isTypeOnly: Bool, _ parser: inout Parser) -> Bool {
    let declarator = parser.mark
    parser.namedLeaf(.binding)
    parser.advance()
    parser.expression()
    parser.finish(declarator, .declarator)
    parser.finish(mark, .variables, name: Word.import.name, flags: isTypeOnly ? [.typeOnly, .constant] : .constant)
    return true
  }

  /// `* as a` or `{ a, b as c }`
  private static func specifiers(_ parser: inout Parser) {
    if parser.isAt(.star) {
      wholeModule(&parser)
    } else if parser.current.kind == .leftBrace {
      parser.separated { parser in _ = specifier(&parser) }
    }
  }

  /// `* as a`
  private static func wholeModule(_ parser: inout Parser) {
    let item = parser.mark
    parser.advance()
    if parser.take(.as) { memberName(&parser) }
    parser.finish(item, .importItem, flags: .all)
  }

  /// `a`, `a as b`, `type a`, `"a-b" as c`
  private static func specifier(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    var flags: NodeFlags = []
    if parser.isAt(.typeName), isSpecifierOfType(parser) {
      flags.insert(.typeOnly)
      parser.advance()
    }
    guard let key = parser.key(), let name = key else { return flags != [] }
    if parser.isAt(.default) { flags.insert(.isDefault) }
    let place = parser.position
    parser.advance()
    if parser.take(.as), parser.isAtName || parser.isAt(kind: .text) { memberName(&parser) }
    parser.finish(mark, .importItem, name: name, place: place, flags: flags)
    return true
  }

  /// `type a`, `type as as b`, but not `type`, `type as b` and `type, …`.
  private static func isSpecifierOfType(_ parser: Parser) -> Bool {
    let next = parser.peek()
    guard next.isWord(.as) else { return next.isName || next.kind == .text }
    let second = parser.peek(2)
    return second.isWord(.as) && parser.peek(3).isName || !second.isName
  }

  private static func modulePath(_ parser: inout Parser) {
    guard parser.current.kind == .text, let name = parser.key() ?? nil else { return }
    let mark = parser.mark
    parser.advance()
    parser.finish(mark, .modulePath, name: name)
  }

  /// `with { type: "json" }`
  private static func attributes(_ parser: inout Parser) {
    guard parser.isAt(.with) || parser.isAt(.assert), parser.peek().kind == .leftBrace, !parser.isAtLineBreak else {
      return
    }
    parser.advance()
    _ = object(&parser)
  }

  // MARK: - export

  /// - Parameter mark: stands before decorators, which belong to the class that is exported.
  static func exported(_ mark: Parser.Mark, _ parser: inout Parser) -> Bool {
    parser.advance()
    if parser.take(.default) { return exportsDefault(mark, &parser) }
    if parser.take(.equal) {
      parser.expression()
      parser.finish(mark, .export, flags: [.isDefault, .all])
      return true
    }
    if parser.isAt(.as), parser.peek().isWord(.namespace) { return exportsGlobal(mark, &parser) }
    let isTypeOnly = parser.isAt(.typeName) && (parser.peek().kind == .leftBrace || parser.peek().isSign(.star))
    if isTypeOnly { parser.advance() }
    var flags: NodeFlags = isTypeOnly ? .typeOnly : []
    if parser.isAt(.star) || parser.current.kind == .leftBrace {
      exportList(&flags, &parser)
    } else {
      _ = parser.nested(statement)
    }
    parser.finish(mark, .export, flags: flags)
    return true
  }

  /// `{ a as b }`, `{ a } from "x"`, `* from "x"`, `* as a from "x"`
  private static func exportList(_ flags: inout NodeFlags, _ parser: inout Parser) {
    if parser.isAt(.star) {
      flags.insert(.all)
      if parser.peek().isWord(.as) { wholeModule(&parser) } else { parser.advance() }
    } else {
      specifiers(&parser)
    }
    guard parser.take(.from) else { return }
    modulePath(&parser)
    attributes(&parser)
  }

  private static func exportsDefault(_ mark: Parser.Mark, _ parser: inout Parser) -> Bool {
    let isDeclaration =
      parser.isAt(oneOf: declarations) && !parser.peek().isMemberSign
      || parser.isAt(.async) && parser.peek().isWord(.function) || parser.isAt(.at)
    if !isDeclaration || !parser.nested(statement) { parser.expression() }
    parser.finish(mark, .export, flags: .isDefault)
    return true
  }

  private static let declarations: Set<Word> = [.function, .class, .abstract, .interface, .enum]

  /// `export as namespace A`
  private static func exportsGlobal(_ mark: Parser.Mark, _ parser: inout Parser) -> Bool {
    let item = parser.mark
    parser.advance()
    parser.advance()
    if parser.isAtName { parser.namedLeaf(.binding) }
    parser.finish(item, .importItem, flags: .all)
    parser.finish(mark, .export, flags: .typeOnly)
    return true
  }
}

extension Token {
  /// What makes a member, a call or an operation of the word before it.
  fileprivate var isMemberSign: Bool { sign == .dot || sign == .questionDot || sign == .equal }
}
