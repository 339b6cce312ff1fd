// FB6016 literal-shadows-wildcard warning
//
// means: A literal child lacks the rules that its wildcard sibling has. The wildcard does not apply to a key that is
//   named.
// why: At each level a literal key wins over `$name`, completely: rules of the wildcard are not consulted for it, even
//   if the literal branch has none.
// example:
//   {"rules": {"users": {"$uid": {".validate": "newData.hasChild('name')"}, 1️⃣"system": {".write": "auth.uid === 'bot'"}}}}
// fix: Repeat the rule in the literal branch, or give what it holds a place of its own.
// ignore: When the literal key is meant to be exempt.

import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// A literal key lacks a rule that its `$variable` sibling has. The rules of the variable do not apply to the literal
/// key.
enum LiteralShadowsWildcard: RealtimeLint {
  static let codes: [DiagnosticCode] = [.literalShadowsWildcard]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    subject.locations.flatMap { location in
      guard let wildcard = subject.variableChild(of: location), !wildcard.isClosed else { return [Diagnostic]() }
      return subject.children(of: location).filter { $0.variable == nil }.compactMap { finding($0, wildcard, subject) }
    }
  }

  private static func finding(
    _ literal: RuleLocation, _ wildcard: RuleLocation, _ subject: RealtimeSubject
  ) -> Diagnostic? {
    let missing = Rule.Kind.allCases.filter { kind in
      guard wildcard.conditions(kind).contains(where: { !$0.isAlwaysFalse }) else { return false }
      // No rule is missing for access that is granted above, and no validation for what nobody can write.
      if kind == .validate {
        let writes = subject.subtree(of: literal).contains { $0.conditions(.write).contains { !$0.isAlwaysFalse } }
        guard writes || !subject.grants(.write, at: literal).isEmpty else { return false }
      } else if !subject.grants(kind, at: literal).isEmpty {
        return false
      }
      return !subject.subtree(of: literal).contains { !$0.conditions(kind).isEmpty }
    }
    guard let worst = missing.last else { return nil }
    let names = missing.map { "`\($0.rawValue)`" }.joined(separator: " and ")
    let effect = worst == .validate ? "nothing validates what is written there" : "nobody is allowed there"
    return subject.finding(
      .literalShadowsWildcard, "`\(literal.pattern)` has no \(names): `\(wildcard.pattern)` does not apply to it",
      at: literal.node.keySpan, notes: ["a key that is named has only its own rules; \(effect)"],
      help: "repeat the rule in `\(literal.node.pattern.last ?? "")`, or give what it holds a place of its own")
  }
}
