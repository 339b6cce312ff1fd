import Diagnostics

/// What comes into a file and what leaves it: `import`, `export`, `require`, `module.exports`.
///
/// Everything at the top of a file can be had by other files. What leaves under another name becomes a variable of that
/// name, and the module's own value one named `default`.
struct JavaScriptModuleItems {
  let statements: JavaScriptStatements

  /// What `require` gives: the value that the module sets as its own, or all that it exports.
  static let wholeModule = "module.exports"

  // MARK: - import

  func imported(_ parser: inout Parser) -> Statement? {
    let start = parser.current.start
    parser.advance()
    var names: [String: String] = [:]
    if parser.isAt("type"), parser.peek().kind == .name || parser.peek().kind == .open || parser.peek().isSign("*"),
      !parser.peek().isSign("from")
    {
      parser.advance()
    }
    if let name = parser.takeName() {
      names[name] = "default"
      // TypeScript's `import x = require("x")`.
      if parser.take("=") {
        let value = parser.expression()
        let imported = required(.name(name), value)
        return Statement(
          imported.map(Statement.Kind.imported) ?? .variable(Variable(pattern: .name(name), value: value)),
          parser.span(from: start))
      }
      _ = parser.take(",")
    }
    specifiers(&parser, into: &names)
    _ = parser.take("from")
    let module = text(&parser) ?? ""
    if parser.isAt("with") || parser.isAt("assert"), parser.peek().isSign("{") {
      parser.advance()
      parser.skipItem()
    }
    return Statement(.imported(Import(module: module, names: names)), parser.span(from: start))
  }

  /// `* as a` or `{ a, b as c }`
  private func specifiers(_ parser: inout Parser, into names: inout [String: String]) {
    if parser.take("*") {
      if parser.take("as"), let name = parser.takeName() { names[name] = "*" }
      return
    }
    guard parser.isAt("{") else { return }
    for (original, name) in pairs(&parser) { names[name] = original }
  }

  /// The original name and the one it gets.
  private func pairs(_ parser: inout Parser) -> [(String, String)] {
    parser.separated { parser in
      if parser.isAt("type"), parser.peek().kind == .name, !parser.peek().isSign("as") { parser.advance() }
      guard let original = parser.takeName() else { return nil }
      guard parser.take("as"), let name = parser.takeName() else { return (original, original) }
      return (original, name)
    }
  }

  private func text(_ parser: inout Parser) -> String? {
    guard parser.current.kind == .text, case .name(let text) = parser.textLiteral().asKey else { return nil }
    return text
  }

  // MARK: - export

  func exported(_ parser: inout Parser) -> Statement? {
    let start = parser.current.start
    parser.advance()
    if parser.take("default") { return defaultExport(start, &parser) }
    if parser.take("=") {
      let value = parser.expression()
      return Statement(.variable(Variable(pattern: .name("default"), value: value)), parser.span(from: start))
    }
    if parser.isAt("type"), parser.peek().isSign("{") || parser.peek().isSign("*") { parser.advance() }
    if parser.isAt("*") || parser.isAt("{") { return list(start, &parser) }
    let isProperty = statements.grammar.exportsProperties && parser.isAt("let")
    return statements.statement(&parser).map { isProperty ? property($0) : $0 }
  }

  /// `export let sort = "name"`, as `let { sort = "name" } = $props()` is written since: the first value is what is there
  /// where nothing is given.
  private func property(_ statement: Statement) -> Statement {
    guard case .variable(var variable) = statement.kind, case .name(let name) = variable.pattern else {
      return statement
    }
    let callee = Expression(.name("$props"), statement.span)
    let given = Expression(
      .member(Expression(.call(Call(callee: callee, arguments: [])), statement.span), name), statement.span)
    variable.value = variable.value.map { Expression(.fallback(given, $0), $0.span) } ?? given
    return Statement(.variable(variable), statement.span)
  }

  private func defaultExport(_ start: Int, _ parser: inout Parser) -> Statement? {
    let isDeclaration = parser.isAt(oneOf: ["function", "class", "abstract", "interface", "enum"])
    let isAsynchronous = parser.isAt("async") && parser.peek().isSign("function")
    guard isDeclaration || isAsynchronous, let inner = statements.statement(&parser) else {
      let value = parser.expression()
      return export("default", value)
    }
    let span = parser.span(from: start)
    switch inner.kind {
    case .function(var function) where function.name.isEmpty:
      function.name = "default"
      return Statement(.function(function), span)
    case .function(let function): return declaring(inner, function.name, span)
    case .type(var declaration) where declaration.name.isEmpty:
      declaration.name = "default"
      return Statement(.type(declaration), span)
    case .type(let declaration): return declaring(inner, declaration.name, span)
    default: return inner
    }
  }

  private func declaring(_ inner: Statement, _ name: String, _ span: Span) -> Statement {
    let value = Expression(.name(name), inner.span)
    return Statement(
      .block([inner, Statement(.variable(Variable(pattern: .name("default"), value: value)), inner.span)]), span)
  }

  /// `export { a as b }`, `export { a } from "x"`, `export * from "x"`
  private func list(_ start: Int, _ parser: inout Parser) -> Statement {
    var names: [String: String] = [:]
    var pairs: [(String, String)] = []
    let isEverything = parser.isAt("*")
    if isEverything { specifiers(&parser, into: &names) } else { pairs = self.pairs(&parser) }
    if parser.take("from") {
      for (original, name) in pairs { names[name] = original }
      let module = text(&parser) ?? ""
      return Statement(.imported(Import(module: module, names: names)), parser.span(from: start))
    }
    let span = parser.span(from: start)
    let renamed = pairs.filter { $0.0 != $0.1 }.map { original, name in
      Statement(.variable(Variable(pattern: .name(name), value: Expression(.name(original), span))), span)
    }
    return Statement(.block(renamed), span)
  }

  // MARK: - CommonJS

  /// `const a = require("x")`, `const { a, b: c } = require("x")` and `const a = require("x").b` as imports.
  func required(_ pattern: Pattern, _ value: Expression) -> Import? {
    var value = value
    var member: String?
    if case .member(let inner, let name) = value.kind {
      member = name
      value = inner
    }
    guard case .call(let call) = value.kind, case .name("require") = call.callee.kind, call.arguments.count == 1,
      case .name(let module)? = call.arguments.first?.value.asKey
    else { return nil }
    switch pattern {
    case .name(let name): return Import(module: module, names: [name: member ?? Self.wholeModule])
    case .record(let parts) where member == nil:
      var names: [String: String] = [:]
      for part in parts {
        guard case .name(let name) = part.pattern else { return nil }
        names[name] = part.key
      }
      return Import(module: module, names: names)
    case .record, .list, .ignored: return nil
    }
  }

  /// `exports.a = …`, `module.exports.a = …` and `module.exports = …`
  func commonJSExport(_ value: Expression) -> Statement? {
    guard case .assignment(let target, let content, false) = value.kind else { return nil }
    if isExports(target, orShort: false) { return wholeExport(content, value.span) }
    if let methods = ConstructorFunctions.prototype(target, content, value.span) { return methods }
    guard case .member(let owner, let name) = target.kind else { return nil }
    if let method = prototypeMethod(name, owner, content) { return Statement(.function(method), value.span) }
    guard isExports(owner, orShort: true) else { return nil }
    return export(name, content).map { Statement($0.kind, value.span) }
  }

  /// `A.prototype.b = function () { … }`, the methods of old.
  private func prototypeMethod(_ name: String, _ owner: Expression, _ value: Expression) -> Function? {
    guard case .member(let type, "prototype") = owner.kind, case .name(let typeName) = type.kind,
      var function = value.function(named: name)
    else { return nil }
    function.extendedType = TypeName(typeName)
    return function
  }

  private func isExports(_ expression: Expression, orShort: Bool) -> Bool {
    switch expression.kind {
    case .name("exports"): orShort
    case .member(let owner, "exports"): owner.kind == .name("module")
    // `exports = module.exports = …`
    case .assignment(let target, _, _): isExports(target, orShort: orShort)
    default: false
    }
  }

  private func export(_ name: String, _ value: Expression) -> Statement? {
    if case .name(name) = value.kind { return Statement(.other([]), value.span) }
    if let function = value.function(named: name) { return Statement(.function(function), value.span) }
    return Statement(.variable(Variable(pattern: .name(name), value: value)), value.span)
  }

  private func wholeExport(_ value: Expression, _ span: Span) -> Statement {
    guard case .record(let entries) = value.kind else {
      return export("default", value) ?? Statement(.other([]), span)
    }
    let variables = entries.compactMap { entry -> Statement? in
      guard case .name(let name) = entry.key else { return nil }
      return export(name, entry.value)
    }
    return Statement(.block(variables), span)
  }
}
