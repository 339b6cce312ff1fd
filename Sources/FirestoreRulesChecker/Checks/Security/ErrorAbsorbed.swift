// FB4022 error-absorbed info
//
// means: An operand of `||` is an error for typical documents, and the operand beside it is satisfied by every
//   signed-in user. The broad operand decides alone.
// why: `||` absorbs errors: `error || true` is true, whichever side the error is on. What looks like a restriction
//   restricts nothing.
// example:
//   allow get: if 1️⃣resource.data.private != true || request.auth != null;
// fix: Decide which of the two is meant, and test first that the value is there.
// ignore: When the broad operand is intended.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// An operand of `||` that is an error for typical documents, beside one that every signed-in user satisfies: the
/// broad one decides.
enum ErrorAbsorbed: RulesLint {
  static let codes: [DiagnosticCode] = [.errorAbsorbed]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    var seen: Set<Span> = []
    return subject.access.grants.flatMap { grant -> [Diagnostic] in
      guard let condition = grant.condition, !grant.method.isWrite, grant.needsOnlySignIn,
        let broad = grant.alternatives.first(where: \.needsOnlySignIn)?.first(where: \.isSignInTest)
      else { return [] }
      return grant.alternatives.flatMap { terms in
        terms.compactMap { term in
          guard let cause = cause(term, among: terms, in: condition), seen.insert(term.site).inserted else {
            return nil
          }
          return subject.finding(
            .errorAbsorbed,
            "`\(term.text)` is an error where \(cause), and `\(broad.text)` beside it allows the request",
            at: term.site, help: "test that the value is there first, or drop the operand: it restricts nothing")
        }
      }
    }
  }

  /// When the term is an error.
  private static func cause(_ term: Term, among terms: [Term], in condition: Term) -> String? {
    if let hazard = FieldHazard(term, among: terms, in: condition) { return "`\(hazard.field.name)` is missing" }
    if let read = term.unguardedReads(in: condition).first { return "\(read.text) does not exist" }
    return nil
  }
}
