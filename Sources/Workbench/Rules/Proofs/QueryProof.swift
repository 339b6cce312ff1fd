package import Diagnostics
import DocumentStore
import FirestoreModel
import QueryModel
import QueryPlanner
import RulesChecker
import RulesEnforcement
package import RulesEvaluator

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

  /// FB4101 and FB4103; nil for a proof.
  package var finding: Diagnostic? {
    let help = missingFilter.map { "add `\($0)` to the query" }
    switch verdict {
    case .allowed: return nil
    case .denied:
      return Diagnostic(.listNotProvable, "the rules deny `\(query)` to `\(actor)`: \(reason)", at: location, help: help)
    case .unknown:
      return Diagnostic(
        .proofUnknown, "nothing proves that the rules allow `\(query)` to `\(actor)`: \(reason)", at: location,
        severity: .warning, help: help)
    }
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
        let prover = WorkloadProver(rules: compiled, workload: variant.workload, database: proofDatabase, mode: mode)
        proofs += questions.compactMap(prover.proof)
      }
    }
    // Variants that ask the same are listed once.
    var shown: Set<QueryProof.Shown> = []
    return proofs.filter { shown.insert($0.shown).inserted }
  }

  private var proofDatabase: DatabaseName {
    let standard = groups.first { $0.source.database == Project.defaultDatabaseID } ?? groups.first
    return standard?.judge.planner.database ?? Workload.database
  }
}

private struct WorkloadProver {
  let rules: CompiledRules
  let workload: Workload
  let database: DatabaseName
  let mode: ServiceMode
  private let documents: Snapshot?

  init(rules: CompiledRules, workload: Workload, database: DatabaseName, mode: ServiceMode) {
    self.rules = rules
    self.workload = workload
    self.database = database
    self.mode = mode
    documents = SeedDocuments.snapshot(of: workload, in: database)
  }

  /// Nil for a query that the service refuses before it asks the rules.
  func proof(of question: AccessQuestion) -> QueryProof? {
    guard let query = listQuery(question) else { return nil }
    let control = AccessControl(rules: rules, mode: mode == .emulator ? .emulator : .production)
    let decision = control.list(
      query, by: .user(question.auth), on: documents,
      database: database.database, at: workload.clock.start)
    let denial = decision.denial
    let isUnknown = denial?.kind == .rules(.unproven)
    let code = isUnknown ? DiagnosticCode.proofUnknown : .listNotProvable
    return QueryProof(
      query: question.query, actor: question.actor,
      verdict: denial == nil ? .allowed : isUnknown ? .unknown : .denied,
      place: denial == nil ? decision.operations.first?.allowedBy : denial?.location,
      reason: (denial?.message ?? proofText(query, question) ?? "every document that the query could return is allowed")
        .onOneLine(limit: 400),
      counterexample: denial?.counterexample, missingFilter: denial?.missingFilter, location: question.location,
      isExpected: question.expectsRefusal || question.expectedFindings.contains(code.id))
  }

  /// Which filters the conditions follow from.
  private func proofText(_ query: ListQuery, _ question: AccessQuestion) -> String? {
    let prover = ListProver(
      rules, mode: mode == .emulator ? .emulator : .production,
      assumptions: ListProver.Assumptions(knowsDocuments: documents != nil))
    let time = RuleTimestamp(workload.clock.start)
    let verdict =
      if let documents {
        prover.prove(
          query, auth: question.auth, time: time, database: database.database, reader: StoredDocuments(documents))
      } else {
        prover.prove(query, auth: question.auth, time: time, database: database.database, reader: NoDocuments())
      }
    return RuleAnswer(verdict, subject: "", rules: rules, applicable: []).reason?.message
  }

  private func listQuery(_ question: AccessQuestion) -> ListQuery? {
    if question.aggregations.isEmpty { return (try? question.shape.normalized(database: database)).map { ListQuery($0) } }
    let request = AggregationQuery(query: question.shape, aggregations: question.aggregations)
    return (try? request.normalized(database: database)).map { ListQuery($0) }
  }
}
