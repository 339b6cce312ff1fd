import SourceTokens

/// Kotlin's types, patterns and parameters.
enum KotlinTypes {
  static func type(_ parser: inout Parser) -> Bool {
    let start = parser.mark
    while parser.isAtAnnotation { parser.annotation() }
    let isAnnotated = parser.position > start.position
    guard unannotated(&parser) else {
      parser.rewind(to: start)
      return false
    }
    if isAnnotated { parser.finish(start, .typeOperator) }
    if parser.isAt(.ampersand) {
      let place = parser.position
      parser.advance()
      parser.typeOrSkipped()
      parser.finish(start, .unionType, .and, place: place)
    }
    return true
  }

  private static func unannotated(_ parser: inout Parser) -> Bool {
    let start = parser.mark
    let next = parser.peek()
    switch parser.currentWord {
    case .suspend where next.kind == .leftParenthesis || next.kind == .name,
      .in where next.kind == .name, .out where next.kind == .name || next.kind == .leftParenthesis:
      let word = parser.current.name
      parser.advance()
      parser.typeOrSkipped()
      parser.finish(start, .typeOperator, name: word, place: start.position)
      return true
    default: break
    }
    if parser.isAt(.star) {
      parser.advance()
      parser.finish(start, .typeOperator)
      return true
    }
    if parser.isAt(kind: .leftParenthesis) { return function(start, &parser) }
    guard parser.namedType() else { return false }
    parser.suffixes(start)
    // `Query.(Int) -> Query`
    if parser.isAt(.dot), parser.peek().kind == .leftParenthesis {
      parser.finish(start, .receiver)
      parser.advance()
      return function(start, &parser)
    }
    return true
  }

  /// `(A, b: B) -> C`, or a type in parentheses.
  private static func function(_ start: Parser.Mark, _ parser: inout Parser) -> Bool {
    let list = parser.mark
    var count = 0
    parser.separated { parser in
      count += 1
      let start = parser.mark
      let isNamed = parser.isLabel(.colon)
      let name = isNamed ? parser.current.name : .empty
      if isNamed { parser.advance(by: 2) }
      parser.typeOrSkipped()
      if isNamed { parser.finish(start, .parameter, name: name, place: start.position) }
    }
    let isFunction = parser.isAt(.arrow)
    parser.finish(list, isFunction || count != 1 ? .tupleType : .typeOperator)
    if isFunction {
      parser.advance()
      parser.typeOrSkipped()
      parser.finish(start, .functionType)
    }
    parser.suffixes(start)
    return true
  }

  /// `where T : X, U : Y`
  static func whereClause(_ parser: inout Parser) {
    guard parser.isAt(.where), parser.peek().kind == .name else { return }
    let start = parser.mark
    parser.advance()
    repeat {
      parser.typeOrSkipped()
      if parser.take(.colon) { parser.typeOrSkipped() }
    } while parser.take(.comma)
    parser.finish(start, .whereClause)
  }

  /// `<reified T : Any, out U>`
  static func typeParameters(_ parser: inout Parser) {
    parser.typeParameters(takesBound: { $0.take(.colon) }) { parser in
      while parser.isAtAnnotation { parser.annotation() }
      while parser.isAt(.in) || parser.isAt(.out) || parser.isAt(.reified), parser.peek().kind == .name {
        parser.namedLeaf(.modifier)
      }
    }
  }

  // MARK: - Parameters and patterns

  /// Parameters of a function or constructor, in the group that opens here.
  static func parameters(_ parser: inout Parser) {
    guard parser.isAt(kind: .leftParenthesis) else { return }
    let start = parser.mark
    parser.separated(parameter)
    parser.finish(start, .parameters)
  }

  private static func parameter(_ parser: inout Parser) {
    let start = parser.mark
    var flags: NodeFlags = []
    while true {
      let next = parser.peek()
      let isBeforeName = next.kind == .name || next.kind == .quotedName || next.isSign(.at)
      if parser.isAtAnnotation {
        parser.annotation()
      } else if KotlinDeclarations.isModifier(parser.currentWord), isBeforeName {
        if parser.isAt(.vararg) { flags.insert(.variadic) }
        parser.namedLeaf(.modifier)
      } else if parser.isAt(.val) || parser.isAt(.var), isBeforeName {
        flags.insert(.property)
        if parser.isAt(.val) { flags.insert(.constant) }
        parser.namedLeaf(.modifier)
      } else {
        break
      }
    }
    let place = parser.position
    let name = parser.isAtName ? parser.current.name : .empty
    if !pattern(&parser) { parser.empty() }
    if parser.take(.colon) { parser.typeOrSkipped() }
    if parser.take(.equal) { parser.expression() }
    parser.finish(start, .parameter, name: name, place: place, flags: flags)
  }

  /// `name`, `_`, `(a, b)`
  static func pattern(_ parser: inout Parser) -> Bool {
    if parser.isAt(.underscore) {
      parser.leaf(.ignored)
    } else if parser.isAtName {
      parser.namedLeaf(.binding)
    } else if parser.isAt(kind: .leftParenthesis) {
      let start = parser.mark
      parser.separated { parser in
        let declarator = parser.mark
        if !pattern(&parser) { parser.empty() }
        guard parser.take(.colon) else { return }
        parser.typeOrSkipped()
        parser.finish(declarator, .declarator)
        parser.finish(declarator, .variables)
      }
      parser.finish(start, .listPattern)
    } else {
      return false
    }
    return true
  }
}
