// FB4002 open-read-write error
//
// means: Everybody can read and write these documents without signing in. Open databases are found by scanners within
//   days.
// why: The project's configuration is in every copy of the app. Data is copied, overwritten or deleted by whoever finds
//   it, and the reads and writes are billed to the project.
// example:
//   match /{document=**} {
//     1️⃣allow read, write: if true;
//   }
// fix: Deny by default, which needs no statement, and allow what the app needs per collection.
// ignore: Never in rules that are deployed.

// FB4003 open-write error
//
// means: Everybody can write these documents without signing in. A condition that everybody satisfies, such as `true`,
//   no condition, or `request.auth == null`, is the same. A statement that lets everybody only `create` is a warning.
// why: Anybody can overwrite or delete them and fill the database at your expense.
// example:
//   match /reviews/{id} {
//     1️⃣allow write: if true;
//   }
// fix: Require `request.auth != null`, compare `request.auth.uid` with the owner, and validate the fields. For
//   anonymous feedback allow only `create`, with a closed list of fields and sizes, and use App Check.
// ignore: Never for `write`, `update` and `delete`.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A write that everybody may do, signed in or not; together with a read in the same statement it is the open database
/// of the test mode.
enum OpenWrite: RulesLint {
  static let codes: [DiagnosticCode] = [.openWrite, .openReadWrite]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.access.statements.compactMap { grants in
      let open = grants.filter(\.isOpen)
      guard let first = open.first, open.contains(where: { $0.method.isWrite }) else { return nil }
      let reads = open.contains { !$0.method.isWrite }
      let methods = open.map(\.method)
      let path = subject.path(of: first)
      return subject.finding(
        reads ? .openReadWrite : .openWrite, "anyone can \(methods.listed) `\(path)`", at: first.span,
        // A form that anybody may fill in is often meant.
        severity: methods == [.create] ? .warning : nil,
        notes: [example(of: methods, subject.access.pattern(of: first))],
        help: "require `request.auth != null`, compare `request.auth.uid` with the owner, and validate the fields")
    }
  }

  /// The strongest method in words.
  private static func example(of methods: [RulesMethod], _ pattern: PathPattern) -> String {
    let document = pattern.exampleDocument
    let deed =
      methods.contains(.create)
      ? "create `\(document)` with `{}`" : "\(methods.contains(.delete) ? "delete" : "update") `\(document)`"
    return "example: no sign-in, \(deed), allowed by this line"
  }
}

extension PathPattern {
  /// A document's path that matches, without leading slash.
  var exampleDocument: String {
    var parts: [String] = []
    for segment in segments {
      switch segment {
      case .literal(let text): parts.append(text)
      case .any: parts.append("x")
      case .many: continue
      }
    }
    if parts.isEmpty { return "any/x" }
    return (parts.count.isMultiple(of: 2) ? parts : parts + ["x"]).joined(separator: "/")
  }
}
