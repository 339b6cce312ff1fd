package import Diagnostics
import DocumentStore
import FirestoreModel
import FirestoreRulesProver
import FirestoreRulesEnforcement
package import FirestoreRulesEvaluator
import FirestoreRulesLanguage
package import Project
import QueryModel
import QueryPlanner
import RulesTesting
import Workloads

/// Whether the rules allow a query of a workload to an actor, for every document that it could return.
package struct QueryProof: Sendable {
  package enum Verdict: String, Hashable, Sendable {
    case allowed
    /// A document that the query could return is refused.
    case denied
    case unknown
  }

  package var query: String
  package var actor: String
  package var verdict: Verdict
  /// Of a proof the statement, otherwise the condition; nil when there is none.
  package var place: SourceLocation?
  package var reason: String
  package var counterexample: RulesDocument?
  package var missingFilter: String?
  /// Where the query stands.
  package var location: SourceLocation
  /// Its workload says that it is refused, or names the code.
  package var isExpected: Bool
  /// FB4101 and FB4103; nil for a proof.
  package var finding: Diagnostic?

  fileprivate struct Shown: Hashable {
    var query: String
    var actor: String
    var verdict: Verdict
    var reason: String
    var counterexample: RulesDocument?
    var isExpected: Bool
  }

  fileprivate var shown: Shown {
    Shown(
      query: query, actor: actor, verdict: verdict, reason: reason, counterexample: counterexample,
      isExpected: isExpected)
  }
}

extension ProjectQueries {
  /// Every query that an end user of a workload asks, with what the rules say to it, each question once.
  ///
  /// - Parameter only: rules that all workloads are judged by; nil: those that they or the project name.
  package func proofs(by only: CompiledRules? = nil, mode: ServiceMode = .production) -> [QueryProof] {
    var rules = rules
    var proofs: [QueryProof] = []
    var seen: Set<AccessQuestion> = []
    for suite in suites {
      for variant in suite.variants {
        let named = rules.rules(for: variant.workload.database, of: suite.source)
        guard let compiled = only ?? named?.source.rules else { continue }
        let questions = suite.accessQuestions(of: variant, includesSignedOut: named?.areNamed ?? false)
          .filter { seen.insert($0).inserted }
        guard !questions.isEmpty else { continue }
        let judge = AccessJudge(
          compiled, of: variant.workload,
          startingWith: SeedDocuments.snapshot(of: variant.workload, in: workloadDatabase), in: workloadDatabase,
          mode: mode.access)
        proofs += questions.compactMap { judge.proof(of: $0) }
      }
    }
    // Variants that ask the same are listed once.
    var shown: Set<QueryProof.Shown> = []
    return proofs.filter { shown.insert($0.shown).inserted }
  }
}

extension AccessJudge {
  /// Nil for a query that the service refuses before it asks the rules.
  fileprivate func proof(of question: AccessQuestion) -> QueryProof? {
    guard let judgement = judge(question) else { return nil }
    let denial = judgement.denial
    return QueryProof(
      query: question.query, actor: question.actor, verdict: judgement.verdict,
      place: denial == nil ? judgement.decision.operations.first?.allowedBy : denial?.location,
      reason: (denial?.message ?? permission(judgement.decision)).onOneLine(limit: 400),
      counterexample: denial?.counterexample, missingFilter: denial?.missingFilter, location: question.location,
      isExpected: question.expects(judgement), finding: judgement.finding(on: question))
  }

  /// Which filters the conditions follow from.
  private func permission(_ decision: AccessDecision) -> String {
    decision.evidence?.proof.map { RuleReason($0, rules.ruleset.source).message }
      ?? "every document that the query could return is allowed"
  }
}
