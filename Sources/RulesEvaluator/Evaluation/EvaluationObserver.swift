/// Sees every node that is evaluated. Trace and coverage are observers; none changes a result.
package protocol EvaluationObserver<Outcome> {
  associatedtype Outcome

  /// - Parameter expression: the id of the node, in its ruleset.
  mutating func evaluated(_ expression: Int, _ outcome: Outcome)
}

/// Nobody looks: the optimiser removes the calls.
package struct Unobserved<Outcome>: EvaluationObserver {
  package init() {}

  package mutating func evaluated(_ expression: Int, _ outcome: Outcome) {}
}
