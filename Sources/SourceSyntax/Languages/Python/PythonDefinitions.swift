import SourceTokens

/// Functions and classes with their decorators.
enum PythonDefinitions {
  /// `@a.b(…)` lines, then what they decorate.
  static func decorated(_ parser: inout Parser) -> Bool {
    let start = parser.mark
    while parser.isAt(.at) { decorator(&parser) }
    if definition(start, &parser) { return true }
    // Decorators of nothing.
    parser.finish(start, .skipped)
    return true
  }

  private static func decorator(_ parser: inout Parser) {
    let start = parser.mark
    parser.advance()
    PythonExpressions.conditional(&parser)
    let name = parser.pathName
    if !parser.isAtEnd, !parser.current.startsLine {
      let rest = parser.mark
      while !parser.isAtEnd, !parser.current.startsLine { parser.skipItem() }
      parser.finish(rest, .skipped)
    }
    parser.finish(start, .annotation, name: name)
  }

  /// `def`, `async def` or `class`; false with nothing read when none begins here.
  /// - Parameter start: where its decorators begin.
  static func definition(_ start: Parser.Mark, _ parser: inout Parser) -> Bool {
    let column = parser.column
    let isAsynchronous = parser.isAt(.async) && parser.peek().isWord(.def)
    let distance = isAsynchronous ? 1 : 0
    guard parser.peek(distance + 1).kind == .name else { return false }
    if parser.isAt(.class) {
      declaration(start, column, &parser)
      return true
    }
    guard parser.peek(distance).isWord(.def) else { return false }
    parser.advance(by: distance + 1)
    let place = parser.position
    let name = parser.takeName() ?? .empty
    typeParameters(&parser)
    if parser.isAt(kind: .leftParenthesis) { PythonParameters.list(&parser) }
    if !parser.isAtLineBreak, parser.take(.arrow) { parser.typeOrSkipped() }
    PythonBlocks.block(&parser, deeperThan: column)
    parser.finish(start, .function, name: name, place: place, flags: isAsynchronous ? .asynchronous : [])
    return true
  }

  /// At `class`.
  private static func declaration(_ start: Parser.Mark, _ column: Int, _ parser: inout Parser) {
    parser.advance()
    let place = parser.position
    let name = parser.takeName() ?? .empty
    typeParameters(&parser)
    if parser.isAt(kind: .leftParenthesis), !parser.isAtLineBreak {
      let bases = parser.mark
      parser.arguments()
      parser.finish(bases, .heritage)
    }
    PythonBlocks.block(&parser, deeperThan: column)
    parser.finish(start, .typeDeclaration, name: name, place: place, code: TypeForm.class.rawValue)
  }

  /// `type X = T`; false with nothing read where `type` is a plain name.
  static func alias(_ parser: inout Parser) -> Bool {
    let next = parser.peek()
    let sign = parser.peek(2)
    guard next.kind == .name, !next.startsLine, sign.isSign(.equal) || sign.kind == .leftSquare else { return false }
    let start = parser.mark
    parser.advance()
    let place = parser.position
    let name = parser.takeName() ?? .empty
    typeParameters(&parser)
    if parser.take(.equal) { parser.typeOrSkipped() }
    parser.finish(start, .typeAlias, name: name, place: place)
    return true
  }

  /// `[T, U: Bound]`
  private static func typeParameters(_ parser: inout Parser) {
    guard parser.isAt(kind: .leftSquare), !parser.isAtLineBreak else { return }
    let start = parser.mark
    parser.separated { parser in
      let start = parser.mark
      if !parser.take(.star) { _ = parser.take(.starStar) }
      let place = parser.position
      let name = parser.takeName() ?? .empty
      if parser.take(.colon) { parser.typeOrSkipped() }
      parser.finish(start, .typeParameter, name: name, place: place)
    }
    parser.finish(start, .typeParameters)
  }
}

/// Parameters of functions and lambdas.
enum PythonParameters {
  static func list(_ parser: inout Parser) {
    let start = parser.mark
    var isNamedOnly = false
    parser.separated { parameter(&$0, hasTypes: true, &isNamedOnly) }
    parser.finish(start, .parameters)
  }

  /// `name: Type = value`, `*args`, `**kwargs`, and the marks `*` and `/`.
  static func parameter(_ parser: inout Parser, hasTypes: Bool, _ isNamedOnly: inout Bool) {
    let start = parser.mark
    var flags: NodeFlags = isNamedOnly ? .namedOnly : []
    if parser.take(.slash) { return parser.finish(start, .parameter) }
    if parser.take(.star) {
      flags = .variadic
      isNamedOnly = true
    } else if parser.take(.starStar) {
      flags = [.variadic, .keywords]
    }
    let place = parser.position
    let name = parser.isAtName ? parser.current.name : .empty
    if parser.isAt(.underscore) {
      parser.leaf(.ignored)
    } else if parser.isAtName {
      parser.namedLeaf(.binding)
    }
    if hasTypes, parser.take(.colon) { parser.typeOrSkipped() }
    if parser.take(.equal) { PythonExpressions.conditional(&parser) }
    parser.finish(start, .parameter, name: name, place: place, flags: flags)
  }
}

extension Parser {
  /// The last name of the path that the last node is, or calls.
  var pathName: NameID {
    guard var node = lastNode else { return .empty }
    if node.kind == .call, node.count > 0 { node = nodes[Int(lists[Int(node.list)].raw)] }
    return node.kind == .name || node.kind == .member ? node.name : .empty
  }
}
