// FB4011 email-not-verified warning
//
// means: Access depends on an e-mail address that need not be verified, or on a name or picture that users set
//   themselves. Whoever signs up with the right words gets in.
// why: Anybody can sign up with the address of somebody else. Only a verified address shows that the user receives its
//   mail.
// example:
//   allow read: if 1️⃣request.auth.token.email.matches('.*@example[.]com');
// fix: Add `request.auth.token.email_verified == true`. Instead of names compare `request.auth.uid` or a custom claim.
// ignore: When all accounts come from one provider that verifies addresses, and no other provider is enabled. Where the
//   sources sign in with Google or Apple alone, it is information: another provider may still be enabled in the project.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// Access depends on an e-mail address that nobody has verified, or on a name or picture that users choose themselves.
enum EmailNotVerified: RulesLint {
  static let codes: [DiagnosticCode] = [.emailNotVerified]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    var seen: Set<PlacedTerm> = []
    return subject.access.grants.flatMap { grant in
      grant.alternatives.flatMap { terms in
        terms.flatMap { term in untrusted(in: term, among: terms) }
      }.compactMap { part in
        guard let claim = part.claim, seen.insert(PlacedTerm(part)).inserted else { return nil }
        return finding(claim, at: part.span, grant, subject)
      }
    }
  }

  private static func finding(
    _ claim: String, at span: Span, _ grant: AccessModel.Grant, _ subject: LintSubject
  ) -> Diagnostic {
    let path = subject.path(of: grant)
    if claim == "email" {
      let provider = subject.context.verifyingProvider
      return subject.finding(
        .emailNotVerified,
        "\(grant.method.rawValue) of `\(path)` depends on an e-mail address that need not be verified", at: span,
        severity: provider == nil ? nil : .info,
        notes: provider.map { ["the sources sign in with \($0) alone, which verifies addresses"] } ?? [],
        help: "add `request.auth.token.email_verified == true`")
    }
    return subject.finding(
      .emailNotVerified, "\(grant.method.rawValue) of `\(path)` depends on `\(claim)`, which users set themselves",
      at: span, help: "compare `request.auth.uid`, or use a custom claim")
  }

  /// The claims of a term that decide and can be made up.
  private static func untrusted(in term: Term, among terms: [Term]) -> [Term] {
    // Copying a claim into the new document decides nothing.
    if term.mentionsNewData && !term.mentionsAccess || isPresence(term) { return [] }
    return term.parts.filter { part in
      switch part.claim {
      case "name", "picture": true
      case "email": !terms.contains(where: \.verifiesEmail)
      default: false
      }
    }
  }

  private static func isPresence(_ term: Term) -> Bool {
    switch term.kind {
    case .binary(.equal, let left, let right), .binary(.notEqual, let left, let right):
      left.isNull || right.isNull
    case .typeTest: true
    default: false
    }
  }
}

extension Term {
  /// `request.auth.token.email_verified`, or a provider whose addresses are verified.
  fileprivate var verifiesEmail: Bool {
    if claim == "email_verified" { return true }
    guard let (_, other) = equated(where: { $0.isRequest("auth", "token", "firebase", "sign_in_provider") }) else {
      return false
    }
    return other.stringValue == "google.com" || other.stringValue == "apple.com"
  }
}
