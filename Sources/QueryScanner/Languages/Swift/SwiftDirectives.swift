import Diagnostics

/// `#if` and its like: whatever the conditions are, the code of all branches is read.
enum SwiftDirectives {
  private static let conditions: Set<String> = [
    "#if", "#elseif", "#else", "#endif", "#sourceLocation", "#warning", "#error",
  ]

  /// Moves over the lines of conditions; false when none stands here.
  static func skipConditions(_ parser: inout Parser) -> Bool {
    var isAny = false
    while parser.current.kind == .directive, conditions.contains(parser.current.text) {
      skipLine(&parser)
      isAny = true
    }
    return isAny
  }

  private static func skipLine(_ parser: inout Parser) {
    repeat { parser.skipItem() } while !parser.isAtEnd && !parser.current.startsLine
  }

  /// At a directive where an operand is expected: a condition is left out, a macro is a name.
  static func operand(_ parser: inout Parser) -> Expression? {
    guard skipConditions(&parser) else { return nil }
    return parser.isAtEnd || parser.current.kind == .close
      ? Expression(.other([]), Span(parser.previousEnd, parser.previousEnd)) : parser.primary()
  }

  /// A condition around members of a chain: `#if os(iOS)`, `.member`, `#endif`.
  static func chain(_ operand: Expression, _ parser: inout Parser) -> Expression? {
    guard conditions.contains(parser.current.text) else { return nil }
    let mark = parser.mark
    guard skipConditions(&parser), parser.isAt(".") else {
      parser.rewind(to: mark)
      return nil
    }
    return operand
  }
}
