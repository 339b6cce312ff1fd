// FB6029 presence-pitfall warning
//
// means: The presence of users is visible too widely, or survives a lost connection. One boolean per user is wrong as
//   soon as a user has two devices.
// why: The server notices a lost connection and runs `onDisconnect`, but for one device at a time. With one boolean the
//   phone that disconnects marks the user as away who still works at a desk.
// example:
//   {"rules": {"presence": {"$uid": {".write": "auth.uid === $uid", ".validate": "1️⃣newData.isBoolean()"}}}}
//   ref.child("presence/" + uid).set(true)
// fix: Keep one child per connection, remove it with `onDisconnect().remove()`, and let only those read it who need it.
// ignore: When users have one device by nature, such as a kiosk.

import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// Too many users can see who is online, or presence is stored as one boolean per user, which is wrong for users with
/// two devices.
enum PresencePitfall: RealtimeLint {
  static let codes: [DiagnosticCode] = [.presencePitfall]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    subject.locations.filter(\.isPresence).flatMap { location in
      location.conditions(.read).filter(\.isForAnyUser).map { visibility($0, location, subject) }
        + location.conditions(.validate).compactMap { singleBoolean($0, location, subject) }
    }
  }

  private static func visibility(
    _ condition: Condition, _ location: RuleLocation, _ subject: RealtimeSubject
  ) -> Diagnostic {
    let who = condition.isAlwaysTrue ? "anybody, signed in or not," : "every user"
    return subject.finding(
      .presencePitfall, "\(who) can follow when others are online: `\(location.pattern)`", at: condition.span,
      severity: condition.isAlwaysTrue ? .error : .warning,
      help: "let only those read it who need it, such as the contacts of the user")
  }

  private static func singleBoolean(
    _ condition: Condition, _ location: RuleLocation, _ subject: RealtimeSubject
  ) -> Diagnostic? {
    guard subject.isUserKey(location), location.children.isEmpty,
      let literal = condition.literals.first(where: {
        $0.isTrue && $0.atom == .isKind(DataReference(.after, location.keys), .boolean)
      })
    else { return nil }
    return subject.finding(
      .presencePitfall, "one boolean per user at `\(location.pattern)` is wrong as soon as a user has two devices",
      at: literal.span, notes: ["the device that disconnects first marks the user as away"],
      help: "keep one child per connection and remove it with `onDisconnect`")
  }
}
