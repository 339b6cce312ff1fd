import Diagnostics

/// Types of Swift as far as their names go.
enum SwiftTypes {
  private static let prefixes: Set<String> = [
    "inout", "any", "some", "borrowing", "consuming", "isolated", "sending", "nonisolated", "each", "repeat", "~",
    "unowned", "weak", "__owned", "__shared",
  ]

  /// A whole type; nil for functions, tuples and whatever else has no name. The cursor is behind it.
  static func read(_ parser: inout Parser) -> TypeName? {
    parser.nested { parser in content(&parser) }.flatMap { $0 }
  }

  private static func content(_ parser: inout Parser) -> TypeName? {
    while true {
      if parser.current.kind == .annotation {
        parser.skipAnnotation()
      } else if parser.isAt(oneOf: prefixes), parser.peek().kind != .operator || parser.isAt("~") {
        parser.advance()
      } else {
        break
      }
    }
    var type = operand(&parser)
    while true {
      if skipSuffixes(&parser) { type?.isOptional = true }
      if parser.isAt("&") {
        parser.advance()
        let other = operand(&parser)
        type = type ?? other
      } else if isArrow(parser) {
        parser.skipItems(until: ["->"])
        parser.advance()
        _ = read(&parser)
        type = nil
      } else {
        return type
      }
    }
  }

  private static func isArrow(_ parser: Parser) -> Bool {
    var distance = 0
    while distance < 3, parser.peek(distance).isSign(oneOf: ["async", "throws", "rethrows"]) { distance += 1 }
    if distance > 0, parser.peek(distance).isSign("(") { return parser.peekAfterGroup(distance).isSign("->") }
    return parser.peek(distance).isSign("->")
  }

  private static func operand(_ parser: inout Parser) -> TypeName? {
    let token = parser.current
    guard token.kind == .open else { return named(&parser) }
    switch token.text {
    case "[":
      return parser.inGroup { parser in
        let first = read(&parser)
        if parser.take(":") {
          let value = read(&parser)
          return TypeName("Dictionary", [first, value].compactMap { $0 })
        }
        return TypeName("Array", first.map { [$0] } ?? [])
      }
    case "(":
      let isFunction = parser.peekAfterGroup().isSign(oneOf: ["->", "async", "throws", "rethrows"])
      return parser.inGroup { parser in
        let only = isFunction ? nil : read(&parser)
        return parser.isAtEnd ? only : nil
      }
    default: return nil
    }
  }

  private static func named(_ parser: inout Parser) -> TypeName? {
    guard var name = parser.takeName() else { return nil }
    var arguments: [TypeName] = []
    while true {
      if parser.isAt("."), parser.peek().kind == .name {
        parser.advance()
        name += "." + (parser.takeName() ?? "")
      } else if parser.isAt("<"), arguments.isEmpty {
        let before = parser.position
        arguments = genericArguments(&parser)
        if parser.position == before { break }
      } else {
        break
      }
    }
    return TypeName(name, arguments)
  }

  /// Whether null is one of the values.
  private static func skipSuffixes(_ parser: inout Parser) -> Bool {
    var isOptional = false
    while !parser.current.startsLine || !parser.linesMatter {
      if parser.isAt(oneOf: ["?", "!", "..."]), !parser.current.followsSpace {
        isOptional = isOptional || !parser.isAt("...")
        parser.advance()
      } else if parser.isAt(".") || parser.isAt("?."), parser.peek().isSign(oneOf: ["Type", "self", "Protocol"]) {
        parser.advance()
        parser.advance()
      } else {
        break
      }
    }
    return isOptional
  }

  /// `<A, B>`; the cursor does not move when it is something else.
  static func genericArguments(_ parser: inout Parser) -> [TypeName] {
    let start = parser.mark
    guard parser.skipAngles(limit: 120) else {
      parser.rewind(to: start)
      return []
    }
    parser.rewind(to: start)
    parser.advance()
    var types: [TypeName] = []
    while !parser.isAtEnd, !parser.isAt(">") {
      let before = parser.position
      if let type = read(&parser) { types.append(type) }
      if parser.take(":") { _ = read(&parser) }
      if !parser.take(",") || parser.position == before { break }
    }
    guard parser.take(">") else {
      parser.rewind(to: start)
      return []
    }
    return types
  }

  /// `<T: P>` behind a declared name.
  @discardableResult
  static func genericParameters(_ parser: inout Parser) -> [String] {
    guard parser.isAt("<") else { return [] }
    let start = parser.mark
    let names = genericArguments(&parser).map(\.name)
    if parser.position == start.position, !parser.skipAngles(limit: 120) { parser.rewind(to: start) }
    return names
  }

  /// `where T: P`, up to the body or the end of the line.
  static func skipWhere(_ parser: inout Parser) {
    guard parser.take("where") else { return }
    while !parser.isAtEnd, !parser.isAt("{") {
      if parser.current.startsLine, parser.linesMatter, !continuesWhere(parser) { return }
      parser.skipItem()
    }
  }

  private static func continuesWhere(_ parser: Parser) -> Bool {
    parser.current.kind == .name && parser.peek().isSign(oneOf: [":", "==", "."])
  }
}
