import Diagnostics
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

extension RuleAnswer {
  static func privileged(_ subject: String) -> RuleAnswer {
    RuleAnswer(
      isAllowed: true, subject: subject, reason: nil, statements: [], documentsRead: [], budgets: .unused,
      evidence: .none)
  }

  /// - Parameters:
  ///   - read: the documents that the whole request has read.
  ///   - budgets: what the whole request has used.
  ///   - traces: of the whole request, that of the decision last.
  init(
    _ decision: Decision, _ traces: [Trace], read: [DocumentPath], budgets: AccessDecision.Budgets
  ) {
    let trace = traces[traces.count - 1]
    let source = trace.rules.ruleset.source
    self.init(
      isAllowed: decision.isAllowed, subject: trace.request.subject,
      reason: decision.denial.map { RuleReason($0, in: source) } ?? RuleReason(permission: decision, trace),
      statements: decision.statements.map { source.location($0.span) }, documentsRead: read, budgets: budgets,
      evidence: .traces(traces, isCovered: decision.isAllowed || !decision.statements.isEmpty))
    if !decision.isAllowed, decision.statements.isEmpty, reason?.location == nil {
      let header = trace.rules.nearestHeader(to: trace.request.path, database: trace.request.database)
      reason?.location = header.map { source.location($0) }
    }
  }
}

extension Trace {
  var lines: [TraceLine] {
    let source = rules.ruleset.source
    return entries.map { entry in
      TraceLine(
        location: source.location(entry.span), expression: entry.text.onOneLine(limit: 400),
        outcome: TraceLine.Outcome(entry.outcome))
    }
  }
}

extension RuleReason {
  init(_ denial: Denial, in source: SourceText) {
    location = denial.place.map { source.location($0) }
    kind = denial.kind
    message = denial.message.onOneLine(limit: 400)
  }

  /// The statement that allows.
  init(permission decision: Decision, _ trace: Trace) {
    let source = trace.rules.ruleset.source
    location = decision.statements.last.map { source.location($0.span) }
    kind = nil
    if let condition = decision.statements.last?.condition {
      message = "\(source.line(of: trace.rules.span(of: condition))) is true"
    } else {
      message = "allowed without a condition"
    }
  }
}

extension SourceText {
  /// The text of a range on one line, shortened where it is long.
  func line(of span: Span) -> String {
    text(in: span).onOneLine(limit: 200)
  }
}

extension DenialExplanation {
  /// What would have allowed the request: of each statement the ways to satisfy it.
  var remedies: [String] {
    statements.flatMap { Self.remedies(conjuncts: $0.conditions) }.uniqued()
  }

  /// Each way to make all of the conditions hold. Of the first that failed its remedies are known; those behind it were not
  /// asked, and have to hold as well.
  private static func remedies(conjuncts: [Condition]) -> [String] {
    guard let failed = conjuncts.firstIndex(where: { $0.verdict == .failed || $0.verdict == .error }) else { return [] }
    let behind = conjuncts[(failed + 1)...].filter { $0.verdict != .satisfied }.map { $0.text.onOneLine(limit: 160) }
    return remedies(conjuncts[failed]).map { ([$0] + behind).joined(separator: " and ") }
  }

  private static func remedies(_ condition: Condition) -> [String] {
    if let remedy = condition.remedy { return [remedy.onOneLine(limit: 160)] }
    return condition.isConjunction
      ? remedies(conjuncts: condition.alternatives) : condition.alternatives.flatMap(remedies)
  }
}
