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
    var run = OperandRun(operand())
    var folds = 0
    while true {
      let token = current
      if limit < 2, syntax.hasTernary, token.isSign("?"), !isNewStatement(token, crossing: lines.operatorsCross) {
        run = OperandRun(ternary(run.expression))
        continue
      }
      guard var binary = grammar.binaryOperator(token), binary.precedence > limit,
        !isNewStatement(token, crossing: lines.operatorsCross), !isLineOfEllipsis(token)
      else { return run.expression }
      folds += 1
      let sign = takeOperator()
      if sign == ">>=" { binary = BinaryOperator(.compoundAssignment, 0) }
      fold(binary, sign, into: &run, isDeep: folds > chainLimit)
    }
  }

  /// Moves over an operator; the signs of `>>` and `>>>=` are tokens of their own.
  /// Which sign it is; all shifts that assign are `>>=`.
  private mutating func takeOperator() -> String {
    let sign = current.text
    var last = sign
    advance()
    while sign == ">", last == ">", isAt(">") || isAt(">="), !current.followsSpace {
      last = current.text
      advance()
    }
    return last == ">=" && sign == ">" ? ">>=" : sign
  }

  private func isNewStatement(_ token: Token, crossing: Bool) -> Bool {
    guard linesMatter, token.startsLine else { return false }
    return crossing ? lines.newOperands.contains(token.text) : !lines.continuing.contains(token.text)
  }

  /// `...` on a line of its own: something is left out between statements.
  private func isLineOfEllipsis(_ token: Token) -> Bool {
    let next = peek()
    return token.startsLine && (token.text == "..." || token.text == "…") && linesMatter
      && (next.startsLine || [.end, .close].contains(next.kind))
  }

  /// Adds an operator, behind which the cursor stands, and its right operand.
  private mutating func fold(_ binary: BinaryOperator, _ sign: String, into run: inout OperandRun, isDeep: Bool) {
    switch binary.role {
    case .cast: skipTypeOperand()
    case .typeTest:
      skipTypeOperand()
      run.append(nil, .other, binary.precedence, end: previousEnd)
    case .assignment, .compoundAssignment:
      let target = run.expression
      let value = expression()
      run = OperandRun(.assignment(target, sign, value, span(from: target.span.start)))
    case .fallback where !isDeep:
      let left = run.expression
      let right = operation(above: binary.precedence)
      run = OperandRun(Expression(.fallback(left, right), span(from: left.span.start)))
    case .concatenation:
      run.append(operation(above: binary.precedence), .concatenation, binary.precedence, end: previousEnd)
    case .conjunction where !isDeep:
      let left = run.expression
      let right = operation(above: binary.precedence)
      let whole = span(from: left.span.start)
      let nothing = Expression(.boolean(false), Span(whole.end, whole.end))
      run = OperandRun(Expression(.conditional(condition: left, then: right, otherwise: nothing), whole))
    case .fallback, .conjunction, .other:
      run.append(operation(above: binary.precedence), .other, binary.precedence, end: previousEnd)
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
    nested { parser in parser.operand() } ?? tooDeep()
  }

  private mutating func operand() -> Expression {
    let start = current.start
    var isOther = false
    var isNegative = false
    var isStepped = false
    while let prefix = grammar.prefix(current) {
      isStepped = isAt("++") || isAt("--")
      switch prefix {
      case .dropped: break
      case .other: isOther = true
      case .minus: isNegative.toggle()
      }
      advance()
      if case .dropped = prefix, isAt("?") || isAt("!"), !current.followsSpace { advance() }
    }
    let operand = chain()
    if isStepped { return operand.stepped(span(from: start)) }
    if isNegative, !isOther, case .integer(let value) = operand.kind, value != .min {
      return Expression(.integer(-value), span(from: start))
    }
    if isNegative, case .number = operand.kind { return Expression(.number, span(from: start)) }
    return isOther || isNegative ? Expression(.other([operand]), span(from: start)) : operand
  }
}

/// Operands of operators that make one list of them, so that long runs neither nest nor are copied: of `a < b || c` the
/// comparison is one operand.
private struct OperandRun {
  enum Kind { case single, concatenation, other }

  private var operands: [Expression]
  private var kind = Kind.single
  private var precedence = 0
  private var end: Int

  init(_ operand: Expression) {
    operands = [operand]
    end = operand.span.end
  }

  mutating func append(_ operand: Expression?, _ kind: Kind, _ precedence: Int, end: Int) {
    if self.kind != .single, self.kind != kind || self.precedence != precedence { operands = [expression] }
    (self.kind, self.precedence) = (kind, precedence)
    self.end = end
    if let operand { operands.append(operand) }
  }

  var expression: Expression {
    let start = operands.first?.span.start ?? end
    switch kind {
    case .single: return operands.first ?? Expression(.other([]), Span(start, start))
    case .concatenation: return Expression(.concatenation(operands), Span(start, max(start, end)))
    case .other: return Expression(.other(operands), Span(start, max(start, end)))
    }
  }
}
