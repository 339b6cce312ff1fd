// FB4024 passes-in-emulator-only warning
//
// means: A list depends on the absence of a field. It passes in Google's emulator and is not proved in production.
// why: The emulator evaluates lists on a document that has only the fields the query filters on, so a test of absence
//   is true for every query. Production needs a proof.
// example:
//   allow list: if 1️⃣!resource.data.keys().hasAll(['bannedAt']);
// fix: Compare a field that every document has, and filter on it.
// ignore: When the collection is never queried.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A list depends on the absence of a field. Google's emulator takes every field without a filter for absent, so that
/// tests pass which production refuses.
enum PassesInEmulatorOnly: RulesLint {
  static let codes: [DiagnosticCode] = [.passesInEmulatorOnly]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    var seen: Set<Span> = []
    return subject.access.grants.flatMap { list in
      list.method != .list
        ? []
        : list.alternatives.joined().compactMap { term in
          guard term.isNegativeTestOfFields, seen.insert(term.site).inserted else { return nil }
          return subject.finding(
            .passesInEmulatorOnly,
            "`\(term.text)` holds for every list in Google's emulator, where fields without a filter are missing, and "
              + "is not proved in production",
            at: term.site, help: "compare a field that every document has, and filter on it")
        }
    }
  }
}
