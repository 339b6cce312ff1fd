import Diagnostics

/// What the assigning operators mean in the tree.
extension Expression {
  /// `target += value` stays a sum; `??=` and `||=` choose between both values; what any other sign makes of the two is
  /// not known.
  static func assignment(_ target: Expression, _ sign: String, _ value: Expression, _ span: Span) -> Expression {
    switch sign {
    case "=", "+=": Expression(.assignment(target: target, value: value, isCompound: sign == "+="), span)
    case "??=", "||=":
      Expression(
        .assignment(target: target, value: Expression(.fallback(target, value), span), isCompound: false), span)
    default:
      Expression(
        .assignment(target: target, value: Expression(.other([target, value]), span), isCompound: false), span)
    }
  }

  /// `n++`, `--n`: the variable is another one afterwards.
  func stepped(_ span: Span) -> Expression {
    let value = Expression(.other([self]), span)
    switch kind {
    case .name, .member, .index: return Expression(.assignment(target: self, value: value, isCompound: false), span)
    default: return value
    }
  }
}
