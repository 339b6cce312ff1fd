package import FirestoreModel

extension ValueDomain {
  /// Whether an outcome is an error: through an operation that has a value for every value.
  package func error(of outcome: Outcome) -> (error: EvaluationError, isCertain: Bool)? {
    let test = typeTest(outcome, word: "bool")
    let found = truths(of: test)
    guard found.contains(.isError) else { return nil }
    return (conditionError(of: test) ?? .possible, found == .isError)
  }

  package func request(_ members: [(key: Text, value: Outcome)]) -> Outcome { map(members) }
}

extension ConcreteDomain {
  package func error(of outcome: RuleOutcome) -> (error: EvaluationError, isCertain: Bool)? {
    if case .error(let error) = outcome { (error, true) } else { nil }
  }
}
