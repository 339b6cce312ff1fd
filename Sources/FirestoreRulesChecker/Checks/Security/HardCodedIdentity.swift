// FB4025 hard-coded-identity info
//
// means: A user id, an address, a phone number or a secret is written into the rules. It is no longer private, and
//   changing it needs a deploy.
// why: Everybody with access to the project or its repository reads it, and each change needs a deploy. A secret that
//   clients send is no secret: they all have it.
// example:
//   allow write: if request.auth.uid == 1️⃣'kX2v9QpLmN3bR7sT1wYz5aBcDeF2';
// fix: Use a custom claim, or a document that lists who has the right and that only the server writes.
// ignore: For a first administrator of a small project.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A user id, an address or a secret that is written into the rules.
enum HardCodedIdentity: RulesLint {
  static let codes: [DiagnosticCode] = [.hardCodedIdentity]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    var seen: Set<PlacedTerm> = []
    return subject.access.grants.flatMap { grant in
      (grant.condition?.parts ?? []).compactMap { part in
        guard let (kind, literal) = identity(part), seen.insert(PlacedTerm(literal)).inserted else { return nil }
        return subject.finding(
          .hardCodedIdentity,
          "\(kind) is written into the rules: whoever reads them knows it, and a change needs a deploy",
          at: literal.span,
          help: kind == "a secret"
            ? "compare `request.auth.uid`; clients cannot keep a secret from their users"
            : "use a custom claim, or a document that lists who has the right")
      }
    }
  }

  private static func identity(_ term: Term) -> (kind: String, literal: Term)? {
    switch term.kind {
    case .binary(.equal, let left, let right), .binary(.notEqual, let left, let right):
      return identity(left, right) ?? identity(right, left)
    case .binary(.in, let element, let list):
      guard let texts = list.stringList, !texts.isEmpty else { return nil }
      return kind(of: element).map { ($0, list) }
    default: return nil
    }
  }

  private static func identity(_ value: Term, _ literal: Term) -> (kind: String, literal: Term)? {
    guard let text = literal.stringValue, !text.isEmpty else { return nil }
    if let kind = kind(of: value) { return (kind, literal) }
    guard let field = value.newField ?? value.storedField else { return nil }
    return FieldVocabulary.isSecret(field.name) || looksRandom(text) ? ("a secret", literal) : nil
  }

  private static func kind(of value: Term) -> String? {
    if value.isUserID { return "a user id" }
    switch value.claim {
    case "email": return "an e-mail address"
    case "phone_number": return "a phone number"
    default: return nil
    }
  }

  /// Long, without spaces, letters of both cases and digits mixed.
  private static func looksRandom(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    return scalars.count >= 20
      && scalars.allSatisfy { $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" || $0 == "_" }
      && scalars.contains { ("0"..."9").contains($0) } && scalars.contains { $0.properties.isUppercase }
      && scalars.contains { $0.properties.isLowercase }
  }
}
