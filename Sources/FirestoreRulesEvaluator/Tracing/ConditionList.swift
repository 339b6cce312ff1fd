import Diagnostics
import FirestoreRulesLanguage

/// Takes an evaluated condition apart into its conjuncts.
struct ConditionList {
  let rules: CompiledRules
  let recorder: TraceRecorder
  private let lines: LineTable

  init(rules: CompiledRules, recorder: TraceRecorder) {
    self.rules = rules
    self.recorder = recorder
    lines = LineTable(rules.ruleset.source)
  }

  func line(of span: Span) -> Int { lines.position(of: span.start).line }

  /// - Parameter place: of the condition's record.
  func conditions(of place: Int) -> [DenialExplanation.Condition] {
    let children = recorder.children(of: place)
    let record = recorder.records[place]
    switch rules.program.nodes[record.expression] {
    case .parenthesized: return children.last.map(conditions) ?? [leaf(place)]
    case .logical(.and, let operands):
      let evaluated = children.flatMap(conditions)
      return evaluated + operands.dropFirst(children.count).map(unevaluated)
    case .logical(.or, let operands) where !record.outcome.isTrue:
      var condition = leaf(place)
      condition.alternatives = children.map(alternative) + operands.dropFirst(children.count).map(unevaluated)
      condition.detail = nil
      return [condition]
    // A call that is true is one line; one that is not is replaced by what its body asks for.
    case .call(let function, _) where !record.outcome.isTrue:
      let body = children.last { recorder.records[$0].expression == rules.program.functions[function].result }
      return body.map(conditions) ?? [leaf(place)]
    case .binding where !record.outcome.isTrue: return children.last.map(conditions) ?? [leaf(place)]
    case .constant, .failure, .unreachable, .request, .requestMember, .resource, .documentData, .capture, .parameter,
      .binding, .list, .map, .path, .unary, .binary, .logical, .conditional, .typeTest, .member, .element, .slice,
      .call, .builtin, .access, .method:
      return [leaf(place)]
    }
  }

  /// An operand of `||` as one condition, its conjuncts below it.
  private func alternative(_ place: Int) -> DenialExplanation.Condition {
    let parts = conditions(of: place)
    if parts.count == 1 { return parts[0] }
    var condition = leaf(place)
    condition.detail = nil
    condition.remedy = nil
    condition.alternatives = parts
    condition.isConjunction = true
    return condition
  }

  private func leaf(_ place: Int) -> DenialExplanation.Condition {
    let detail = ConditionDetail(rules: rules, recorder: recorder)
    let record = recorder.records[place]
    var condition = unevaluated(record.expression)
    if record.outcome.isTrue {
      condition.verdict = .satisfied
      condition.detail = detail.values(of: place)
      return condition
    }
    let deciding = DecidingExpression(program: rules.program, recorder: recorder).below(place)
    if record.outcome.isBoolean {
      condition.verdict = .failed
      condition.detail = deciding == place ? detail.values(of: place) : detail.statement(of: deciding)
    } else {
      condition.verdict = .error
      condition.detail = detail.statement(of: deciding)
    }
    condition.remedy = detail.remedy(for: deciding, in: place)
    return condition
  }

  private func unevaluated(_ expression: Int) -> DenialExplanation.Condition {
    let span = rules.span(of: expression)
    return DenialExplanation.Condition(
      expression: expression, span: span, line: line(of: span), text: SourceLine.of(rules.text(of: expression)),
      verdict: .notEvaluated, detail: nil, remedy: nil, alternatives: [])
  }
}
