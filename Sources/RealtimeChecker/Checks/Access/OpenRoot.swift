import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// The root can be read or written by everybody, or by everybody who is signed in.
enum OpenRoot: RealtimeLint {
  static let codes: [DiagnosticCode] = [.openRoot]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    guard let root = subject.locations.first else { return [] }
    return root.conditions.filter { $0.rule.kind != .validate && $0.isForAnyUser }.map { condition in
      let deed = condition.rule.kind == .read ? "read" : "write"
      let who = condition.isAlways ? "anybody" : "anybody who is signed in"
      return subject.finding(
        .openRoot, "\(who) can \(deed) the whole database", at: condition.span,
        severity: condition.isAlways ? .error : .warning,
        notes: condition.isAlways ? [] : ["most apps give an account to everybody who asks"],
        help: "remove the rule at the root, and grant per node to owners or members")
    }
  }
}
