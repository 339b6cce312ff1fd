import SourceTokens

/// Operators between and before operands.
extension Parser {
  /// An expression with everything that may follow it: binary operators, a ternary, assignments.
  ///
  /// Moves nowhere, and finishes an empty `skipped`, when no operand begins here.
  mutating func expression() {
    if !nested({ parser in parser.operation(above: -1) }) { tooDeep() }
  }

  /// Operators that bind tighter than a limit.
  mutating func operation(above limit: Int) -> Bool {
    let start = mark
    operand()
    // A run of one operator is one node.
    var run: (operation: Operator, place: Int)?
    var folds = 0
    while true {
      if limit < 1, syntax.hasTernary, isAt(.question), !isNewStatement(nil) {
        finishRun(&run, start)
        ternary(start)
        continue
      }
      guard let binary = grammar.binaryOperator(self), binary.precedence > limit,
        !isNewStatement(binary.operation), !isLineOfEllipsis
      else { break }
      folds += 1
      if folds > chainLimit {
        noteCut()
        finishWithoutChildren(start, .skipped)
        run = nil
        folds = 0
      }
      fold(binary, &run, start)
    }
    finishRun(&run, start)
    return true
  }

  private mutating func finishRun(_ run: inout (operation: Operator, place: Int)?, _ start: Mark) {
    guard let finished = run else { return }
    let name = finished.operation == .other ? tokens.tokens[finished.place].name : .empty
    finish(start, .binary, finished.operation, name: name, place: finished.place)
    run = nil
  }

  /// Adds an operator and what stands behind it.
  private mutating func fold(
    _ binary: BinaryOperator, _ run: inout (operation: Operator, place: Int)?, _ start: Mark
  ) {
    let place = position
    let joins = binary.role == .binary && !binary.isRightAssociative && binary.operation != .other
    if !joins || run?.operation != binary.operation {
      finishRun(&run, start)
    }
    advance(by: binary.tokens)
    switch binary.role {
    case .binary:
      run = run ?? (binary.operation, place)
      readOperand(above: binary.isRightAssociative ? binary.precedence - 1 : binary.precedence)
    case .cascade: grammar.cascade(start, &self)
    case .assignment:
      expression()
      finish(start, .assign, binary.operation, place: place)
    case .cast, .typeTest:
      var flags: NodeFlags = binary.isNegated ? .negated : []
      if isAt(.question), !current.followsSpace, take(.question) { flags.insert(.optional) }
      if isAt(.exclamation), !current.followsSpace, take(.exclamation) { flags.insert(.forced) }
      if binary.testsExpression {
        readOperand(above: binary.precedence)
      } else if binary.role == .cast {
        typeOrSkipped()
      } else {
        grammar.tested(&self)
      }
      let word = tokens.tokens[place].name
      finish(start, binary.role == .cast ? .cast : .typeTest, name: word, place: place, flags: flags)
    }
  }

  private mutating func readOperand(above limit: Int) {
    if !nested({ parser in parser.operation(above: limit) }) { tooDeep() }
  }

  private func isNewStatement(_ operation: Operator?) -> Bool {
    guard linesMatter, position < end, tokens.tokens[position].startsLine else { return false }
    guard lines.operatorsCross else { return true }
    return operation.map(lines.newOperands.contains) ?? false
  }

  /// `...` on a line of its own: something is left out between statements.
  private var isLineOfEllipsis: Bool {
    guard linesMatter, current.startsLine, isAt(.dotDotDot) || isAt(.ellipsis) else { return false }
    let next = peek()
    return next.startsLine || next.kind == .end || next.kind.isClosing
  }

  /// At the `?` of `a ? b : c`; the condition was read.
  private mutating func ternary(_ start: Mark) {
    position += 1
    expressionWithoutCascade()
    if take(.colon) { expressionWithoutCascade() } else { empty() }
    finish(start, .conditional)
  }

  /// An expression up to the sign of a cascade.
  mutating func expressionWithoutCascade() {
    let outer = cascadesEnd
    cascadesEnd = true
    expression()
    cascadesEnd = outer
  }

  /// What is nested too deeply is skipped up to the next comma, semicolon or line.
  mutating func tooDeep() {
    let start = mark
    noteCut()
    while !isAtEnd {
      skipItem()
      if isAt(.comma) || isAt(.semicolon) || isAtLineBreak { break }
    }
    finish(start, .skipped)
  }

  /// An operand with the operators before it.
  mutating func operand() {
    guard let prefix = grammar.prefix(self) else { return chain() }
    let start = mark
    let word = current.name
    advance(by: prefix.tokens)
    if let limit = prefix.limit {
      readOperand(above: limit)
    } else if !nested({ parser in
      parser.operand()
      return true
    }) {
      tooDeep()
    }
    finish(
      start, .unary, prefix.operation, name: prefix.operation == .word ? word : .empty, place: start.position,
      flags: prefix.flags)
  }

  // MARK: - Operators of C-like languages

  func commonPrefix() -> PrefixOperator? {
    switch current.sign {
    case .minus: PrefixOperator(.negate)
    case .plus: PrefixOperator(.plus)
    case .exclamation: PrefixOperator(.not)
    case .tilde: PrefixOperator(.bitNot)
    case .plusPlus: PrefixOperator(.preIncrement)
    case .minusMinus: PrefixOperator(.preDecrement)
    default: nil
    }
  }

  func commonBinaryOperator() -> BinaryOperator? {
    guard let sign = current.sign else { return nil }
    return sign == .greater ? shift() : BinaryOperator.common(sign)
  }

  /// `>`, `>>`, `>>>`, `>=`, `>>=`: the signs are tokens of their own.
  func shift() -> BinaryOperator {
    var count = 1
    while count < 3, isGlued(count), token(at: position + count).isSign(.greater) { count += 1 }
    let operation: Operator = count == 1 ? .greater : count == 2 ? .shiftRight : .unsignedShiftRight
    if count < 3, isGlued(count), token(at: position + count).isSign(.greaterEqual) {
      var assignment = BinaryOperator.assignment(count == 1 ? .shiftRight : .unsignedShiftRight)
      assignment.tokens = count + 1
      return assignment
    }
    var binary = BinaryOperator(operation, count == 1 ? 9 : 10)
    binary.tokens = count
    return binary
  }

  private func isGlued(_ distance: Int) -> Bool {
    position + distance < end && !tokens.tokens[position + distance].followsSpace
  }
}

extension BinaryOperator {
  /// Operators of C-like languages.
  static func common(_ sign: Sign) -> BinaryOperator? {
    switch sign {
    case .equal: .assignment(.assign)
    case .plusEqual: .assignment(.add)
    case .minusEqual: .assignment(.subtract)
    case .starEqual: .assignment(.multiply)
    case .slashEqual: .assignment(.divide)
    case .percentEqual: .assignment(.remainder)
    case .ampersandEqual: .assignment(.bitAnd)
    case .barEqual: .assignment(.bitOr)
    case .caretEqual: .assignment(.bitXor)
    case .lessLessEqual: .assignment(.shiftLeft)
    case .starStarEqual: .assignment(.power)
    case .coalesceEqual: .assignment(.coalesce)
    case .barBarEqual: .assignment(.or)
    case .andAndEqual: .assignment(.and)
    case .tildeSlashEqual, .slashSlashEqual: .assignment(.floorDivide)
    case .atEqual: .assignment(.matrixMultiply)
    case .coalesce, .elvis: BinaryOperator(.coalesce, 2)
    case .barBar: BinaryOperator(.or, 3)
    case .andAnd: BinaryOperator(.and, 4)
    case .bar: BinaryOperator(.bitOr, 5)
    case .caret: BinaryOperator(.bitXor, 6)
    case .ampersand: BinaryOperator(.bitAnd, 7)
    case .equalEqual: BinaryOperator(.equal, 8)
    case .notEqual: BinaryOperator(.notEqual, 8)
    case .same: BinaryOperator(.same, 8)
    case .notSame: BinaryOperator(.notSame, 8)
    case .less: BinaryOperator(.less, 9)
    case .greater: BinaryOperator(.greater, 9)
    case .lessEqual: BinaryOperator(.lessOrEqual, 9)
    case .greaterEqual: BinaryOperator(.greaterOrEqual, 9)
    case .lessLess: BinaryOperator(.shiftLeft, 10)
    case .plus: BinaryOperator(.add, 11)
    case .minus: BinaryOperator(.subtract, 11)
    case .star: BinaryOperator(.multiply, 12)
    case .slash: BinaryOperator(.divide, 12)
    case .percent: BinaryOperator(.remainder, 12)
    case .starStar: BinaryOperator(.power, 13, right: true)
    default: nil
    }
  }
}
