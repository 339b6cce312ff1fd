// FB3002 missing-rules-version warning
//
// means: The rules do not begin with a version, or with version 1. There a recursive wildcard does not match the
//   collection itself and collection group queries cannot be allowed.
// why: Without a version line a source behaves as version 1. There `{x=**}` stands for one or more segments and only at
//   the end of a header, and no rule can allow a collection group query, which must be proven for a path that begins
//   with any number of segments.
// example:
//   1️⃣service cloud.firestore {
//     match /databases/{database}/documents {
//       match /rooms/{room}/{rest=**} { allow read: if … }   // not for /rooms/a itself
// fix: Write `rules_version = '2';` as the first statement. Check afterwards which documents recursive wildcards match
//   in addition: with version 2 they also stand for no segment at all.
// ignore: When the narrower meaning of version 1 is relied upon and no collection group is queried.

package import Diagnostics
import FirestoreRulesLanguage
import QueryModel

/// Rules of version 1, or without a version, with a recursive wildcard or an app that queries collection groups (FB3002).
package enum RulesVersions: RulesLint {
  package static let codes: [DiagnosticCode] = [.missingRulesVersion]

  package static func findings(in subject: LintSubject) -> [Diagnostic] {
    guard subject.ruleset.effectiveVersion == .one, !subject.allows.isEmpty else { return [] }
    let isRecursive = subject.scopes.contains { $0.block.path.segments.contains(where: \.isRecursive) }
    let hasGroups = subject.context.listQueries?.contains { $0.source.allDescendants } ?? false
    guard isRecursive || hasGroups else { return [] }
    let reason =
      isRecursive
      ? "a recursive wildcard does not match zero segments" : "collection group queries cannot be allowed"
    let message = subject.ruleset.version == nil ? "without `rules_version`" : "with version 1"
    return [
      Diagnostic(
        .missingRulesVersion, "\(message) \(reason)", at: subject.location(place(in: subject.ruleset)),
        help: "begin the file with `rules_version = '2';`, and check what recursive wildcards then expose")
    ]
  }

  private static func place(in ruleset: Ruleset) -> Span {
    ruleset.version?.textSpan ?? ruleset.tokens.first?.span ?? Span(0, 0)
  }
}
