// FB4021 missing-field-hazard info
//
// means: A comparison is meant to hold for documents without the field, and is an error for them. An error denies, so
//   these documents are refused. Where the seed data has no document with the field, the finding is a warning.
// why: A missing field is not null. Reading it is an error, so `data.x == null`, `!data.x` and `data.x != 'a'` are
//   errors too, and an error denies.
// example:
//   allow read: if 1️⃣resource.data.deletedAt == null;
// fix: Read it with a default, `resource.data.get('deletedAt', null) == null`, or test `'deletedAt' in resource.data`
//   first.
// ignore: When every document has the field.

import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A comparison that is meant to hold for documents without the field, and is an error for them.
enum MissingFieldHazard: RulesLint {
  static let codes: [DiagnosticCode] = [.missingFieldHazard]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    var seen: Set<PlacedTerm> = []
    return subject.access.grants.flatMap { grant -> [Diagnostic] in
      // Where a weak way decides alone, the error is absorbed: another check says so.
      guard let condition = grant.condition, !grant.isWeak else { return [] }
      return grant.alternatives.flatMap { terms in
        terms.compactMap { term -> Diagnostic? in
          guard let hazard = FieldHazard(term, among: terms, in: condition), seen.insert(PlacedTerm(term)).inserted
          else {
            return nil
          }
          return finding(hazard, grant, subject)
        }
      }
    }
  }

  private static func finding(
    _ hazard: FieldHazard, _ grant: AccessModel.Grant, _ subject: LintSubject
  ) -> Diagnostic {
    let name = hazard.field.name
    let data = hazard.field.data.text
    var notes: [String] = []
    if hazard.field.data.documentOfData == nil, let id = subject.access.pattern(of: grant).collectionID,
      let fields = subject.context.collections?.first(where: { $0.key.string == id })?.value,
      !fields.contains(where: { $0.string == name })
    {
      notes.append("no document of `\(id)` in the seed data has `\(name)`")
    }
    return subject.finding(
      .missingFieldHazard,
      "`\(hazard.term.text)` is an error, and denies, where `\(hazard.field.path.joined(separator: "."))` is missing",
      at: hazard.term.span, severity: notes.isEmpty ? nil : .warning, notes: notes,
      help: help(hazard.term, hazard.field, data))
  }

  private static func help(_ term: Term, _ field: Term.Field, _ data: String) -> String {
    let key = field.path.count == 1 ? "'\(field.name)'" : field.path.literal
    switch term.kind {
    case .not: return "write `!\(data).get(\(key), false)`"
    case .binary(.equal, _, _): return "write `\(data).get(\(key), null) == null`"
    default: return "write `\(data).get(\(key), null)` instead of the field"
    }
  }
}
