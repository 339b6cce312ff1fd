import Diagnostics
import DocumentStore
import FirestoreModel
import FirestoreRulesProver
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import QueryModel
import Workloads

/// Judges by one rules file whether the queries of a workload are allowed to those who ask them: at any time of the
/// workload, whatever its writes have done by then.
struct AccessJudge {
  let rules: CompiledRules
  /// The documents at the start; nil when they are not known.
  private let documents: Snapshot?
  private let access: AccessControl
  private let workload: Workload
  private let database: DatabaseName

  init(
    _ rules: CompiledRules, of workload: Workload, startingWith documents: Snapshot?, in database: DatabaseName,
    mode: AccessMode = .production
  ) {
    self.rules = rules
    access = AccessControl(rules: rules, mode: mode, evidence: .traces)
    self.workload = workload
    self.documents = documents
    self.database = database
  }

  /// FB4101 for a query that is refused, FB4103 for one that may be.
  func findings(on question: AccessQuestion) -> [Diagnostic] {
    guard let judgement = judge(question), !question.expects(judgement) else { return [] }
    return [judgement.finding(on: question)].compactMap(\.self)
  }

  /// Nil for a query that the service refuses before it asks the rules.
  func judge(_ question: AccessQuestion) -> AccessJudgement? {
    guard let query = question.listQuery(in: database) else { return nil }
    let facts = ListFacts(query, under: rules, in: database.database)
    guard let times = times(facts) else {
      return judge(question, query, facts, at: [workload.clock.start]).map { judgement in
        var judgement = judgement
        judgement.doubt("the conditions depend on `request.time`, and when it is asked is not known")
        return judgement
      }
    }
    return judge(question, query, facts, at: times)
  }

  private func judge(
    _ question: AccessQuestion, _ query: ListQuery, _ facts: ListFacts, at times: [Timestamp]
  ) -> AccessJudgement? {
    let judgements = question.caller.alternatives.compactMap { auth in
      AccessJudgement.common(
        times.map { judge(query, auth, facts, at: $0) }, orElse: "at another time of the workload it is allowed")
    }
    var judgement = AccessJudgement.common(
      judgements, orElse: "with other values of the claims that are drawn it is allowed")
    if question.caller.isUnknown, facts.mayReadUser { judgement?.doubt("the uid of `\(question.actor)` is not known") }
    for claim in question.caller.unknownClaims where facts.mayRead(claim: claim) {
      judgement?.doubt("the value of the claim `\(claim)` is not known")
    }
    return judgement
  }

  private func judge(
    _ query: ListQuery, _ auth: AuthContext?, _ facts: ListFacts, at time: Timestamp
  ) -> AccessJudgement {
    let decision = decide(query, auth, documents, at: time)
    var judgement = AccessJudgement(decision, to: auth)
    guard let documents, judgement.verdict != .unknown,
      let changing = decision.ruleReads.first(where: { workload.mayChange($0, from: documents, asReadBy: facts) })
    else { return judgement }
    // The answer may rest on what is there at the start and changes later.
    if AccessJudgement(decide(query, auth, nil, at: time), to: auth).verdict == judgement.verdict { return judgement }
    judgement.doubt(
      "it rests on \(QuotedText.of("\(changing)", limit: 200)) as it is at the start, which writes of the workload may change"
    )
    return judgement
  }

  private func decide(
    _ query: ListQuery, _ auth: AuthContext?, _ documents: Snapshot?, at time: Timestamp
  ) -> AccessDecision {
    access.list(query, by: .user(auth), on: documents, database: database.database, at: time)
  }

  /// The moments that stand for all of the workload; nil when no few of them do.
  private func times(_ facts: ListFacts) -> [Timestamp]? {
    let calendar = VirtualCalendar(workload.clock)
    let start = calendar.start.microseconds
    let end = max(start, calendar.end.microseconds - 1)
    if facts.computesWithTime { return start == end ? [calendar.start] : nil }
    guard !facts.moments.isEmpty else { return [calendar.start] }
    // Between the moments that it is compared with, nothing changes.
    var times: Set<Int64> = [start, end]
    for moment in facts.moments.map(\.microseconds) where start <= moment && moment <= end {
      times.formUnion([max(start, moment - 1), moment, min(end, moment + 1)])
    }
    return times.count > 32 ? nil : times.sorted().map { Timestamp(microseconds: $0) }
  }
}

extension AccessQuestion {
  /// Nil for a query that the service refuses before it asks the rules.
  func listQuery(in database: DatabaseName) -> ListQuery? {
    if aggregations.isEmpty { return (try? shape.normalized(database: database)).map { ListQuery($0) } }
    let request = AggregationQuery(query: shape, aggregations: aggregations)
    return (try? request.normalized(database: database)).map { ListQuery($0) }
  }

  /// The workload says so.
  func expects(_ judgement: AccessJudgement) -> Bool {
    expectsRefusal || judgement.code.map { expectedFindings.contains($0.id) } ?? false
  }
}
