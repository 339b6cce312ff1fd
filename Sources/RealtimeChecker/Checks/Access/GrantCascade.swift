import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// A rule has no effect, because a rule above it already grants everything that it grants. It cannot restrict that
/// grant.
enum GrantCascade: RealtimeLint {
  static let codes: [DiagnosticCode] = [.shadowedByParentGrant, .redundantRule]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    subject.locations.flatMap { location in
      location.conditions.filter { $0.rule.kind != .validate }.compactMap { condition in
        subject.ancestors(of: location).lazy.flatMap { $0.conditions(condition.rule.kind) }
          .filter { !$0.isAlwaysFalse && condition.normalForm.implies($0.normalForm) }.first
          .map { finding(condition, below: $0, subject) }
      }
    }
  }

  private static func finding(_ condition: Condition, below grant: Condition, _ subject: RealtimeSubject) -> Diagnostic
  {
    let (location, ancestor) = (subject.location(of: condition), subject.location(of: grant))
    let kind = condition.rule.kind.rawValue
    let there = RelatedLocation("this grants it", at: subject.source.location(grant.span))
    var finding: Diagnostic
    if grant.normalForm.implies(condition.normalForm) {
      finding = subject.finding(
        .redundantRule, "`\(kind)` of `\(location.pattern)` grants nothing beyond that of `\(ancestor.pattern)`",
        at: condition.span, help: "remove it: a permission holds for everything below")
    } else {
      finding = subject.finding(
        .shadowedByParentGrant,
        "`\(kind)` of `\(location.pattern)` restricts nothing: `\(ancestor.pattern)` has already granted more",
        at: condition.span,
        notes: ["rules are asked from the root downwards, and the first that grants decides"],
        help: "move the permission of `\(ancestor.pattern)` down to the children that it is meant for")
    }
    finding.related = [there]
    return finding
  }
}
