// FB4010 read-covers-list warning
//
// means: `get` is restricted, and `list` is not: whoever may not get a document finds it in a list. `read` covers both.
// why: `read` is `get` and `list` together. A list whose condition does not depend on the documents returns all of
//   them.
// example:
//   allow get: if request.auth.uid == uid;
//   1️⃣allow list: if request.auth != null;
// fix: Give `list` a condition on the documents that the query's filters state, such as `resource.data.owner ==
//   request.auth.uid`.
// ignore: When the list is meant to be free and only single reads are special.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// Getting a document is restricted, and listing the collection is not: whoever may not get a document finds it in the
/// list.
enum ReadCoversList: RulesLint {
  static let codes: [DiagnosticCode] = [.readCoversList]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.access.grants.compactMap { list in
      guard list.method == .list, isIndependent(list),
        isRestricted(subject.access.grants(.get, coveringBlock: list.block), except: list)
      else { return nil }
      let deed = list.word.text == "read" ? "also allows listing" : "allows listing"
      return subject.finding(
        .readCoversList,
        "`allow \(list.word.text)` \(deed) the whole collection of `\(subject.path(of: list))`, "
          + "while `get` is restricted",
        at: list.span,
        help: list.word.text == "read"
          ? "split `read` into `get` and `list`, and give `list` a condition of its own"
          : "restrict `list` like `get`, for instance with `resource.data.owner == request.auth.uid`")
    }
  }

  /// Whether a statement that allows `get` allows `list` to everybody or to every signed-in user.
  static func frees(_ get: AccessModel.Grant, _ access: AccessModel) -> Bool {
    access.grants(ofBlock: get.block).contains {
      $0.statement == get.statement && $0.method == .list && isIndependent($0)
    }
  }

  /// Whether some way asks neither for anything about the documents nor for a right.
  private static func isIndependent(_ list: AccessModel.Grant) -> Bool {
    list.alternatives.contains { terms in
      terms.allSatisfy { $0.isFree || $0.isSignInTest || $0.isAboutQueryOnly }
    }
  }

  /// Whether other statements restrict `get`, and the list's own does not grant it to everybody, too: a condition on
  /// `request.query` allows lists only.
  private static func isRestricted(_ gets: [AccessModel.Grant], except list: AccessModel.Grant) -> Bool {
    let others = gets.filter { $0.statement != list.statement }
    return others.contains { !$0.guarded.isEmpty } && !gets.contains(where: \.isWeak)
  }
}

extension Term {
  /// A test of `request.query` alone.
  var isAboutQueryOnly: Bool {
    contains { $0.isRequest("query") } && !mentionsAuth && !mentionsStoredData && !mentionsAccess
  }
}
