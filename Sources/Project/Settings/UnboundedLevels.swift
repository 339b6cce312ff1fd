package import Diagnostics
import Metering

/// How grave a query without a bound is to a project: `budgets: {"*": {"unbounded": "error"}}` of `firebreak.json`.
package struct UnboundedLevels: Sendable {
  private let budgets: [FirebreakSettings.StepBudget]

  package init(_ budgets: [FirebreakSettings.StepBudget]) { self.budgets = budgets.filter { $0.unbounded != nil } }

  /// The finding with the project's severity; nil where the project does not want to hear of it. The entry of the step
  /// itself wins.
  package func applied(to finding: Diagnostic, of step: String?) -> Diagnostic? {
    let entry = budgets.last { $0.step == step } ?? budgets.last { $0.step == "*" }
    guard finding.code.number == DiagnosticCode.unboundedQuery.number, let level = entry?.unbounded else {
      return finding
    }
    guard let severity = level.severity else { return nil }
    var leveled = finding
    leveled.severity = severity
    return leveled
  }
}
