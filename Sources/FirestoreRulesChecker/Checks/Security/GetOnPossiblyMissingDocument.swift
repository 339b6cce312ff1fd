// FB4012 get-on-possibly-missing-document info
//
// means: The data of a document is read without a test that the document exists. Where it is missing, the condition is
//   an error.
// why: Where it is missing, `get` returns null and reading from it is an error. An error denies, unless another operand
//   of `||` allows.
// example:
//   allow read: if 1️⃣get(/databases/$(database)/documents/users/$(request.auth.uid)).data.active;
// fix: Where a missing document should not deny, call `exists` with the same path first. Both together are billed as
//   one read.
// ignore: When the document always exists, or denying is what should happen without it.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// `get(path).data` without a test that the document exists.
enum GetOnPossiblyMissingDocument: RulesLint {
  static let codes: [DiagnosticCode] = [.getOnPossiblyMissingDocument]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    var seen: Set<PlacedTerm> = []
    return subject.access.grants.flatMap { grant -> [Diagnostic] in
      guard let condition = grant.condition else { return [] }
      return condition.unguardedReads(in: condition).compactMap { read in
        guard seen.insert(PlacedTerm(read.access)).inserted else { return nil }
        return subject.finding(
          .getOnPossiblyMissingDocument, "`\(read.text)` may not exist; reading its data is then an error, and denies",
          at: read.access.span,
          help:
            "call `exists` with the same path first, where a missing document should not deny: it is not billed twice")
      }
    }
  }
}

/// A document whose data a term reads.
struct DocumentRead: Hashable {
  /// The call of `get` or `getAfter`.
  var access: Term
  var text: String
}

extension Term {
  /// The documents whose data the term reads although nothing in the condition tests that they exist.
  func unguardedReads(in condition: Term) -> [DocumentRead] {
    let tested = condition.testedDocuments
    return parts.compactMap { part in
      guard case .member(let base, "data") = part.kind, case .access(let function, let path) = base.kind,
        function.returnsDocument, !tested.contains(path)
      else { return nil }
      return DocumentRead(access: base, text: path.text)
    }.uniqued()
  }

  /// Paths with `exists(path)` or `get(path) != null` somewhere.
  private var testedDocuments: [Term] {
    parts.compactMap { part in
      switch part.kind {
      case .access(let function, let path) where !function.returnsDocument: return path
      case .binary(let op, let left, let right) where op == .equal || op == .notEqual:
        guard left.isNull || right.isNull, case .access(_, let path) = (left.isNull ? right : left).kind else {
          return nil
        }
        return path
      default: return nil
      }
    }
  }
}
