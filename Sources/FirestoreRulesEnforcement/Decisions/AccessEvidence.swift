import Diagnostics
package import FirestoreRulesProver
package import FirestoreRulesEvaluator

/// What a decision rests on, for those who show it or count it.
package struct AccessEvidence: Sendable {
  /// Of each operation that was evaluated, in order.
  package var traces: [(decision: Decision, trace: Trace)] = []
  /// Of a query.
  package var proof: ListVerdict?
  /// What was evaluated. For a query, which statements let it through or did not: a proof evaluates no document.
  package var coverage = Coverage()
  /// What ``coverage`` is about; nil where nothing was evaluated.
  package var rules: CompiledRules?
}

extension AccessEvidence {
  static func proof(_ verdict: ListVerdict, _ rules: CompiledRules, countsCoverage: Bool) -> AccessEvidence {
    var evidence = AccessEvidence(proof: verdict)
    guard countsCoverage else { return evidence }
    evidence.rules = rules
    evidence.coverage.record(proof: verdict.isAllowed, of: Set(verdict.deciding.map(\.index)))
    return evidence
  }

  /// Decides the next operation of a request and keeps everything that was evaluated for it.
  mutating func record(
    _ request: RulesRequest, _ engine: RulesEngine, _ session: inout RequestSession<StoredDocuments>,
    countsCoverage: Bool
  ) -> Decision {
    rules = engine.rules
    if countsCoverage {
      var counted = session
      _ = engine.decide(request, in: &counted, recording: &coverage)
    }
    let traced = engine.trace(request, in: &session)
    traces.append(traced)
    return traced.decision
  }
}

extension ListVerdict {
  /// The statements that let the query through; where none does, all that cover what it could return.
  fileprivate var deciding: [CompiledStatement] {
    guard case .allowed(let steps) = answer else { return applicable }
    let found = applicable.filter { statement in
      steps.contains { statement.span.start <= $0.span.start && $0.span.end <= statement.span.end }
    }
    // What holds may stand in a function.
    return found.isEmpty ? Array(applicable.prefix(1)) : found
  }
}
