import Diagnostics
package import DocumentStore
package import FirestoreModel
import QueryModel
import RulesChecker
package import RulesEnforcement
package import RulesEvaluator
import RulesLanguage

/// Asks the rules about one request and says why they answer as they do.
package struct RuleJudge: Sendable {
  package let rules: CompiledRules
  package let mode: ServiceMode

  package init(_ rules: CompiledRules, mode: ServiceMode = .production) {
    self.rules = rules
    self.mode = mode
  }

  private var source: SourceText { rules.ruleset.source }
  private var engine: RulesEngine { RulesEngine(rules) }

  /// - Parameter coverage: what is evaluated is added to it.
  /// - Throws: what the service answers to a request that is not valid, before it asks the rules.
  package func answer(
    _ operation: RuleOperation, by actor: Caller, on store: DocumentStore, at time: Timestamp,
    recording coverage: inout Coverage
  ) throws(FirestoreError) -> RuleAnswer {
    switch operation {
    case .get(let path):
      guard case .user(let auth) = actor else { return .privileged("get \(path)") }
      let snapshot = store.current
      let request = RulesRequest.get(path, by: auth, on: snapshot, at: time)
      return answer([request], StoredDocuments(snapshot), recording: &coverage)
    case .list(let query):
      let normalized = try query.normalized(database: store.database)
      let text = operation.text(database: store.database)
      guard case .user(let auth) = actor else { return .privileged(text) }
      return list(ListQuery(normalized), text, by: auth, on: store.current, at: time, recording: &coverage)
    case .commit(let writes):
      let preview = try store.preview(writes, at: time)
      guard case .user(let auth) = actor else { return .privileged(operation.text(database: store.database)) }
      var requests = RulesRequest.writes(of: preview, by: auth)
      // Only server timestamps are cut to milliseconds; without one the request keeps the time that it states.
      if writes.allSatisfy(\.transforms.isEmpty) {
        for index in requests.indices { requests[index].time = RuleTimestamp(time) }
      }
      return answer(requests, StoredDocuments(preview), recording: &coverage)
    }
  }

  /// All operations of one request share what they have read and its limits; the first that is denied denies all.
  private func answer(
    _ requests: [RulesRequest], _ documents: StoredDocuments, recording coverage: inout Coverage
  ) -> RuleAnswer {
    var session = RequestSession(documents, extent: requests.count == 1 ? .single : .several)
    var traced = session
    var lines: [TraceLine] = []
    var last: (request: RulesRequest, decision: Decision, trace: Trace)?
    for request in requests {
      session.beginOperation()
      traced.beginOperation()
      _ = engine.decide(request, in: &session, recording: &coverage)
      let (decision, trace) = engine.trace(request, in: &traced)
      lines += traceLines(trace)
      last = (request, decision, trace)
      if !decision.isAllowed { break }
    }
    guard let last else { return .privileged("nothing") }
    return RuleAnswer(last.decision, last.trace, subject: last.request.subject, read: traced.documentsRead, lines: lines)
  }

  func traceLines(_ trace: Trace) -> [TraceLine] {
    trace.entries.map { entry in
      TraceLine(
        location: source.location(entry.span), expression: entry.text.onOneLine(limit: 400),
        outcome: TraceLine.Outcome(entry.outcome))
    }
  }
}

extension RuleJudge {
  /// A query is allowed only if every document that it could return is.
  private func list(
    _ query: ListQuery, _ text: String, by auth: AuthContext?, on snapshot: Snapshot, at time: Timestamp,
    recording coverage: inout Coverage
  ) -> RuleAnswer {
    let prover = ListProver(rules, mode: mode == .emulator ? .emulator : .production)
    let verdict = prover.prove(
      query, auth: auth, time: RuleTimestamp(time), database: snapshot.database.database,
      reader: StoredDocuments(snapshot))
    record(verdict, of: query, by: auth, on: snapshot, at: time, in: &coverage)
    let applicable = rules.statements(
      for: query.source.requestPath, method: .list, database: snapshot.database.database)
    return RuleAnswer(
      verdict, subject: text, rules: rules, applicable: applicable.map { rules.statements[$0.statement] })
  }
}

extension QuerySource {
  /// The path of the documents that the query can return.
  var requestPath: RequestPath {
    let parent = self.parent.segments.compactMap(\.literal)
    guard let id = collectionID?.literal else { return RequestPath(head: parent, hasUnknownMiddle: true) }
    return allDescendants
      ? RequestPath(groupOf: id, below: parent) : RequestPath(head: parent + [id], tail: [nil])
  }
}

extension RulesRequest {
  /// `update orders/o1`
  var subject: String { "\(method.rawValue) \((path.segments ?? path.head).map(\.string).joined(separator: "/"))" }
}
