// FB4029 get-instead-of-get-after info
//
// means: A condition describes what the batch itself does, and looks at the other document with `get`. There it sees
//   the state before the batch.
// why: `get` sees the database before the batch, `getAfter` sees it with all writes of the batch. A time that equals
//   `request.time` can only have been written by this very request.
// example:
//   allow create: if 1️⃣get(/databases/$(database)/documents/users/$(request.auth.uid)).data.lastPost == request.time;
// fix: Write `getAfter` with the same path, and let the app write both documents in one batch.
// ignore: Never; with `get` the condition is never true.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A condition over two documents of one batch that looks at the state before it: with `get` it can only hold after the
/// batch, or never.
enum GetInsteadOfGetAfter: RulesLint {
  static let codes: [DiagnosticCode] = [.getInsteadOfGetAfter]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    var seen: Set<PlacedTerm> = []
    return subject.access.grants.flatMap { grant in
      grant.method.isWrite
        ? (grant.condition?.parts ?? []).compactMap { part in
          guard let read = part.readThatMustFollow, seen.insert(PlacedTerm(read)).inserted else { return nil }
          return subject.finding(
            .getInsteadOfGetAfter,
            "`get` sees the document before this batch, and the comparison describes the one after it", at: read.span,
            help: "write `getAfter` with the same path")
        } : []
    }
  }
}

extension Term {
  /// The `get` of `get(p).data.f == request.time`, or of one side of `get(p).data.n == get(p).data.n + 1` and
  /// `get(p).data.n == getAfter(p).data.n`: equalities that describe what this very request does.
  fileprivate var readThatMustFollow: Term? {
    guard case .binary(.equal, let left, let right) = kind else { return nil }
    for (one, other) in [(left, right), (right, left)] {
      guard let access = one.readBefore else { continue }
      if other.isRequest("time") { return access }
      if case .binary(let op, let first, let second) = other.kind, op == .add || op == .subtract {
        let change = first.isConstant ? second : second.isConstant ? first : nil
        if let change, change == one || change.field?.data.isData == true && one.field?.path == change.field?.path,
          change.storedField == nil, change.newField == nil
        {
          return access
        }
      }
    }
    return nil
  }

  /// `get(p)` of `get(p).data.field`
  private var readBefore: Term? {
    guard let data = field?.data, case .member(let base, _) = data.kind, case .access(.get, _) = base.kind else {
      return nil
    }
    return base
  }
}
