import Diagnostics
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import FirestoreRulesProver
import QueryModel
import Simulation

/// What rules say to a query of a workload, whenever and by whomever of its actors it is asked.
struct AccessJudgement {
  private(set) var decision: AccessDecision
  /// Nil when allowed.
  private(set) var denial: AccessDenial?
  /// Why the answer of one moment is not that of all.
  private(set) var doubts: [String] = []
  /// Who is denied.
  let auth: AuthContext?

  init(_ decision: AccessDecision, to auth: AuthContext?) {
    self.decision = decision
    self.auth = auth
    denial = decision.denial
  }

  var verdict: QueryProof.Verdict {
    denial.map { $0.kind == .rules(.unproven) ? .unknown : .denied } ?? .allowed
  }

  /// The code under which it is reported; nil when allowed.
  var code: DiagnosticCode? { denial?.code }

  /// The answer may be another one.
  mutating func doubt(_ why: String) {
    guard !doubts.contains(why) else { return }
    doubts.append(why)
    guard var denial else {
      let operation = decision.operations.last
      denial = AccessDenial(
        kind: .rules(.unproven), method: .list, target: operation?.target ?? "", location: operation?.allowedBy,
        message: why)
      return
    }
    denial.kind = .rules(.unproven)
    denial.message += "; \(why)"
    // What refutes the query now need not refute it then.
    denial.counterexample = nil
    self.denial = denial
  }

  /// The document that refutes the query holds what the query asks for, whether rules look at it or not.
  mutating func completeCounterexample(for query: ListQuery, at time: Timestamp) {
    guard let found = denial?.counterexample else { return }
    denial?.counterexample = query.completing(found, at: RuleTimestamp(time))
  }

  /// One answer for all: that of each, where it is the same.
  /// - Parameter why: what is to be said when they differ.
  static func common(_ judgements: [AccessJudgement], orElse why: String) -> AccessJudgement? {
    guard let first = judgements.first else { return nil }
    if judgements.allSatisfy({ $0.verdict == first.verdict }) { return first }
    // Where nobody is allowed, what is unknown for one is the answer for all.
    let isNeverAllowed = judgements.allSatisfy { $0.verdict != .allowed }
    guard var result = judgements.first(where: { isNeverAllowed ? $0.verdict == .unknown : $0.verdict != .allowed })
    else { return first }
    if !isNeverAllowed { result.doubt(why) }
    return result
  }
}

extension AccessJudgement {
  /// FB4101 and FB4103; nil when allowed.
  func finding(on question: AccessQuestion) -> Diagnostic? {
    guard let denial else { return nil }
    let uid = auth.map { question.caller.isUnknown ? "signed in" : "uid \(QuotedText.of($0.uid.string, limit: 100))" }
    let who = question.askedBy ?? "`\(question.actor)` (\(uid ?? "not signed in"))"
    let reason = denial.cause
    guard verdict == .unknown else {
      return Diagnostic(
        .listNotProvable, "the rules deny `\(question.query)` to \(who): \(reason)", at: question.location,
        notes: denial.notes + ["production would answer PERMISSION_DENIED"],
        help: denial.groupHelp(for: question.shape) ?? denial.help)
    }
    let isProofMissing = doubts.isEmpty
    return Diagnostic(
      .proofUnknown, "nothing proves that the rules allow `\(question.query)` to \(who): \(reason)",
      at: question.location, severity: isProofMissing ? .warning : nil,
      notes: denial.notes + (isProofMissing ? ["production answers PERMISSION_DENIED to what it cannot prove"] : []),
      help: isProofMissing || denial.missingFilter != nil ? denial.help : nil)
  }
}

extension AccessDenial {
  /// Collections of one id stand anywhere, so only a statement for any parent covers them all.
  fileprivate func groupHelp(for query: Query) -> String? {
    guard case .rules(.noMatch) = kind, query.source.allDescendants, case .literal(let id)? = query.source.collectionID
    else { return nil }
    return "a collection group query needs a statement for any parent: `match /{path=**}/\(id.string)/{id}`"
  }
}
