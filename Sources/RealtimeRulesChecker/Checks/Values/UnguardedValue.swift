// FB6011 unguarded-value warning
//
// means: A value is used without a test of its type or existence. Where it is absent or of another type the evaluation
//   ends in an error.
// why: A call on null, or on a value of another type, is an error, and an error denies. What was written by an old
//   version of the app can look different from what you expect.
// example:
//   {"rules": {"$id": {".read": "data.child('title').val().1️⃣length < 80"}}}
// fix: Test first: `data.child('title').isString() && data.child('title').val().length < 80`.
// ignore: When a `.validate` rule has guaranteed the type ever since the node exists.

import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// A value is used as a text or a number without a test of its type. If it is absent or of another type, the rule ends
/// in an error, which denies.
enum UnguardedValue: RealtimeLint {
  static let codes: [DiagnosticCode] = [.unguardedValue]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    subject.locations.flatMap { location in
      let reader = subject.reader(location)
      return location.conditions.flatMap { condition in
        ValueUse.uses(of: condition.rule.expression, reader).compactMap { finding($0, subject) }
      }
    }
  }

  private static func finding(_ use: ValueUse, _ subject: RealtimeSubject) -> Diagnostic? {
    // `ValOfContainer` and `ErrorBeforeOr` report these cases.
    guard !use.isGuarded(), !use.searchesForCaller, use.enclosingOr == nil else { return nil }
    if case .text = use.kind, subject.container(use.reference) != nil { return nil }
    let test = if case .text = use.kind { "isString()" } else { "isNumber()" }
    let (what, wanted) =
      switch use.kind {
      case .text(let method): ("`\(method)`", "text")
      case .ordered(let sign): ("`\(sign)`", "number or text")
      }
    return subject.finding(
      .unguardedValue, "\(what) is an error where `\(use.reference.description)` is absent or no \(wanted)",
      at: use.span,
      notes: ["an error makes the whole rule false"], help: "test before it: `.\(test) && …`, or `!….exists() || …`")
  }
}
