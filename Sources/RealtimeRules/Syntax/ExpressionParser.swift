import Diagnostics
import StructuredText

/// Reads one expression. Precedence climbing; nesting and length of chains are limited, so that no text can exhaust the
/// stack here or where the tree is walked.
struct ExpressionParser {
  /// Brackets within brackets.
  static let nestingLimit = 100
  /// Levels of the tree: long chains of one arithmetic operator count, too.
  static let depthLimit = 256

  private var lexer: ExpressionLexer
  private var token: ExpressionToken
  /// The end of the token before.
  private var lastEnd = 0
  private var nesting = 0
  private let offsets: JSONStringOffsets

  private struct Piece {
    var expression: RuleExpression
    var depth: Int
  }

  /// The expression of a text whose bytes stand at `offsets` in the rules file.
  static func parse(_ text: String, _ offsets: JSONStringOffsets) throws(ExpressionProblem) -> RuleExpression {
    var parser = ExpressionParser(text, offsets)
    try parser.advance(isOperand: true)
    guard parser.token.kind != .end else {
      throw ExpressionProblem("the expression is empty", help: "write `false` to deny", -1, text.utf8.count + 1)
    }
    let piece = try parser.expression()
    guard parser.token.kind == .end else { throw parser.unexpected("an operator or the end of the expression") }
    return piece.expression
  }

  private init(_ text: String, _ offsets: JSONStringOffsets) {
    lexer = ExpressionLexer(text)
    token = ExpressionToken(kind: .end, start: 0, end: 0)
    self.offsets = offsets
  }

  // MARK: Tokens

  private mutating func advance(isOperand: Bool) throws(ExpressionProblem) {
    lastEnd = token.end
    token = try lexer.next(isOperand: isOperand)
  }

  private func isAt(_ sign: String) -> Bool { token.kind == .sign(sign) }

  /// Takes a sign behind which an operand may follow.
  private mutating func take(_ sign: String) throws(ExpressionProblem) -> Bool {
    guard isAt(sign) else { return false }
    try advance(isOperand: true)
    return true
  }

  /// Takes a closing bracket, behind which an operator follows.
  private mutating func close(_ sign: String, _ start: Int) throws(ExpressionProblem) {
    guard isAt(sign) else { throw unexpected("`\(sign)`") }
    try advance(isOperand: false)
  }

  private func span(_ start: Int) -> Span { offsets.span(start, lastEnd) }

  private func unexpected(_ expected: String) -> ExpressionProblem {
    let found: String
    var help: String?
    switch token.kind {
    case .end: found = "the end of the expression"
    case .number, .string, .regex: found = "a literal"
    case .name(let name):
      found = QuotedText.of(name)
      help = Self.foreignWords[name]
    case .sign(let sign): found = "`\(sign)`"
    }
    return ExpressionProblem(
      "expected \(expected), found \(found)", help: help, token.start, max(token.end, token.start))
  }

  private static let foreignWords = [
    "in": "ask `hasChild(…)` for a key", "instanceof": "ask `isString()`, `isNumber()` or `isBoolean()`",
    "and": "write `&&`", "or": "write `||`", "is": "ask `isString()`, `isNumber()` or `isBoolean()`",
  ]

  private func checked(_ expression: RuleExpression, depth: Int, _ start: Int) throws(ExpressionProblem) -> Piece {
    guard depth <= Self.depthLimit else {
      throw ExpressionProblem(
        "the expression is nested more than \(Self.depthLimit) levels deep", help: "split it over several locations",
        start, lastEnd)
    }
    return Piece(expression: expression, depth: depth)
  }

  // MARK: Operations

  private mutating func expression() throws(ExpressionProblem) -> Piece {
    nesting += 1
    defer { nesting -= 1 }
    guard nesting <= Self.nestingLimit else {
      throw ExpressionProblem(
        "brackets are nested more than \(Self.nestingLimit) levels deep",
        help: "split the expression over several locations", token.start, token.end)
    }
    let start = token.start
    let condition = try operation(1)
    guard try take("?") else { return condition }
    let first = try expression()
    guard try take(":") else { throw unexpected("`:`") }
    let second = try expression()
    return try checked(
      .conditional(condition.expression, then: first.expression, otherwise: second.expression, span(start)),
      depth: max(condition.depth, first.depth, second.depth) + 1, start)
  }

  private static let operators: [String: (sign: RuleExpression.InfixOperator, level: Int)] = [
    "||": (.or, 1), "&&": (.and, 2), "==": (.equal, 3), "===": (.equal, 3), "!=": (.notEqual, 3), "!==": (.notEqual, 3),
    "<": (.less, 4), ">": (.greater, 4), "<=": (.lessOrEqual, 4), ">=": (.greaterOrEqual, 4), "+": (.plus, 5),
    "-": (.minus, 5), "*": (.times, 6), "/": (.divided, 6), "%": (.remainder, 6),
  ]

  private var infix: (sign: RuleExpression.InfixOperator, level: Int)? {
    if case .sign(let sign) = token.kind { Self.operators[sign] } else { nil }
  }

  private mutating func operation(_ minimum: Int) throws(ExpressionProblem) -> Piece {
    let start = token.start
    var left = try unary()
    while let (sign, level) = infix, level >= minimum {
      try advance(isOperand: true)
      let right = try operation(level + 1)
      guard sign == .and || sign == .or else {
        left = try checked(
          .infix(left.expression, sign, right.expression, span(start)), depth: max(left.depth, right.depth) + 1, start)
        continue
      }
      var operands = [left, right]
      while infix?.sign == sign {
        try advance(isOperand: true)
        operands.append(try operation(level + 1))
      }
      left = try chain(operands[...], sign, start)
    }
    return left
  }

  /// `a && b && c` from left to right. Long chains are halved, which evaluates the same and keeps the tree flat.
  private func chain(
    _ operands: ArraySlice<Piece>, _ sign: RuleExpression.InfixOperator, _ start: Int
  ) throws(ExpressionProblem) -> Piece {
    let half = operands.count > 16 ? operands.count / 2 : operands.count - 1
    guard let first = operands.first, operands.count > 1 else {
      return operands.first ?? Piece(expression: .null(span(start)), depth: 1)
    }
    let left = try chain(operands.prefix(half), sign, start)
    let right = try chain(operands.dropFirst(half), sign, start)
    let whole = Span(first.expression.span.start, right.expression.span.end)
    return try checked(
      .infix(left.expression, sign, right.expression, whole), depth: max(left.depth, right.depth) + 1, start)
  }

  private mutating func unary() throws(ExpressionProblem) -> Piece {
    // Signs in a row are counted, not recursed into.
    var signs: [(sign: RuleExpression.PrefixOperator, start: Int)] = []
    while case .sign(let text) = token.kind, let sign = RuleExpression.PrefixOperator(rawValue: text) {
      signs.append((sign, token.start))
      try advance(isOperand: true)
    }
    if isAt("+") {
      throw ExpressionProblem(
        "expressions have no sign `+` before an operand", help: "remove it", token.start, token.end)
    }
    var piece = try postfix()
    for (sign, start) in signs.reversed() {
      piece = try checked(.prefix(sign, piece.expression, span(start)), depth: piece.depth + 1, start)
    }
    return piece
  }

  private mutating func postfix() throws(ExpressionProblem) -> Piece {
    let start = token.start
    var piece = try primary()
    while true {
      if isAt(".") {
        try advance(isOperand: false)
        guard case .name(let name) = token.kind else { throw unexpected("a name after the point") }
        let nameSpan = offsets.span(token.start, token.end)
        try advance(isOperand: false)
        piece = try checked(.member(piece.expression, name: name, nameSpan: nameSpan), depth: piece.depth + 1, start)
      } else if isAt("[") {
        try advance(isOperand: true)
        let index = try expression()
        try close("]", start)
        piece = try checked(
          .element(piece.expression, index: index.expression, span(start)), depth: max(piece.depth, index.depth) + 1,
          start)
      } else if isAt("(") {
        try advance(isOperand: true)
        let arguments = try list(until: ")")
        piece = try checked(
          .call(piece.expression, arguments: arguments.map(\.expression), span(start)),
          depth: (arguments.map(\.depth) + [piece.depth]).reduce(0, max) + 1, start)
      } else {
        return piece
      }
    }
  }

  /// Expressions with commas between them, and the bracket behind them.
  private mutating func list(until closing: String) throws(ExpressionProblem) -> [Piece] {
    var pieces: [Piece] = []
    if isAt(closing) {
      try advance(isOperand: false)
      return pieces
    }
    repeat { pieces.append(try expression()) } while try take(",")
    try close(closing, token.start)
    return pieces
  }

  private mutating func primary() throws(ExpressionProblem) -> Piece {
    let (start, kind) = (token.start, token.kind)
    let here = offsets.span(token.start, token.end)
    switch kind {
    case .number(let value):
      try advance(isOperand: false)
      return Piece(expression: .number(value, here), depth: 1)
    case .string(let text):
      try advance(isOperand: false)
      return Piece(expression: .string(text, here), depth: 1)
    case .regex(let pattern, let flags):
      try check(pattern, flags)
      try advance(isOperand: false)
      return Piece(expression: .regex(pattern: pattern, ignoresCase: flags == "i", here), depth: 1)
    case .name(let name):
      if let help = Self.statements[name] {
        throw ExpressionProblem("expressions have no `\(name)`", help: help, token.start, token.end)
      }
      try advance(isOperand: false)
      switch name {
      case "true": return Piece(expression: .boolean(true, here), depth: 1)
      case "false": return Piece(expression: .boolean(false, here), depth: 1)
      case "null": return Piece(expression: .null(here), depth: 1)
      default: return Piece(expression: .name(name, here), depth: 1)
      }
    case .sign("("):
      try advance(isOperand: true)
      let inner = try expression()
      try close(")", start)
      return Piece(expression: inner.expression.bracketed(span(start)), depth: inner.depth)
    case .sign("["):
      try advance(isOperand: true)
      let elements = try list(until: "]")
      return try checked(
        .list(elements.map(\.expression), span(start)), depth: elements.map(\.depth).reduce(0, max) + 1, start)
    case .sign, .end: throw unexpected("an operand")
    }
  }

  private static let statements = [
    "var": "a rule is one expression; write the value where it is needed",
    "let": "a rule is one expression; write the value where it is needed",
    "const": "a rule is one expression; write the value where it is needed", "return": "a rule is the condition itself",
    "if": "write `condition ? a : b`", "function": "rules have no functions",
    "typeof": "ask `isString()`, `isNumber()` or `isBoolean()`",
    "new": "rules create no objects", "delete": "rules change nothing", "void": "rules change nothing",
  ]

  private func check(_ pattern: String, _ flags: String) throws(ExpressionProblem) {
    let end = token.end - flags.utf8.count
    if !flags.isEmpty, flags != "i" {
      throw ExpressionProblem("`\(flags)` is no flag of a pattern", help: "the only flag is `i`", end, token.end)
    }
    do throws(RegularExpressionProblem) { _ = try RegularExpression(pattern, ignoresCase: flags == "i") } catch {
      throw ExpressionProblem(
        error.message, help: error.help, token.start + 1 + error.start, token.start + 1 + error.end)
    }
  }
}
