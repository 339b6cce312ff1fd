import Diagnostics

/// Kotlin's functions and properties, and where declarations begin.
enum KotlinDeclarations {
  private static let modifiers: Set<String> = [
    "public", "private", "protected", "internal", "open", "abstract", "final", "override", "lateinit", "const",
    "suspend", "inline", "noinline", "tailrec", "operator", "infix", "external", "sealed", "data", "enum",
    "annotation", "inner", "value", "companion", "expect", "actual",
  ]

  /// Whether modifiers (or nothing) and then this word stand here.
  private static func begins(_ words: Set<String>, _ parser: Parser) -> Bool {
    var distance = 0
    // More modifiers than these no declaration has.
    while distance < 10 {
      let token = parser.peek(distance)
      if token.isSign(oneOf: words) {
        let next = parser.peek(distance + 1)
        switch token.text {
        case "object": return next.kind == .name || (distance > 0 && next.isSign(oneOf: ["{", ":"]))
        case "fun": return next.kind == .name || next.isSign("<") || (distance > 0 && next.isSign("("))
        case "val", "var": return next.kind == .name || next.isSign(oneOf: ["(", "<"]) || next.kind == .annotation
        case "constructor": return next.isSign("(")
        default: return next.kind == .name
        }
      }
      guard token.kind == .annotation || token.isSign(oneOf: modifiers) else { return false }
      distance += 1
      if token.kind == .annotation, parser.peek(distance).isSign("(") { return false }
    }
    return false
  }

  private static let keywords: Set<String> = [
    "val", "var", "fun", "class", "interface", "object", "typealias", "constructor",
  ]

  /// The declaration at the cursor; nil with nothing consumed when none begins here.
  static func declaration(_ parser: inout Parser) -> Statement? {
    guard parser.current.kind == .name, begins(keywords, parser) else { return nil }
    let start = parser.current.start
    var words: Set<String> = []
    while !parser.isAt(oneOf: keywords) {
      if parser.current.kind == .annotation {
        parser.skipAnnotation()
      } else if let word = parser.takeName() {
        words.insert(word)
      } else {
        break
      }
    }
    let kind: Statement.Kind? =
      switch parser.current.text {
      case "val", "var": property(&parser)
      case "fun" where parser.peek().isSign("interface"): KotlinClasses.type(&parser, words)
      case "fun": function(&parser)
      case "constructor": secondaryConstructor(&parser)
      case "typealias": typeAlias(&parser)
      default: KotlinClasses.type(&parser, words)
      }
    return kind.map { Statement($0, parser.span(from: start)) }
  }

  /// The members of a class; those of its companion belong to the class itself.
  static func members(_ parser: inout Parser) -> [Statement] {
    var members: [Statement] = []
    while !parser.isAtEnd {
      if parser.take(";") || parser.take(",") { continue }
      let before = parser.position
      while parser.current.kind == .annotation { parser.skipAnnotation() }
      if parser.isAt("init"), parser.peek().isSign("{") {
        let start = parser.current.start
        parser.advance()
        let body = parser.block()
        members.append(Statement(.block(body), parser.span(from: start)))
      } else if let statement = parser.nested({ $0.grammar.statement(&$0) }).flatMap({ $0 }) {
        if case .type(let companion) = statement.kind, companion.kind == .object, companion.name == "Companion" {
          members += companion.members.map(\.madeStatic)
        } else if case .block(let parts) = statement.kind, parts.count == 2, case .function(let setter) = parts[1].kind,
          setter.name.hasPrefix(setterMark)
        {
          members += parts
        } else {
          members.append(statement)
        }
      }
      if parser.position == before { parser.skipItem() }
    }
    return members
  }

  private static func typeAlias(_ parser: inout Parser) -> Statement.Kind {
    parser.advance()
    let name = parser.takeName() ?? ""
    if parser.isAt("<") { _ = parser.skipAngles(limit: 120) }
    guard parser.take("="), let type = KotlinTypes.type(&parser) else { return .other([]) }
    return .type(TypeDeclaration(name: name, kind: .alias, supertypes: [type]))
  }

  // MARK: - Functions

  /// `fun <T> Receiver.name(…): Type = …`
  private static func function(_ parser: inout Parser) -> Statement.Kind {
    parser.advance()
    if parser.isAt("<") { _ = parser.skipAngles(limit: 120) }
    let (receiver, name) = receiverAndName(&parser)
    let parameters = KotlinTypes.parameters(&parser)
    let type = KotlinTypes.annotation(&parser)
    KotlinTypes.skipConstraints(&parser)
    return .function(
      Function(
        name: name, extendedType: receiver, parameters: parameters, returnType: type, body: functionBody(&parser)))
  }

  /// `Query.page`, `page`, `Flow<Query>.page`: what a function or property extends, and its name.
  static func receiverAndName(_ parser: inout Parser) -> (TypeName?, String) {
    while parser.current.kind == .annotation { parser.skipAnnotation() }
    var parts: [String] = []
    if parser.isAt("("), parser.peekAfterGroup().isSign(".") { parser.skipItem() }
    _ = parser.take(".")
    while let name = parser.takeName() {
      parts.append(name)
      if parser.isAt("<") { _ = parser.skipAngles(limit: 120) }
      while parser.isAt("?") { parser.advance() }
      guard parser.take(".") || parser.take("?.") else { break }
    }
    let name = parts.popLast() ?? ""
    return (parts.isEmpty ? nil : TypeName(parts.joined(separator: ".")), name)
  }

  /// `{ … }` or `= x`; nil when nothing of the kind follows.
  static func functionBody(_ parser: inout Parser) -> [Statement]? {
    if parser.isAt("{") { return parser.block() }
    guard parser.take("=") else { return nil }
    let value = parser.expression()
    return [Statement(.result(value), value.span)]
  }

  /// `constructor(…) : this(…) { … }`
  private static func secondaryConstructor(_ parser: inout Parser) -> Statement.Kind {
    parser.advance()
    let parameters = KotlinTypes.parameters(&parser)
    var body: [Statement] = []
    if parser.take(":"), let delegation = parser.expressionStatement(bracesBegin: true) { body.append(delegation) }
    if parser.isAt("{") { body += parser.block() }
    return .function(Function(name: "init", parameters: parameters, body: body, isConstructor: true))
  }

  // MARK: - Properties

  /// `val name: Type = x`, `val name by lazy { x }`, `val Type.name get() = x`
  private static func property(_ parser: inout Parser) -> Statement.Kind {
    parser.advance()
    if parser.isAt("<") { _ = parser.skipAngles(limit: 120) }
    var receiver: TypeName?
    let pattern: Pattern
    if parser.isAt("("), !parser.peekAfterGroup().isSign(".") {
      pattern = KotlinTypes.pattern(&parser) ?? .ignored
    } else {
      let (extended, name) = receiverAndName(&parser)
      receiver = extended
      pattern = name == "_" ? .ignored : .name(name)
    }
    var variable = Variable(pattern: pattern, type: KotlinTypes.annotation(&parser))
    KotlinTypes.skipConstraints(&parser)
    if parser.take("=") {
      variable.value = parser.expression()
    } else if parser.isAt("by") {
      delegate(&variable, &parser)
    }
    let setter = accessors(&variable, &parser)
    let span = Span(parser.previousEnd, parser.previousEnd)
    if let receiver {
      let member = Statement(.variable(variable), span)
      return .type(TypeDeclaration(name: receiver.name, kind: .extension, members: [member]))
    }
    guard let setter else { return .variable(variable) }
    return .block([Statement(.variable(variable), span), Statement(.function(setter), span)])
  }

  /// `by lazy { x }` is `x`; what other delegates answer, their type argument may tell:
  /// `by inject<FirebaseFirestore>()`.
  private static func delegate(_ variable: inout Variable, _ parser: inout Parser) {
    parser.advance()
    var argument: TypeName?
    if parser.current.kind == .name, parser.peek().isSign("<") {
      let start = parser.mark
      parser.advance()
      argument = parser.genericArguments().first
      parser.rewind(to: start)
    }
    let value = parser.expression()
    if case .call(let call) = value.kind, case .name("lazy") = call.callee.kind,
      case .closure(let closure)? = call.arguments.last?.value.kind
    {
      let callee = Expression(.closure(closure), value.span)
      variable.value = Expression(.call(Call(callee: callee, arguments: [])), value.span)
    } else if let type = variable.type ?? argument, argument != nil || isInjection(value) {
      variable.type = type
      // `by produceState<List<Post>?>(null) { value = … }`
      if value.holdsClosure { variable.value = value }
    } else {
      variable.value = value
    }
  }

  /// Delegates whose value is of the declared type, whatever it is.
  private static func isInjection(_ value: Expression) -> Bool {
    guard case .call(let call) = value.kind, case .name(let name) = call.callee.kind else { return false }
    return ["inject", "instance", "viewModels", "activityViewModels"].contains(name)
  }

  private static let accessorWords: Set<String> = [
    "private", "protected", "internal", "public", "inline", "external",
  ]

  /// `get() = x`, `private set`, `set(value) { … }`, on the same or the next lines; the setter as a function.
  private static func accessors(_ variable: inout Variable, _ parser: inout Parser) -> Function? {
    var setter: Function?
    while true {
      let start = parser.mark
      _ = parser.take(";")
      while parser.current.kind == .annotation { parser.skipAnnotation() }
      while parser.isAt(oneOf: accessorWords), parser.peek().isSign(oneOf: ["get", "set"]) { parser.advance() }
      if parser.isAt("get"), parser.peek().isSign("("), parser.peekAfterGroup(1).isSign(oneOf: ["=", "{", ":"]) {
        parser.advance()
        parser.skipItem()
        _ = KotlinTypes.annotation(&parser)
        if let body = functionBody(&parser), variable.value == nil { variable.getter = body }
      } else if parser.isAt("set"), parser.peek().isSign("("), parser.peekAfterGroup(1).isSign(oneOf: ["=", "{"]) {
        parser.advance()
        let parameters = KotlinTypes.parameters(&parser)
        if let body = functionBody(&parser), case .name(let name) = variable.pattern {
          setter = Function(name: "\(setterMark)\(name)", parameters: parameters, body: body)
        }
      } else if parser.isAt("get") || parser.isAt("set"), endsAccessor(parser.peek()) {
        parser.advance()
      } else {
        parser.rewind(to: start)
        return setter
      }
    }
  }

  private static let setterMark = "set "

  private static func endsAccessor(_ token: Token) -> Bool { token.kind == .end || token.startsLine }
}

extension Parser {
  /// An expression whose braces begin what follows it.
  mutating func expressionStatement(bracesBegin: Bool) -> Statement? {
    let outer = bracesBeginBodies
    bracesBeginBodies = bracesBegin
    defer { bracesBeginBodies = outer }
    return expressionStatement()
  }
}

extension Expression {
  /// Code of its own stands among the arguments of a call.
  fileprivate var holdsClosure: Bool {
    guard case .call(let call) = kind else { return false }
    return call.arguments.contains { argument in
      if case .closure = argument.value.kind { true } else { false }
    }
  }
}

extension Statement {
  /// As a member of the type, not of its instances.
  var madeStatic: Statement {
    var copy = self
    switch kind {
    case .variable(var variable):
      variable.isStatic = true
      copy.kind = .variable(variable)
    case .function(var function):
      function.isStatic = true
      copy.kind = .function(function)
    default: break
    }
    return copy
  }
}
