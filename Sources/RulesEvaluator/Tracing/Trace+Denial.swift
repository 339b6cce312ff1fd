extension Trace {
  /// Why the request was denied.
  package var denial: Denial {
    guard let last = outcomes.last else {
      return Denial(kind: .noMatch, span: nil, message: "no statement allows `\(request.method.rawValue)` here")
    }
    let span = last.condition.map { rules.span(of: $0) } ?? last.span
    if hasExceededBudget {
      return Denial(
        kind: .limit, span: span, message: "more than \(EvaluationLimits.expressions) expressions were evaluated")
    }
    if let error = last.error { return Denial(kind: .error, span: span, message: error.message) }
    let text = last.condition.map { rules.text(of: $0) } ?? ""
    return Denial(kind: .conditionFalse, span: span, message: "\(text) is false")
  }
}
