import Diagnostics

/// Variables, functions, getters and members of classes.
enum DartDeclarations {
  private struct Modifiers {
    var isStatic = false
    var isFactory = false
    /// `final`, `var`, `const`, `late`: what follows can only be a variable (or a constructor).
    var declaresVariable = false
    var isOperator = false
  }

  /// A declaration; nil with nothing consumed when none stands here.
  /// - Parameter className: inside of a type: what its constructors are called.
  static func declaration(_ parser: inout Parser, in className: String?) -> Statement? {
    let mark = parser.mark
    let start = parser.current.start
    let modifiers = modifiers(&parser)
    if let className, isConstructor(parser, className) {
      return DartFunctions.constructor(&parser, of: className, start: start, isFactory: modifiers.isFactory)
    }
    if modifiers.declaresVariable, let pattern = DartPatterns.destructured(&parser) {
      return variable(pattern, &parser, start: start, type: nil, modifiers)
    }
    let type = DartTypes.typeBeforeName(&parser)
    if let accessor = accessor(&parser, start: start, type: type, modifiers) { return accessor }
    if isFunction(parser, isTyped: type != nil || className != nil) {
      guard let name = parser.takeName() else { return nil }
      return DartFunctions.function(name, &parser, start: start, type: type, isStatic: modifiers.isStatic)
    }
    let isVariable = type != nil || modifiers.declaresVariable || modifiers.isStatic
    if isVariable, DartTypes.isName(parser.current), let name = parser.takeName() {
      return variable(.name(name), &parser, start: start, type: type, modifiers)
    }
    parser.rewind(to: mark)
    return nil
  }

  private static func modifiers(_ parser: inout Parser) -> Modifiers {
    var modifiers = Modifiers()
    while parser.current.kind == .name, isModifier(parser) {
      switch parser.current.text {
      case "static": modifiers.isStatic = true
      case "factory": modifiers.isFactory = true
      case "final", "var", "const", "late": modifiers.declaresVariable = true
      case "external", "abstract", "covariant", "augment": break
      default: return modifiers
      }
      parser.advance()
    }
    return modifiers
  }

  /// The words are names, too: `late = true;`
  private static func isModifier(_ parser: Parser) -> Bool {
    let next = parser.peek()
    return next.kind == .name || next.kind == .open && !next.isSign("{")
  }

  private static func isConstructor(_ parser: Parser, _ className: String) -> Bool {
    guard parser.isAt(className) else { return false }
    if parser.peek().isSign("(") { return true }
    return parser.peek().isSign(".") && parser.peek(3).isSign("(")
  }

  /// A name with parameters, and a body or a type.
  private static func isFunction(_ parser: Parser, isTyped: Bool) -> Bool {
    guard DartTypes.isName(parser.current) else { return false }
    if parser.peek().isSign("<") { return isTyped && looksGeneric(parser) }
    guard parser.peek().isSign("(") else { return false }
    let next = parser.peekAfterGroup(1)
    if next.isSign(oneOf: ["{", "=>", "async", "sync"]) { return !controls.contains(parser.current.text) }
    return isTyped && (next.isSign(";") || next.kind == .end || next.startsLine)
  }

  /// `name<T extends X>(…)`
  private static func looksGeneric(_ parser: Parser) -> Bool {
    var ahead = parser
    ahead.advance()
    return ahead.skipAngles(limit: 60) && ahead.isAt("(")
  }

  private static let controls: Set<String> = [
    "if", "for", "while", "switch", "catch", "assert", "return", "await", "super", "this",
  ]

  // MARK: - Variables

  private static func variable(
    _ pattern: Pattern, _ parser: inout Parser, start: Int, type: TypeName?, _ modifiers: Modifiers
  ) -> Statement {
    let value = parser.take("=") ? parser.expression() : nil
    // `int a = 1, b = 2;`: the next statement begins with the comma.
    if !parser.isAt(",") { _ = parser.take(";") }
    let variable = Variable(pattern: pattern, type: type, value: value, isStatic: modifiers.isStatic)
    return Statement(.variable(variable), parser.span(from: start))
  }

  /// `, b = 2` behind a variable.
  static func furtherVariable(_ parser: inout Parser) -> Statement? {
    guard parser.isAt(","), parser.peek().kind == .name, parser.peek(2).isSign(oneOf: ["=", ",", ";"]) else {
      return nil
    }
    parser.advance()
    let start = parser.current.start
    guard let name = parser.takeName() else { return nil }
    return variable(.name(name), &parser, start: start, type: nil, Modifiers())
  }

  // MARK: - Accessors

  /// `get name`, `set name(…)`, `operator +(…)`; the cursor stands behind the type.
  private static func accessor(
    _ parser: inout Parser, start: Int, type: TypeName?, _ modifiers: Modifiers
  ) -> Statement? {
    let isNamed = parser.peek().kind == .name
    switch parser.current.text {
    case "get" where isNamed && !parser.peek(2).isSign("("):
      parser.advance()
      let name = parser.takeName() ?? ""
      return DartFunctions.getter(name, &parser, start: start, type: type, isStatic: modifiers.isStatic)
    case "set" where isNamed && parser.peek(2).isSign("("):
      parser.advance()
      let name = parser.takeName() ?? ""
      return DartFunctions.function("\(name)=", &parser, start: start, type: nil, isStatic: modifiers.isStatic)
    case "operator" where !parser.peek().isSign(oneOf: ["=", ";", ",", "("]) || parser.peek(2).isSign("("):
      parser.advance()
      parser.skipItems(until: ["("])
      return DartFunctions.function("operator", &parser, start: start, type: type, isStatic: false)
    default: return nil
    }
  }
}
