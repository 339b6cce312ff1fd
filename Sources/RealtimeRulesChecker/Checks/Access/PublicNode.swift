// FB6013 public-node warning
//
// means: A node can be read or written by everybody. For writes the finding is an error; where nothing
//   but creating is open to everybody, as a form may be meant, it is a warning.
// why: The address of the database is in every copy of the app. Whoever knows it can download the node, or fill it at
//   your expense.
// example:
//   {"rules": {"reviews": {".read": true, ".write": 1️⃣true}}}
// fix: Require a user and validate what is written. For public lists allow reading with a limit, `query.limitToFirst <=
//   50`.
// ignore: For reading, when the node is meant for the public and small.

import Diagnostics
import RealtimeRules

/// Anybody can read a whole list, or write a node, without sign-in.
enum PublicNode: RealtimeLint {
  static let codes: [DiagnosticCode] = [.publicNode]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    guard let signedOut = subject.fixture.actors[.signedOut] else { return [] }
    return subject.locations.dropFirst().flatMap { location in
      location.conditions.compactMap { condition in
        UnconditionalAccess.extent(of: condition, at: location, for: signedOut, subject).flatMap {
          finding(condition, $0, location, subject)
        }
      }
    }
  }

  private static func finding(
    _ condition: Condition, _ extent: UnconditionalAccess.Extent, _ location: RuleLocation, _ subject: RealtimeSubject
  ) -> Diagnostic? {
    switch condition.rule.kind {
    case .validate: return nil
    case .write where extent == .whereAbsent:
      // `NullEqualsNull` reports this case with a better explanation.
      guard NullEqualsNull.comparison(in: condition) == nil else { return nil }
      return subject.finding(
        .publicNode, "anybody can create `\(location.pattern)`", at: condition.span,
        notes: ["no sign-in is needed"], help: "require `auth != null`, and validate who creates it and what is written"
      )
    case .write:
      return subject.finding(
        .publicNode, "anybody can write to `\(location.pattern)`", at: condition.span, severity: .error,
        notes: ["no sign-in is needed"], help: "require `auth != null`, compare the owner, and validate what is written"
      )
    case .read:
      guard subject.isList(location), !location.isPresence else { return nil }
      return subject.finding(
        .publicNode, "anybody can download all of `\(location.pattern)`, as often as they like", at: condition.span,
        notes: ["what is downloaded is billed to you"],
        help: "require `auth != null`, or demand a limit: `query.limitToLast <= 50`")
    }
  }
}
