import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// A comparison with the caller that is true for somebody who is not signed in, since both sides are null. The rule is
/// evaluated to see it.
enum NullEqualsNull: RealtimeLint {
  static let codes: [DiagnosticCode] = [.nullEqualsNull]

  static func findings(in subject: RealtimeSubject) -> [Diagnostic] {
    let suspects = subject.locations.flatMap { location in
      location.conditions.filter { $0.rule.kind != .validate && !$0.isAlways && comparison(in: $0) != nil }.map { (location, $0) }
    }
    guard !suspects.isEmpty else { return [] }
    let scene = subject.scene
    guard let nobody = scene.cast[.signedOut] else { return [] }
    return suspects.compactMap { location, condition in
      guard let literal = comparison(in: condition), let path = scene.path(of: location),
        let attempt = allowed(condition, at: location, path, Attempts(scene, nobody, data: .absent), Attempts(scene, nobody))
      else { return nil }
      return subject.finding(
        .nullEqualsNull, "without sign-in the comparison is `null == null`, which is true", at: literal.span,
        notes: [attempt.note()],
        help: "write `auth != null &&` before it\(condition.rule.kind == .write ? ", and say what holds for a node that does not exist yet" : "")")
    }
  }

  /// `….val() === auth.uid`, the first of them.
  static func comparison(in condition: Condition) -> Literal? {
    condition.ways.filter { way in !way.contains { $0.fact == .signedIn && $0.isTrue } }.joined().first { literal in
      guard literal.isTrue, case .equal(.value, let other) = literal.fact else { return false }
      if case .claim = other { return true }
      return other == .uid
    }
  }

  /// The request that the rule itself, not one above it, allows.
  private static func allowed(
    _ condition: Condition, at location: RuleLocation, _ path: RealtimePath, _ empty: Attempts, _ full: Attempts
  ) -> Attempt? {
    let operations: [RealtimeRuleRequest.Operation]
    if condition.rule.kind == .read {
      operations = [.read(path, query: nil)]
    } else {
      let value = RealtimeNode(RealtimeChildren([(key: RealtimeKey("any"), node: RealtimeNode(.boolean(true)))]))
      operations = [.write(path, .absent)] + full.values(location, path, variant: 0).map { .write(path, $0) } + [.write(path, value)]
    }
    // What is there is worth more than what is not.
    for attempts in [full, empty] {
      for operation in operations {
        let attempt = attempts.attempt(operation)
        if attempt.isAllowed, attempt.decision.rule?.rule == condition.rule { return attempt }
      }
    }
    return nil
  }
}
