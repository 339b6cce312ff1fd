// FB6012 open-root error
//
// means: The root is open to everybody, or to everybody who is signed in. All that is stored now and later is included.
// why: Permissions go downwards and cannot be taken back. Anybody can get an account in most apps, so asking for one is
//   hardly a condition.
// example:
//   {"rules": {".read": 1️⃣true, ".write": "2️⃣auth != null"}}
// fix: Remove the rule at the root and grant per node, to owners or members.
// ignore: Never for rules that are deployed.

import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// Anybody, or any user who is signed in, can read or write the whole database.
enum OpenRoot: RealtimeLint {
  static let codes: [DiagnosticCode] = [.openRoot]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    guard let root = subject.locations.first else { return [] }
    let actors = subject.fixture.actors
    func isOpen(_ condition: Condition, to actor: RealtimeActor?) -> Bool {
      actor.map { UnconditionalAccess.extent(of: condition, at: root, for: $0, subject) == .always } ?? false
    }
    return root.conditions.filter { $0.rule.kind != .validate }.compactMap { condition in
      let isPublic = isOpen(condition, to: actors[.signedOut])
      guard isPublic || condition.isForAnyUser || isOpen(condition, to: actors.stranger) else { return nil }
      let verb = condition.rule.kind == .read ? "read" : "write"
      let who = isPublic ? "anybody" : "anybody who is signed in"
      return subject.finding(
        .openRoot, "\(who) can \(verb) the whole database", at: condition.span,
        severity: isPublic ? .error : .warning,
        notes: isPublic ? [] : ["most apps give an account to everybody who asks"],
        help: "remove the rule at the root, and grant per node to owners or members")
    }
  }
}
