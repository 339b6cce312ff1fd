import Diagnostics
import RealtimeRules

extension RuleExpression {
  /// The receiver and the name in `x.name` and `x["name"]`.
  var method: (base: RuleExpression, name: String)? {
    switch self {
    case .member(let base, let name, _): (base, name)
    case .element(let base, index: .string(let name, _), _): (base, name)
    default: nil
    }
  }

  /// `auth.uid`, or a claim of the token that holds the same id.
  var isCallerID: Bool { claim.map { ["uid", "token.sub", "token.user_id"].contains($0) } ?? false }

  /// The path of a claim: `token.admin` in `auth.token.admin`.
  var claim: String? {
    guard let (base, name) = method else { return nil }
    if case .name("auth", _) = base { return name }
    return base.claim.map { "\($0).\(name)" }
  }

  /// The span of the last name of a call, for the caret under a finding.
  var nameSpan: Span {
    switch self {
    case .member(_, _, let span): span
    case .call(let callee, _, _): callee.nameSpan
    default: span
    }
  }

  func contains(where test: (RuleExpression) -> Bool) -> Bool {
    test(self) || parts.contains { $0.contains(where: test) }
  }

  func mentions(_ name: String) -> Bool { contains { if case .name(name, _) = $0 { true } else { false } } }

  /// The expression in canonical form: equal for expressions that differ only in white space, quotes and parentheses.
  var spelling: String {
    switch self {
    case .boolean(let value, _): "\(value)"
    case .number(let value, _): "\(value)"
    case .string(let text, _): "'\(text)'"
    case .null: "null"
    case .regex(let pattern, let ignoresCase, _): "/\(pattern)/\(ignoresCase ? "i" : "")"
    case .list(let elements, _): "[\(elements.map(\.spelling).joined(separator: ", "))]"
    case .name(let name, _): name
    case .member(let base, let name, _): "\(base.spelling).\(name)"
    case .element(let base, let index, _): "\(base.spelling)[\(index.spelling)]"
    case .call(let callee, let arguments, _): "\(callee.spelling)(\(arguments.map(\.spelling).joined(separator: ", ")))"
    case .prefix(let sign, let operand, _): "\(sign.rawValue)\(operand.bracketed)"
    case .infix(let left, let sign, let right, _): "\(left.bracketed) \(sign.rawValue) \(right.bracketed)"
    case .conditional(let condition, let then, let otherwise, _):
      "\(condition.bracketed) ? \(then.bracketed) : \(otherwise.bracketed)"
    }
  }

  private var bracketed: String {
    switch self {
    case .infix, .conditional: "(\(spelling))"
    default: spelling
    }
  }
}
