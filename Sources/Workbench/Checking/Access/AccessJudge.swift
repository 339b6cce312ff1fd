import Diagnostics
import DocumentStore
import FirestoreModel
import QueryModel
import RulesChecker
import RulesEnforcement
import RulesEvaluator

/// Judges by one rules file whether the queries of a workload are allowed to those who ask them.
struct AccessJudge {
  private let access: AccessControl
  private let workload: Workload
  private let database: DatabaseName
  /// The documents at the start; nil when they are not known.
  private let documents: Snapshot?

  init(_ rules: CompiledRules, of workload: Workload, startingWith documents: Snapshot?, in database: DatabaseName) {
    access = AccessControl(rules: rules)
    self.workload = workload
    self.documents = documents
    self.database = database
  }

  /// FB4101 for a query that is refused, FB4103 for one that is refused as long as nobody proves it.
  func findings(on question: AccessQuestion) -> [Diagnostic] {
    guard !question.expectsRefusal, let denial = denial(of: question) else { return [] }
    let code = denial.kind == .rules(.unproven) ? DiagnosticCode.proofUnknown : .listNotProvable
    guard !question.expectedFindings.contains(code.id) else { return [] }
    return [denial.diagnostic(of: question)]
  }

  /// Nil when the query is allowed, or no query that rules would be asked about.
  private func denial(of question: AccessQuestion) -> AccessDenial? {
    guard let query = question.listQuery(in: database) else { return nil }
    let judged = decide(query, question, documents)
    guard var denial = judged.denial, documents != nil, judged.ruleReads.contains(where: mayChange) else {
      return judged.denial
    }
    // The denial may rest on what is there at the start and changes later.
    if decide(query, question, nil).denial?.kind != .rules(.unproven) { return denial }
    denial.kind = .rules(.unproven)
    denial.message += "; the documents that the rules read may be others when it is asked"
    return denial
  }

  private func mayChange(_ path: DocumentPath) -> Bool { workload.mayWrite(path) }

  private func decide(_ query: ListQuery, _ question: AccessQuestion, _ documents: Snapshot?) -> AccessDecision {
    access.list(
      query, by: .user(question.auth), on: documents, database: database.database, at: workload.clock.start)
  }
}

extension AccessQuestion {
  /// Nil for a query that the service refuses before it asks the rules.
  fileprivate func listQuery(in database: DatabaseName) -> ListQuery? {
    if aggregations.isEmpty { return (try? shape.normalized(database: database)).map { ListQuery($0) } }
    let request = AggregationQuery(query: shape, aggregations: aggregations)
    return (try? request.normalized(database: database)).map { ListQuery($0) }
  }
}

extension AccessDenial {
  fileprivate func diagnostic(of question: AccessQuestion) -> Diagnostic {
    let uid = question.auth.map { "uid \(QuotedText.of($0.uid.string, limit: 100))" } ?? "not signed in"
    let who = "`\(question.actor)` (\(uid))"
    if kind == .rules(.unproven) {
      return Diagnostic(
        .proofUnknown, "nothing proves that the rules allow `\(question.query)` to \(who): \(message)",
        at: question.location, severity: .warning,
        notes: notes + ["production answers PERMISSION_DENIED to what it cannot prove"], help: help)
    }
    return Diagnostic(
      .listNotProvable, "the rules deny `\(question.query)` to \(who): \(message)", at: question.location,
      notes: notes + ["production would answer PERMISSION_DENIED"], help: help)
  }
}
