import Diagnostics

/// Operands that only Python has: `lambda`, texts beside each other, tuples, sets and dictionaries.
enum PythonOperands {
  static func primary(_ parser: inout Parser) -> Expression? {
    let token = parser.current
    switch token.kind {
    case .text: return formatted(adjacentTexts(&parser), &parser)
    case .open where token.text == "[": return list(&parser)
    case .name where token.text == "lambda": return lambda(&parser)
    case .open where token.text == "{": return parser.nested { braces(&$0) } ?? parser.tooDeep()
    default: return nil
    }
  }

  /// `"a" f"b"` is one text.
  private static func adjacentTexts(_ parser: inout Parser) -> Expression {
    var whole = parser.textLiteral()
    while parser.current.kind == .text, !parser.isAtLineBreak {
      let next = parser.textLiteral()
      guard case .text(let left) = whole.kind, case .text(let right) = next.kind else { break }
      whole = Expression(.text(left + right), Span(whole.span.start, next.span.end))
    }
    return whole
  }

  /// `x is not None`: the words are one operator.
  static func presence(of operand: Expression, _ parser: inout Parser) -> Expression {
    parser.advance()
    parser.advance()
    let null = Expression(.null, parser.current.span)
    parser.advance()
    return Expression(.other([operand, null]), parser.span(from: operand.span.start))
  }

  /// `items[1:5]`; nil with nothing consumed when it is an index.
  static func slice(of operand: Expression, _ parser: inout Parser) -> Expression? {
    var ahead = parser
    let isSlice = ahead.inGroup { parser -> Bool in
      parser.skipItems(until: [":"])
      return !parser.isAtEnd
    }
    guard isSlice else { return nil }
    parser.skipItem()
    let span = parser.span(from: operand.span.start)
    let callee = Expression(.member(operand, PythonResults.slice), span)
    return Expression(.call(Call(callee: callee, arguments: [])), span)
  }

  /// `Base.__init__(self, a)` is `super.__init__(a)`.
  static func baseInitializer(
    _ callee: Expression, _ base: Expression, _ parser: inout Parser
  ) -> Expression? {
    guard case .name(let type) = base.kind, type != "super", type.first?.isUppercase == true else { return nil }
    var arguments = parser.arguments()
    var name = callee
    if case .name("self")? = arguments.first?.value.kind {
      arguments.removeFirst()
      name.kind = .member(Expression(.name("super"), base.span), "__init__")
    }
    return Expression(.call(Call(callee: name, arguments: arguments)), parser.span(from: callee.span.start))
  }

  /// `[…]`; a comprehension alone is what it makes.
  private static func list(_ parser: inout Parser) -> Expression {
    let literal = parser.listLiteral()
    guard case .list(let elements) = literal.kind, elements.count == 1, case .spread(let inner) = elements[0].kind,
      case .call(let call) = inner.kind, case .name(PythonResults.comprehension) = call.callee.kind
    else { return literal }
    return Expression(inner.kind, literal.span)
  }

  /// `"users/%s/posts" % uid` is a text that interpolates.
  private static func formatted(_ text: Expression, _ parser: inout Parser) -> Expression {
    guard parser.isAt("%"), !parser.isAtLineBreak, case .text(let parts) = text.kind else { return text }
    parser.advance()
    let operand = parser.nested { $0.prefixed() } ?? parser.tooDeep()
    var values = [operand]
    if case .list(let several) = operand.kind { values = several }
    let filled = parts.flatMap { part -> [TextPart] in
      if case .literal(let literal) = part { PythonTexts.filled(literal, &values) } else { [part] }
    }
    return Expression(.text(filled), Span(text.span.start, operand.span.end))
  }

  /// `lambda a, b=1: x`
  private static func lambda(_ parser: inout Parser) -> Expression {
    let start = parser.current.start
    parser.advance()
    var parameters: [Parameter] = []
    while !parser.isAtEnd, !parser.isAt(":"), !parser.isAtLineBreak {
      let before = parser.position
      if let parameter = PythonParameters.parameter(&parser, hasTypes: false) { parameters.append(parameter) }
      if !parser.take(","), parser.position == before { break }
    }
    _ = parser.take(":")
    let value = parser.nested { PythonExpressions.conditional(&$0) } ?? parser.tooDeep()
    let closure = Closure(parameters: parameters, body: [Statement(.result(value), value.span)])
    return Expression(.closure(closure), parser.span(from: start))
  }

  /// `(a)`, `(a, b)`, `(a,)`, `()`, `(x for x in xs)`
  static func parenthesized(_ parser: inout Parser) -> Expression {
    let start = parser.current.start
    var hasComma = false
    let values =
      parser.nested { parser in
        parser.inGroup { parser in
          parser.items { parser -> Expression? in
            guard !parser.isAt(",") else { return nil }
            let value = PythonExpressions.element(&parser)
            hasComma = hasComma || parser.isAt(",")
            return value
          }
        }
      } ?? []
    if values.count == 1, !hasComma { return values[0] }
    return Expression(.list(values), parser.span(from: start))
  }

  // MARK: - Braces

  /// `{a: b, **c}`, `{a, b}`, `{k: v for k in ks}`
  private static func braces(_ parser: inout Parser) -> Expression {
    let start = parser.current.start
    var entries: [RecordEntry] = []
    var elements: [Expression] = []
    parser.inGroup { parser in
      parser.linesMatter = false
      _ = parser.items { parser -> Bool? in
        if parser.isAt(",") { return nil }
        let key = PythonExpressions.element(&parser)
        if case .spread(let value) = key.kind {
          entries.append(RecordEntry(key: .spread, value: value))
        } else if parser.take(":") {
          let value = PythonExpressions.conditional(&parser)
          if PythonExpressions.isComprehension(parser) {
            elements.append(PythonExpressions.comprehension(of: value, &parser))
          } else {
            entries.append(RecordEntry(key: key.asKey, value: value))
          }
        } else {
          elements.append(key)
        }
        return true
      }
    }
    let isSet = !elements.isEmpty && entries.allSatisfy { $0.key == .spread }
    return Expression(isSet ? .list(elements) : .record(entries), parser.span(from: start))
  }
}
