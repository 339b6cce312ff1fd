import Diagnostics

/// Classes, enumerations and namespaces.
struct JavaScriptClasses {
  let grammar: JavaScriptGrammar

  private var functions: JavaScriptFunctions { JavaScriptFunctions(grammar: grammar) }

  /// `class A<T> extends B<T> implements C { … }`, with the cursor at the word.
  func declaration(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    let declaration = content(&parser, unnamed: "")
    return Statement(.type(declaration), parser.span(from: start))
  }

  /// A class as a value: it is declared, and the value is its name.
  func expression(_ parser: inout Parser) -> Expression {
    let start = parser.current.start
    let declaration = content(&parser, unnamed: "class@\(start)")
    let span = parser.span(from: start)
    return Expression(
      .statements([
        Statement(.type(declaration), span),
        Statement(.expression(Expression(.name(declaration.name), span)), span),
      ]), span)
  }

  func content(_ parser: inout Parser, unnamed: String) -> TypeDeclaration {
    parser.advance()
    var declaration = TypeDeclaration(name: unnamed, kind: .concrete)
    if !parser.isAt("extends"), !parser.isAt("implements"), let name = parser.takeName() { declaration.name = name }
    if parser.isAt("<") { _ = JavaScriptTypes.skipParameters(&parser) }
    while !parser.isAtEnd, !parser.isAt("{") {
      if parser.take("extends") || parser.take("implements") || parser.take(",") {
        if let type = parser.namedType() { declaration.supertypes.append(type) }
      } else {
        parser.skipItem()
      }
    }
    if parser.isAt("{") { declaration.members = parser.inGroup { members(&$0) }.flatMap(withProperties) }
    return declaration
  }

  /// A constructor whose parameters are also properties declares and assigns these.
  private func withProperties(_ member: Statement) -> [Statement] {
    guard case .function(var function) = member.kind, function.isConstructor else { return [member] }
    var declarations: [Statement] = []
    var assignments: [Statement] = []
    for parameter in function.parameters where parameter.isProperty {
      guard case .name(let name) = parameter.pattern else { continue }
      declarations.append(
        Statement(.variable(Variable(pattern: .name(name), type: parameter.type)), member.span))
      let target = Expression(.member(Expression(.name("this"), member.span), name), member.span)
      let value = Expression(.name(name), member.span)
      let assignment = Expression(.assignment(target: target, value: value, isCompound: false), member.span)
      assignments.append(Statement(.expression(assignment), member.span))
    }
    function.body = function.body.map { assignments + $0 }
    return declarations + [Statement(.function(function), member.span)]
  }

  // MARK: - Members

  private func members(_ parser: inout Parser) -> [Statement] {
    var members: [Statement] = []
    while !parser.isAtEnd {
      if parser.take(";") || parser.take(",") { continue }
      let before = parser.position
      if let member = member(&parser) { members.append(member) }
      if parser.position == before { parser.skipItem() }
    }
    return members
  }

  private static let modifiers: Set<String> = [
    "public", "private", "protected", "readonly", "static", "abstract", "override", "declare", "async", "get", "set",
    "accessor",
  ]

  private func member(_ parser: inout Parser) -> Statement? {
    while parser.current.kind == .annotation { parser.skipAnnotation() }
    let start = parser.current.start
    var words: Set<String> = []
    while parser.isAt(oneOf: Self.modifiers), isMember(parser.peek(), after: parser.current.text) {
      words.insert(parser.current.text)
      parser.advance()
      while parser.current.kind == .annotation { parser.skipAnnotation() }
    }
    _ = parser.take("*")
    if parser.isAt("{"), words.contains("static") {
      return Statement(.block(parser.block()), parser.span(from: start))
    }
    guard let name = name(&parser) else { return nil }
    _ = parser.take("?") || parser.take("!")
    if parser.isAt("(") || parser.isAt("<") { return method(name, words, start, &parser) }
    return field(name, words, start, &parser)
  }

  /// A modifier is one only before something it can modify: `get` may be the name of a method.
  private func isMember(_ token: Token, after word: String) -> Bool {
    switch token.kind {
    case .name, .text, .number, .annotation: !token.startsLine || word != "get" && word != "set" && word != "static"
    case .open: token.text == "[" || (token.text == "{" && word == "static")
    case .operator: token.text == "*"
    default: false
    }
  }

  private func name(_ parser: inout Parser) -> String? {
    let token = parser.current
    switch token.kind {
    case .name, .number, .directive:
      parser.advance()
      return token.text
    case .text:
      if case .name(let name) = parser.textLiteral().asKey { return name }
      return "[]"
    case .open where token.text == "[":
      parser.skipItem()
      return "[]"
    default: return nil
    }
  }

  private func method(_ name: String, _ words: Set<String>, _ start: Int, _ parser: inout Parser) -> Statement? {
    var function = functions.rest(of: name, &parser)
    let span = parser.span(from: start)
    if words.contains("get") {
      let getter = Variable(
        pattern: .name(name), type: function.returnType, isStatic: words.contains("static"),
        getter: function.body ?? [])
      return Statement(.variable(getter), span)
    }
    function.isStatic = words.contains("static")
    function.isConstructor = name == "constructor"
    // Another name than the property's: reading it does not call this.
    if words.contains("set") { function.name = "set \(name)" }
    // An overload only repeats how the method after it may be called.
    if function.body == nil, !words.contains("abstract") { return nil }
    return Statement(.function(function), span)
  }

  private func field(_ name: String, _ words: Set<String>, _ start: Int, _ parser: inout Parser) -> Statement? {
    let type = grammar.hasTypes ? JavaScriptTypes.annotation(&parser) : nil
    let value = parser.take("=") ? parser.expression() : nil
    // An index signature, or a name that is computed.
    guard name != "[]" || value != nil else { return nil }
    if var function = value?.function(named: name) {
      function.isStatic = words.contains("static")
      return Statement(.function(function), parser.span(from: start))
    }
    return Statement(
      .variable(Variable(pattern: .name(name), type: type, value: value, isStatic: words.contains("static"))),
      parser.span(from: start))
  }

  // MARK: - Enumerations and namespaces

  /// `enum A { b = "c", d }`, with the cursor at the word.
  func enumeration(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    parser.advance()
    var declaration = TypeDeclaration(name: parser.takeName() ?? "", kind: .enumeration)
    if parser.isAt("{") {
      declaration.cases = parser.separated { parser in
        guard let name = name(&parser) else { return nil }
        let value = parser.take("=") ? parser.expression() : nil
        return TypeDeclaration.EnumCase(name: name, arguments: value.map { [Argument(value: $0)] } ?? [])
      }
    }
    return Statement(.type(declaration), parser.span(from: start))
  }

  /// `namespace A.B { … }`: what it declares belongs to it as such.
  func namespace(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    parser.advance()
    var declaration = TypeDeclaration(name: "", kind: .object)
    while !parser.isAtEnd, !parser.isAt("{"), !parser.isAtLineBreak {
      if let name = parser.takeName() { declaration.name = name } else { parser.skipItem() }
    }
    declaration.members = parser.block()
    return Statement(.type(declaration), parser.span(from: start))
  }

  /// `interface A extends B { … }`: nothing in it is code, but the name is no SDK's, and classes may implement it.
  func interface(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    parser.advance()
    var declaration = TypeDeclaration(name: parser.takeName() ?? "", kind: .abstract)
    if parser.isAt("<") { _ = JavaScriptTypes.skipParameters(&parser) }
    if parser.take("extends") {
      repeat {
        if let type = JavaScriptTypes.type(&parser) { declaration.supertypes.append(type) }
      } while parser.take(",")
    }
    if parser.isAt("{") { parser.skipItem() }
    return Statement(.type(declaration), parser.span(from: start))
  }

  /// `type A<T> = …`
  func alias(_ parser: inout Parser) -> Statement {
    let start = parser.current.start
    parser.advance()
    let name = parser.takeName() ?? ""
    if parser.isAt("<") { _ = JavaScriptTypes.skipParameters(&parser) }
    let type = parser.take("=") ? JavaScriptTypes.type(&parser) : nil
    let span = parser.span(from: start)
    // Another name for a type that has one is left open.
    guard type == nil else { return Statement(.other([]), span) }
    return Statement(.type(TypeDeclaration(name: name, kind: .abstract)), span)
  }
}
