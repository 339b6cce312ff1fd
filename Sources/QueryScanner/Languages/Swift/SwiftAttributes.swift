import Diagnostics

/// `@Name(…)` and the modifiers before a declaration.
struct SwiftAttributes {
  /// The attributes with arguments, as calls of their names.
  var calls: [Expression] = []
  /// One of them has the name of a type.
  var hasWrapper = false
  var modifiers: Set<String> = []

  var isStatic: Bool { modifiers.contains("static") || modifiers.contains("class") }

  private static let words: Set<String> = [
    "public", "private", "internal", "fileprivate", "open", "package", "static", "final", "lazy", "weak", "unowned",
    "override", "mutating", "nonmutating", "convenience", "required", "dynamic", "optional", "indirect", "prefix",
    "postfix", "infix", "nonisolated", "isolated", "distributed", "consuming", "borrowing", "sending", "async",
  ]

  private static let access: Set<String> = ["set", "safe", "unsafe"]

  static func read(_ parser: inout Parser) -> SwiftAttributes {
    var attributes = SwiftAttributes()
    while true {
      let token = parser.current
      if token.kind == .annotation {
        attributes.readAnnotation(&parser)
      } else if token.kind == .name, !token.isQuoted, isModifier(token, parser) {
        attributes.modifiers.insert(token.text)
        parser.advance()
        if parser.isAt("(") { parser.skipItem() }
      } else if SwiftDirectives.skipConditions(&parser) {
        continue
      } else {
        return attributes
      }
    }
  }

  private mutating func readAnnotation(_ parser: inout Parser) {
    let token = parser.current
    hasWrapper = hasWrapper || token.text.utf8.first.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") } ?? false
    parser.advance()
    guard parser.isAt("("), !parser.current.followsSpace else { return }
    let name = Expression(.name(token.text), Span(token.start + 1, token.end))
    let arguments = parser.arguments()
    calls.append(Expression(.call(Call(callee: name, arguments: arguments)), parser.span(from: token.start)))
  }

  /// A modifier is followed by another word; `private(set)` in parentheses only by certain ones.
  private static func isModifier(_ token: Token, _ parser: Parser) -> Bool {
    let next = parser.peek()
    if token.text == "class" {
      return next.isSign(oneOf: ["func", "var", "let", "subscript", "override", "final", "private", "public"])
    }
    guard words.contains(token.text) else { return false }
    if next.isSign("(") {
      return access.contains(parser.peek(2).text) && parser.peek(3).isSign(")")
    }
    return next.kind == .name || next.kind == .annotation
  }
}
