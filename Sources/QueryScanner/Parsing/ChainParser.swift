import Diagnostics

/// Operands and what follows them: members, calls, indices.
extension Parser {
  /// An operand with all its members, calls and indices.
  mutating func chain() -> Expression { chain(from: primary()) }

  /// The members, calls and indices that follow an operand.
  mutating func chain(from operand: Expression) -> Expression {
    var result = operand
    var links = 0
    // Nothing was there: what follows is not a part of it.
    if case .other(let operands) = operand.kind, operands.isEmpty, operand.span.start == operand.span.end {
      return operand
    }
    while let next = link(after: result) {
      links += 1
      result = links > chainLimit ? Expression(.other([]), next.span) : next
    }
    return result
  }

  /// The next link; nil when the chain ends.
  private mutating func link(after operand: Expression) -> Expression? {
    let token = current
    if token.kind == .end { return nil }
    if let next = grammar.postfix(operand, &self) { return next }
    switch token.kind {
    case .operator: return signLink(after: operand, token)
    case .open:
      if token.text == "(", lines.callsCross || !isAtLineBreak {
        let arguments = arguments()
        return Expression(.call(Call(callee: operand, arguments: arguments)), span(from: operand.span.start))
      }
      if token.text == "[", lines.indicesCross || !isAtLineBreak { return index(of: operand) }
      return nil
    case .name where token.text == "…": return elision(after: operand)
    case .name, .number, .text, .close, .annotation, .directive, .regex, .markup, .end: return nil
    }
  }

  private mutating func signLink(after operand: Expression, _ token: Token) -> Expression? {
    switch token.text {
    case "...": return elision(after: operand)
    case ".", "?.":
      if isAtLineBreak, !lines.membersCross { return nil }
      return member(of: operand)
    case "::" where syntax.hasDoubleColon: return member(of: operand)
    case "!" where syntax.hasForceUnwrap && !token.followsSpace && !isAtLineBreak,
      "!!" where syntax.hasDoubleBang && !isAtLineBreak:
      advance()
      return operand
    case "++", "--":
      if isAtLineBreak { return nil }
      advance()
      return operand.stepped(span(from: operand.span.start))
    case "<" where syntax.hasGenericCalls && !token.followsSpace:
      return genericCall(of: operand)
    default: return nil
    }
  }

  /// `Repository<Post>()`, `context.read<Repository>()`; an operand alone when no call follows its generic arguments.
  private mutating func genericCall(of operand: Expression) -> Expression? {
    let start = mark
    guard skipGenericArguments() else { return nil }
    guard isAt("("), lines.callsCross || !isAtLineBreak, operand.isNameOrMember else { return operand }
    let end = mark
    rewind(to: start)
    let types = genericArguments()
    rewind(to: end)
    let call = Call(callee: operand, arguments: arguments(), typeArguments: types)
    return Expression(.call(call), span(from: operand.span.start))
  }

  /// At the sign before a member's name.
  private mutating func member(of operand: Expression) -> Expression? {
    let isOptional = isAt("?.")
    advance()
    let token = current
    switch token.kind {
    case .name, .number, .directive:
      // `a.` at the end of an incomplete line.
      if isAtLineBreak, token.kind != .name || token.isSign(oneOf: syntax.statementWords) { return unfinished(operand) }
      advance()
      return Expression(.member(operand, token.text), span(from: operand.span.start))
    case .open where isOptional && token.text != "{": return operand
    case .open where token.text == "(":
      skipItem()
      return Expression(.other([operand]), span(from: operand.span.start))
    case .operator where token.text == "<" && skipGenericArguments():
      guard let name = takeName() else { return unfinished(operand) }
      return Expression(.member(operand, name), span(from: operand.span.start))
    default: return unfinished(operand)
    }
  }

  private func unfinished(_ operand: Expression) -> Expression {
    Expression(.other([operand]), span(from: operand.span.start))
  }

  private mutating func index(of operand: Expression) -> Expression {
    let arguments = arguments()
    if arguments.count == 1, arguments[0].value.isLeftOut { return leftOut(operand) }
    return Expression(.index(operand, arguments.map(\.value)), span(from: operand.span.start))
  }

  // MARK: - What is left out

  /// At `...` where an author leaves out links of a chain: on a line of its own before a further link, or at the end.
  /// Nil where it is an operator.
  private mutating func elision(after operand: Expression) -> Expression? {
    let sign = current
    let next = peek()
    let isCall = if case .call = operand.kind { true } else { false }
    if next.isSign(oneOf: [".", "?."]) {
      guard sign.startsLine && next.startsLine || isCall else { return nil }
      advance()
      // The next link, although a line break stands before it.
      return member(of: leftOut(operand))
    }
    guard isCall, !sign.startsLine, next.startsLine || [.end, .close].contains(next.kind) else { return nil }
    advance()
    return leftOut(operand)
  }

  private func leftOut(_ operand: Expression) -> Expression {
    let end = span(from: previousEnd)
    let callee = Expression(.member(operand, Expression.leftOut), Span(operand.span.start, end.end))
    return Expression(.call(Call(callee: callee, arguments: [])), callee.span)
  }

  // MARK: - Arguments

  /// The arguments in the group that opens here.
  mutating func arguments() -> [Argument] {
    inGroup { parser in
      var arguments: [Argument] = []
      while !parser.isAtEnd {
        let before = parser.position
        if !parser.isAt(",") { arguments.append(parser.grammar.argument(&parser)) }
        if let rest = parser.leftover(before) { arguments.append(Argument(value: rest)) }
        if !parser.take(","), parser.position == before { parser.skipItem() }
      }
      return arguments
    }
  }

  /// What broken code leaves between an item and the next comma: evaluated, but no argument of its own.
  private mutating func leftover(_ before: Int) -> Expression? {
    let start = current.start
    var extra: [Expression] = []
    while !isAtEnd, !isAt(",") {
      let here = position
      let value = expression()
      if position == here { skipItem() } else { extra.append(value) }
    }
    return extra.isEmpty ? nil : Expression(.other(extra), span(from: start))
  }

  func isLabel(_ sign: String) -> Bool { current.kind == .name && peek().isSign(sign) }

  /// An argument with the label style of the language, or a spread one.
  mutating func commonArgument() -> Argument {
    switch syntax.labels {
    case .colon where isLabel(":"), .equals where isLabel("="):
      let label = takeName()
      advance()
      return Argument(label: label, value: spreadOrExpression())
    case .none, .colon, .equals: return Argument(value: spreadOrExpression())
    }
  }

  /// `...x`, or an expression.
  mutating func spreadOrExpression() -> Expression {
    guard isAt(oneOf: syntax.spreadSigns) else { return expression() }
    let start = current.start
    advance()
    if isAt("?"), !current.followsSpace { advance() }
    let value = expression()
    return Expression(.spread(value), span(from: start))
  }

  // MARK: - Generic arguments

  /// Moves over `<A, B<C>>` where it can only be a list of generic arguments; false with nothing consumed elsewhere.
  mutating func skipGenericArguments() -> Bool {
    let start = mark
    guard skipAngles(limit: 120), endsGenericArguments else {
      rewind(to: start)
      return false
    }
    return true
  }

  /// What may follow the generic arguments of a call or type in an expression.
  private var endsGenericArguments: Bool {
    let token = current
    if token.kind == .end || isAtLineBreak { return true }
    if token.kind == .close || token.isSign(oneOf: ["(", ".", "?.", ",", ";", ":", "::", "{", "?", "!", "=", "=="]) {
      return true
    }
    return token.kind == .text && !token.followsSpace
  }

  /// Moves over balanced angle brackets whose content looks like types; the cursor is anywhere when it answers false.
  mutating func skipAngles(limit: Int) -> Bool {
    guard isAt("<") else { return false }
    var depth = 0
    for _ in 0..<limit {
      let token = current
      switch token.kind {
      case .name, .annotation, .text, .number: advance()
      case .open: skipItem()
      case .operator:
        switch token.text {
        case "<": depth += 1
        case ">": depth -= 1
        case ".", ",", "?", ":", "&", "|", "*", "->", "=>", "...", "!", "?.": break
        default: return false
        }
        advance()
        if depth == 0 { return true }
      case .close, .directive, .regex, .markup, .end: return false
      }
    }
    return false
  }
}

extension Expression {
  /// Stands for the links of a chain that an author has left out.
  static let leftOut = "..."

  /// `...` alone.
  fileprivate var isLeftOut: Bool {
    switch kind {
    case .spread(let inner): inner.isNothing
    case .name(let name): name == "…"
    default: false
    }
  }

  private var isNothing: Bool {
    if case .other(let operands) = kind { operands.isEmpty } else { false }
  }
}

extension Expression {
  fileprivate var isNameOrMember: Bool {
    switch kind {
    case .name, .member: true
    default: false
    }
  }
}
