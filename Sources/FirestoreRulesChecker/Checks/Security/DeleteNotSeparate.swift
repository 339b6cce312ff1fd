// FB4028 delete-not-separate info
//
// means: `write` lets ordinary users delete as well. The statement does not say so.
// why: `write` is `create`, `update` and `delete`. A delete cannot be validated and not be undone, and mostly deserves
//   a condition of its own.
// example:
//   allow 1️⃣write: if request.auth.uid == uid;
// fix: Write `create, update`, and a statement for `delete` where it is needed.
// ignore: When users may delete what they may change.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// `write` allows ordinary users to delete as well, without a word about it.
enum DeleteNotSeparate: RulesLint {
  static let codes: [DiagnosticCode] = [.deleteNotSeparate]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.access.statements.compactMap { grants in
      guard let grant = grants.first(where: { $0.method == .delete }), grant.word.text == "write",
        !grant.guarded.isEmpty, !grants.contains(where: \.isWeak), let condition = grant.condition,
        !condition.distinguishesDelete,
        // Where nothing allows create, another check says that the word does not fit.
        subject.access.grants(.create, coveringBlock: grant.block).contains(where: { !$0.alternatives.isEmpty })
      else { return nil }
      return subject.finding(
        .deleteNotSeparate, "`write` also allows to delete `\(subject.path(of: grant))`", at: grant.word.span,
        help: "write `create, update` when nobody should delete, or give `delete` a condition of its own")
    }
  }
}

extension Term {
  /// Whether the condition itself treats a delete in its own way.
  fileprivate var distinguishesDelete: Bool {
    contains { part in
      if part.isRequest("method") { return true }
      guard case .binary(let op, let left, let right) = part.kind, op == .equal || op == .notEqual else { return false }
      return left.isNewResource && right.isNull || right.isNewResource && left.isNull
    }
  }
}
