// FB6033 unvalidated-timestamp info
//
// means: A time is not compared with `now`. Clients can write any moment.
// why: The clock of a device is whatever its user sets. Entries with a time in the future stay on top of every list.
// example:
//   {"rules": {"posts": {"$id": {"sentAt": {".validate": "1️⃣newData.isNumber()"}}}}}
// fix: Write the server's time on the client and demand it: `newData.val() === now`, or `<= now` for times that may lie
//   in the past.
// ignore: For times that are meant to be chosen, such as the date of an event.

import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// A time is validated, but not compared with the clock of the service.
enum UnvalidatedTimestamp: RealtimeLint {
  static let codes: [DiagnosticCode] = [.unvalidatedTimestamp]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    subject.locations.flatMap { location in
      location.conditions(.validate).compactMap { condition in
        guard let name = location.keys.last?.literal?.string, isTime(name),
          !condition.rule.expression.mentions("now"), !condition.isAlwaysFalse,
          // A time that has to equal other data needs no clock.
          condition.conjunctions.contains(where: { !$0.fixes(DataReference(.after, location.keys)) })
        else { return nil }
        return subject.finding(
          .unvalidatedTimestamp, "`\(location.pattern)` takes whatever time the client sends", at: condition.span,
          notes: ["the clock of a device is what its user sets"],
          help: "write the server's time and demand it: `newData.val() === now`, or `<= now` for the past")
      }
    }
  }

  private static func isTime(_ name: String) -> Bool {
    let lower = name.lowercased().filter { $0 != "_" }
    if ["timestamp", "time", "date", "ts", "created", "updated", "lastseen", "lastonline", "lastactive", "sent"]
      .contains(lower)
    {
      return true
    }
    if lower.hasSuffix("timestamp") || lower.hasSuffix("time") { return !lower.hasSuffix("lifetime") }
    // `createdAt`, `created_at`; not `format`.
    return name.hasSuffix("At") || name.hasSuffix("_at")
  }
}

extension [Literal] {
  fileprivate func fixes(_ reference: DataReference) -> Bool {
    contains { literal in
      guard literal.isTrue, case .equal(let left, let right) = literal.atom else { return false }
      return left == .value(reference) || right == .value(reference)
    }
  }
}
