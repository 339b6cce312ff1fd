/// Sees every node that is evaluated. Trace and coverage are observers; none changes a result.
package protocol EvaluationObserver<Outcome> {
  associatedtype Outcome

  /// False when the calls need not be made at all.
  static var isObserving: Bool { get }

  /// The evaluation of a node begins. What it evaluates comes between this and ``evaluated(_:_:)`` of the same node.
  mutating func entered(_ expression: Int)
  /// - Parameter expression: the id of the node, in its ruleset.
  mutating func evaluated(_ expression: Int, _ outcome: Outcome)
}

extension EvaluationObserver {
  package static var isObserving: Bool { true }
  package mutating func entered(_ expression: Int) {}
}

/// Nobody looks: the optimiser removes the calls.
package struct Unobserved<Outcome>: EvaluationObserver {
  package init() {}

  package static var isObserving: Bool { false }
  package mutating func evaluated(_ expression: Int, _ outcome: Outcome) {}
}
