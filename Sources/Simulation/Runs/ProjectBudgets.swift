package import Diagnostics
import FirestoreModel
import Metering
import Project
import Workloads

extension WorkloadSuite {
  /// Adds what `budgets` of `firebreak.json` say about the steps of this workload. They are budgets like those of the
  /// workload itself, and are found where they stand.
  mutating func add(_ settings: [FirebreakSettings.StepBudget]) {
    let steps = Set(stepNames)
    for entry in settings {
      switch entry.step {
      case FirebreakSettings.StepBudget.everyStep:
        for step in steps.sorted() {
          let own = settings.filter { Text($0.step) == Text(step) }.flatMap(\.limits).map(\.metric)
          add(entry, to: Text(step), except: Set(own))
        }
      case FirebreakSettings.StepBudget.total: add(entry, to: nil, except: [])
      default:
        guard steps.contains(where: { Text($0) == Text(entry.step) }) else { continue }
        add(entry, to: Text(entry.step), except: [])
      }
    }
  }

  /// - Parameters:
  ///   - operation: nil for all of them together.
  ///   - metrics: those that an entry of the step itself limits: it wins over the one for every step.
  private mutating func add(
    _ entry: FirebreakSettings.StepBudget, to operation: Text?, except metrics: Set<Usage.Metric>
  ) {
    for limit in entry.limits where !metrics.contains(limit.metric) {
      let budget = CostBudget(
        operation: operation, metric: limit.metric, period: entry.period ?? (operation == nil ? .run : .call),
        maximum: limit.maximum, warnAt: entry.warnAt)
      budgets.append(
        BudgetLine(
          budget: budget, level: entry.level ?? .error, span: source.start.span, place: limit.location))
    }
  }
}

extension FirebreakSettings {
  /// FB7005 for every budget that names none of the steps, which have to be those of all workloads of the project.
  package func unknownBudgets(among steps: [String]) -> [Diagnostic] {
    let known = Set(steps.map { Text($0) })
    return budgets.filter { !$0.isOfSeveralSteps && !known.contains(Text($0.step)) }.map { budget in
      Diagnostic(
        .unknownBudgetStep, "no workload has a step \(QuotedText.of(budget.step))", at: budget.location,
        help: NearestName.of(budget.step, among: known.sorted().map(\.string)).map {
          "did you mean \(QuotedText.of($0))?"
        })
    }
  }
}

extension FirebreakSettings.StepBudget {
  fileprivate var isOfSeveralSteps: Bool { step == Self.everyStep || step == Self.total }

  /// The name that stands for every step.
  static let everyStep = "*"
  /// The name that stands for all steps together.
  static let total = "total"
}
