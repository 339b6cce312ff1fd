import Diagnostics

/// What a condition says, so that conditions which say the same, or the opposite, are decided together:
/// `if (a) …` and `if (!a) …` never hold both.
struct Proposition {
  var key: ConditionKey
  /// The condition holds when the proposition does not.
  var isTurned = false
}

extension Interpreter {
  /// The proposition of a condition; nil when it may answer differently next time.
  func proposition(_ condition: Expression) -> Proposition? {
    if let meaning = meaning(of: condition) { return proposition(meaning) }
    if case .other(let operands) = condition.kind, let operand = negated(condition, operands),
      let meaning = meaning(of: operand), var inner = proposition(meaning)
    {
      inner.isTurned.toggle()
      return inner
    }
    let form = form(of: condition, depth: 0)
    return assumptionKey(condition, text: "if \(form.text)").map { Proposition(key: $0, isTurned: form.isTurned) }
  }

  /// That something is there: `if let value`, `value != null`.
  func presence(of expression: Expression) -> Proposition? {
    assumptionKey(expression, text: "if there \(text(expression.span))").map { Proposition(key: $0) }
  }

  func presence(of name: String) -> Proposition? {
    assumptionKey(Expression(.name(name), Span(0, 0)), text: "if there \(name)").map { Proposition(key: $0) }
  }

  /// That two values are the same: `x == "a"`, and the case `"a"` of a selection by `x`.
  func equality(_ subject: Expression, _ pattern: Expression) -> Proposition? {
    let pair = Expression(.other([subject, pattern]), subject.span)
    return assumptionKey(pair, text: "if \(text(subject.span))==\(text(pattern.span))").map { Proposition(key: $0) }
  }

  /// How the proposition picks one of two ways: whether the condition holds; nil when both must be taken together.
  func choice(_ proposition: Proposition?) -> Bool? {
    let isTurned = proposition?.isTurned ?? false
    return choose(proposition?.key, 2).map { ($0 == 0) != isTurned }
  }

  private typealias Form = (text: String, isTurned: Bool)

  private func form(of expression: Expression, depth: Int) -> Form {
    switch expression.kind {
    case .other(let operands) where operands.count == 1 && depth < 16:
      guard let inner = negated(expression, operands) else { break }
      let form = form(of: inner, depth: depth + 1)
      return (form.text, !form.isTurned)
    case .other(let operands) where operands.count == 2:
      if let sign = sign(between: operands), let form = comparison(operands[0], sign, operands[1]) { return form }
    case .member(let base, let name):
      if let form = filling(base, name) { return form }
    case .call(let call):
      if let (left, right) = comparedByCall(call), let form = comparison(left, .equal, right) { return form }
      if call.arguments.isEmpty, case .member(let base, let name) = call.callee.kind, let form = filling(base, name) {
        return form
      }
    default: break
    }
    return (text(expression.span), false)
  }

  /// `ids.isEmpty`, `ids.length`
  private func filling(_ list: Expression, _ name: String) -> Form? {
    switch name {
    case "isEmpty": ("filled \(text(list.span))", true)
    case "isNotEmpty", "length", "count", "size": ("filled \(text(list.span))", false)
    default: nil
    }
  }

  private func comparison(_ left: Expression, _ sign: Operator, _ right: Expression) -> Form? {
    if left.measuredList == nil, right.measuredList != nil { return comparison(right, sign.turned, left) }
    if let list = left.measuredList, case .integer(let number) = right.kind,
      let isFilled = sign.tellsFilled(number)
    {
      return ("filled \(text(list.span))", !isFilled)
    }
    // `"new" == sort` says what `sort == "new"` says.
    if left.isLiteral, !right.isLiteral { return comparison(right, sign.turned, left) }
    let (first, second) = (text(left.span), text(right.span))
    switch sign {
    case .equal, .unequal:
      if case .null = right.kind { return ("there \(first)", sign == .equal) }
      if case .null = left.kind { return ("there \(second)", sign == .equal) }
      return ("\(first)==\(second)", sign == .unequal)
    case .less, .greaterOrEqual: return ("\(first)<\(second)", sign == .greaterOrEqual)
    case .greater, .lessOrEqual: return ("\(second)<\(first)", sign == .lessOrEqual)
    case .conjunction, .disjunction: return nil
    }
  }
}

extension Operator {
  /// Whether a length that compares so with a number is that of a list with something in it; nil: neither.
  fileprivate func tellsFilled(_ number: Int64) -> Bool? {
    switch (self, number) {
    case (.greater, 0), (.unequal, 0), (.greaterOrEqual, 1): true
    case (.equal, 0), (.less, 1), (.lessOrEqual, 0): false
    default: nil
    }
  }
}

extension Expression {
  fileprivate var isLiteral: Bool {
    switch kind {
    case .text, .integer, .number, .boolean, .null: true
    default: false
    }
  }
}
