// FB4005 signed-in-is-not-enough warning
//
// means: Being signed in is the only condition for a write. Any account satisfies it, and anybody can have one.
//   It is information where a comment beside it says that every account is meant.
// why: Anybody can make an account, and where anonymous sign-in is enabled everybody has one. Any account can then
//   overwrite or delete the data of all others.
// example:
//   match /posts/{id} {
//     allow write: if 1️⃣request.auth != null;
//   }
// fix: Compare the user with the document: `resource.data.owner == request.auth.uid` for what is stored,
//   `request.resource.data.owner == request.auth.uid` for what is new, or with a variable of the path.
// ignore: When every user may really change every document, such as on a shared board of a closed group of accounts.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A write that every signed-in user may do to every document of the path.
enum SignedInIsNotEnough: RulesLint {
  static let codes: [DiagnosticCode] = [.signedInIsNotEnough]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    let weak = subject.access.statements.map { $0.filter { $0.method.isWrite && $0.needsOnlySignIn } }
    return weak.byBlock.compactMap { statements in
      let first = statements[0][0]
      let methods = statements.methods
      guard let terms = first.alternatives.first(where: \.needsOnlySignIn),
        let test = terms.first(where: \.isSignInTest)
      else { return nil }
      return subject.finding(
        .signedInIsNotEnough,
        "any signed-in user can \(methods.listed) `\(subject.path(of: first))`"
          + (methods == [.create] ? " with any content" : ", whoever owns it"),
        at: test.site, severity: subject.saysEveryAccount(first) ? .info : nil,
        notes: ["where anonymous sign-in is enabled, everybody is signed in"],
        help: help(methods))
    }
  }

  private static func help(_ methods: [RulesMethod]) -> String {
    methods == [.create]
      ? "add `request.resource.data.owner == request.auth.uid` and checks of the other fields"
      : "add `resource.data.owner == request.auth.uid`, or compare `request.auth.uid` with a variable of the path"
  }
}
