// FB6017 no-validate warning
//
// means: A node can be written and nothing validates what is written. Any shape and size is accepted.
// why: Clients are not only your app. Without `.validate` a single write can store megabytes, or a text where all
//   readers expect a number.
// example:
//   {"rules": {"notes": {"$id": {".write": "1️⃣auth != null"}}}}
// fix: Add `.validate` with the fields and their types, bound the length of texts, and close the list with `"$other":
//   {".validate": false}`.
// ignore: When only trusted servers write here. Where users write below their own id alone, it is information.

import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// Data can be written that no rule validates, or only children with known names are validated.
enum NoValidate: RealtimeLint {
  static let codes: [DiagnosticCode] = [.noValidate]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    subject.locations.flatMap { location in
      location.conditions(.write).filter { !$0.isAlwaysFalse }.compactMap { finding($0, location, subject) }
    }
  }

  private static func finding(
    _ condition: Condition, _ location: RuleLocation, _ subject: RealtimeSubject
  ) -> Diagnostic? {
    // Only the topmost write rule of a branch is reported. Deletes and fixed values need no validation.
    guard !subject.isWritable(above: location), !condition.onlyDeletes(location), !condition.fixesValue(location)
    else { return nil }
    // Whoever writes below their own id mostly harms nobody else.
    let severity: Severity? = condition.isOfOwner ? .info : nil
    let validated = subject.subtree(of: location).filter { !$0.conditions(.validate).isEmpty }
    let above = subject.ancestors(of: location).contains { !$0.conditions(.validate).isEmpty }
    if validated.isEmpty {
      guard !above else { return nil }
      return subject.finding(
        .noValidate, "nothing validates what is written to `\(location.pattern)`", at: condition.span,
        severity: severity,
        notes: ["any shape and any size up to 256 MB is accepted"]
          + (condition.needsOnlySignIn ? ["any account can overwrite or delete what others have written there"] : []),
        help: "add `.validate` with the children and their types, and `\"$other\": {\".validate\": false}`")
    }
    guard
      let open = subject.subtree(of: location).first(where: { inner in
        subject.variableChild(of: inner) == nil
          && subject.children(of: inner).contains { !$0.conditions(.validate).isEmpty }
      })
    else { return nil }
    return subject.finding(
      .noValidate, "children of `\(open.pattern)` that have no rule are accepted whatever they are", at: condition.span,
      severity: severity, help: "add `\"$other\": {\".validate\": false}` beside the children that are validated")
  }
}

extension Condition {
  /// Whether only the user whose id is part of the location may.
  fileprivate var isOfOwner: Bool {
    !normalForm.isTruncated && !conjunctions.isEmpty
      && conjunctions.allSatisfy { conjunction in conjunction.contains { $0.callerVariable != nil } }
  }

  /// Whether the rule only allows deletes.
  fileprivate func onlyDeletes(_ location: RuleLocation) -> Bool {
    let own = DataReference(.after, location.keys)
    return normalForm.commonLiterals.contains { $0.atom == .exists(own) && !$0.isTrue }
  }

  /// Whether every conjunction determines the value, so that the write rule is also the validation.
  fileprivate func fixesValue(_ location: RuleLocation) -> Bool {
    let own = DataReference(.after, location.keys)
    return !normalForm.isTruncated
      && conjunctions.allSatisfy { conjunction in
        conjunction.contains { literal in
          switch (literal.atom, literal.isTrue) {
          case (.exists(own), false): true
          case (.equal(.value(own), _), true), (.isKind(own, .boolean), true), (.isKind(own, .number), true): true
          default: false
          }
        }
      }
  }
}
