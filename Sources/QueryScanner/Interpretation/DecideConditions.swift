import Diagnostics

/// Whether conditions hold, by what their parts are and by what was decided about them before.
extension Interpreter {
  /// Whether all conditions hold; each is evaluated once.
  func decide(_ tests: [Expression]) -> Bool? {
    tests.map(holds).conjunction
  }

  /// Whether a condition holds; nil when only the run knows.
  private func holds(_ test: Expression) -> Bool? {
    guard let parts = parts(of: test) else { return truth(evaluate(test)) ?? excluded(test) }
    let answers = parts.operands.map { holdsAsPart($0) }
    return parts.decided(by: answers)
  }

  /// A part of a condition: nothing else asks what was decided about it.
  private func holdsAsPart(_ part: Expression) -> Bool? { holds(part) ?? assumed(part) }

  /// What was decided about a condition on this way.
  private func assumed(_ condition: Expression) -> Bool? {
    guard !state.assumptions.isEmpty else { return nil }
    if let parts = parts(of: condition), let decided = parts.decided(by: parts.operands.map(assumed)) { return decided }
    if let proposition = proposition(condition), let known = state.assumptions[proposition.key.hash] {
      return (known.choice == 0) != proposition.isTurned
    }
    return excluded(condition)
  }

  /// The answer of a comparison that was not decided, where what was decided about its value says it.
  func assumedComparison(_ expression: Expression, _ operands: [Expression]) -> Bool? {
    guard operands.count == 2, !state.assumptions.isEmpty, sign(between: operands) != nil else { return nil }
    return assumed(expression)
  }

  /// Of a value that is not there, or is false, no comparison with something else holds: false for `x == "a"`, true for
  /// `x != "a"`; nil where nothing says that it is not there.
  private func excluded(_ test: Expression) -> Bool? {
    guard !state.assumptions.isEmpty, case .other(let operands) = test.kind, operands.count == 2,
      let sign = sign(between: operands), sign == .equal || sign == .unequal
    else { return nil }
    for (subject, other) in [(operands[0], operands[1]), (operands[1], operands[0])] where other.isTrueLiteral {
      if isMissing(subject) { return sign == .unequal }
    }
    return nil
  }

  private func isMissing(_ subject: Expression) -> Bool {
    switch subject.kind {
    case .name, .member: break
    default: return false
    }
    if let there = presence(of: subject), state.assumptions[there.key.hash]?.choice == 1 { return true }
    guard let itself = assumptionKey(subject, text: "if \(text(subject.span))") else { return false }
    return state.assumptions[itself.hash]?.choice == 1
  }

  /// A condition was decided: what that says of its parts. Of `a || b` that does not hold neither does, of one that holds
  /// one does.
  func assumeParts(of test: Expression, holds: Bool) {
    guard let parts = parts(of: test) else { return }
    if parts.isNegation || parts.isConjunction == holds {
      for part in parts.operands { assume(part, holds: holds != parts.isNegation) }
      return
    }
    let answers = parts.operands.map { part in silently { holdsAsPart(part) } }
    // What is known already may be why.
    guard parts.decided(by: answers) == nil else { return }
    let open = zip(parts.operands, answers).filter { $0.1 == nil }.map(\.0)
    if open.count == 1 { return assume(open[0], holds: holds) }
    let known = open.compactMap { proposition($0) }
    guard known.count == open.count else { return }
    state.assume(Clause(choices: known.map { .init(key: $0.key, choice: holds != $0.isTurned ? 0 : 1) }))
  }

  private func assume(_ part: Expression, holds: Bool) {
    guard let proposition = proposition(part) else { return }
    if state.assumptions[proposition.key.hash] == nil {
      state.assume(proposition.key, holds != proposition.isTurned ? 0 : 1)
    }
    assumeParts(of: part, holds: holds)
  }

  func parts(of condition: Expression) -> ConditionParts? {
    switch condition.kind {
    case .name: return meaning(of: condition).flatMap { parts(of: $0) }
    case .other(let operands):
      if let operand = negated(condition, operands) { return ConditionParts(operands: [operand], isNegation: true) }
      guard operands.count > 1 else { return nil }
      switch sign(between: operands) {
      case .conjunction: return ConditionParts(operands: operands, isConjunction: true)
      case .disjunction: return ConditionParts(operands: operands)
      default: return nil
      }
    case .conditional(let left, let right, _):
      return condition.isConjunction ? ConditionParts(operands: [left, right], isConjunction: true) : nil
    // JavaScript's, Dart's and Python's `a || b`
    case .fallback(let left, let right):
      guard sign(between: [left, right]) == .disjunction else { return nil }
      if let inner = parts(of: left), !inner.isConjunction, !inner.isNegation {
        return ConditionParts(operands: inner.operands + [right])
      }
      return ConditionParts(operands: [left, right])
    default: return nil
    }
  }
}

extension Expression {
  /// It holds as a condition.
  fileprivate var isTrueLiteral: Bool {
    switch kind {
    case .text(let parts): parts.contains { if case .literal(let text) = $0 { !text.isEmpty } else { false } }
    case .integer(let number): number != 0
    case .boolean(let value): value
    case .implicitMember: true
    default: false
    }
  }

  /// JavaScript's `a && b`, whose value is `b` if `a` holds.
  var isConjunction: Bool {
    guard case .conditional(_, _, let otherwise) = kind, case .boolean(false) = otherwise.kind else { return false }
    return otherwise.span.start == otherwise.span.end
  }
}

/// A condition that is made of others.
struct ConditionParts {
  var operands: [Expression]
  var isNegation = false
  /// All of them hold, not any.
  var isConjunction = false

  func decided(by answers: [Bool?]) -> Bool? {
    if isNegation { return answers.first.flatMap(\.self).map { !$0 } }
    return isConjunction ? answers.conjunction : answers.disjunction
  }
}

/// Answers of which nil is what only the run knows.
extension [Bool?] {
  /// Whether all hold.
  var conjunction: Bool? {
    if contains(false) { return false }
    return contains(nil) ? nil : true
  }

  /// Whether any holds.
  var disjunction: Bool? {
    if contains(true) { return true }
    return contains(nil) ? nil : false
  }
}
