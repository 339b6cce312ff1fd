// FB3109 match-never-applies warning
//
// means: The path of a `match` block cannot be the path of any document. Its statements never apply.
// why: Rules are matched against `/databases/(default)/documents/…` and the path of a document, which has an even
//   number of segments. Headers inside a block are relative to it. A block that only denies denies without it, too, and
//   is information.
// example:
//   match /databases/{database}/documents {
//     match 1️⃣/users { allow read; }           // /users/{uid}
//     match 2️⃣/databases/{database}/documents/posts/{id} { … }   // /posts/{id}
// fix: Add the missing wildcard, put the block into `match /databases/{database}/documents`, or leave out the repeated
//   prefix.
// ignore: Never; the statements apply to nothing.

package import Diagnostics
import FirestoreRulesLanguage

/// A header that no document's path can have, with statements that therefore never apply (FB3109): without
/// `/databases/{database}/documents`, with that prefix twice, or of a collection instead of a document.
package enum MatchesThatNeverApply: RulesLint {
  package static let codes: [DiagnosticCode] = [.matchNeverApplies]

  package static func findings(in subject: LintSubject) -> [Diagnostic] {
    var explained: Set<Int> = []
    var findings: [Diagnostic] = []
    for scope in subject.scopes {
      if let parent = scope.parent, explained.contains(parent) {
        explained.insert(scope.id)
        continue
      }
      guard let problem = problem(of: scope) else { continue }
      // Blocks inside a header that is wrong from its beginning are wrong for the same reason.
      if scope.documentSegments == nil || repeatedPrefix(scope) != nil { explained.insert(scope.id) }
      findings.append(
        Diagnostic(
          .matchNeverApplies, problem.message, at: subject.location(scope.block.path.span),
          severity: scope.onlyDenies ? .info : nil, help: problem.help))
    }
    return findings
  }

  private static func problem(of scope: MatchScope) -> (message: String, help: String)? {
    if let prefix = repeatedPrefix(scope) { return prefix }
    guard let own = scope.documentSegments else {
      // A block that only groups others says nothing before the prefix is complete.
      if scope.isIncompletePrefix, scope.block.allows.isEmpty { return nil }
      let path = QuotedText.of(scope.path)
      return (
        "no document has a path like \(path): paths begin with `/databases/{database}/documents`",
        "put the block into `match /databases/{database}/documents { … }`"
      )
    }
    guard !scope.block.allows.isEmpty, !own.contains(where: \.isRecursive), own.count % 2 == 1 || own.isEmpty else {
      return nil
    }
    if own.isEmpty {
      return (
        "the statements of this block never apply: no document has the path of the database itself",
        "move them into a block for documents, such as `match /{document=**}`"
      )
    }
    return (
      "\(QuotedText.of(scope.path)) is the path of a collection, and statements apply to documents",
      own.count > 1 && own.last?.isCapture == true
        ? "paths are pairs of collection and document: one of the \(own.count) segments is missing or too many"
        : "add a wildcard for the document: `match \(scope.path)/{id}`"
    )
  }

  /// `/databases/{database}/documents` again, below itself.
  private static func repeatedPrefix(_ scope: MatchScope) -> (message: String, help: String)? {
    guard scope.parent != nil, scope.segments.count > scope.block.path.segments.count else { return nil }
    let own = scope.block.path.segments
    guard own.count >= 3, own[0].kind == .literal("databases"), own[2].kind == .literal("documents") else { return nil }
    return (
      "the path is relative to the block around it, which begins with `/databases/…/documents` already",
      "leave out `/databases/…/documents` here"
    )
  }
}

extension MatchScope {
  /// `allow read, write: if false;`
  fileprivate var onlyDenies: Bool {
    !block.allows.isEmpty
      && block.allows.allSatisfy { allow in
        if case .boolean(false)? = allow.condition?.kind { true } else { false }
      }
  }

  /// Whether blocks inside may complete `/databases/{database}/documents`.
  fileprivate var isIncompletePrefix: Bool {
    guard segments.count < 3 else { return false }
    return zip(segments, ["databases", nil, "documents"]).allSatisfy { segment, text in
      !segment.isRecursive && (text.map(segment.canMatch) ?? true)
    }
  }
}

extension MatchSegment {
  fileprivate var isCapture: Bool { captureName != nil }
}
