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
