import FirestoreRulesLanguage

/// What the language itself defines: logical operators, conditionals, and the lookup of names.
extension Evaluator {
  /// A chain of `&&` or of `||`. Operands are evaluated from the left until one decides for sure; an error does not
  /// decide, and is the result only if no other operand does. Of n operands n − 1 operators count: the chain itself is
  /// the first of them, charged like every node, and each operand after the second brings one more.
  mutating func logical(
    _ op: LogicalOperator, _ operands: [Int], _ session: inout RequestSession<Reader>
  ) throws(BudgetExceeded) -> Outcome {
    let deciding: Truths = op == .and ? .isFalse : .isTrue
    var truths: Truths = op == .and ? .isTrue : .isFalse
    var error: EvaluationError?
    for (place, operand) in operands.enumerated() {
      if truths == deciding { break }
      if place > 1 { try session.charge() }
      let outcome = try value(of: operand, &session)
      let found = domain.truths(of: outcome)
      if error == nil, found.contains(.isError) { error = domain.conditionError(of: outcome) }
      truths = truths.combined(with: found, deciding: deciding)
    }
    return domain.boolean(truths, error: truths.contains(.isError) ? error : nil)
  }

  /// Only the chosen branch is evaluated; both where the condition may be either.
  mutating func conditional(
    _ condition: Int, _ first: Int, _ second: Int, _ session: inout RequestSession<Reader>
  ) throws(BudgetExceeded) -> Outcome {
    let decided = try value(of: condition, &session)
    let truths = domain.truths(of: decided)
    var outcome: Outcome?
    if truths.contains(.isTrue) { outcome = try value(of: first, &session) }
    if truths.contains(.isFalse) {
      let other = try value(of: second, &session)
      outcome = outcome.map { domain.either($0, other) } ?? other
    }
    guard truths.contains(.isError), let error = domain.conditionError(of: decided) else {
      return outcome ?? domain.failure(.possible)
    }
    let failure = domain.failure(error)
    return outcome.map { domain.either($0, failure) } ?? failure
  }

  mutating func unary(
    _ op: UnaryOperator, _ operand: Int, _ session: inout RequestSession<Reader>
  ) throws(BudgetExceeded) -> Outcome {
    let outcome = try value(of: operand, &session)
    switch op {
    case .negate: return domain.negate(outcome)
    case .not:
      let truths = domain.truths(of: outcome)
      return domain.boolean(truths.negated, error: domain.conditionError(of: outcome))
    }
  }

  /// A parameter, or a binding with the expression of its value, which is evaluated when the binding is first used;
  /// errors are kept like values. A binding that is never used costs nothing (reported of production, not recorded).
  mutating func local(
    _ place: Int, value expression: Int?, _ session: inout RequestSession<Reader>
  ) throws(BudgetExceeded) -> Outcome {
    let index = frame + place
    guard frames.indices.contains(index) else { return domain.failure(.possible) }
    if let known = frames[index] { return known }
    guard let expression else { return domain.failure(.possible) }
    let outcome = try value(of: expression, &session)
    frames[index] = outcome
    return outcome
  }
}

extension Truths {
  /// What a chain comes out as after one more operand: every pair of possible outcomes, by the table of the language.
  /// The deciding truth wins over an error on either side, an error over the other truth.
  func combined(with next: Truths, deciding: Truths) -> Truths {
    let neutral: Truths = deciding == .isTrue ? .isFalse : .isTrue
    var result: Truths = []
    if contains(deciding) || (!isEmpty && next.contains(deciding)) { result.insert(deciding) }
    if contains(neutral), next.contains(neutral) { result.insert(neutral) }
    let error: Truths = .isError
    if contains(error), next.contains(error) || next.contains(neutral) { result.insert(error) }
    if contains(neutral), next.contains(error) { result.insert(error) }
    return result
  }

  /// What `!` makes of it.
  var negated: Truths {
    var result: Truths = intersection(.isError)
    if contains(.isTrue) { result.insert(.isFalse) }
    if contains(.isFalse) { result.insert(.isTrue) }
    return result
  }
}
