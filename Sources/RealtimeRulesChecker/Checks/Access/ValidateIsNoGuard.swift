// FB6006 validate-is-no-guard warning
//
// means: A `.validate` rule is used as a guard. It is not evaluated for deletes, and never for reads.
// why: `.validate` is evaluated after a write was permitted, and only for what exists afterwards. A delete leaves
//   nothing to validate.
// example:
//   {"rules": {"posts": {"$id": {".write": true, ".validate": "1️⃣auth.uid === 'editor'"}}}}
// fix: Put what concerns the user, and what concerns deletes, into `.write`. Keep `.validate` for the shape of the
//   data.
// ignore: When the rule is a second line behind a `.write` that says the same.

import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// A `.validate` rule is used to decide who may write, or to forbid deletes, but `.validate` is not evaluated for
/// deletes.
enum ValidateIsNoGuard: RealtimeLint {
  static let codes: [DiagnosticCode] = [.validateIsNoGuard]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    subject.locations.flatMap { location in
      location.conditions(.validate).compactMap { condition in
        authorising(condition, location, subject) ?? forbidding(condition, location, subject)
          ?? protecting(condition, location, subject)
      }
    }
  }

  /// Reports a rule that only tests the caller and not the new data.
  private static func authorising(
    _ condition: Condition, _ location: RuleLocation, _ subject: RealtimeSubject
  ) -> Diagnostic? {
    let literals = condition.literals
    guard !literals.isEmpty, literals.allSatisfy({ $0.atom == .signedIn || $0.isAboutCaller }),
      !condition.rule.expression.mentions("newData"), !isBackedUp(condition, location, subject)
    else { return nil }
    return subject.finding(
      .validateIsNoGuard, "`.validate` of `\(location.pattern)` decides who may write, and is not asked for deletes",
      at: condition.span, notes: ["whoever `.write` allows can delete the node"],
      help: "put the condition into `.write`, and keep `.validate` for the shape of the data")
  }

  /// Whether `.write` requires the same, so that deletes are protected, too.
  private static func isBackedUp(
    _ condition: Condition, _ location: RuleLocation, _ subject: RealtimeSubject
  ) -> Bool {
    let grants = subject.grants(.write, at: location)
    return !grants.isEmpty && grants.allSatisfy { $0.normalForm.implies(condition.normalForm) }
  }

  /// Reports a rule that is the only one to test the stored owner, if a stranger can delete the node.
  private static func protecting(
    _ condition: Condition, _ location: RuleLocation, _ subject: RealtimeSubject
  ) -> Diagnostic? {
    let guards = condition.literals.filter { $0.isTrue && ($0.callerReference ?? $0.membership)?.side == .before }
    guard let literal = guards.first else { return nil }
    let fixture = subject.fixture
    guard let stranger = fixture.actors.stranger, let path = fixture.path(of: location) else { return nil }
    var data = fixture.data
    let owner = fixture.binding(uid: fixture.actors.ownerID)
    for reference in guards.compactMap(\.callerReference) where reference.side == .before {
      if let path = reference.path(owner) {
        data = data.replacing(path, with: RealtimeNode(.string(fixture.actors.ownerID)))
      }
    }
    guard data[path].exists else { return nil }
    let deletion = RequestSimulator(fixture, stranger, data: data).simulate(.write(path, .absent))
    guard deletion.isAllowed else { return nil }
    return subject.finding(
      .validateIsNoGuard,
      "`.validate` of `\(location.pattern)` protects what is stored from changes, but is not asked for deletes",
      at: literal.span, notes: [deletion.note()], help: "put the comparison with what is stored into `.write`")
  }

  /// Reports `newData.exists()` for the node itself, which is true whenever `.validate` is evaluated.
  private static func forbidding(
    _ condition: Condition, _ location: RuleLocation, _ subject: RealtimeSubject
  ) -> Diagnostic? {
    let own = DataReference(.after, location.keys)
    guard let literal = condition.normalForm.commonLiterals.first(where: { $0.isTrue && $0.atom == .exists(own) }),
      // Every conjunction has to contain it. `hasChildren([…])` tests the children and is no problem.
      condition.conjunctions.allSatisfy({ $0.contains(literal) })
    else { return nil }
    return subject.finding(
      .validateIsNoGuard, "`.validate` of `\(location.pattern)` cannot forbid deleting: it is not asked for deletes",
      at: literal.span, notes: ["where `.validate` is asked, the node exists"],
      help: "write `newData.exists()` into `.write`, or demand the child with `hasChildren` in the node above")
  }
}
