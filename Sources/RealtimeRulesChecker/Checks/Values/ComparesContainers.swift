// FB6008 compares-containers warning
//
// means: Two nodes with children are compared by `val()`. Such a comparison does not compare their content.
// why: Objects are not compared member by member in rules, so such a test says nothing about whether something has
//   changed.
// example:
//   {"rules": {"$id": {
//     ".write": "1️⃣newData.child('tags').val() === data.child('tags').val()",
//     "tags": {"$tag": {".validate": "newData.isBoolean()"}}
//   }}}
// fix: Compare the children one by one, or ask `exists()` where existence is meant.
// ignore: When model and data guarantee that the node never has children.

import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// Two nodes with children are compared as a whole, which is never true, or a value is compared with null in place of
/// `exists()`.
enum ComparesContainers: RealtimeLint {
  static let codes: [DiagnosticCode] = [.comparesContainers]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    subject.locations.flatMap { location in
      let reader = subject.reader(location)
      return location.conditions.flatMap { condition in
        condition.rule.expression.everyPart.compactMap { finding($0, reader, subject) }
      }
    }
  }

  private static func finding(
    _ expression: RuleExpression, _ reader: ConditionReader, _ subject: RealtimeSubject
  ) -> Diagnostic? {
    guard case .infix(let left, let sign, let right, let span) = expression, sign == .equal || sign == .notEqual else {
      return nil
    }
    switch (reader.operand(left), reader.operand(right)) {
    case (.value(let one), .value(let other)):
      guard let evidence = subject.container(one) ?? subject.container(other) else { return nil }
      return subject.finding(
        .comparesContainers,
        "`\(one.description)` and `\(other.description)` are compared as a whole, and never equal: they have children",
        at: span, notes: [evidence.note], help: "compare the children one by one")
    case (.value, .null), (.null, .value):
      let value = reader.value(left) == nil ? right : left
      guard case .call(let callee, _, _) = value, let (base, _) = callee.method else { return nil }
      let text = "\(sign == .equal ? "!" : "")\(base.spelling).exists()"
      return subject.finding(
        .comparesContainers, "a value is compared with null to see whether it exists", at: span,
        help: "write `\(text)`, which says so for nodes with children, too")
    default: return nil
    }
  }
}
