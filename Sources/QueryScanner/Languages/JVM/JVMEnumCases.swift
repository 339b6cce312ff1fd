/// The values that an enumeration begins with.
enum JVMEnumCases {
  /// `NAME(x) { … }, OTHER;`
  /// - Parameter members: reads the body of one.
  static func read(
    _ parser: inout Parser, members: (inout Parser) -> [Statement]
  ) -> [TypeDeclaration.EnumCase] {
    var cases: [TypeDeclaration.EnumCase] = []
    while !parser.isAtEnd {
      while parser.current.kind == .annotation { parser.skipAnnotation() }
      if parser.take(";") { break }
      guard let name = parser.takeName() else { break }
      let arguments = parser.isAt("(") ? parser.arguments() : []
      let body = parser.isAt("{") ? parser.inGroup { members(&$0) } : []
      cases.append(TypeDeclaration.EnumCase(name: name, arguments: arguments, members: body))
      if !parser.take(",") {
        _ = parser.take(";")
        break
      }
    }
    return cases
  }
}
