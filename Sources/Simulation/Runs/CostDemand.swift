package import Diagnostics
import FirestoreModel
package import Metering
import Workloads

/// A budget of a workload that grows with the number of users: of a day, a month or the whole period.
package struct CostDemand: Hashable, Sendable {
  package var budget: CostBudget
  package var location: SourceLocation
  /// As reports write it: `total reads per month ≤ 1000`.
  package var text: String

  /// Nil for budgets of one call, session or user's day, which do not depend on how many there are.
  init?(_ line: BudgetLine, in suite: WorkloadSuite) {
    budget = line.budget
    switch budget.period {
    case .call, .session, .userDay: return nil
    case .day, .month, .run: break
    }
    guard line.level != .off else { return nil }
    location = suite.location(line.span)
    let per = budget.period == .run ? "in the whole run" : "per \(budget.period.rawValue)"
    text = "\(line.scope) \(budget.metric.rawValue) \(per) ≤ \(budget.maximum.abbreviated)"
  }

  /// Whether the figures are above the budget.
  package func isExceeded(by figures: CountedFigures, days: Int64, monthDays: Int64) -> Bool {
    let usage: Usage
    let daily: [Usage]
    if let operation = budget.operation {
      let found = figures.operations[operation] ?? CountedFigures.Operation()
      (usage, daily) = (found.usage, Array(found.days.values))
    } else {
      usage = figures.operations.values.reduce(into: Usage()) { $0.add($1.usage) }
      var sums: [CalendarDate: Usage] = [:]
      for operation in figures.operations.values {
        for (day, usage) in operation.days { sums[day, default: Usage()].add(usage) }
      }
      daily = Array(sums.values)
    }
    switch budget.period {
    case .day: return Rational(daily.map { $0[budget.metric] }.max() ?? 0) > budget.maximum
    case .month: return Rational(usage[budget.metric]) * Rational(monthDays) / Rational(max(1, days)) > budget.maximum
    case .run, .call, .session, .userDay: return Rational(usage[budget.metric]) > budget.maximum
    }
  }
}
