import Diagnostics

/// Whether conditions hold, by what their parts are and by what was decided about them before.
extension Interpreter {
  /// Whether all conditions hold; each is evaluated once.
  func decide(_ tests: [Expression]) -> Bool? {
    let answers = tests.map(holds)
    if answers.contains(false) { return false }
    return answers.allSatisfy { $0 == true } ? true : nil
  }

  /// Whether a condition holds; nil when only the run knows.
  private func holds(_ test: Expression) -> Bool? {
    guard let parts = parts(of: test) else { return truth(evaluate(test)) }
    let answers = parts.operands.map { holdsAsPart($0) }
    return parts.decided(by: answers)
  }

  /// A part of a condition: nothing else asks what was decided about it.
  private func holdsAsPart(_ part: Expression) -> Bool? { holds(part) ?? assumed(part) }

  /// The value of an operation of conditions, where what was decided about them says it: `let ranged = a || b`.
  func assumedResult(of expression: Expression, _ operands: [Expression]) -> Bool? {
    guard !state.assumptions.isEmpty else { return nil }
    if let parts = parts(of: expression) { return parts.decided(by: parts.operands.map(assumed)) }
    return sign(between: operands) == nil || operands.count < 2 ? nil : assumed(expression)
  }

  /// What was decided about a condition on this way.
  private func assumed(_ condition: Expression) -> Bool? {
    guard !state.assumptions.isEmpty else { return nil }
    if let parts = parts(of: condition), let decided = parts.decided(by: parts.operands.map(assumed)) { return decided }
    guard let proposition = proposition(condition), let known = state.assumptions[proposition.key.hash] else { return nil }
    return (known.choice == 0) != proposition.isTurned
  }

  /// A condition was decided: what that says of its parts. Of `a || b` that does not hold neither does, of one that holds
  /// the last of which nothing else is known.
  func assumeParts(of test: Expression, holds: Bool) {
    guard let parts = parts(of: test) else { return }
    if parts.isNegation || parts.isConjunction == holds {
      for part in parts.operands { assume(part, holds: holds != parts.isNegation) }
      return
    }
    let open = parts.operands.filter { part in silently { holdsAsPart(part) } == nil }
    if open.count == 1 { assume(open[0], holds: holds) }
  }

  private func assume(_ part: Expression, holds: Bool) {
    guard let proposition = proposition(part) else { return }
    if state.assumptions[proposition.key.hash] == nil { state.assume(proposition.key, holds != proposition.isTurned ? 0 : 1) }
    assumeParts(of: part, holds: holds)
  }

  private func parts(of condition: Expression) -> ConditionParts? {
    switch condition.kind {
    case .other(let operands):
      if let operand = negated(condition, operands) { return ConditionParts(operands: [operand], isNegation: true) }
      guard operands.count > 1 else { return nil }
      switch sign(between: operands) {
      case .conjunction: return ConditionParts(operands: operands, isConjunction: true)
      case .disjunction: return ConditionParts(operands: operands)
      default: return nil
      }
    // JavaScript's, Dart's and Python's `a || b`
    case .fallback(let left, let right):
      guard sign(between: [left, right]) == .disjunction else { return nil }
      return ConditionParts(operands: [left, right])
    default: return nil
    }
  }
}

/// A condition that is made of others.
private struct ConditionParts {
  var operands: [Expression]
  var isNegation = false
  /// All of them hold, not any.
  var isConjunction = false

  func decided(by answers: [Bool?]) -> Bool? {
    if isNegation { return answers.first.flatMap(\.self).map { !$0 } }
    if answers.contains(!isConjunction) { return !isConjunction }
    return answers.allSatisfy { $0 == isConjunction } ? isConjunction : nil
  }
}
