package import Diagnostics

/// Everything that was evaluated for one request, in the order of evaluation: operands before what they are part of.
package struct Trace: Sendable {
  /// One evaluated expression.
  package struct Entry: Sendable {
    package var expression: Int
    package var span: Span
    /// As it stands in the source.
    package var text: String
    package var outcome: RuleOutcome
    /// Expressions around it, function calls among them.
    package var depth: Int

    /// The value as a rule would write it; nil for an error.
    package var value: String? {
      if case .value(let value) = outcome { value.text } else { nil }
    }

    /// The text of the error; nil for a value.
    package var error: String? {
      if case .error(let error) = outcome { error.message } else { nil }
    }
  }

  package let rules: CompiledRules
  package let request: RulesRequest
  /// What the statements came out as that were tried.
  package let outcomes: [StatementOutcome]
  /// Whether the evaluation ended for want of budget.
  package let hasExceededBudget: Bool
  let recorder: TraceRecorder

  package var entries: [Entry] {
    recorder.records.map { record in
      Entry(
        expression: record.expression, span: rules.span(of: record.expression), text: rules.text(of: record.expression),
        outcome: record.outcome, depth: record.depth)
    }
  }
}
