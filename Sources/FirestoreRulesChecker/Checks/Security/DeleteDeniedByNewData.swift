// FB4014 delete-denied-by-new-data warning
//
// means: The statement seems to allow a method whose data does not exist. `request.resource` is null on delete, and
//   `resource` is null on create.
// why: Reading a field of null is an error, and an error denies. `write` with a test of the new data therefore never
//   allows a delete, and one with a test of the stored data never allows a create.
// example:
//   allow write: if 1️⃣request.resource.data.title is string;
// fix: Write `create, update` and `delete` as statements of their own.
// ignore: When the method is meant to be denied; naming only the allowed methods says so better.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A statement that seems to allow a method whose data does not exist: `request.resource` is null on delete, `resource`
/// is null on create.
enum DeleteDeniedByNewData: RulesLint {
  static let codes: [DiagnosticCode] = [.deleteDeniedByNewData]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.access.statements.flatMap { grants in
      [RulesMethod.delete, .create].compactMap { method in
        finding(method, grants, subject)
      }
    }
  }

  private static func finding(
    _ method: RulesMethod, _ grants: [AccessModel.Grant], _ subject: LintSubject
  ) -> Diagnostic? {
    guard let grant = grants.first(where: { $0.method == method }), grant.alternatives.isEmpty,
      let condition = grant.condition,
      // Denied for another reason when nothing else of the statement is alive.
      grants.contains(where: { $0.method.isWrite && !$0.alternatives.isEmpty }),
      // Where the word itself is `create`, the condition is an error for it, which is said of conditions.
      method == .delete || grant.word.text == "write",
      !subject.access.grants(method, coveringBlock: grant.block).contains(where: { !$0.alternatives.isEmpty }),
      let cause = condition.parts.first(where: { method == .delete ? $0.readsNewDocument : $0.readsStoredDocument })
    else { return nil }
    let path = subject.path(of: grant)
    if method == .delete {
      return subject.finding(
        .deleteDeniedByNewData,
        "`\(grant.word.text)` never allows delete of `\(path)`: `request.resource` is null then", at: cause.site,
        help: "allow `create, update` here, and `delete` in a statement that looks only at `resource`")
    }
    return subject.finding(
      .deleteDeniedByNewData,
      "`\(grant.word.text)` never allows create of `\(path)`: `resource` is null then; and the new data is "
        + (condition.mentionsNewData ? "checked only on update" : "never checked"),
      at: cause.site,
      help: "allow `update, delete` here, and `create` in a statement that looks at `request.resource.data`")
  }
}

extension Term {
  fileprivate var readsNewDocument: Bool { reads(where: \.isNewResource) }
  fileprivate var readsStoredDocument: Bool { reads(where: \.isResource) }

  private func reads(where test: (Term) -> Bool) -> Bool {
    switch kind {
    case .member(let base, _), .memberOrDefault(let base, _, _): test(base)
    default: false
    }
  }
}
