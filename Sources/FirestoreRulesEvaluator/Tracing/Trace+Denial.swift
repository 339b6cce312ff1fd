import Diagnostics
import FirestoreModel
import FirestoreRulesLanguage

extension Trace {
  /// Why the request was denied: of the statements that applied, the one that says most about it.
  package var denial: Denial {
    guard let last = outcomes.last else { return Denial(kind: .noMatch, span: nil, message: noMatch) }
    if hasExceededBudget {
      return Denial(
        kind: .limit, span: span(of: last),
        message: "more than \(EvaluationLimits.expressions) expressions were evaluated")
    }
    let deciding = DecidingExpression(program: rules.program, recorder: recorder)
    let detail = ConditionDetail(rules: rules, recorder: recorder)
    let candidates = zip(outcomes, roots).map { outcome, root in
      (outcome: outcome, root: root, weight: root.map { weight(of: $0) } ?? 0)
    }
    let best = candidates.max { $0.weight < $1.weight } ?? (outcome: last, root: nil, weight: 0)
    guard let root = best.root else {
      return Denial(
        kind: kind(best.outcome.error), span: span(of: best.outcome),
        message: best.outcome.error?.message ?? "the condition is false")
    }
    let place = deciding.below(root)
    let kind = kind(best.outcome.error)
    let expression = recorder.records[place].expression
    let isError = recorder.records[place].outcome.isError
    return Denial(
      kind: kind, span: rules.span(of: expression), place: isError ? rules.operation(of: expression) : nil,
      message: detail.statement(of: place))
  }

  private func kind(_ error: EvaluationError?) -> Denial.Kind {
    switch error {
    case nil: .conditionFalse
    case .accessLimit: .limit
    case .some: .error
    }
  }

  private func span(of outcome: StatementOutcome) -> Span {
    outcome.condition.map { rules.span(of: $0) } ?? outcome.span
  }

  /// The record of each statement's condition; nil for one without, or whose evaluation did not end.
  var roots: [Int?] {
    var places = recorder.records.indices.filter { recorder.records[$0].depth == 0 }[...]
    return outcomes.map { outcome in
      guard let condition = outcome.condition, let place = places.first,
        recorder.records[place].expression == condition
      else { return nil }
      places.removeFirst()
      return place
    }
  }

  /// How much a statement says about the denial: one whose condition is the literal `false` says nothing, one that got
  /// past several conjuncts more than one that failed at the first.
  private func weight(of root: Int) -> Int {
    let satisfied = DecidingExpression(program: rules.program, recorder: recorder).satisfiedConjuncts(of: root)
    if case .constant = rules.program.nodes[recorder.records[root].expression] { return -1 }
    return 2 * satisfied + (recorder.records[root].outcome.isError ? 0 : 1)
  }

  private var noMatch: String {
    let path = request.path.text
    let others = RulesMethod.allCases.filter { method in
      method != request.method
        && !rules.statements(for: request.path, method: method, database: request.database).isEmpty
    }
    if others.isEmpty { return "no match block with a statement covers \(path)" }
    let words = others.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    return "no statement covers `\(request.method.rawValue)` of \(path), only \(words)"
  }
}

extension CompiledRules {
  /// The operator of an expression, or the name of the method that it calls: where production says that an error is.
  fileprivate func operation(of expression: Int) -> Span? {
    switch program.nodes[expression] {
    case .binary(_, let left, _): token(0, behind: left)
    // Behind the point.
    case .method(let receiver, _, _, _): token(1, behind: receiver)
    default: nil
    }
  }

  private func token(_ number: Int, behind expression: Int) -> Span? {
    let end = span(of: expression).end
    guard let first = ruleset.tokens.firstIndex(where: { $0.span.start >= end }),
      ruleset.tokens.indices.contains(first + number)
    else { return nil }
    return ruleset.tokens[first + number].span
  }
}

extension RequestPath {
  /// `/users/alice`, with `*` for an unknown id and `**` for unknown pairs.
  var text: String {
    var text = head.map { "/\($0)" }.joined()
    if hasUnknownMiddle { text += "/**" }
    for segment in tail { text += "/" + (segment?.string ?? "*") }
    return text.isEmpty ? "/" : text
  }
}
