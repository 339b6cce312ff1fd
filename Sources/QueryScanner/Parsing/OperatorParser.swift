import Diagnostics

/// Operators between and before operands.
extension Parser {
  /// An expression with everything that may follow it: binary operators, a ternary, assignments.
  ///
  /// Consumes nothing, and answers an empty `other`, when no operand begins here.
  mutating func expression() -> Expression {
    nested { parser in parser.operation(above: -1) } ?? tooDeep()
  }

  /// What is nested too deeply is left out up to the next comma, semicolon or line.
  mutating func tooDeep() -> Expression {
    let start = current.start
    repeat { skipItem() } while !isAtEnd && !isAt(",") && !isAt(";") && !isAtLineBreak
    return Expression(.other([]), span(from: start))
  }

  /// Operators that bind tighter than the limit.
  private mutating func operation(above limit: Int) -> Expression {
    var left = prefixed()
    var folds = 0
    while true {
      if limit < 2, syntax.hasTernary, isAt("?"), !isNewStatement(current, crossing: lines.operatorsCross) {
        left = ternary(left)
        continue
      }
      let token = current
      guard let binary = grammar.binaryOperator(token), binary.precedence > limit,
        !isNewStatement(token, crossing: lines.operatorsCross)
      else { return left }
      folds += 1
      takeOperator()
      left = folded(left, binary, isDeep: folds > chainLimit)
    }
  }

  /// Moves over an operator; the signs of `>>` and `>>>=` are tokens of their own.
  private mutating func takeOperator() {
    let isAngle = isAt(">")
    advance()
    while isAngle, isAt(">") || isAt(">="), !current.followsSpace { advance() }
  }

  private func isNewStatement(_ token: Token, crossing: Bool) -> Bool {
    guard linesMatter, token.startsLine else { return false }
    return crossing ? lines.newOperands.contains(token.text) : !lines.continuing.contains(token.text)
  }

  /// Two operands and the operator between them, whose right one begins here.
  private mutating func folded(_ left: Expression, _ binary: BinaryOperator, isDeep: Bool) -> Expression {
    switch binary.role {
    case .cast:
      skipTypeOperand()
      return left
    case .typeTest:
      skipTypeOperand()
      return Expression(.other([left]), span(from: left.span.start))
    case .assignment, .compoundAssignment:
      let right = expression()
      let isCompound = binary.role == .compoundAssignment
      return Expression(.assignment(target: left, value: right, isCompound: isCompound), span(from: left.span.start))
    case .fallback, .concatenation, .conjunction, .other: break
    }
    let right = operation(above: binary.precedence)
    let whole = span(from: left.span.start)
    switch (binary.role, left.kind) {
    case (.fallback, _): return Expression(isDeep ? .other([left, right]) : .fallback(left, right), whole)
    case (.conjunction, _) where !isDeep:
      let nothing = Expression(.boolean(false), Span(whole.end, whole.end))
      return Expression(.conditional(condition: left, then: right, otherwise: nothing), whole)
    case (.concatenation, .concatenation(let operands)) where left.span.start == operands.first?.span.start:
      return Expression(.concatenation(operands + [right]), whole)
    case (.concatenation, _): return Expression(.concatenation([left, right]), whole)
    case (_, .other(let operands)): return Expression(.other(operands + [right]), whole)
    default: return Expression(.other([left, right]), whole)
    }
  }

  private mutating func skipTypeOperand() {
    if isAt("?") || isAt("!") { advance() }
    skipType()
  }

  /// At the `?` of `a ? b : c`.
  private mutating func ternary(_ condition: Expression) -> Expression {
    advance()
    let then = expression()
    guard take(":") else { return Expression(.other([condition, then]), span(from: condition.span.start)) }
    let otherwise = expression()
    return Expression(
      .conditional(condition: condition, then: then, otherwise: otherwise), span(from: condition.span.start))
  }

  /// An operand with the operators before it.
  mutating func prefixed() -> Expression {
    let start = current.start
    var isOther = false
    var isNegative = false
    while let prefix = grammar.prefix(current) {
      switch prefix {
      case .dropped: break
      case .other: isOther = true
      case .minus: isNegative.toggle()
      }
      advance()
      if case .dropped = prefix, isAt("?") || isAt("!"), !current.followsSpace { advance() }
    }
    let operand = chain()
    if isNegative, !isOther, case .integer(let value) = operand.kind, value != .min {
      return Expression(.integer(-value), span(from: start))
    }
    if isNegative, case .number = operand.kind { return Expression(.number, span(from: start)) }
    return isOther || isNegative ? Expression(.other([operand]), span(from: start)) : operand
  }
}
