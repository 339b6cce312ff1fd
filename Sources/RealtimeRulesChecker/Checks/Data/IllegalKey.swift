// FB6035 illegal-key error
//
// means: A key contains a character that keys must not have, or the path is too deep or too long. The write is refused.
// why: Keys are parts of paths: they cannot contain `.`, `#`, `$`, `/`, `[`, `]` or control characters, and have at
//   most 768 bytes; a path has at most 32 levels.
// example:
//   {"rules": {"feed": {".read": "root.child(1️⃣'banned/bob@example.com').val() != true"}}}
//   ref.child("users").child("alice@example.com").set(true)
// fix: Use an id as the key and store the text in a field, or encode the characters in a way that is undone when
//   reading.
// ignore: Never; the write fails.

import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// A path in a condition has a key that no node can have. Illegal keys of the rules themselves are reported when the
/// file is read.
enum IllegalKey: RealtimeLint {
  static let codes: [DiagnosticCode] = [.illegalKey]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    subject.locations.flatMap { location in
      declared(location, subject) + location.conditions.flatMap { paths(in: $0, subject.reader(location), subject) }
    }
  }

  private static func declared(_ location: RuleLocation, _ subject: RealtimeSubject) -> [Diagnostic] {
    if location.keys.count == RealtimePath.maximumDepth + 1 {
      return [
        subject.finding(
          .illegalKey, "`\(location.node.pattern.last ?? "")` lies deeper than the 32 levels that a path can have",
          at: location.node.keySpan, help: "make the tree flatter")
      ]
    }
    return []
  }

  private static func paths(in condition: Condition, _ reader: ConditionReader, _ subject: RealtimeSubject)
    -> [Diagnostic]
  {
    condition.rule.expression.everyPart.compactMap { part in
      guard case .call(let callee, let arguments, _) = part, let (base, name) = callee.method,
        ["child", "hasChild"].contains(name),
        let argument = arguments.first, reader.reference(base) != nil
      else { return nil }
      if argument.contains(where: { $0.claim.map { ["token.email", "email"].contains($0) } ?? false }),
        !argument.contains(where: { $0.method?.name == "replace" })
      {
        return subject.finding(
          .illegalKey, "an address contains a `.`, which no key does: nothing is found", at: argument.span,
          help: "use `auth.uid`, or write the address without points, `auth.token.email.replace('.', ',')`")
      }
      for key in reader.keys(argument) {
        for case .text(let text) in key.parts {
          guard let reason = RealtimeKey(text.string).defect?.reason else { continue }
          return subject.finding(
            .illegalKey, "no key contains `\(text.string)`: \(reason), so that nothing is found", at: argument.span,
            help: "write the key as it is stored")
        }
      }
      return nil
    }
  }
}
