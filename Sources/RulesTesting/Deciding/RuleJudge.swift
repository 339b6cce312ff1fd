import Diagnostics
package import DocumentStore
package import FirestoreModel
import FirestoreRulesProver
package import FirestoreRulesEnforcement
package import FirestoreRulesEvaluator
import FirestoreRulesLanguage
package import Project
import QueryModel

/// Asks the rules about one request and says why they answer as they do. What they answer, ``AccessControl`` decides.
package struct RuleJudge: Sendable {
  package let rules: CompiledRules
  /// Whether what is evaluated is counted, which needs another evaluation.
  let recordsCoverage: Bool
  private let access: AccessControl

  package init(_ rules: CompiledRules, mode: ServiceMode = .production, recordsCoverage: Bool = true) {
    self.rules = rules
    self.recordsCoverage = recordsCoverage
    access = AccessControl(
      rules: rules, mode: mode.access, evidence: recordsCoverage ? .tracesAndCoverage : .traces)
  }

  private var source: SourceText { rules.ruleset.source }

  /// - Parameter coverage: what is evaluated is added to it.
  /// - Throws: what the service answers to a request that is not valid, before it asks the rules.
  package func answer(
    _ operation: RuleOperation, by actor: Caller, on store: DocumentStore, at time: Timestamp,
    recording coverage: inout Coverage
  ) throws(FirestoreError) -> RuleAnswer {
    let snapshot = store.current
    let decision: AccessDecision
    switch operation {
    case .get(let path): decision = access.get(path, by: actor, on: snapshot, at: time)
    case .list(let query):
      let normalized = try query.normalized(database: store.database)
      decision = access.list(normalized, by: actor, on: snapshot, at: time)
    case .commit(let writes): decision = access.commit(try store.preview(writes, at: time), by: actor)
    }
    if let evidence = decision.evidence, recordsCoverage { coverage.merge(evidence.coverage) }
    var answer = answer(decision) { operation.text(database: store.database) }
    if case .list(let query) = operation, answer.reason?.kind == .noMatch, answer.reason?.location == nil {
      let path = RequestPath(ListQuery(try query.normalized(database: store.database)).source)
      let header = rules.nearestHeader(to: path, database: store.database.database)
      answer.reason?.location = header.map { source.location($0) }
    }
    return answer
  }

  private func answer(_ decision: AccessDecision, _ text: () -> String) -> RuleAnswer {
    if let proof = decision.evidence?.proof {
      return RuleAnswer(proof, subject: text(), budgets: decision.budgets, source: source)
    }
    guard let traces = decision.evidence?.traces, let last = traces.last else { return .privileged(text()) }
    return RuleAnswer(last.decision, traces.map(\.trace), read: decision.ruleReads, budgets: decision.budgets)
  }
}

extension ServiceMode {
  /// Rules know nothing of missing indexes.
  package var access: AccessMode {
    switch self {
    case .production, .permissive: .production
    case .emulator: .emulator
    }
  }
}

extension RulesRequest {
  /// `update orders/o1`
  var subject: String { "\(method.rawValue) \((path.segments ?? path.head).map(\.string).joined(separator: "/"))" }
}
