import SourceTokens

/// The values that an enumeration begins with.
enum JVMEnumCases {
  /// `NAME(x) { … }, OTHER;`
  /// - Parameter members: reads the body of one.
  static func read(_ parser: inout Parser, members: (inout Parser) -> Void) {
    while !parser.isAtEnd {
      let start = parser.mark
      while parser.isAtAnnotation { parser.annotation() }
      let next = parser.peek()
      let isCase =
        parser.isAtName
        && (next.kind == .end || next.kind == .leftParenthesis || next.kind == .leftBrace || next.isSign(.comma)
          || next.isSign(.semicolon))
      guard isCase else {
        parser.rewind(to: start)
        break
      }
      let place = parser.position
      let name = parser.takeName() ?? .empty
      if parser.isAt(kind: .leftParenthesis) { parser.arguments() }
      if parser.isAt(kind: .leftBrace) { members(&parser) }
      parser.finish(start, .enumCase, name: name, place: place)
      if !parser.take(.comma) { break }
    }
    _ = parser.take(.semicolon)
  }
}
