import Diagnostics
import FirestoreModel
import Metering
import StructuredText

extension WorkloadDecoder {
  mutating func budgets(_ node: Node, steps: Set<String>) -> [BudgetLine] {
    list(node, expected: "a list of budgets").flatMap { node in
      mapping(node, expected: "a budget") { decoder, reader in
        decoder.budget(&reader, steps: steps)
      } ?? []
    }
  }

  private mutating func budget(_ reader: inout ObjectReader, steps: Set<String>) -> [BudgetLine]? {
    let level = reader.take("level").flatMap { word($0, BudgetLevel.self) } ?? .error
    let warnAt = reader.take("warnAt").flatMap { share($0) }
    let period = reader.take("per").flatMap { word($0, CostBudget.Period.self) }
    let step = reader.take("step").flatMap { text($0, expected: "a step's name") }
    let limits: [(metric: Usage.Metric, maximum: Rational)]
    let isLimited = Usage.Metric.allCases.contains { reader.has($0.rawValue) }
    if let step {
      limits = stepLimits(&reader)
      if !steps.contains(step.text) {
        report(
          WorkloadProblem(
            .unknownBudgetStep, "there is no step \(QuotedText.of(step.text))", span: step.span,
            help: helpForUnknownName(step.text, among: steps.sorted())))
      }
    } else {
      guard let total = totalLimit(&reader) else { return nil }
      limits = [total]
    }
    if limits.isEmpty, !isLimited, reader.rest.isEmpty {
      report(
        WorkloadProblem(
          .wrongType, "the budget limits nothing", span: reader.span,
          help: "give it one of " + Usage.Metric.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")))
    }
    return limits.map { limit in
      BudgetLine(
        budget: CostBudget(
          operation: step.map { Text($0.text) }, metric: limit.metric, period: period ?? (step == nil ? .run : .call),
          maximum: limit.maximum, warnAt: warnAt),
        level: level, span: reader.span)
    }
  }

  /// `{step: chat.open, reads: 50, writes: 1}`
  private mutating func stepLimits(_ reader: inout ObjectReader) -> [(metric: Usage.Metric, maximum: Rational)] {
    Usage.Metric.allCases.compactMap { metric in
      reader.take(metric.rawValue).flatMap { exactNumber($0) }.map { (metric, $0) }
    }
  }

  /// `{total: reads, max: 500}`
  private mutating func totalLimit(_ reader: inout ObjectReader) -> (metric: Usage.Metric, maximum: Rational)? {
    let total = reader.take("total")
    let maximum = reader.take("max")
    guard let total, let maximum else {
      missing(total == nil ? "step" : "max", in: reader.span)
      return nil
    }
    guard let metric = word(total, Usage.Metric.self), let value = exactNumber(maximum) else { return nil }
    return (metric, value)
  }

  private mutating func exactNumber(_ node: Node) -> Rational? {
    let resolved = resolved(node)
    if case .number(let text) = resolved.content {
      if let value = Rational(unsigned: text) { return value }
      if let whole = resolved.wholeNumber, whole >= 0 { return Rational(whole) }
    }
    if !isUnresolvedParameter(node) { wrongType(resolved, expected: "a number, not negative") }
    return nil
  }

  /// `90%`, `0.9`
  private mutating func share(_ node: Node) -> Rational? {
    let resolved = resolved(node)
    if let share = Rational(share: resolved) { return share }
    if !isUnresolvedParameter(node) { wrongType(resolved, expected: "a share of at most 100 % such as `90%`") }
    return nil
  }
}
