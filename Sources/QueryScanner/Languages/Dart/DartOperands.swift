import Diagnostics

/// Operands that only Dart has: closures, typed literals, `switch` as a value, adjacent strings, cascades.
enum DartOperands {
  static func primary(_ parser: inout Parser) -> Expression? {
    let token = parser.current
    switch token.kind {
    case .text: return adjacentTexts(&parser)
    case .open where token.text == "(" && opensClosure(parser.peekAfterGroup()): return closure(&parser)
    case .operator where token.text == "<": return typedLiteral(&parser)
    case .name where token.text == "switch" && parser.peek().isSign("("): return switchValue(&parser)
    default: return nil
    }
  }

  /// What stands behind the parameters of a closure.
  private static func opensClosure(_ token: Token) -> Bool {
    token.isSign(oneOf: ["=>", "{", "async", "sync"])
  }

  /// `'a' 'b'` is one text.
  private static func adjacentTexts(_ parser: inout Parser) -> Expression {
    var whole = parser.textLiteral()
    while parser.current.kind == .text {
      let next = parser.textLiteral()
      guard case .text(let left) = whole.kind, case .text(let right) = next.kind else { break }
      whole = Expression(.text(left + right), Span(whole.span.start, next.span.end))
    }
    return whole
  }

  private static func closure(_ parser: inout Parser) -> Expression {
    let start = parser.current.start
    let parameters = DartParameters.list(&parser)
    let body = parser.nested { DartFunctions.body(&$0) ?? [] } ?? []
    return Expression(.closure(Closure(parameters: parameters, body: body)), parser.span(from: start))
  }

  /// `<String>[…]`, `<String, dynamic>{…}`, `<T>(x) => …`
  private static func typedLiteral(_ parser: inout Parser) -> Expression? {
    let mark = parser.mark
    guard parser.skipAngles(limit: 120), parser.current.kind == .open else {
      parser.rewind(to: mark)
      return nil
    }
    switch parser.current.text {
    case "[": return parser.listLiteral()
    case "{": return parser.nested { $0.braceLiteral() } ?? parser.tooDeep()
    default:
      guard opensClosure(parser.peekAfterGroup()) else {
        parser.rewind(to: mark)
        return nil
      }
      return closure(&parser)
    }
  }

  // MARK: - switch as a value

  /// `switch (x) { a => b, _ => c }`
  private static func switchValue(_ parser: inout Parser) -> Expression {
    let start = parser.current.start
    parser.advance()
    let subject = parser.separated { $0.expression() }.first
    let cases =
      parser.nested { parser in
        parser.isAt("{") ? parser.separated { switchCase(&$0) } : []
      } ?? []
    let span = parser.span(from: start)
    let selection = Statement(.selection(Selection(subject: subject, cases: cases)), span)
    return Expression(.statements([selection]), span)
  }

  private static func switchCase(_ parser: inout Parser) -> Selection.Case? {
    guard !parser.isAtEnd, !parser.isAt(",") else { return nil }
    let isDefault = parser.isAt("_") && parser.peek().isSign("=>")
    let patterns = DartPatterns.casePatterns(&parser, until: ["=>", ","])
    guard parser.take("=>") else { return nil }
    let value = parser.expression()
    return Selection.Case(
      patterns: isDefault ? [] : patterns, isDefault: isDefault, body: [Statement(.expression(value), value.span)])
  }

  // MARK: - What follows an operand

  static func postfix(_ operand: Expression, _ parser: inout Parser) -> Expression? {
    let token = parser.current
    guard token.kind == .operator else { return nil }
    switch token.text {
    case "..", "?..": return cascade(operand, &parser)
    // `a?[0]`
    case "?" where !token.followsSpace && parser.peek().isSign("[") && !parser.peek().followsSpace:
      parser.advance()
      return operand
    default: return nil
    }
  }

  /// `receiver..a()..b = c`
  private static func cascade(_ receiver: Expression, _ parser: inout Parser) -> Expression? {
    guard !isSection(receiver) else { return nil }
    var sections: [Expression] = []
    while parser.isAt("..") || parser.isAt("?..") {
      parser.advance()
      guard let section = section(&parser) else { break }
      // `..a = b..c()`: what follows belongs to the receiver, not to the value.
      if case .assignment(let target, let value, let isCompound) = section.kind,
        case .cascade(let inner, let more) = value.kind
      {
        let own = Expression.Kind.assignment(target: target, value: inner, isCompound: isCompound)
        sections.append(Expression(own, Span(section.span.start, inner.span.end)))
        sections += more
      } else {
        sections.append(section)
      }
    }
    return Expression(.cascade(receiver, sections), parser.span(from: receiver.span.start))
  }

  private static func section(_ parser: inout Parser) -> Expression? {
    let start = parser.current.start
    let receiver = Expression(.cascadeReceiver, Span(start, start))
    let first: Expression
    if let name = parser.takeName() {
      first = Expression(.member(receiver, name), parser.span(from: start))
    } else if parser.isAt("[") {
      first = Expression(.index(receiver, parser.arguments().map(\.value)), parser.span(from: start))
    } else {
      return nil
    }
    let whole = parser.chain(from: first)
    guard let sign = DartGrammar().binaryOperator(parser.current) else { return whole }
    switch sign.role {
    case .assignment, .compoundAssignment:
      let text = parser.current.text
      parser.advance()
      let value = parser.expression()
      return .assignment(whole, text, value, parser.span(from: start))
    case .fallback, .conjunction, .concatenation, .other, .cast, .typeTest: return whole
    }
  }

  /// A part of a section, whose own receiver the next section is for, too.
  private static func isSection(_ expression: Expression) -> Bool {
    var current = expression
    while true {
      switch current.kind {
      case .cascadeReceiver: return true
      case .member(let base, _), .index(let base, _): current = base
      case .call(let call): current = call.callee
      default: return false
      }
    }
  }
}
