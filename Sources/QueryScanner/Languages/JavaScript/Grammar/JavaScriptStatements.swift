import Diagnostics

/// Statements and declarations.
struct JavaScriptStatements {
  let grammar: JavaScriptGrammar

  private var functions: JavaScriptFunctions { JavaScriptFunctions(grammar: grammar) }
  private var classes: JavaScriptClasses { JavaScriptClasses(grammar: grammar) }
  private var modules: JavaScriptModuleItems { JavaScriptModuleItems(statements: self) }

  func statement(_ parser: inout Parser) -> Statement? {
    while parser.current.kind == .annotation { parser.skipAnnotation() }
    let token = parser.current
    switch token.kind {
    case .open where token.text == "{":
      let body = parser.block()
      return Statement(.block(body), parser.span(from: token.start))
    // What stands behind it is the next variable of a declaration: nothing else leaves a comma over.
    case .operator where token.text == "," && canDeclare(parser.peek()): return variable(&parser)
    case .name where !token.isQuoted:
      return declaration(token.text, &parser) ?? control(token.text, &parser) ?? labelled(&parser)
        ?? expression(&parser)
    default: return expression(&parser)
    }
  }

  // MARK: - Declarations

  private func declaration(_ word: String, _ parser: inout Parser) -> Statement? {
    let next = parser.peek()
    switch word {
    case "const" where next.isSign("enum"):
      parser.advance()
      return classes.enumeration(&parser)
    case "const", "let", "var": return canDeclare(next) ? variable(&parser) : nil
    case "function": return functions.declaration(&parser)
    case "async" where next.isSign("function") && !next.startsLine:
      parser.advance()
      return functions.declaration(&parser)
    case "class": return classes.declaration(&parser)
    case "import" where !next.isSign("(") && !next.isSign("."): return modules.imported(&parser)
    case "export": return modules.exported(&parser)
    default: return grammar.hasTypes && !next.startsLine ? typeDeclaration(word, next, &parser) : nil
    }
  }

  private func typeDeclaration(_ word: String, _ next: Token, _ parser: inout Parser) -> Statement? {
    switch word {
    case "abstract" where next.isSign("class"):
      parser.advance()
      return classes.declaration(&parser)
    case "enum" where next.kind == .name: return classes.enumeration(&parser)
    case "interface" where next.kind == .name: return classes.interface(&parser)
    case "type" where next.kind == .name && (parser.peek(2).isSign("=") || parser.peek(2).isSign("<")):
      return classes.alias(&parser)
    case "namespace" where next.kind == .name: return classes.namespace(&parser)
    case "declare" where next.kind == .name:
      // What other code provides: `declare module "x" { … }`, `declare global { … }`.
      if next.isSign("module") || next.isSign("global") {
        let start = parser.current.start
        while !parser.isAtEnd, !parser.isAt("{"), !parser.current.startsLine || parser.current.start == start {
          parser.skipItem()
        }
        if parser.isAt("{") { parser.skipItem() }
        return Statement(.other([]), parser.span(from: start))
      }
      parser.advance()
      return statement(&parser)
    default: return nil
    }
  }

  private func canDeclare(_ token: Token) -> Bool {
    token.kind == .name || token.isSign("{") || token.isSign("[")
  }

  /// One variable of `const a = 1, b = 2`; the others are statements of their own, which begin with the comma.
  private func variable(_ parser: inout Parser) -> Statement? {
    let start = parser.current.start
    let isConstant = parser.isAt("const")
    parser.advance()
    guard let pattern = functions.pattern(&parser) else { return nil }
    _ = parser.take("!")
    let type = grammar.hasTypes ? JavaScriptTypes.annotation(&parser) : nil
    let value = parser.take("=") ? parser.expression() : nil
    let span = parser.span(from: start)
    if let value, parser.depth <= 1, let imported = modules.required(pattern, value) {
      return Statement(.imported(imported), span)
    }
    if isConstant, case .name(let name) = pattern, let function = value?.function(named: name) {
      return Statement(.function(function), span)
    }
    return Statement(.variable(Variable(pattern: pattern, type: type, value: value)), span)
  }

  // MARK: - Control

  private func control(_ word: String, _ parser: inout Parser) -> Statement? {
    let next = parser.peek()
    switch word {
    case "if" where next.isSign("("): return BraceStatements.condition(&parser)
    case "while" where next.isSign("("): return BraceStatements.whileLoop(&parser)
    case "do": return BraceStatements.doLoop(&parser)
    case "for" where next.isSign("(") || next.isSign("await"):
      return BraceStatements.forLoop(
        &parser, declares: { $0.isAt(oneOf: Self.declaring) }, binding: { parser in binding(&parser) })
    case "switch" where next.isSign("("): return BraceStatements.selection(&parser)
    case "try" where next.isSign("{"): return BraceStatements.attempt(&parser)
    case "return": return BraceStatements.result(&parser)
    case "throw": return BraceStatements.throwing(&parser)
    case "break": return BraceStatements.leave(&parser, .breaking)
    case "continue": return BraceStatements.leave(&parser, .continuing)
    default: return nil
    }
  }

  private static let declaring = ["const", "let", "var", "using"]

  /// What `for (… of …)` binds.
  private func binding(_ parser: inout Parser) -> Pattern? {
    if parser.isAt(oneOf: ["const", "let", "var"]), canDeclare(parser.peek()) { parser.advance() }
    return functions.pattern(&parser)
  }

  /// `name: statement`; Svelte's `$: statement`, too.
  private func labelled(_ parser: inout Parser) -> Statement? {
    guard parser.peek().isSign(":") else { return nil }
    parser.advance()
    parser.advance()
    let inner = parser.nested { parser in statement(&parser) }
    return inner.flatMap { $0 }
  }

  // MARK: - Expressions

  /// One or several expressions between commas.
  func expression(_ parser: inout Parser) -> Statement? {
    let start = parser.current.start
    guard let first = parser.expressionStatement() else { return nil }
    guard parser.isAt(",") else { return exports(first, parser) ?? first }
    var values = [first].compactMap(\.expression)
    while parser.take(",") {
      let before = parser.position
      values.append(parser.expression())
      if parser.position == before { break }
    }
    return Statement(.other(values), parser.span(from: start))
  }

  private func exports(_ statement: Statement, _ parser: Parser) -> Statement? {
    guard parser.depth <= 1, let value = statement.expression else { return nil }
    return modules.commonJSExport(value)
  }
}

extension Expression {
  /// A function that is kept under a name is the function of that name.
  func function(named name: String) -> Function? {
    guard case .closure(let closure) = kind else { return nil }
    return Function(name: name, parameters: closure.parameters, body: closure.body)
  }
}

extension Statement {
  var expression: Expression? { if case .expression(let value) = kind { value } else { nil } }
}
