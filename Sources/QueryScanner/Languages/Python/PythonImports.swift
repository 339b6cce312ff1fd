import Diagnostics

/// `import a.b as c`, `from a import b as c`.
enum PythonImports {
  /// One statement, or a block of several.
  static func statement(_ parser: inout Parser) -> Statement? {
    let start = parser.current.start
    let isFrom = parser.isAt("from")
    guard isFrom || parser.peek().kind == .name else { return nil }
    parser.advance()
    let imports = isFrom ? fromModule(&parser) : modules(&parser)
    let span = parser.span(from: start)
    let statements = imports.map { Statement(.imported($0), span) }
    return statements.count == 1 ? statements[0] : Statement(.block(statements), span)
  }

  /// `a.b`, `..a`
  private static func module(_ parser: inout Parser) -> String {
    var name = ""
    while !parser.isAtEnd, !parser.isAtLineBreak {
      if parser.isAt(".") || parser.isAt("..") || parser.isAt("...") {
        name += parser.current.text
        parser.advance()
      } else if parser.current.kind == .name, !parser.isAt("import"), !parser.isAt("as"),
        name.isEmpty || name.hasSuffix(".")
      {
        name += parser.takeName() ?? ""
      } else {
        break
      }
    }
    return name
  }

  private static func modules(_ parser: inout Parser) -> [Import] {
    var imports: [Import] = []
    repeat {
      let module = module(&parser)
      let local = parser.take("as") ? parser.takeName() ?? module : module
      if !module.isEmpty { imports.append(Import(module: module, names: [local: "*"])) }
    } while !parser.isAtLineBreak && parser.take(",")
    return imports
  }

  private static func fromModule(_ parser: inout Parser) -> [Import] {
    let module = module(&parser)
    guard parser.take("import") else { return [Import(module: module)] }
    if parser.take("*") { return [Import(module: module)] }
    var names: [String: String] = [:]
    if parser.isAt("(") {
      for (local, name) in parser.separated({ imported(&$0) }) { names[local] = name }
    } else {
      repeat {
        if let (local, name) = imported(&parser) { names[local] = name }
      } while !parser.isAtLineBreak && parser.take(",")
    }
    // What is imported may be a declaration of a file, or a file of a package.
    let joint = module.hasSuffix(".") || module.isEmpty ? module : "\(module)."
    let files = names.sorted { $0.key < $1.key }.map { Import(module: joint + $0.value, names: [$0.key: "*"]) }
    return [Import(module: module, names: names)] + files
  }

  private static func imported(_ parser: inout Parser) -> (String, String)? {
    guard let name = parser.takeName() else { return nil }
    return (parser.take("as") ? parser.takeName() ?? name : name, name)
  }
}
