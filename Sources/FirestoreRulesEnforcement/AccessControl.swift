package import Diagnostics
package import DocumentStore
package import FirestoreModel
import FirestoreRulesProver
package import FirestoreRulesEvaluator
package import FirestoreRulesLanguage

/// Decides what clients may do: the one place that every surface asks before it reads or writes for somebody.
///
/// Whoever serves a request asks in this order: is it valid (INVALID_ARGUMENT), do the rules allow it
/// (PERMISSION_DENIED), and only then what the database says to it: preconditions, missing indexes. Production does the
/// same (observed).
package struct AccessControl: Sendable {
  /// Nil: the database has no released ruleset.
  let engine: RulesEngine?
  private(set) var prover: ListProver?
  package let mode: AccessMode
  /// Which evidence decisions carry: what they rest on, and in another evaluation what was covered.
  package let evidence: EvidenceKind

  package enum EvidenceKind: Hashable, Sendable { case none, traces, tracesAndCoverage }

  var keepsEvidence: Bool { evidence != .none }

  /// - Parameters:
  ///   - rules: nil for a database without a released ruleset. In production that denies everything to end users
  ///     (observed); Google's emulator is open then.
  ///   - knowsClaims: without, tokens may hold further claims, for checks that only know that somebody is signed in.
  package init(
    rules: CompiledRules?, mode: AccessMode = .production, evidence: EvidenceKind = .none, knowsClaims: Bool = true
  ) {
    engine = rules.map { RulesEngine($0) }
    prover = rules.map { ListProver($0, mode: mode.proof, assumptions: .init(knowsClaims: knowsClaims)) }
    self.mode = mode
    self.evidence = evidence
  }

  /// The same for who only asks whether a query is allowed: what is not proven is unknown.
  package var withoutCounterexamples: AccessControl {
    var copy = self
    copy.prover?.assumptions.seeksCounterexamples = false
    return copy
  }

  /// Nil for a database without a released ruleset.
  package var ruleset: Ruleset? { engine?.rules.ruleset }

  /// Where an expression of the rules stands, and its text on one line. Nil without rules.
  package func place(ofExpression site: Int) -> (location: SourceLocation, text: String)? {
    guard let rules = engine?.rules else { return nil }
    let span = rules.span(of: site)
    let source = rules.ruleset.source
    return (source.location(span), source.line(of: span))
  }
}

// MARK: - One document, and several

extension AccessControl {
  package func get(
    _ path: DocumentPath, by caller: Caller, on snapshot: Snapshot, at time: Timestamp
  ) -> AccessDecision {
    guard case .user(let auth) = caller else { return .privileged(mode) }
    return decide([.get(path, by: auth, on: snapshot, at: time)], StoredDocuments(snapshot))
  }

  /// BatchGetDocuments: one `get` per document; one denial fails the whole request.
  package func batchGet(
    _ paths: [DocumentPath], by caller: Caller, on snapshot: Snapshot, at time: Timestamp
  ) -> AccessDecision {
    guard case .user(let auth) = caller else { return .privileged(mode) }
    return decide(
      paths.map { .get($0, by: auth, on: snapshot, at: time) }, StoredDocuments(snapshot))
  }

  /// All writes of a commit: every one must be allowed.
  package func commit(_ commit: CommitPreview, by caller: Caller) -> AccessDecision {
    guard case .user(let auth) = caller else { return .privileged(mode) }
    return decide(RulesRequest.writes(of: commit, by: auth), StoredDocuments(commit))
  }

  /// All operations of one request share what they have read and the limits of it.
  private func decide(_ requests: [RulesRequest], _ documents: StoredDocuments) -> AccessDecision {
    guard let engine else { return withoutRules(requests.map { ($0.method, $0.path.text) }) }
    let extent = requests.count == 1 ? RequestExtent.single : .several
    var session = RequestSession(documents, extent: extent)
    var operations: [JudgedOperation] = []
    var kept = AccessEvidence()
    var expressions = 0
    for request in requests {
      session.beginOperation()
      let decision =
        keepsEvidence
        ? kept.record(request, engine, &session, countsCoverage: evidence == .tracesAndCoverage)
        : engine.decide(request, in: &session)
      expressions = max(expressions, decision.expressionCount)
      operations.append(JudgedOperation(decision, of: request, under: engine.rules))
      if !decision.isAllowed { break }
    }
    return AccessDecision(
      basis: .rules, isAllowed: operations.allSatisfy { $0.denial == nil }, operations: operations,
      ruleReads: session.documentsRead, readSites: session.readSites,
      budgets: AccessDecision.Budgets(
        expressions: expressions, accesses: session.documentsRead.count, accessLimit: extent.accessLimit,
        cachedAccesses: session.cachedAccesses),
      mode: mode, evidence: keepsEvidence ? kept : nil)
  }

  func withoutRules(_ operations: [(method: RulesMethod, target: String)]) -> AccessDecision {
    let isOpen = mode == .emulator
    let judged = operations.prefix(isOpen ? operations.count : 1).map { operation in
      JudgedOperation(
        method: operation.method, target: operation.target,
        denial: isOpen
          ? nil
          : AccessDenial(
            kind: .noRules, method: operation.method, target: operation.target,
            message: "the database has no rules, which denies everything"))
    }
    return AccessDecision(
      basis: .noRules, isAllowed: isOpen || judged.isEmpty, operations: judged, ruleReads: [], budgets: .unused,
      mode: mode)
  }
}

extension AccessDecision {
  static func privileged(_ mode: AccessMode) -> AccessDecision {
    AccessDecision(
      basis: .privileged, isAllowed: true, operations: [], ruleReads: [], budgets: .unused, mode: mode)
  }
}

extension RequestExtent {
  /// Distinct documents that rules may read for the whole request.
  package var accessLimit: Int {
    switch self {
    case .single: EvaluationLimits.singleAccesses
    case .several, .list: EvaluationLimits.requestAccesses
    }
  }
}

extension RequestPath {
  /// Below the documents root, `*` for a document that is not known and `**` for any number of collections.
  package var text: String {
    let middle = hasUnknownMiddle ? ["**"] : []
    return (head.map(\.string) + middle + tail.map { $0?.string ?? "*" }).joined(separator: "/")
  }
}
