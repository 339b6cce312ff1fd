package import Diagnostics

/// An expression of the rules language of the Realtime Database, with its place in the rules file.
package indirect enum RuleExpression: Hashable, Sendable {
  case boolean(Bool, Span)
  case number(Double, Span)
  case string(String, Span)
  case null(Span)
  /// `/pattern/i`, as it is written between the slashes.
  case regex(pattern: String, ignoresCase: Bool, Span)
  /// Only as the argument of `hasChildren`.
  case list([RuleExpression], Span)
  /// `auth`, `data`, `$uid`, …
  case name(String, Span)
  case member(RuleExpression, name: String, nameSpan: Span)
  /// `base[index]`.
  case element(RuleExpression, index: RuleExpression, Span)
  case call(RuleExpression, arguments: [RuleExpression], Span)
  case prefix(PrefixOperator, RuleExpression, Span)
  case infix(RuleExpression, InfixOperator, RuleExpression, Span)
  case conditional(RuleExpression, then: RuleExpression, otherwise: RuleExpression, Span)

  package enum PrefixOperator: String, Hashable, Sendable { case not = "!", minus = "-" }

  package enum InfixOperator: String, Hashable, Sendable {
    case or = "||", and = "&&"
    /// `===` and `!==` mean the same.
    case equal = "==", notEqual = "!="
    case less = "<", greater = ">", lessOrEqual = "<=", greaterOrEqual = ">="
    case plus = "+", minus = "-", times = "*", divided = "/", remainder = "%"
  }
}
