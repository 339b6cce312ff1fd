import Diagnostics

/// Targets of loops and assignments.
enum PythonPatterns {
  /// `x`, `x, y`, `(x, (y, z))`, `[x, *rest]`, up to `in`.
  static func target(_ parser: inout Parser) -> Pattern {
    var patterns = [single(&parser)]
    var isList = false
    while parser.take(",") {
      isList = true
      if parser.isAt("in") { break }
      patterns.append(single(&parser))
    }
    return isList ? .list(patterns) : patterns[0]
  }

  private static func single(_ parser: inout Parser) -> Pattern {
    _ = parser.take("*")
    if parser.isAt("(") || parser.isAt("[") {
      let inner = parser.nested { parser in
        parser.separated { parser -> Pattern? in parser.isAtEnd ? nil : single(&parser) }
      }
      if inner == nil { parser.skipItem() }
      return inner.map(Pattern.list) ?? .ignored
    }
    guard parser.current.kind == .name, !parser.isAt("in"), let name = parser.takeName() else { return .ignored }
    // `for self.x in xs`
    while parser.isAt(".") || parser.isAt("[") { parser.skipItem() }
    return name == "_" ? .ignored : .name(name)
  }
}
