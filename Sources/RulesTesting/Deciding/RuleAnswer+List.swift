package import Diagnostics
import FirestoreModel
package import FirestoreRulesProver
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import StructuredText

// A list is not evaluated but proved; what is shown is the proof, or what is missing from it.

extension RuleAnswer {
  init(_ verdict: ListVerdict, subject: String, budgets: AccessDecision.Budgets, source: SourceText) {
    self.init(
      isAllowed: verdict.isAllowed, subject: subject, reason: RuleReason(verdict, source),
      statements: verdict.applicable.map { source.location($0.span) }, documentsRead: verdict.documentsRead,
      budgets: budgets, evidence: .proof(verdict, source))
    if case .denied(let denial) = verdict.answer, let document = denial.counterexample {
      notes.append("the query could return \(document.path) \(RuleValue.map(.stored(document.fields)).text)")
    }
  }
}

extension ListVerdict {
  func lines(in source: SourceText) -> [TraceLine] {
    switch answer {
    case .allowed(let steps):
      steps.compactMap { TraceLine($0.condition, $0.span, .value(.boolean(true)), source) }
    case .denied(let denial): [denial.condition.flatMap { TraceLine($0, source) }].compactMap(\.self)
    case .unknown(let unproven): [unproven.condition.flatMap { TraceLine($0, source) }].compactMap(\.self)
    }
  }

  func rows(in source: SourceText) -> [ExplanationRow] {
    guard case .allowed(let steps) = answer else { return [] }
    let lines = LineTable(source)
    return steps.map { step in
      ExplanationRow(
        depth: 0, line: lines.position(of: step.span.start).line, condition: step.condition.onOneLine(limit: 120),
        values: step.filters.isEmpty ? "" : "from \(step.filters.joined(separator: ", "))", outcome: "true",
        isDeciding: false)
    }
  }

  var remedies: [String] {
    let filter: String? =
      switch answer {
      case .allowed: nil
      case .denied(let denial): denial.missingFilter
      case .unknown(let unproven): unproven.missingFilter
      }
    return filter.map { ["\($0) in the query"] } ?? []
  }
}

extension TraceLine {
  fileprivate init?(_ failed: FailedCondition, _ source: SourceText) {
    self.init(failed.text, failed.span, failed.error.map { .error($0) } ?? .value(.boolean(false)), source)
  }

  /// Nil for a condition without a text.
  fileprivate init?(_ text: String, _ span: Span, _ outcome: Outcome, _ source: SourceText) {
    guard !text.isEmpty else { return nil }
    self.init(location: source.location(span), expression: text.onOneLine(limit: 400), outcome: outcome)
  }
}

extension RuleReason {
  package init(_ verdict: ListVerdict, _ source: SourceText) {
    switch verdict.answer {
    case .allowed(let steps):
      // The statement round the last condition that had to hold; a helper's condition stands outside of all of them.
      let spans = steps.map(\.span)
      let statement = verdict.applicable.last { statement in
        spans.contains { statement.span.start <= $0.start && $0.end <= statement.span.end }
      }
      location = (statement?.span ?? verdict.applicable.first?.span).map { source.location($0) }
      kind = nil
      let proofs = steps.filter { !$0.condition.isEmpty }.map { step in
        let cause = step.filters.isEmpty ? "holds" : "follows from \(step.filters.joined(separator: ", "))"
        return "\(step.condition.onOneLine(limit: 120)) \(cause)"
      }
      message = proofs.isEmpty ? "allowed without a condition" : proofs.joined(separator: "; ")
    case .denied(let denial):
      location = denial.condition.map { source.location($0.span) }
      kind = denial.kind
      message = denial.explanation.onOneLine(limit: 400)
    case .unknown(let unproven):
      location = unproven.condition.map { source.location($0.span) }
      kind = .unproven
      message = unproven.explanation.onOneLine(limit: 400)
    }
  }
}
