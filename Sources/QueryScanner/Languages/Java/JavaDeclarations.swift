import Diagnostics

/// Java's variables, methods, fields and types.
enum JavaDeclarations {
  private static let modifiers: Set<String> = [
    "public", "private", "protected", "static", "final", "abstract", "native", "transient", "volatile", "strictfp",
    "sealed",
  ]

  /// Moves over modifiers and annotations; answers whether `static` was among them.
  @discardableResult
  static func skipModifiers(_ parser: inout Parser) -> Bool {
    var isStatic = false
    while true {
      if parser.current.kind == .annotation, !parser.isAtAnnotationType {
        parser.skipAnnotation()
      } else if parser.isAt(oneOf: modifiers), parser.peek().kind != .operator || parser.peek().isSign("<") {
        isStatic = isStatic || parser.isAt("static")
        parser.advance()
      } else if parser.isAt("default") || parser.isAt("synchronized"), parser.peek().kind == .name {
        parser.advance()
      } else if parser.isAt("non"), parser.peek().isSign("-"), parser.peek(2).isSign("sealed") {
        for _ in 0..<3 { parser.advance() }
      } else {
        return isStatic
      }
    }
  }

  // MARK: - Variables

  private static let notTypes: Set<String> = [
    "return", "new", "throw", "else", "case", "instanceof", "assert", "yield", "this", "super",
  ]

  /// `Type a = x, b;`: nil with nothing consumed when no declaration stands here.
  static func local(_ parser: inout Parser) -> Statement? {
    let start = parser.current.start
    let variables = declared(&parser)
    guard let first = variables.first else { return nil }
    let span = parser.span(from: start)
    if variables.count == 1 { return Statement(.variable(first), span) }
    // Several at once are destructured from a list of their values.
    let values = variables.map { $0.value ?? Expression(.null, span) }
    let variable = Variable(pattern: .list(variables.map(\.pattern)), value: Expression(.list(values), span))
    return Statement(.variable(variable), span)
  }

  private static func declared(_ parser: inout Parser) -> [Variable] {
    let start = parser.mark
    guard parser.current.kind == .name, !parser.isAt(oneOf: notTypes), let type = parser.namedType(),
      parser.current.kind == .name, !parser.isAt("instanceof"), endsName(parser.peek())
    else {
      parser.rewind(to: start)
      return []
    }
    let isInferred = type.name == "var" || type.name == "val"
    var variables: [Variable] = []
    while let name = parser.takeName() {
      while parser.isAt("[") { parser.skipItem() }
      let value = parser.take("=") ? parser.expression() : nil
      variables.append(Variable(pattern: .name(name), type: isInferred ? nil : type, value: value))
      guard parser.isAt(","), parser.peek().kind == .name else { break }
      parser.advance()
    }
    return variables
  }

  private static func endsName(_ token: Token) -> Bool {
    token.kind == .end || token.isSign(oneOf: ["=", ";", ",", ")", "["])
  }

  /// Parameters of a method or lambda, with or without types.
  static func parameters(_ parser: inout Parser, areProperties: Bool = false) -> [Parameter] {
    parser.separated { parser in
      skipModifiers(&parser)
      if parser.current.kind == .name, parser.peek().kind == .end || parser.peek().isSign(",") {
        return parser.takeName().map { Parameter(pattern: .name($0)) }
      }
      guard let type = parser.namedType() else { return nil }
      let isVariadic = parser.take("...")
      guard let name = parser.takeName() else { return nil }
      return Parameter(pattern: .name(name), type: type, isVariadic: isVariadic, isProperty: areProperties)
    }
  }

  // MARK: - Members

  /// - Parameter name: of the class, by which its constructors are known.
  static func members(_ parser: inout Parser, of name: String?, isInterface: Bool) -> [Statement] {
    var members: [Statement] = []
    while !parser.isAtEnd {
      if parser.take(";") { continue }
      let before = parser.position
      members += member(&parser, of: name, isInterface: isInterface)
      if parser.position == before { parser.skipItem() }
    }
    return members
  }

  private static func member(_ parser: inout Parser, of name: String?, isInterface: Bool) -> [Statement] {
    let start = parser.current.start
    let isStatic = skipModifiers(&parser)
    if parser.isAt("{") {
      let body = parser.block()
      return [Statement(.block(body), parser.span(from: start))]
    }
    if let type = type(&parser) { return [type] }
    if let name, parser.isAt(name), parser.peek().isSign("(") || parser.peek().isSign("{") {
      return [constructor(&parser, start)]
    }
    if let method = method(&parser, isStatic: isStatic) { return [method] }
    let fields = declared(&parser)
    return fields.map { field in
      var field = field
      field.isStatic = isStatic || isInterface
      return Statement(.variable(field), parser.span(from: start))
    }
  }

  private static func constructor(_ parser: inout Parser, _ start: Int) -> Statement {
    parser.advance()
    // A record's compact constructor has no parameters of its own.
    let parameters = parser.isAt("(") ? parameters(&parser) : []
    skipThrows(&parser)
    let body = parser.block()
    let function = Function(name: "init", parameters: parameters, body: body, isConstructor: true)
    return Statement(.function(function), parser.span(from: start))
  }

  /// `<T> Type name(…) throws X { … }`; nil with nothing consumed when none stands here.
  static func method(_ parser: inout Parser, isStatic: Bool = false) -> Statement? {
    let start = parser.mark
    let first = parser.current.start
    if parser.isAt("<") { _ = parser.skipAngles(limit: 120) }
    guard parser.current.kind == .name, !parser.isAt(oneOf: notTypes), let type = parser.namedType(),
      let name = parser.takeName(), parser.isAt("("),
      isMethodEnd(parser.peekAfterGroup())
    else {
      parser.rewind(to: start)
      return nil
    }
    let parameters = parameters(&parser)
    skipThrows(&parser)
    while parser.isAt("[") { parser.skipItem() }
    let body: [Statement]? = parser.isAt("{") ? parser.block() : nil
    if body == nil { parser.skipItems(until: [";", "}"]) }
    let function = Function(
      name: name, parameters: parameters, returnType: type.name == "void" ? nil : type, body: body,
      isStatic: isStatic)
    return Statement(.function(function), parser.span(from: first))
  }

  private static func isMethodEnd(_ token: Token) -> Bool {
    token.kind == .end || token.isSign(oneOf: ["{", ";", "throws", "default", "["])
  }

  private static func skipThrows(_ parser: inout Parser) {
    guard parser.take("throws") else { return }
    repeat { _ = parser.namedType() } while parser.take(",")
  }

  // MARK: - Types

  /// A class, interface, enumeration or record; nil with nothing consumed when none begins here.
  static func type(_ parser: inout Parser) -> Statement? {
    let start = parser.current.start
    if parser.isAtAnnotationType {
      parser.advance()
      _ = parser.takeName()
      parser.skipItem()
      return Statement(.other([]), parser.span(from: start))
    }
    guard parser.peek().kind == .name else { return nil }
    let kind: TypeDeclaration.Kind
    switch parser.current.text {
    case "class": kind = .concrete
    case "interface": kind = .abstract
    case "enum": kind = .enumeration
    case "record" where parser.peek(2).isSign(oneOf: ["(", "<"]): kind = .concrete
    default: return nil
    }
    let word = parser.current.text
    parser.advance()
    var type = TypeDeclaration(name: parser.takeName() ?? "", kind: kind)
    if parser.isAt("<") { _ = parser.skipAngles(limit: 120) }
    if word == "record", parser.isAt("(") { type.constructorParameters = parameters(&parser, areProperties: true) }
    while parser.take("extends") || parser.take("implements") || parser.take("permits") {
      repeat {
        if let supertype = parser.namedType() { type.supertypes.append(supertype) }
      } while parser.take(",")
    }
    if parser.isAt("{") {
      parser.inGroup { parser in
        if kind == .enumeration {
          type.cases = JVMEnumCases.read(&parser) { members(&$0, of: nil, isInterface: false) }
        }
        type.members = members(&parser, of: type.name, isInterface: kind == .abstract)
      }
    }
    return Statement(.type(type), parser.span(from: start))
  }
}

extension Parser {
  /// At `@interface Name`.
  fileprivate var isAtAnnotationType: Bool { current.kind == .annotation && current.text == "interface" }
}
