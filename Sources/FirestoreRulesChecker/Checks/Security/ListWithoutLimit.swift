// FB4018 list-without-limit info
//
// means: A list of a collection with personal data, or of one that grows with use, is allowed without a bound on its
//   size. One query can return, and bill, all of it.
// why: One request can read, and bill, the whole collection.
// example:
//   match /messages/{id} { allow 1️⃣list: if request.auth != null; }
// fix: Add `request.query.limit <= 100`. Queries without a limit are then denied.
// ignore: When the collection stays small.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A list of a collection that holds personal data or grows with use, without a bound on the limit of the query.
enum ListWithoutLimit: RulesLint {
  static let codes: [DiagnosticCode] = [.listWithoutLimit]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.access.grants.compactMap { list in
      guard list.method == .list, !list.isOpen, !list.isOpenUntilDate,
        list.alternatives.contains(where: { !$0.isPrivileged && reachesAll($0) }),
        isSensitive(subject.access.pattern(of: list), subject)
      else { return nil }
      return subject.finding(
        .listWithoutLimit, "one query can list, and bill, all of `\(subject.path(of: list))`", at: list.word.span,
        help: "add `request.query.limit <= 100`")
    }
  }

  /// Whether nothing ties the documents to the user, and nothing bounds their number.
  private static func reachesAll(_ terms: [Term]) -> Bool {
    !terms.contains { term in
      term.mentionsStoredData || term.contains { $0.isRequest("query") } || term.bindsPathToUser || term.isPartlyOpaque
    }
  }

  private static func isSensitive(_ pattern: PathPattern, _ subject: LintSubject) -> Bool {
    guard let id = pattern.collectionID else { return false }
    return FieldVocabulary.isSensitive(id) || !subject.personalFields(in: pattern).isEmpty
  }
}

extension Term {
  /// `request.auth.uid == userId` with a variable of the path, or another form of the document's id.
  var bindsPathToUser: Bool {
    guard let other = equated(where: \.isUserID)?.other else { return false }
    return other.contains { part in
      if case .capture = part.kind { return true }
      return part.isRequest("path") || part.isRequest("resource", "id") || part.memberNames == ["resource", "id"]
        || part.isRequest("resource", "__name__") || part.memberNames == ["resource", "__name__"]
    }
  }
}
