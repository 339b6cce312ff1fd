// FB6026 query-rule-without-index error
//
// means: A rule demands an order in the query that has no index. Every allowed query is then a slow one.
// why: The rule forces clients to order by a child, and without an index every such query downloads the node or is
//   refused.
// example:
//   {"rules": {"posts": {".read": "1️⃣query.orderByChild === 'owner' && query.equalTo === auth.uid"}}}
// fix: Add `".indexOn": ["owner"]` beside the rule.
// ignore: Never; the rule and the index belong together.

import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// A rule requires queries with an order for which the node has no index.
enum QueryRuleWithoutIndex: RealtimeLint {
  static let codes: [DiagnosticCode] = [.queryRuleWithoutIndex]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    subject.locations.flatMap { location in
      location.conditions(.read).flatMap { condition -> [Diagnostic] in
        var seen: Set<String> = []
        return condition.literals.compactMap { literal in
          guard let child = literal.orderedChild, seen.insert(child).inserted, !location.indexes(child) else {
            return nil
          }
          return subject.finding(
            .queryRuleWithoutIndex,
            "the rule demands the order `\(child)`, which `\(location.pattern)` has no index for",
            at: literal.span, notes: ["gets and REST requests fail, and listeners are sent the whole node"],
            help: "add `\".indexOn\": [\"\(child)\"]` beside the rule")
        }
      }
    }
  }
}

extension Literal {
  /// `a/b` in `query.orderByChild === 'a/b'`; `.value` for `orderByValue`.
  fileprivate var orderedChild: String? {
    guard isTrue, case .equal(let left, let right) = atom else { return nil }
    switch (left, right) {
    case (.query("orderByChild"), .text(let parts)):
      guard parts.count == 1, case .text(let child) = parts[0] else { return nil }
      return child.string
    case (.query("orderByValue"), .boolean(true)): return ".value"
    default: return nil
    }
  }
}

extension RuleLocation {
  fileprivate func indexes(_ child: String) -> Bool {
    node.indexes.contains { index in
      switch index.target {
      case .value: child == ".value"
      case .child(let path): path == RealtimePath(child)
      }
    }
  }
}
