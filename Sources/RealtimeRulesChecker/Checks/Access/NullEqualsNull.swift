// FB6009 null-equals-null error
//
// means: Both sides of an equality can be null at once, and then they are equal. A signed-out client passes a test that
//   was meant for an owner.
// why: A missing node has the value null, and so has `auth.uid` of somebody who is not signed in. Null equals null.
// example:
//   {"rules": {"posts": {"$id": {".write": "1️⃣data.child('owner').val() === auth.uid"}}}}
// fix: Write `auth != null && data.child('owner').val() === auth.uid`, and say what holds for a node that does not
//   exist yet.
// ignore: Never; anybody without an account passes.

import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules
import StructuredText

/// A comparison with the caller is true without sign-in, because both sides are null. The check simulates such a
/// request.
enum NullEqualsNull: RealtimeLint {
  static let codes: [DiagnosticCode] = [.nullEqualsNull]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    let suspects = subject.locations.flatMap { location in
      location.conditions.filter { $0.rule.kind != .validate && !$0.isAlwaysTrue && comparison(in: $0) != nil }.map {
        (location, $0)
      }
    }
    guard !suspects.isEmpty else { return [] }
    let fixture = subject.fixture
    guard let signedOut = fixture.actors[.signedOut] else { return [] }
    return suspects.compactMap { location, condition in
      guard let literal = comparison(in: condition), let path = fixture.path(of: location),
        let (result, data) = allowed(
          condition, comparing: literal, at: location, path, AccessEvaluator(fixture, signedOut))
      else { return nil }
      let changes = data.exists ? fixture.data.changes(to: data) : []
      return subject.finding(
        .nullEqualsNull, "without sign-in the comparison is `null == null`, which is true", at: literal.span,
        notes: [result.note()] + (changes.isEmpty ? [] : ["where " + changes.map(\.text).joined(separator: ", ")]),
        help:
          "write `auth != null &&` before it\(condition.rule.kind == .write ? ", and say what holds for a node that does not exist yet" : "")"
      )
    }
  }

  /// The first comparison like `….val() === auth.uid` that does not also require a sign-in.
  static func comparison(in condition: Condition) -> Literal? {
    condition.conjunctions.filter { conjunction in !conjunction.contains { $0.atom == .signedIn && $0.isTrue } }
      .joined().first { literal in
        guard literal.isTrue, case .equal(.value, let other) = literal.atom else { return false }
        if case .claim = other { return true }
        return other == .uid
      }
  }

  /// A request that this rule allows because both sides of the comparison are null, and the data before it.
  private static func allowed(
    _ condition: Condition, comparing literal: Literal, at location: RuleLocation, _ path: RealtimePath,
    _ evaluator: AccessEvaluator
  ) -> (SimulatedRequest, RealtimeNode)? {
    let fixture = evaluator.fixture
    let operations: [RealtimeRuleRequest.Operation]
    if condition.rule.kind == .read {
      operations = [.read(path, query: nil)]
    } else {
      let value = RealtimeNode(RealtimeChildren([(key: RealtimeKey("any"), node: RealtimeNode(.boolean(true)))]))
      let values = RequestSimulator(fixture, evaluator.actor).candidateValues(location, path, variant: 0)
      operations = [.write(path, .absent)] + values.map { .write(path, $0) } + [.write(path, value)]
    }
    // The data of the fixture comes first: access to existing data shows the harm best.
    for data in [fixture.data] + evaluator.alternativeData(condition.conjunctions.filter { $0.contains(literal) }) + [
      .absent
    ] {
      let simulator = RequestSimulator(fixture, evaluator.actor, data: data)
      for operation in operations {
        let result = simulator.simulate(operation)
        guard result.isAllowed, result.decision.rule?.rule == condition.rule else { continue }
        guard let reference = literal.atom.references.first, let path = reference.path(evaluator.binding) else {
          return (result, data)
        }
        // The comparison is the cause only if the request is denied as soon as a value is stored there.
        let somebody = RealtimeNode(.string("somebody"))
        switch reference.side {
        case .before:
          guard !data[path].exists else { continue }
          let other = RequestSimulator(fixture, evaluator.actor, data: data.replacing(path, with: somebody))
          if !other.simulate(operation).isAllowed { return (result, data) }
        case .after:
          let after = result.applied(to: data)
          guard !after[path].exists, case .write(let target, _) = operation else { continue }
          let other = RealtimeRuleRequest.Operation.write(target, after.replacing(path, with: somebody)[target])
          if !simulator.simulate(other).isAllowed { return (result, data) }
        }
      }
    }
    return nil
  }
}

extension DataChange {
  /// ``nothing stands at `/notes/n1/owner` ``
  fileprivate var text: String {
    node.exists ? "`\(path)` is `\(JSONWriter.text(node.written, .compact))`" : "nothing stands at `\(path)`"
  }
}
