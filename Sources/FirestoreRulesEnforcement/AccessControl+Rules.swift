package import FirestoreRulesEvaluator

extension AccessControl {
  /// What decides; nil for a database without a released ruleset.
  package var rules: CompiledRules? { engine?.rules }
}
