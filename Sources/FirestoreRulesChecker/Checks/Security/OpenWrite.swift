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
//   no condition, or `request.auth == null`, is the same. A statement that lets everybody only `create` is a
//   warning, and information where a comment beside it says that it is meant.
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
    // Statements of one block are one mistake.
    return subject.openBlocks.compactMap { statements in
      let writes = statements.filter { $0.contains { $0.method.isWrite } }
      guard !writes.isEmpty else { return nil }
      let first = (writes.first { $0.map(\.method) != [.create] } ?? writes[0])[0]
      // A form that everybody may fill in is one thing, and reading what is public another.
      let methods = (writes.methods.isFormOnly ? writes : statements).methods
      let reads = methods.contains { !$0.isWrite }
      let path = subject.path(of: first)
      return subject.finding(
        reads ? .openReadWrite : .openWrite, "anyone can \(methods.listed) `\(path)`", at: first.span,
        // A form that anybody may fill in is often meant.
        severity: methods != [.create] ? nil : subject.saysPublic(first) ? .info : .warning,
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

extension LintSubject {
  /// What everybody may do, statement by statement, block by block.
  fileprivate var openBlocks: [[[AccessModel.Grant]]] { access.statements.map { $0.filter(\.isOpen) }.byBlock }

  /// What everybody may read where nobody may change what everybody may: the rest is an open write.
  var openReads: [[[AccessModel.Grant]]] {
    openBlocks.filter { $0.methods.filter(\.isWrite).allSatisfy { $0 == .create } }
      .map { $0.filter { !$0.contains { $0.method.isWrite } } }.filter { !$0.isEmpty }
  }
}

extension [RulesMethod] {
  fileprivate var isFormOnly: Bool { filter(\.isWrite) == [.create] }
}

extension [[AccessModel.Grant]] {
  /// Statements together with the others of their block, in the order of the source.
  var byBlock: [[[AccessModel.Grant]]] {
    var blocks: [Int: [[AccessModel.Grant]]] = [:]
    for statement in self { if let first = statement.first { blocks[first.block, default: []].append(statement) } }
    return blocks.values.sorted { ($0[0][0].span.start) < ($1[0][0].span.start) }
  }

  /// Of all statements, each once.
  var methods: [RulesMethod] {
    let all = Set(joined().map(\.method))
    return RulesMethod.allCases.filter(all.contains)
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
