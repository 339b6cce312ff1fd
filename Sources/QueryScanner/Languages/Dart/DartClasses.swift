import Diagnostics

/// Classes, mixins, extensions and enumerations.
enum DartClasses {
  private static let modifiers: Set<String> = ["abstract", "sealed", "base", "final", "interface", "macro", "augment"]

  /// A type declaration; nil with nothing consumed when none stands here.
  static func declaration(_ parser: inout Parser) -> Statement? {
    let mark = parser.mark
    let start = parser.current.start
    while parser.isAt(oneOf: modifiers), parser.peek().kind == .name { parser.advance() }
    if parser.isAt("mixin"), parser.peek().isSign("class") { parser.advance() }
    if parser.peek().kind == .name || parser.isAt("extension") {
      switch parser.current.text {
      case "class", "mixin": return classLike(&parser, start: start)
      case "enum": return enumeration(&parser, start: start)
      case "extension": return `extension`(&parser, start: start)
      default: break
      }
    }
    parser.rewind(to: mark)
    return nil
  }

  private static func classLike(_ parser: inout Parser, start: Int) -> Statement? {
    parser.advance()
    let name = parser.takeName() ?? ""
    if parser.isAt("<") { _ = parser.skipAngles(limit: 120) }
    var declaration = TypeDeclaration(name: name, kind: .concrete)
    if parser.take("=") {
      // `class A = B with C;`
      if let base = parser.namedType() { declaration.supertypes = [base] }
      parser.skipItems(until: [";"])
      _ = parser.take(";")
    } else {
      declaration.supertypes = supertypes(&parser)
      declaration.members = members(&parser, of: name)
      if isInterface(declaration.members) { declaration.kind = .abstract }
    }
    return Statement(.type(declaration), parser.span(from: start))
  }

  /// `extends A<B> with C, D implements E`, `on F`
  private static func supertypes(_ parser: inout Parser) -> [TypeName] {
    var types: [TypeName] = []
    while !parser.isAtEnd, !parser.isAt("{"), !parser.isAt(";") {
      if parser.isAt(oneOf: ["extends", "with", "implements", "on", ","]) {
        parser.advance()
        if let type = parser.namedType() { types.append(type) }
      } else {
        parser.skipItem()
      }
    }
    return types
  }

  /// Only says what others do.
  private static func isInterface(_ members: [Statement]) -> Bool {
    let functions = members.compactMap { member -> Function? in
      if case .function(let function) = member.kind, !function.isConstructor { function } else { nil }
    }
    return !functions.isEmpty && functions.allSatisfy { $0.body == nil }
  }

  private static func members(_ parser: inout Parser, of name: String) -> [Statement] {
    guard parser.isAt("{") else { return [] }
    let read = parser.nested { parser in
      parser.inGroup { parser in memberList(&parser, of: name) }
    }
    if let read { return read }
    parser.skipItem()
    return []
  }

  private static func memberList(_ parser: inout Parser, of name: String) -> [Statement] {
    var members: [Statement] = []
    parser.linesMatter = false
    while !parser.isAtEnd {
      if parser.take(";") { continue }
      let before = parser.position
      while parser.current.kind == .annotation { parser.skipAnnotation() }
      let member = DartDeclarations.furtherVariable(&parser) ?? DartDeclarations.declaration(&parser, in: name)
      if let member { members.append(member) }
      if parser.position == before { parser.skipItem() }
    }
    return members
  }

  // MARK: - Extensions

  /// `extension Name on Type { … }`, `extension type Name(Type value) { … }`
  private static func `extension`(_ parser: inout Parser, start: Int) -> Statement? {
    parser.advance()
    if parser.isAt("type"), parser.peek().kind == .name {
      parser.advance()
      let name = parser.takeName() ?? ""
      parser.skipItems(until: ["{", ";"])
      let members = Self.members(&parser, of: name)
      return Statement(
        .type(TypeDeclaration(name: name, kind: .concrete, members: members)), parser.span(from: start))
    }
    if !parser.isAt("on") { parser.advance() }
    if parser.isAt("<") { _ = parser.skipAngles(limit: 120) }
    guard parser.take("on") else { return Statement(.other([]), parser.span(from: start)) }
    let extended = DartTypes.type(&parser)?.name ?? ""
    parser.skipItems(until: ["{", ";"])
    let members = Self.members(&parser, of: extended)
    return Statement(
      .type(TypeDeclaration(name: extended, kind: .extension, members: members)), parser.span(from: start))
  }

  // MARK: - Enumerations

  private static func enumeration(_ parser: inout Parser, start: Int) -> Statement? {
    parser.advance()
    let name = parser.takeName() ?? ""
    if parser.isAt("<") { _ = parser.skipAngles(limit: 60) }
    var declaration = TypeDeclaration(name: name, kind: .enumeration)
    declaration.supertypes = supertypes(&parser)
    if parser.isAt("{") {
      parser.inGroup { parser in
        declaration.cases = enumCases(&parser)
        declaration.members = parser.nested { memberList(&$0, of: name) } ?? []
      }
    }
    return Statement(.type(declaration), parser.span(from: start))
  }

  /// `a, b('x'), c.named(1);`
  private static func enumCases(_ parser: inout Parser) -> [TypeDeclaration.EnumCase] {
    var cases: [TypeDeclaration.EnumCase] = []
    parser.linesMatter = false
    while !parser.isAtEnd, !parser.take(";") {
      while parser.current.kind == .annotation { parser.skipAnnotation() }
      guard let name = parser.takeName() else {
        parser.skipItem()
        continue
      }
      if parser.isAt("<") { _ = parser.skipAngles(limit: 60) }
      if parser.isAt("."), parser.peek().kind == .name {
        parser.advance()
        parser.advance()
      }
      let arguments = parser.isAt("(") ? parser.arguments() : []
      cases.append(TypeDeclaration.EnumCase(name: name, arguments: arguments))
      if !parser.take(","), !parser.isAt(";") { break }
    }
    return cases
  }
}
