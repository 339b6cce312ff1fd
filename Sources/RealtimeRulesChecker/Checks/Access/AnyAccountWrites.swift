// FB6039 any-account-writes warning
//
// means: Being signed in is all that a write needs, whatever is stored there and whoever wrote it. Any
//   account satisfies it, and anybody can have one.
// why: Where anonymous sign-in is enabled everybody is signed in. Any account can overwrite or delete what all others
//   have written.
// example:
//   {"rules": {"notes": {"$id": {
//     ".write": "1️⃣auth != null", ".validate": "newData.isString() && newData.val().length <= 500"}}}}
// fix: Compare the user with what is stored, `data.child('owner').val() === auth.uid`, with what is new where nothing is
//   stored, or with a variable of the path, `$uid === auth.uid`.
// ignore: When every user may really change everything there, such as on a shared board of a closed group of accounts.

import Diagnostics
import RealtimeRules

/// A write that every signed-in user may do. Where nothing validates it either, `NoValidate` says both; where a
/// validation asks who writes, `OwnerOverwritten` and `ValidateIsNoGuard` say what that is worth.
enum AnyAccountWrites: RealtimeLint {
  static let codes: [DiagnosticCode] = [.anyAccountWrites]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    subject.locations.flatMap { location in
      location.conditions(.write).filter(\.needsOnlySignIn).compactMap { condition in
        let validations = subject.validations(of: location)
        guard !subject.isWritable(above: location), !validations.isEmpty,
          !validations.contains(where: \.asksWhoWrites)
        else { return nil }
        return subject.finding(
          .anyAccountWrites, "any account can overwrite or delete what others have written to `\(location.pattern)`",
          at: condition.span,
          help: "compare the user: `data.child('owner').val() === auth.uid`, or a `$uid` of the path")
      }
    }
  }
}

extension Condition {
  /// Whether there is a way to satisfy it with any account and nothing else.
  var needsOnlySignIn: Bool {
    !normalForm.isTruncated
      && conjunctions.contains { !$0.isEmpty && $0.allSatisfy { $0.atom == .signedIn && $0.isTrue } }
  }
}

extension Condition {
  fileprivate var asksWhoWrites: Bool { literals.contains { $0.isAboutCaller } }
}

extension RealtimeSubject {
  /// Whether a rule above lets somebody write: only the topmost one of a branch is reported.
  func isWritable(above location: RuleLocation) -> Bool {
    ancestors(of: location).contains { $0.conditions(.write).contains { !$0.isAlwaysFalse } }
  }

  /// What looks at what is written to the location: rules at it, above or below it.
  func validations(of location: RuleLocation) -> [Condition] {
    (subtree(of: location) + ancestors(of: location)).flatMap { $0.conditions(.validate) }
  }
}
