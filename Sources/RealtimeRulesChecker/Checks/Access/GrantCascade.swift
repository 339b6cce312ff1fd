// FB6005 shadowed-by-parent-grant error
//
// means: A deeper rule is meant to restrict what a rule above it has granted. Grants cascade downwards and cannot be
//   revoked.
// why: Rules are evaluated from the root downwards, and the first that grants ends the evaluation. A rule further down
//   is then never asked.
// example:
//   {"rules": {".read": "auth != null", "private": {".read": 1️⃣false}}}
// fix: Grant further down: move the permission from the ancestor to those children that it is meant for.
// ignore: Never; the restriction does not exist. It is information where the rule above only lets more people create
//   what is not there yet: of what exists both say the same.

// FB6014 redundant-rule info
//
// means: A deeper rule grants nothing beyond what a rule above it grants. It can go.
// why: Evaluation ends at the first rule that grants. What the deeper one says has no effect, and readers of the file
//   take it for a restriction.
// example:
//   {"rules": {"posts": {".read": "auth != null", "$id": {".read": "1️⃣auth != null"}}}}
// fix: Remove the deeper rule, or the one above it if the deeper one is what was meant.
// ignore: When the rule above is about to be removed.

import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// A rule has no effect, because a rule above it already grants everything that it grants. It cannot restrict that
/// grant.
enum GrantCascade: RealtimeLint {
  static let codes: [DiagnosticCode] = [.shadowedByParentGrant, .redundantRule]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    let findings = subject.locations.flatMap { location in
      location.conditions.filter { $0.rule.kind != .validate }.compactMap { condition in
        subject.ancestors(of: location).lazy.flatMap { $0.conditions(condition.rule.kind) }
          .filter { !$0.isAlwaysFalse && condition.normalForm.implies($0.normalForm) }.first
          .map { finding(condition, below: $0, subject) }
      }
    }
    return oncePerGrant(findings)
  }

  /// One rule that grants too much is one mistake, however many rules below it meant to restrict it.
  private static func oncePerGrant(_ findings: [Diagnostic]) -> [Diagnostic] {
    var merged: [Diagnostic] = []
    for finding in findings {
      let same = merged.firstIndex {
        $0.code == .shadowedByParentGrant && finding.code == $0.code && finding.severity == $0.severity
          && finding.related.first == $0.related.first
      }
      if let same, let place = finding.location {
        merged[same].related.append(RelatedLocation(finding.message, at: place))
      } else {
        merged.append(finding)
      }
    }
    return merged
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
        at: condition.span, severity: onlyCreatesMore(grant, than: condition, at: ancestor) ? .info : nil,
        notes: ["rules are asked from the root downwards, and the first that grants decides"],
        help: "move the permission of `\(ancestor.pattern)` down to the children that it is meant for")
    }
    finding.related = [there]
    return finding
  }

  /// Whether what a rule grants beyond another one is to create its node.
  private static func onlyCreatesMore(_ grant: Condition, than condition: Condition, at node: RuleLocation) -> Bool {
    let own = DataReference(.before, node.keys)
    return grant.conjunctions.allSatisfy { way in
      way.contains { $0.atom == .exists(own) && !$0.isTrue }
        || condition.conjunctions.contains { Set($0).isSubset(of: way) }
    }
  }
}
