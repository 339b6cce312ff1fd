package import Diagnostics
import FirestoreModel
package import Metering

/// One line of `budget:`, one metric each: what the meter holds a run to, and what is made of it when that breaks.
package struct BudgetLine: Hashable, Sendable {
  package enum Level: String, Hashable, Sendable, CaseIterable {
    case off, info, warn, error

    /// The severity of a broken budget (FB7001); nil: not even looked at.
    package var severity: Severity? {
      switch self {
      case .off: nil
      case .info: .info
      case .warn: .warning
      case .error: .error
      }
    }
  }

  package var budget: CostBudget
  package var level: Level
  package var span: Span
  /// Where it stands, when that is not the workload: in `firebreak.json`.
  package var place: SourceLocation?

  package init(budget: CostBudget, level: Level, span: Span, place: SourceLocation? = nil) {
    self.budget = budget
    self.level = level
    self.span = span
    self.place = place
  }

  /// The operations of that name, or `total`.
  package var scope: String { budget.operation?.string ?? "total" }
}
