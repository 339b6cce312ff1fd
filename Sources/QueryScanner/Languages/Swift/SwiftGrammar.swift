import Diagnostics

/// Swift, as far as it decides which queries are asked.
struct SwiftGrammar: LanguageGrammar {
  var lexicalRules: LexicalRules { Self.lexicalRules }

  private static let lexicalRules: LexicalRules = {
    var rules = LexicalRules(
      lineComment: .slashes,
      texts: [
        LexicalRules.TextRule("\"\"\"", spansLines: true, interpolation: .parentheses),
        LexicalRules.TextRule("\"", interpolation: .parentheses),
      ],
      operators: LexicalRules.commonOperators + ["??", "?.", "===", "!==", "..<", "&+", "&-", "&*", "~=", "<<="])
    rules.nestsBlockComments = true
    rules.hash = .directive
    rules.quotesNames = true
    rules.hasRegexes = true
    rules.wordsBeforeOperands = ["return", "case", "in", "where", "await", "try", "else", "throw"]
    return rules
  }()

  var lines: LineRules { LineRules(callsCross: false, indicesCross: false) }

  var syntax: SyntaxRules {
    SyntaxRules(
      labels: .colon, hasForceUnwrap: true, hasImplicitMembers: true, hasImplicitMemberStatements: true,
      spreadSigns: [],
      statementWords: Self.statementWords)
  }

  private static let statementWords: Set<String> = [
    "let", "var", "func", "if", "guard", "for", "while", "switch", "return", "throw", "class", "struct", "enum", "do",
    "private", "public", "static", "override", "case", "default", "import", "extension", "defer", "break", "continue",
  ]

  // MARK: - Operators

  private static let operators: [String: BinaryOperator] = {
    var operators = BinaryOperator.common
    operators["??"] = BinaryOperator(.fallback, 8)
    operators["&+"] = BinaryOperator(.other, 9)
    operators["&-"] = BinaryOperator(.other, 9)
    operators["&*"] = BinaryOperator(.other, 10)
    operators["~="] = BinaryOperator(.other, 6)
    operators["++"] = nil
    operators["--"] = nil
    return operators
  }()

  func binaryOperator(_ token: Token) -> BinaryOperator? {
    switch token.kind {
    case .operator: Self.operators[token.text]
    case .name where token.text == "as": BinaryOperator(.cast, 8)
    case .name where token.text == "is": BinaryOperator(.typeTest, 8)
    case .name, .number, .text, .open, .close, .annotation, .directive, .regex, .markup, .end: nil
    }
  }

  func prefix(_ token: Token) -> PrefixOperator? {
    switch token.kind {
    case .operator:
      switch token.text {
      case "-": .minus
      case "&": .dropped
      case "!", "~", "+", "...", "..<": .other
      default: nil
      }
    case .name:
      switch token.text {
      case "try", "await": token.isQuoted ? nil : .dropped
      // `is X` as a pattern.
      case "is": .other
      default: nil
      }
    case .number, .text, .open, .close, .annotation, .directive, .regex, .markup, .end: nil
    }
  }

  func literal(_ name: String) -> Expression.Kind? {
    switch name {
    case "true": .boolean(true)
    case "false": .boolean(false)
    case "nil": .null
    default: nil
    }
  }

  // MARK: - Operands

  func primary(_ parser: inout Parser) -> Expression? {
    let token = parser.current
    switch token.kind {
    case .open: return token.text == "{" ? SwiftClosure.read(&parser) : nil
    case .directive: return SwiftDirectives.operand(&parser)
    case .operator: return token.text == "\\" ? keyPath(&parser) : nil
    case .name:
      if token.isQuoted { return nil }
      switch token.text {
      case "if", "switch", "do": return valueOfStatement(&parser)
      case "let", "var": return SwiftPatterns.binding(&parser)
      case "any", "some", "consume", "copy", "each", "unsafe":
        // Words of a type or operand, unless they are names themselves.
        guard parser.peek().kind == .name, !parser.peek().startsLine, !parser.peek().isSign(oneOf: Self.infixWords)
        else { return nil }
        parser.advance()
        return parser.primary()
      default: return nil
      }
    case .number, .text, .close, .annotation, .regex, .markup, .end: return nil
    }
  }

  private static let infixWords: Set<String> = ["as", "is", "in", "where", "else"]

  /// `\.name`, `\Type.name`
  private func keyPath(_ parser: inout Parser) -> Expression {
    let start = parser.current.start
    parser.advance()
    if parser.current.kind == .name { parser.advance() }
    while parser.current.isSign(oneOf: [".", "?.", "?", "!"]), !parser.current.followsSpace {
      parser.advance()
      if parser.current.kind == .name || parser.current.kind == .number { parser.advance() }
      if parser.isAt("["), !parser.current.followsSpace { parser.skipItem() }
    }
    return Expression(.other([]), parser.span(from: start))
  }

  /// `if`, `switch` and `do` where a value is expected.
  private func valueOfStatement(_ parser: inout Parser) -> Expression? {
    let start = parser.current.start
    let statement = parser.nested { parser in SwiftStatements.control(&parser) }
    guard let statement, let statement else { return nil }
    return Expression(.statements([statement]), parser.span(from: start))
  }

  func postfix(_ operand: Expression, _ parser: inout Parser) -> Expression? {
    let token = parser.current
    switch token.kind {
    case .open where token.text == "{": return SwiftClosure.trailing(operand, &parser)
    case .operator where token.text == "?" && !token.followsSpace:
      parser.advance()
      return operand
    case .directive: return SwiftDirectives.chain(operand, &parser)
    case .name, .number, .text, .operator, .open, .close, .annotation, .regex, .markup, .end: return nil
    }
  }

  /// `value` or, in a dictionary, `key: value` as a record with one entry.
  func parenthesized(_ parser: inout Parser) -> Expression { SwiftTuples.read(&parser) }

  func element(_ parser: inout Parser) -> Expression {
    let key = parser.expression()
    guard parser.take(":") else { return key }
    let value = parser.expression()
    return Expression(
      .record([RecordEntry(key: key.asKey, value: value)]), Span(key.span.start, max(key.span.start, value.span.end)))
  }

  // MARK: - Statements

  func statement(_ parser: inout Parser) -> Statement? {
    if let conditional = SwiftDirectives.statement(&parser) { return conditional }
    if SwiftDirectives.skipConditions(&parser), parser.isAtEnd { return nil }
    let start = parser.current.start
    let attributes = SwiftAttributes.read(&parser)
    // `@unknown default:`, and cases behind a condition of the compiler.
    if parser.isAt("case") || parser.isAt("default") { return nil }
    if let declaration = SwiftDeclarations.read(&parser, start, attributes) { return declaration }
    return SwiftStatements.control(&parser) ?? parser.expressionStatement()
  }
}
