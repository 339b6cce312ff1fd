// FB4013 costly-rule-read warning
//
// means: Deciding one request reads three documents or more, or one per element of a list. Each of them is billed, for
//   every request.
// why: Each document that `get` and `exists` look at is billed once per request, also when it is missing and when the
//   request is denied. A listener pays again with every update of its result. More than 10 documents, for a query 20,
//   are an error (FB3302 when no way needs fewer).
// example:
//   allow read: if 1️⃣get(/…/users/$(request.auth.uid)).data.active
//     && get(/…/rooms/$(room)).data.open && !exists(/…/bans/$(request.auth.uid));
// fix: Keep what the condition needs in one document, or put roles into custom claims, which cost nothing. Write cheap
//   tests first: operands of `&&` after a false one are not evaluated.
// ignore: When such requests are rare. Of writes, which are rarer than reads, it is information.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// Deciding one request reads three documents or more, each of them billed; above the limit of a request the condition
/// never allows.
enum CostlyRuleRead: RulesLint {
  static let codes: [DiagnosticCode] = [.costlyRuleRead, .limitExceeded]

  /// From here on it is said what the reads cost.
  private static let worthSaying = 3

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.access.statements.compactMap { grants in
      let costs = grants.map { grant in
        (grant: grant, needed: needed(grant), most: RuleReads([grant.condition].compactMap { $0 }))
      }
      if let over = costs.first(where: { isOverLimit($0.grant) }) {
        return overLimit(over.grant, over.needed, subject)
      }
      guard let worst = costs.max(by: { $0.most.count < $1.most.count }),
        worst.most.count >= worthSaying || worst.most.readPerElement != nil
      else { return nil }
      return costly(worst.grant, worst.most, grants.map(\.method), subject)
    }
  }

  /// A query may read more than a request for one document.
  static func limit(_ method: RulesMethod) -> Int { method == .list ? 20 : 10 }

  /// Whether no way to satisfy the condition stays within the limit.
  static func isOverLimit(_ grant: AccessModel.Grant) -> Bool { needed(grant).count > limit(grant.method) }

  /// What the cheapest way to satisfy the condition reads.
  private static func needed(_ grant: AccessModel.Grant) -> RuleReads {
    grant.alternatives.map { RuleReads($0) }.min { $0.count < $1.count } ?? RuleReads([])
  }

  private static func overLimit(
    _ grant: AccessModel.Grant, _ reads: RuleReads, _ subject: LintSubject
  ) -> Diagnostic {
    let limit = limit(grant.method)
    return subject.finding(
      .limitExceeded,
      "\(grant.method.rawValue) of `\(subject.path(of: grant))` needs \(reads.count) documents, and a request may read "
        + "\(limit): it is always denied",
      at: grant.condition?.site ?? grant.span,
      help: "keep what the condition needs in one document, or in custom claims")
  }

  private static func costly(
    _ grant: AccessModel.Grant, _ reads: RuleReads, _ methods: [RulesMethod], _ subject: LintSubject
  ) -> Diagnostic {
    let cost = "up to \(reads.count == 0 ? "0" : "\(reads.count),000") billed reads per 1,000 requests"
    var notes = reads.documents.prefix(10).map { "reads `\($0.text)`" }
    if methods.contains(.list) { notes.append("a listener pays for them again with every update of its result") }
    if let element = reads.readPerElement {
      return subject.finding(
        .costlyRuleRead, "one document is read per element of a list, such as `\(element.text)`: \(cost)",
        at: grant.condition?.site ?? grant.span, notes: notes, help: "keep the list of ids where one `get` finds it")
    }
    return subject.finding(
      .costlyRuleRead,
      "\(methods.listed) of `\(subject.path(of: grant))` reads up to \(reads.count) further documents: \(cost)",
      at: grant.condition?.site ?? grant.span,
      severity: methods.allSatisfy(\.isWrite) ? .info : nil, notes: notes,
      help: "keep what the condition needs in one document, or in custom claims, which cost nothing")
  }
}
