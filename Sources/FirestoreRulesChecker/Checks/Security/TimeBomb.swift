// FB4004 expires-by-date error
//
// means: Everybody satisfies the condition until a date, and nobody afterwards. The finding names the date.
// why: The console's test mode writes such rules. Until the date the database is open, and on it every client stops
//   working at once.
// example:
//   allow read, write: if 1️⃣request.time < timestamp.date(2025, 1, 31);
// fix: Replace the date by who may do it. Do not just move it.
// ignore: Never in rules that are deployed. A date beside a condition on the user is no finding.

import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A condition that everybody satisfies until a date and nobody afterwards: the test mode of the console.
enum TimeBomb: RulesLint {
  static let codes: [DiagnosticCode] = [.expiresByDate]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.access.statements.compactMap { grants in
      let open = grants.filter(\.isOpenUntilDate)
      guard let first = open.first, let terms = first.alternatives.first(where: \.isOpenUntilDate),
        let term = terms.first(where: { $0.timeBound?.isUpper == true }), let bound = term.timeBound
      else { return nil }
      return subject.finding(
        .expiresByDate, message(open.map(\.method), subject.path(of: first), bound, subject.context.now),
        at: term.site,
        help: "replace the date by who may do it: `request.auth != null` and an owner or a role")
    }
  }

  private static func message(
    _ methods: [RulesMethod], _ path: String, _ bound: TimeBound, _ now: RuleTimestamp?
  ) -> String {
    guard let seconds = bound.seconds else {
      return "anyone can \(methods.listed) `\(path)` until a fixed date, and nobody afterwards"
    }
    let date = CalendarDate(secondsSinceEpoch: seconds)
    guard let now, now.seconds >= seconds else {
      return "anyone can \(methods.listed) `\(path)` until \(date), and nobody afterwards"
    }
    return "expired on \(date): until then anyone could \(methods.listed) `\(path)`, since then nobody can"
  }
}
