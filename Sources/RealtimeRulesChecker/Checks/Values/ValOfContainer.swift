// FB6007 val-of-container error
//
// means: A text or list method is applied to the value of a node that has children. That is an error, and an error
//   denies.
// why: `val()` of a node with children is an object, and objects have neither `length` nor `contains`. The error makes
//   the whole rule false.
// example:
//   {"rules": {"rooms": {"$id": {".read": "data.child('members').val().1️⃣contains(auth.uid)"}}}}
// fix: Store members as keys, `{"members": {"uid": true}}`, and ask `data.child('members').hasChild(auth.uid)`.
// ignore: Never; the rule denies everybody.

import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// A method of texts is called on the value of a node with children. That is an error, which denies; but a client that
/// can store a text there can make the condition true.
enum ValOfContainer: RealtimeLint {
  static let codes: [DiagnosticCode] = [.valOfContainer]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    subject.locations.flatMap { location in
      let reader = subject.reader(location)
      return location.conditions.flatMap { condition in
        ValueUse.uses(of: condition.rule.expression, reader).compactMap { use in
          use.isGuarded(.string) ? nil : finding(use, location, subject)
        }
      }
    }
  }

  private static func finding(_ use: ValueUse, _ location: RuleLocation, _ subject: RealtimeSubject) -> Diagnostic? {
    guard case .text(let method) = use.kind else { return nil }
    let evidence = subject.container(use.reference)
    let repair =
      use.searchesForCaller ? repair(use.reference, location) : "ask for children with `child()` or `hasChild()`"
    if let evidence {
      return subject.finding(
        .valOfContainer,
        "`\(method)` of `\(use.reference.description)` is an error: the node has children, and its value is no text",
        at: use.span,
        notes: [evidence.note]
          + (use.searchesForCaller
            ? ["a text that is stored there instead makes the condition true for all whose id is part of it"] : []),
        help: repair)
    }
    guard use.searchesForCaller else { return nil }
    return subject.finding(
      .valOfContainer,
      "`\(method)` of `\(use.reference.description)` works only while a text is stored there", at: use.span,
      severity: .warning,
      notes: [
        "with a list or a map it is an error, which denies everybody",
        "with a text it finds parts: `user1` is contained in `user10`",
      ],
      help: repair)
  }

  private static func repair(_ reference: DataReference, _ location: RuleLocation) -> String {
    let shared = zip(reference.keys, location.keys).prefix { $0 == $1 }.count
    let (base, rest) =
      shared == location.keys.count
      ? (reference.side == .before ? "data" : "newData", reference.keys[shared...]) : ("root", reference.keys[...])
    let argument = rest.map { key in key.variable.map { "' + \($0.string) + '" } ?? key.description }.joined(
      separator: "/")
    return
      "use a map with the ids as keys, `{\"uid\": true}`, and ask `\(base)\(rest.isEmpty ? "" : ".child('\(argument)')").hasChild(auth.uid)`"
  }
}
