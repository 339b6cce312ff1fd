import Diagnostics

/// Operators, by precedence climbing.
extension RulesParser {
  /// `condition ? value : other`, grouping to the right, or anything that binds tighter.
  mutating func expression() -> Expression {
    guard depth < NestingBound.levels else {
      failTooDeep(at: Span(next.span.start, next.span.end))
      skipTooDeep()
      return missing()
    }
    depth += 1
    defer { depth -= 1 }
    var branches: [(condition: Expression, value: Expression)] = []
    var last = operation(1)
    while !isRecovering, at(.question) {
      if reportOptionalOperator() { break }
      take()
      let value = expression()
      guard takeColon() else { break }
      branches.append((last, value))
      last = operation(1)
    }
    for branch in branches.reversed() {
      let height = max(height(last), height([branch.condition, branch.value])) + NestingBound.level
      last = node(.conditional(branch.condition, branch.value, last), from: branch.condition.span.start, height: height)
    }
    return last
  }

  private mutating func takeColon() -> Bool {
    if !at(.colon), !isRecovering, let segment = segmentWithColon {
      fail(
        "the `:` belongs to the path before it", at: segment,
        help: "write a space before `:`; a path goes on to the next white space")
    }
    return expect(.colon, "and the other value of `?`")
  }

  /// What is too deep is not read; it must not become statements either.
  private mutating func skipTooDeep() {
    while next.kind != .end, !at(.semicolon), !at(.closeBrace), !startsStatement(insideFunction: isInFunction) {
      take(as: .unexpected)
    }
  }

  /// `?.` and `??` of other languages.
  private mutating func reportOptionalOperator() -> Bool {
    let question = next.span
    let after = scanner.byte(question.end)
    if after == UInt8(ascii: ".") {
      fail(
        "there is no operator `?.`", at: Span(question.start, question.end + 1),
        help: "write `map.get('field', null)`, or test with `'field' in map`")
      return true
    }
    if after == UInt8(ascii: "?") {
      fail(
        "there is no operator `??`", at: Span(question.start, question.end + 1),
        help: "write `map.get('field', other)`")
      return true
    }
    return false
  }

  /// Operands joined by operators of at least this precedence.
  private mutating func operation(_ minimum: Int) -> Expression {
    var left = unary()
    while !isRecovering, let infix = nextOperator(), infix.precedence >= minimum {
      takeOperator()
      switch infix {
      case .logical(let logical): left = chain(logical, from: left)
      case .typeTest: left = typeTest(left)
      case .binary(let binary):
        let right = operation(infix.precedence + 1)
        let height = max(height(left), height(right)) + NestingBound.level
        left = node(.binary(binary, left, right), from: left.span.start, height: height)
      }
    }
    return left
  }

  private mutating func nextOperator() -> InfixOperator? {
    if let read = InfixOperator.read(next) { return read.operator }
    if at(word: "not"), second.isWord("in") { return .binary(.in) }
    return nil
  }

  private mutating func takeOperator() {
    let lexeme = next
    if at(word: "not") {
      report("there is no operator `not in`", at: lexeme.span, help: "write `!(value in list)`")
      take(as: .unexpected)
    } else if let meant = InfixOperator.read(lexeme)?.misspelling {
      report(
        "there is no operator `\(shortText(lexeme))`", at: lexeme.span, help: "write `\(meant)`")
    }
    take()
  }

  /// The other operands of a chain of one logical operator; the first operator has been taken.
  private mutating func chain(_ logical: LogicalOperator, from first: Expression) -> Expression {
    let infix = InfixOperator.logical(logical)
    var operands = [first, operation(infix.precedence + 1)]
    while !isRecovering, nextOperator() == infix {
      takeOperator()
      operands.append(operation(infix.precedence + 1))
    }
    return node(
      .logical(logical, operands), from: first.span.start, height: height(operands) + NestingBound.level)
  }

  /// Any word is taken as a type; the compiler says which ones exist.
  private mutating func typeTest(_ value: Expression) -> Expression {
    guard next.kind == .word else {
      failAtNext(expected: "a type such as `string` after `is`")
      let name = Name("", Span(position, position))
      return node(.typeTest(value, name), from: value.span.start, height: height(value) + NestingBound.level)
    }
    if at(word: "not"), second.kind == .word {
      report("there is no operator `is not`", at: next.span, help: "write `!(value is type)`")
      take(as: .unexpected)
    }
    let word = take()
    return node(
      .typeTest(value, Name(word.text, word.span)), from: value.span.start,
      height: height(value) + NestingBound.level)
  }

  // MARK: - Prefix operators

  /// `!` and `-` before an operand. Not recursive, so that a row of them costs no stack.
  private mutating func unary() -> Expression {
    var operators: [(operator: UnaryOperator, start: Int)] = []
    while true {
      let lexeme = next
      if lexeme.isMark(.not) {
        operators.append((.not, lexeme.span.start))
      } else if lexeme.isMark(.minus) {
        operators.append((.negate, lexeme.span.start))
      } else if lexeme.isMark(.plus) {
        report("there is no unary `+`", at: lexeme.span, help: "remove it")
        take(as: .unexpected)
        continue
      } else if isWrittenNot {
        report("there is no operator `not`", at: lexeme.span, help: "write `!`")
        operators.append((.not, lexeme.span.start))
      } else {
        break
      }
      take()
    }
    var operand: Expression
    if let last = operators.last, last.operator == .negate, let lowest = lowestInteger(from: last.start) {
      operators.removeLast()
      operand = postfix(of: lowest)
    } else {
      operand = postfix(of: primary())
    }
    for prefix in operators.reversed() {
      operand = node(
        .unary(prefix.operator, operand), from: prefix.start, height: height(operand) + NestingBound.level)
    }
    return operand
  }

  /// `not` before an operand that no call could have.
  private var isWrittenNot: Bool {
    mutating get {
      guard at(word: "not") else { return false }
      let after = second
      switch after.kind {
      case .word: return InfixOperator.read(after) == nil
      case .string, .number: return true
      case .mark(let mark): return mark == .not
      case .invalid, .end: return false
      }
    }
  }

  /// `-9223372036854775808` is one literal, because its digits alone are out of range.
  private mutating func lowestInteger(from start: Int) -> Expression? {
    guard next.kind == .number, scanner.text(next.span) == "9223372036854775808" else { return nil }
    take()
    return node(.integer(.min), from: start)
  }

  // MARK: - Postfix

  /// Members, indexes, slices and calls behind an operand.
  private mutating func postfix(of operand: Expression) -> Expression {
    var result = operand
    while !isRecovering {
      if at(.dot) {
        result = member(of: result)
      } else if at(.openBracket) {
        result = index(of: result)
      } else if at(.openParenthesis) {
        result = call(of: result)
      } else {
        break
      }
    }
    return result
  }

  private mutating func member(of base: Expression) -> Expression {
    take()
    guard next.kind == .word else {
      if next.kind == .number {
        fail("a number cannot be a member", at: next.span, help: "write `[\(shortText(next))]`")
      } else {
        failAtNext(expected: "a name after `.`; other names are read with `['name']`")
      }
      let name = Name("", Span(position, position))
      return node(.member(base, name), from: base.span.start, height: height(base) + NestingBound.postfix)
    }
    let word = take()
    let name = Name(word.text, word.span)
    guard at(.openParenthesis) else {
      return node(.member(base, name), from: base.span.start, height: height(base) + NestingBound.postfix)
    }
    let arguments = self.arguments()
    return node(
      .method(base, name, arguments), from: base.span.start, height: callHeight(base, arguments))
  }

  private mutating func callHeight(_ base: Expression, _ arguments: [Expression]) -> Int {
    max(height(base) + NestingBound.postfix, height(arguments) + NestingBound.level)
  }

  private mutating func index(of base: Expression) -> Expression {
    take()
    if at(.colon) { failOpenSlice(at: next.span) }
    let first = isRecovering ? missing() : expression()
    guard !isRecovering, at(.colon) else {
      expect(.closeBracket, "after the index")
      return node(.index(base, first), from: base.span.start, height: callHeight(base, [first]))
    }
    let colon = take().span
    if at(.closeBracket) { failOpenSlice(at: colon) }
    let second = isRecovering ? missing() : expression()
    expect(.closeBracket, "after the end of the slice")
    return node(.slice(base, first, second), from: base.span.start, height: callHeight(base, [first, second]))
  }

  private mutating func failOpenSlice(at span: Span) {
    fail(
      "a slice needs both its ends", at: span, help: "write `[from:to]`, for instance `[0:3]` or `[1:value.size()]`")
  }

  private mutating func call(of target: Expression) -> Expression {
    let arguments = self.arguments()
    if case .name(let name) = target.kind {
      return node(
        .call(Name(name, target.span), arguments), replacing: target, height: height(arguments) + NestingBound.level)
    }
    return node(.invalidCall(target, arguments), from: target.span.start, height: callHeight(target, arguments))
  }

  private mutating func arguments() -> [Expression] {
    take()
    var arguments: [Expression] = []
    if take(.closeParenthesis) { return arguments }
    repeat {
      if at(.closeParenthesis) {
        report("unexpected `,` after the last argument", at: Span(position - 1, position), help: "remove it")
        break
      }
      arguments.append(expression())
    } while !isRecovering && take(.comma)
    expect(.closeParenthesis, "or `,` after the argument")
    return arguments
  }
}
