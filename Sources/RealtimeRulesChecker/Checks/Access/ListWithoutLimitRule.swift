// FB6028 list-without-limit-rule info
//
// means: A list can be read without the rules demanding a limit. One client can download all of it.
// why: What the app asks for is no limit for others. Whoever may read the list can ask for all of it, again and again.
// example:
//   {"rules": {"posts": {".read": 1️⃣true, "$id": {".validate": "newData.hasChild('title')"}}}}
// fix: Demand it: `query.limitToFirst <= 100 || query.limitToLast <= 100`, written with the existing condition.
// ignore: For small lists, or where only trusted users may read.

import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// A whole list can be read at once, because the rules do not require a limit.
enum ListWithoutLimitRule: RealtimeLint {
  static let codes: [DiagnosticCode] = [.listWithoutLimitRule]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    subject.locations.dropFirst().flatMap { location -> [Diagnostic] in
      guard subject.isList(location), !location.isPresence, !isBounded(location, subject) else { return [] }
      return location.conditions(.read).compactMap { condition in
        guard let conjunction = condition.conjunctions.first(where: { !$0.isLimited && !$0.isForRole }) else {
          return nil
        }
        let who =
          conjunction.isEmpty
          ? "anybody" : conjunction.allSatisfy { $0.atom == .signedIn } ? "any user" : "whoever may read it"
        return subject.finding(
          .listWithoutLimitRule, "\(who) can ask for all of `\(location.pattern)` at once", at: condition.span,
          notes: ["a list is read as a whole unless the query has a limit"],
          help: "demand it, `query.limitToLast <= 100`, together with the condition")
      }
    }
  }

  /// Whether there is one entry per user: such a list is only as long as there are members.
  private static func isBounded(_ location: RuleLocation, _ subject: RealtimeSubject) -> Bool {
    subject.variableChild(of: location).map(subject.isUserKey) ?? false
  }
}

extension [Literal] {
  fileprivate var isLimited: Bool {
    contains { literal in
      switch literal.atom {
      case .equal(.query(let name), _), .lessOrEqual(.query(let name), _), .less(.query(let name), _):
        literal.isTrue && ["limitToFirst", "limitToLast", "equalTo"].contains(name.string)
      default: false
      }
    }
  }

  /// Whether it requires a claim or a literal id: few users have that role.
  fileprivate var isForRole: Bool {
    contains { literal in
      guard literal.isTrue, case .equal(let left, let right) = literal.atom else { return false }
      return [left, right].contains { if case .claim = $0 { true } else { false } }
        || [left, right].contains { $0.constant != nil && [left, right].contains(.uid) }
    }
  }
}
