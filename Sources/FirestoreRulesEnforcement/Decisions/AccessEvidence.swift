package import FirestoreRulesProver
package import FirestoreRulesEvaluator

/// What a decision rests on, for those who show it or count it.
package struct AccessEvidence: Sendable {
  /// Of each operation that was evaluated, in order.
  package var traces: [(decision: Decision, trace: Trace)] = []
  /// Of a query.
  package var proof: ListVerdict?
  /// What was evaluated; for a query with documents that stand for what it could return.
  package var coverage = Coverage()
  /// What ``coverage`` is about; nil where nothing was evaluated.
  package var rules: CompiledRules?
}

extension AccessEvidence {
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
