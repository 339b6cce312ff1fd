import Diagnostics

/// Declarations of Swift.
enum SwiftDeclarations {
  /// At a declaration behind its attributes; nil with nothing consumed elsewhere.
  static func read(_ parser: inout Parser, _ start: Int, _ attributes: SwiftAttributes) -> Statement? {
    let token = parser.current
    guard token.kind == .name, !token.isQuoted else { return nil }
    let next = parser.peek()
    switch token.text {
    case "import": return imported(&parser, start)
    case "let", "var": return SwiftVariables.read(&parser, start, attributes)
    case "func": return SwiftFunctions.function(&parser, start, attributes)
    case "init" where next.isSign(oneOf: ["(", "<", "?", "!"]): return SwiftFunctions.initializer(&parser, start)
    case "deinit" where next.isSign("{"): return SwiftFunctions.deinitializer(&parser, start)
    case "subscript" where next.isSign(oneOf: ["(", "<"]): return SwiftFunctions.subscripted(&parser, start, attributes)
    case "class", "struct", "enum", "protocol", "extension":
      return next.kind == .name ? type(&parser, start) : nil
    case "actor":
      return next.kind == .name && parser.peek(2).isSign(oneOf: ["{", ":", "<", "where"]) ? type(&parser, start) : nil
    case "typealias" where next.kind == .name: return alias(&parser, start)
    case "associatedtype", "precedencegroup", "operator", "macro":
      return next.kind == .name || next.kind == .operator && token.text == "operator" ? ignored(&parser, start) : nil
    default: return nil
    }
  }

  /// `import A`, `import A.B`, `import struct A.B`
  private static func imported(_ parser: inout Parser, _ start: Int) -> Statement {
    parser.advance()
    let kinds: Set<String> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var", "actor"]
    let isSingle = parser.isAt(oneOf: kinds) && parser.peek().kind == .name && !parser.peek().startsLine
    if isSingle { parser.advance() }
    var names: [String] = []
    while let name = parser.takeName() {
      names.append(name)
      guard parser.isAt("."), !parser.current.followsSpace else { break }
      parser.advance()
    }
    var module = Import(module: names.joined(separator: "."))
    if isSingle, names.count > 1, let name = names.last {
      module = Import(module: names.dropLast().joined(separator: "."), names: [name: name])
    }
    return Statement(.imported(module), parser.span(from: start))
  }

  /// A declaration without code: up to the end of its line or body.
  private static func ignored(_ parser: inout Parser, _ start: Int) -> Statement {
    repeat { parser.skipItem() } while !parser.isAtEnd && !parser.current.startsLine && !parser.isAt(";")
    return Statement(.other([]), parser.span(from: start))
  }

  // MARK: - Types

  /// `typealias A<T> = B`
  private static func alias(_ parser: inout Parser, _ start: Int) -> Statement {
    parser.advance()
    let name = parser.takeName() ?? ""
    if parser.isAt("<") { _ = parser.skipAngles(limit: 120) }
    let type = parser.take("=") ? SwiftTypes.read(&parser) : nil
    while !parser.isAtEnd, !parser.current.startsLine, !parser.isAt(";") { parser.skipItem() }
    let span = parser.span(from: start)
    guard let type else { return Statement(.other([]), span) }
    return Statement(.type(TypeDeclaration(name: name, kind: .alias, supertypes: [type])), span)
  }

  private static func type(_ parser: inout Parser, _ start: Int) -> Statement {
    let word = parser.current.text
    parser.advance()
    var declaration = TypeDeclaration(name: "", kind: kind(word))
    declaration.isValue = word == "struct"
    if declaration.kind == .extension {
      declaration.name = SwiftTypes.read(&parser)?.name ?? ""
    } else {
      declaration.name = parser.takeName() ?? ""
      declaration.genericParameters = SwiftTypes.genericParameters(&parser)
    }
    if parser.take(":") {
      repeat {
        if let type = SwiftTypes.read(&parser) { declaration.supertypes.append(type) }
      } while parser.take(",")
    }
    SwiftTypes.skipWhere(&parser)
    while !parser.isAtEnd, !parser.isAt("{"), !parser.current.startsLine { parser.skipItem() }
    if parser.isAt("{") { readBody(&parser, &declaration) }
    return Statement(.type(declaration), parser.span(from: start))
  }

  private static func kind(_ word: String) -> TypeDeclaration.Kind {
    switch word {
    case "enum": .enumeration
    case "protocol": .abstract
    case "extension": .extension
    default: .concrete
    }
  }

  private static func readBody(_ parser: inout Parser, _ declaration: inout TypeDeclaration) {
    guard declaration.kind == .enumeration else {
      declaration.members = parser.block()
      return
    }
    var cases: [TypeDeclaration.EnumCase] = []
    var members: [Statement] = []
    parser.inGroup { parser in
      while !parser.isAtEnd {
        members += parser.statements(until: ["case", "indirect"])
        _ = parser.take("indirect")
        if parser.take("case") {
          readCases(&parser, &cases)
        } else if !parser.isAtEnd, !parser.isAt("indirect") {
          members += parser.statements(until: ["case"])
        }
      }
    }
    declaration.cases = cases
    declaration.members = members
  }

  /// `a, b = "x", c(String)`
  private static func readCases(_ parser: inout Parser, _ cases: inout [TypeDeclaration.EnumCase]) {
    repeat {
      guard let name = parser.takeName() else { return }
      if parser.isAt("("), !parser.isAtLineBreak { parser.skipItem() }
      let value = parser.take("=") ? [Argument(value: parser.expression())] : []
      cases.append(TypeDeclaration.EnumCase(name: name, arguments: value))
    } while parser.take(",")
  }
}
