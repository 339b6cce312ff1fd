package import Diagnostics
package import FirestoreRulesEvaluator

/// Why an operation is denied, as far as it can be said.
package struct AccessDenial: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The evaluator's or the prover's reason.
    case rules(Denial.Kind)
    /// There are no rules.
    case noRules
  }

  package var kind: Kind
  package var method: RulesMethod
  /// `orders/o1`, or a collection.
  package var target: String
  /// The expression that decided, or the statement; nil when none applies.
  package var location: SourceLocation?
  /// The text at the location, on one line.
  package var condition: String?
  /// One line: `"bob" == "alice" is false`.
  package var message: String
  /// The filter of a query that would make it provable.
  package var missingFilter: String?
  /// A document that the query could return and the rules refuse.
  package var counterexample: RulesDocument?
  /// What Google's emulator answers: a line break and the statements that did not grant.
  package var emulatorMessage: String

  package init(
    kind: Kind, method: RulesMethod, target: String, location: SourceLocation? = nil, condition: String? = nil,
    message: String, missingFilter: String? = nil, counterexample: RulesDocument? = nil,
    emulatorMessage: String = CompiledRules.emulatorMessageWithoutStatement
  ) {
    self.kind = kind
    self.method = method
    self.target = target
    self.location = location
    self.condition = condition
    self.message = message
    self.missingFilter = missingFilter
    self.counterexample = counterexample
    self.emulatorMessage = emulatorMessage
  }
}
