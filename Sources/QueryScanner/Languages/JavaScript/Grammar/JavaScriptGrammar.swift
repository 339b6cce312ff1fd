import Diagnostics

/// JavaScript and TypeScript with their elements of markup, as far as they decide which queries are asked.
struct JavaScriptGrammar: LanguageGrammar {
  /// Whether types may be written.
  var hasTypes: Bool
  /// Whether elements of markup may stand where an operand may; where they may not, `<T>x` is a cast.
  var hasMarkup: Bool
  /// Whether a variable that is exported is what is given to a component (Svelte).
  var exportsProperties = false

  var lexicalRules: LexicalRules {
    var rules = Self.lexicalRules
    rules.hasMarkup = hasMarkup
    return rules
  }

  private static let lexicalRules: LexicalRules = {
    var rules = LexicalRules(
      lineComment: .slashes,
      texts: [
        LexicalRules.TextRule("`", spansLines: true, interpolation: .dollarBraces), LexicalRules.TextRule("\""),
        LexicalRules.TextRule("'"),
      ],
      operators: [
        "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", "<<", "...",
        "===", "!==", "=>", "??", "?.", "??=", "||=", "&&=", "**", "**=", "<<=",
      ])
    rules.hash = .name
    rules.hasRegexes = true
    rules.wordsBeforeOperands = [
      "return", "case", "typeof", "instanceof", "in", "of", "await", "yield", "else", "throw", "delete", "void", "new",
      "do", "default",
    ]
    return rules
  }()

  var syntax: SyntaxRules { SyntaxRules(hasForceUnwrap: hasTypes) }

  func statement(_ parser: inout Parser) -> Statement? { JavaScriptStatements(grammar: self).statement(&parser) }

  // MARK: - Operators

  func binaryOperator(_ token: Token) -> BinaryOperator? {
    switch token.kind {
    case .operator:
      if token.text == "&&" { return BinaryOperator(.conjunction, 4) }
      if token.text == "**=" || token.text == "<<=" { return BinaryOperator(.compoundAssignment, 0) }
      return token.text == "?:" || token.text == ".." ? nil : BinaryOperator.common[token.text]
    case .name where !token.isQuoted && (token.text == "in" || token.text == "instanceof"):
      return BinaryOperator(.other, 7)
    default: return nil
    }
  }

  func prefix(_ token: Token) -> PrefixOperator? {
    switch token.kind {
    case .operator:
      switch token.text {
      case "-": return .minus
      case "!", "~", "+", "++", "--": return .other
      default: return nil
      }
    case .name:
      switch token.text {
      case "await", "yield": return .dropped
      case "typeof", "void", "delete": return .other
      default: return nil
      }
    default: return nil
    }
  }

  func literal(_ name: String) -> Expression.Kind? {
    switch name {
    case "true": .boolean(true)
    case "false": .boolean(false)
    case "null", "undefined": .null
    case "NaN", "Infinity": .number
    default: nil
    }
  }

  // MARK: - Operands

  func primary(_ parser: inout Parser) -> Expression? {
    let token = parser.current
    let functions = JavaScriptFunctions(grammar: self)
    switch token.kind {
    case .open where token.text == "{": return JavaScriptObjects(grammar: self).literal(&parser)
    case .open where token.text == "(": return functions.arrow(&parser)
    case .operator where token.text == "<" && hasTypes: return cast(&parser)
    // `yield* other()`
    case .operator where token.text == "*":
      parser.advance()
      return parser.expression()
    case .name where !token.isQuoted:
      switch token.text {
      case "function": return functions.expression(&parser)
      case "class": return JavaScriptClasses(grammar: self).expression(&parser)
      case "new": return construction(&parser)
      case "async": return functions.asynchronous(&parser)
      default: return parser.peek().isSign("=>") ? functions.shortArrow(&parser) : nil
      }
    default: return nil
    }
  }

  /// `<T>(x) => …`, or the old form of a cast.
  private func cast(_ parser: inout Parser) -> Expression? {
    let start = parser.mark
    guard JavaScriptTypes.skipParameters(&parser) else {
      parser.rewind(to: start)
      return nil
    }
    return parser.prefixed()
  }

  /// `new a.B<C>(…)`; without parentheses nothing is passed.
  private func construction(_ parser: inout Parser) -> Expression {
    let start = parser.current.start
    parser.advance()
    var callee = Expression(.other([]), parser.current.span)
    if parser.isAt("(") {
      callee = parser.commonParenthesized()
    } else if parser.isAt("class") {
      callee = JavaScriptClasses(grammar: self).expression(&parser)
    } else if let name = parser.takeName() {
      callee = Expression(.name(name), parser.span(from: callee.span.start))
    }
    while parser.isAt("."), parser.peek().kind == .name {
      parser.advance()
      let name = parser.takeName() ?? ""
      callee = Expression(.member(callee, name), parser.span(from: callee.span.start))
    }
    if parser.isAt("<") { _ = parser.skipGenericArguments() }
    let arguments = parser.isAt("(") ? parser.arguments() : []
    return Expression(
      .call(Call(callee: callee, arguments: arguments, isConstruction: true)), parser.span(from: start))
  }

  /// Casts, and texts that a function is applied to.
  func postfix(_ operand: Expression, _ parser: inout Parser) -> Expression? {
    let token = parser.current
    if token.kind == .text, !parser.isAtLineBreak {
      let text = parser.textLiteral()
      return Expression(.other([operand, text]), parser.span(from: operand.span.start))
    }
    guard hasTypes, token.kind == .name, !token.isQuoted, token.text == "as" || token.text == "satisfies" else {
      return nil
    }
    parser.advance()
    _ = JavaScriptTypes.type(&parser)
    return operand
  }
}
