import Diagnostics
package import DocumentStore
package import FirestoreModel
import QueryModel
import RulesChecker
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
    _ operation: RuleOperation, by actor: RuleActor, on store: DocumentStore, at time: Timestamp,
    recording coverage: inout Coverage
  ) throws(FirestoreError) -> RuleAnswer {
    switch operation {
    case .get(let path):
      guard case .client(let auth) = actor else { return .privileged("get \(path)") }
      let snapshot = store.current
      let request = RulesRequest.reading(path, by: auth, on: snapshot, at: time)
      return answer([request], RuleDocuments(snapshot), recording: &coverage)
    case .list(let query):
      let normalized = try query.normalized(database: store.database)
      let text = operation.text(database: store.database)
      guard case .client(let auth) = actor else { return .privileged(text) }
      return list(ListQuery(normalized), text, by: auth, on: store.current, at: time)
    case .commit(let writes):
      let preview = try store.preview(writes, at: time)
      guard case .client(let auth) = actor else { return .privileged(operation.text(database: store.database)) }
      return answer(RulesRequest.writing(preview, by: auth), RuleDocuments(preview), recording: &coverage)
    }
  }

  /// All operations of one request share what they have read and its limits; the first that is denied denies all.
  private func answer(
    _ requests: [RulesRequest], _ documents: RuleDocuments, recording coverage: inout Coverage
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
    _ query: ListQuery, _ text: String, by auth: AuthContext?, on snapshot: Snapshot, at time: Timestamp
  ) -> RuleAnswer {
    let prover = ListProver(rules, mode: mode == .emulator ? .emulator : .production)
    let verdict = prover.prove(
      query, auth: auth, time: RuleTimestamp(time), database: snapshot.database.database,
      reader: RuleDocuments(snapshot))
    let applicable = rules.statements(
      for: query.source.requestPath, method: .list, database: snapshot.database.database)
    return RuleAnswer(
      verdict, subject: text, rules: rules, applicable: applicable.map { rules.statements[$0.statement] })
  }
}

extension QuerySource {
  /// The path of the documents that the query can return.
  fileprivate var requestPath: RequestPath {
    let parent = self.parent.segments.compactMap(\.literal)
    guard let id = collectionID?.literal else { return RequestPath(head: parent, hasUnknownMiddle: true) }
    return allDescendants
      ? RequestPath(groupOf: id, below: parent) : RequestPath(head: parent + [id], tail: [nil])
  }
}

/// What `get()` and its like find.
private struct RuleDocuments: DocumentReader {
  private let snapshot: Snapshot
  private let commit: CommitPreview?

  init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    commit = nil
  }

  init(_ commit: CommitPreview) {
    snapshot = commit.snapshot
    self.commit = commit
  }

  func document(at path: DocumentPath) -> RulesDocument? { snapshot.document(path).map(RulesDocument.init(stored:)) }

  func documentAfter(at path: DocumentPath) -> RulesDocument? {
    guard let commit else { return document(at: path) }
    return commit.documentAfter(path).map(RulesDocument.init(stored:))
  }
}

extension RulesDocument {
  fileprivate init(stored document: Document) { self.init(path: document.path, fields: document.fields) }
}

extension RulesRequest {
  /// `update orders/o1`
  var subject: String { "\(method.rawValue) \((path.segments ?? path.head).map(\.string).joined(separator: "/"))" }
}

extension RulesRequest {
  fileprivate static func reading(
    _ path: DocumentPath, by auth: AuthContext?, on snapshot: Snapshot, at time: Timestamp
  ) -> RulesRequest {
    RulesRequest(
      method: .get, database: snapshot.database.database, path: RequestPath(path), auth: auth,
      time: RuleTimestamp(time),
      resource: snapshot.document(path).map(RulesDocument.init(stored:)))
  }

  fileprivate static func writing(_ commit: CommitPreview, by auth: AuthContext?) -> [RulesRequest] {
    let time = RuleTimestamp(commit.serverTimestamp)
    return commit.writes.map { write in
      let method: RulesMethod =
        switch (write.write.operation, write.write.precondition) {
        case (.delete, _): .delete
        case (.verify, _): .get
        case (_, .exists(true)): .update
        case (_, .exists(false)): .create
        default: write.before == nil ? .create : .update
        }
      return RulesRequest(
        method: method, database: commit.snapshot.database.database, path: RequestPath(write.write.path), auth: auth,
        time: time, resource: write.before.map(RulesDocument.init(stored:)),
        newResource: method == .create || method == .update ? write.after.map(RulesDocument.init(stored:)) : nil)
    }
  }
}
