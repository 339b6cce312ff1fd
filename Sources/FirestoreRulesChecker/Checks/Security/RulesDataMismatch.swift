// FB4030 rules-data-mismatch info
//
// means: Rules and seed data do not fit: a collection of the data that no rule matches, or a block for a collection
//   that the data does not have.
// why: One of the two is probably mistyped. Without a rule everything is denied to clients.
// example:
//   match 1️⃣/mesages/{id} { allow read: if request.auth != null; }
// fix: Correct the name, add a block, or add a document to the seed data.
// ignore: When only the server uses the collection, or its documents come later.

import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// Rules for collections that the seed data does not have, and collections of the seed data without rules.
enum RulesDataMismatch: RulesLint {
  static let codes: [DiagnosticCode] = [.rulesDataMismatch]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    guard let collections = subject.context.collections, !collections.isEmpty else { return [] }
    return rulesWithoutData(collections.keys.map(\.string).sorted(), subject)
      + dataWithoutRules(collections.keys.map(\.string).sorted(), subject)
  }

  private static func rulesWithoutData(_ collections: [String], _ subject: LintSubject) -> [Diagnostic] {
    var seen: Set<String> = []
    let ruled = Set(subject.access.blocks.compactMap(\.pattern.collectionID))
    return subject.access.blocks.compactMap { block in
      guard let id = block.pattern.collectionID, !block.statements.isEmpty, !collections.contains(id),
        seen.insert(id).inserted
      else { return nil }
      let near = NearestName.of(id, among: collections.filter { !ruled.contains($0) })
      return subject.finding(
        .rulesDataMismatch, "no document of the seed data is in a collection `\(id)`", at: block.header,
        help: near.map { "did you mean `\($0)`, which has no rules?" }
          ?? "add a document to the seed data, or remove the block")
    }
  }

  private static func dataWithoutRules(_ collections: [String], _ subject: LintSubject) -> [Diagnostic] {
    let patterns = subject.access.blocks.filter { !$0.statements.isEmpty }.map(\.pattern)
    return collections.filter { id in
      !patterns.contains { $0.intersects(PathPattern([.many(""), .literal(id), .any("")])) }
    }.map { id in
      subject.finding(
        .rulesDataMismatch, "no rule matches the documents of `\(id)` in the seed data: clients are denied",
        at: subject.service?.name.span ?? Span(0, 0), help: "add a `match /\(id)/{id}` block where clients need them")
    }
  }
}
