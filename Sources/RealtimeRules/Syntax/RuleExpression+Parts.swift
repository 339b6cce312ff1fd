package import Diagnostics

extension RuleExpression {
  /// Where it stands in the rules file, with the brackets round it where it is an operation.
  package var span: Span {
    switch self {
    case .boolean(_, let span), .number(_, let span), .string(_, let span), .null(let span), .regex(_, _, let span),
      .list(_, let span), .name(_, let span), .element(_, _, let span), .call(_, _, let span), .prefix(_, _, let span),
      .infix(_, _, _, let span), .conditional(_, _, _, let span):
      span
    case .member(let base, _, let nameSpan): Span(base.span.start, nameSpan.end)
    }
  }

  /// What it is made of, from left to right.
  package var parts: [RuleExpression] {
    switch self {
    case .boolean, .number, .string, .null, .regex, .name: []
    case .list(let elements, _): elements
    case .member(let base, _, _): [base]
    case .element(let base, let index, _): [base, index]
    case .call(let callee, let arguments, _): [callee] + arguments
    case .prefix(_, let operand, _): [operand]
    case .infix(let left, _, let right, _): [left, right]
    case .conditional(let condition, let first, let second, _): [condition, first, second]
    }
  }

  /// Itself and everything it is made of, outermost first.
  package var everyPart: [RuleExpression] { [self] + parts.flatMap(\.everyPart) }

  /// The same operation with the brackets round it.
  func bracketed(_ span: Span) -> RuleExpression {
    switch self {
    case .prefix(let sign, let operand, _): .prefix(sign, operand, span)
    case .infix(let left, let sign, let right, _): .infix(left, sign, right, span)
    case .conditional(let condition, let first, let second, _):
      .conditional(condition, then: first, otherwise: second, span)
    case .boolean, .number, .string, .null, .regex, .list, .name, .member, .element, .call: self
    }
  }
}
