import SourceTokens

/// `let`, `var` and their accessors.
enum SwiftVariables {
  static func variables(_ start: Parser.Mark, _ parser: inout Parser) {
    let word = parser.current.name
    let place = parser.position
    parser.advance()
    let outer = parser.bracesBeginBodies
    parser.bracesBeginBodies = false
    repeat { declarator(&parser) } while parser.take(.comma)
    parser.bracesBeginBodies = outer
    parser.finish(start, .variables, name: word, place: place, flags: word == Word.let.name ? .constant : [])
  }

  private static func declarator(_ parser: inout Parser) {
    let start = parser.mark
    if !SwiftPatterns.declared(&parser) { parser.empty() }
    if parser.take(.colon) { parser.typeOrSkipped() }
    if parser.take(.equal) { parser.expression() }
    if parser.isAt(kind: .leftBrace) { SwiftAccessors.accessors(&parser) }
    parser.finish(start, .declarator)
  }
}

/// What stands in the braces of a property or subscript.
enum SwiftAccessors {
  static func accessors(_ parser: inout Parser) {
    let start = parser.mark
    let read = parser.nested { parser in
      var isList = false
      let place = parser.mark
      parser.inGroup { parser in
        isList = isAccessor(parser)
        if isList { list(&parser) } else { parser.statements() }
      }
      if !isList { parser.finish(place, .block) }
      if !isList {
        parser.finish(place, .accessor, name: Word.get.name, place: nil, code: FunctionForm.getter.rawValue)
      }
      return true
    }
    if read { return }
    parser.noteCut()
    parser.skipItem()
    parser.finish(start, .skipped)
  }

  private static func isName(_ token: Token) -> Bool {
    switch token.keyword {
    case .get, .set, .willSet, .didSet, .initWord, .read, .modify, .borrow: return true
    default: return false
    }
  }

  private static func isAccessor(_ parser: borrowing Parser) -> Bool {
    var distance = 0
    while parser.peek(distance).isSign(.at) { distance += 2 }
    switch parser.peek(distance).keyword {
    case .mutating, .nonmutating, .borrowing, .consuming, .private, .fileprivate, .public, .internal:
      return isName(parser.peek(distance + 1))
    default: break
    }
    let name = parser.peek(distance)
    guard isName(name) else { return false }
    let next = parser.peek(distance + 1)
    if next.kind == .leftParenthesis { return parser.peekAfterGroup(distance + 1).kind == .leftBrace }
    if next.kind == .end || next.kind == .leftBrace || isName(next) || next.isSign(.at) { return true }
    return [.async, .throws, .mutating, .nonmutating].contains(next.keyword)
  }

  private static func list(_ parser: inout Parser) {
    while !parser.isAtEnd {
      if parser.take(.semicolon) { continue }
      if SwiftDirectives.isCondition(parser) {
        SwiftDirectives.line(&parser)
        continue
      }
      let start = parser.mark
      SwiftDeclarations.attributes(&parser)
      guard parser.isAtName else {
        parser.skipItem()
        parser.finish(start, .skipped)
        continue
      }
      accessor(start, &parser)
    }
  }

  private static func accessor(_ start: Parser.Mark, _ parser: inout Parser) {
    let place = parser.position
    let word = parser.currentWord
    let name = parser.takeName() ?? .empty
    if parser.isAt(kind: .leftParenthesis) {
      let list = parser.mark
      parser.separated { parser in
        let start = parser.mark
        if parser.isAtName { parser.namedLeaf(.binding) }
        if parser.take(.colon) { parser.typeOrSkipped() }
        parser.finish(start, .parameter)
      }
      parser.finish(list, .parameters)
    }
    SwiftFunctions.effects(&parser)
    if parser.isAt(kind: .leftBrace) { parser.block() }
    let form: FunctionForm = word == .get || word == .read ? .getter : word == .set ? .setter : .function
    parser.finish(start, .accessor, name: name, place: place, code: form.rawValue)
  }
}
