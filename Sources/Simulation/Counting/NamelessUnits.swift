import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesLanguage
import RealtimeRules
import Workloads

// Instances in worlds of their own differ in their number alone. Where nothing but `auth:` holds the number, and rules do
// no more than compare it, not even its length can be told from what is billed.

extension Workload {
  /// Whether steps or variables say `{i}` or `{uid}`.
  var namesInstances: Bool {
    var isNaming = actors.flatMap(\.variables).contains { $0.initial.namesInstance }
    visitSteps { step in
      if step.everyExpression.contains(where: \.namesInstance) || step.writtenTimes.contains(where: \.namesInstance) {
        isNaming = true
      }
    }
    return isNaming
  }
}

extension Step {
  /// Moments that written fields compute.
  fileprivate var writtenTimes: [Workloads.Expression] {
    if case .realtime(let request) = action {
      var times: [Workloads.Expression] = []
      for value in request.writtenValues {
        value.visit {
          times += $0.times
        } key: { _ in
        }
      }
      return times
    }
    return documentWrites.flatMap { $0.fields ?? [] }.flatMap(\.value.times)
  }
}

extension FieldValue {
  /// Moments that it computes.
  var times: [Workloads.Expression] {
    switch self {
    case .time(.expression(let expression)): [expression]
    case .spread(let from, let to): [from, to].compactMap { if case .expression(let time) = $0 { time } else { nil } }
    case .array(let element, _): element.times
    case .list(let values), .transform(.arrayUnion(let values)), .transform(.arrayRemove(let values)):
      values.flatMap(\.times)
    case .map(let assignments): assignments.flatMap(\.value.times)
    case .converted(let value, _): value.times
    case .literal, .template, .string, .bytes, .vector, .reference, .time, .serverTime, .drawn, .transform: []
    }
  }
}

extension Workloads.Expression {
  fileprivate var namesInstance: Bool { uses(variable: "i") || uses(variable: "uid") }
}

extension FoldingRules {
  /// Whether the rules may look at the length of the name that an instance is signed in with.
  var measureNames: Bool {
    if let ruleset = access?.ruleset {
      var search = SizeSearch()
      ruleset.walk(&search)
      if search.isFound { return true }
    }
    return realtime?.root.measuresNames ?? false
  }
}

/// Looks for `size()` of anything: functions hand names on under names of their own.
private struct SizeSearch: SyntaxVisitor {
  var isFound = false

  mutating func visit(_ expression: FirestoreRulesLanguage.Expression) {
    if case .method(_, let method, _) = expression.kind, method.text == "size" { isFound = true }
  }
}

extension RuleNode {
  fileprivate var measuresNames: Bool {
    everyNode.contains { node in node.rules.contains { $0.expression.everyPart.contains(where: \.measuresName) } }
  }
}

extension RuleExpression {
  /// `auth.uid.length`: there are neither functions nor variables that could hand it on.
  fileprivate var measuresName: Bool {
    guard case .member(let base, let name, _) = self, name == "length" else { return false }
    return base.everyPart.contains { if case .name("auth", _) = $0 { true } else { false } }
  }
}
