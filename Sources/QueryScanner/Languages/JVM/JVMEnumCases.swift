/// The values that an enumeration begins with.
enum JVMEnumCases {
  /// `NAME(x) { … }, OTHER;`
  static func read(_ parser: inout Parser) -> [TypeDeclaration.EnumCase] {
    var cases: [TypeDeclaration.EnumCase] = []
    while !parser.isAtEnd {
      while parser.current.kind == .annotation { parser.skipAnnotation() }
      if parser.take(";") { break }
      guard let name = parser.takeName() else { break }
      let arguments = parser.isAt("(") ? parser.arguments() : []
      if parser.isAt("{") { parser.skipItem() }
      cases.append(TypeDeclaration.EnumCase(name: name, arguments: arguments))
      if !parser.take(",") {
        _ = parser.take(";")
        break
      }
    }
    return cases
  }
}
