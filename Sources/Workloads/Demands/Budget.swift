package import Diagnostics
import FirestoreModel
package import Metering

/// One line of `budget:`, one metric each: what the meter holds a run to, and what is made of it when that breaks.
package struct BudgetLine: Hashable, Sendable {
  package var budget: CostBudget
  package var level: BudgetLevel
  package var span: Span
  /// Where it stands, when that is not the workload: in `firebreak.json`.
  package var place: SourceLocation?

  package init(budget: CostBudget, level: BudgetLevel, span: Span, place: SourceLocation? = nil) {
    self.budget = budget
    self.level = level
    self.span = span
    self.place = place
  }

  /// The operations of that name, or `total`.
  package var scope: String { budget.operation?.string ?? "total" }
}
