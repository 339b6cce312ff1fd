package import Diagnostics
package import FirestoreModel
package import Metering
package import RunReports

/// The figures of one run that a comparison needs, whether it has just been played or was read from a file.
package struct MeasuredReport: Sendable {
  package struct Variant: Sendable {
    package var name: String
    /// The whole bill of a month, as far as it has prices; nil without a price book.
    package var bill: KnownCost?
    /// What that bill is made of; nil where it cannot be put together with others.
    package var billed: BilledRun? = nil
    /// Something was refused or denied that no step expects: less was read than would be.
    package var isPartial: Bool
    package var operations: [(name: String, figures: MeasuredOperation)]
    /// What was used and has no price.
    package var unpriced: [MonthlyCost.Part] = []
  }

  package var workload: String
  package var currency: String?
  package var variants: [Variant]
  /// Budgets that the run exceeded or nearly used, and nobody expected to.
  package var budgetFindings: [Diagnostic]
  /// FB7004, which `unbounded` of a budget says how grave it is.
  package var unboundedFindings: [Diagnostic] = []

  package init(workload: String, currency: String?, variants: [Variant], budgetFindings: [Diagnostic]) {
    self.workload = workload
    self.currency = currency
    self.variants = variants
    self.budgetFindings = budgetFindings
  }

  static let budgetCodes: [DiagnosticCode] = [.budgetExceeded, .budgetNearlyUsed, .unknownBudgetStep]

  package init(_ report: RunReport) {
    workload = report.workload
    currency = report.book?.currency
    budgetFindings = report.unexpectedFindings.filter { Self.budgetCodes.contains($0.code) }
    unboundedFindings = report.unexpectedFindings.filter { $0.code.number == DiagnosticCode.unboundedQuery.number }
    variants = report.variants.map { variant in
      var prices =
        report.book.map {
          UnitPrices(book: $0.name, asOf: $0.asOf, location: $0.location, currency: $0.currency)
        } ?? UnitPrices()
      if let month = variant.month { prices.take(month) }
      return Variant(
        name: variant.name, bill: variant.month.map { [prices] in KnownCost($0, list: prices.list) },
        billed: BilledRun(variant, of: report),
        isPartial: variant.refusedUnexpectedly > 0,
        operations: variant.operations.map { operation in
          let findings = report.findings.filter { finding in
            finding.variants.contains(variant.name) && operation.source != nil
              && finding.diagnostic.location.map(Self.line) == operation.source.map(Self.line)
          }
          return (
            operation.name,
            MeasuredOperation(
              calls: operation.calls, tally: operation.tally, days: max(1, report.period.days),
              monthDays: report.book?.monthDays ?? BillingCalendar().monthDays, prices: prices, shape: operation.shape,
              plan: operation.plan, source: operation.source.map(Self.line), findings: findings.map(\.diagnostic.code))
          )
        }, unpriced: variant.month?.unpriced ?? [])
    }
  }

  /// The report with other names for its files, where they were read from a copy.
  package func renamed(
    paths: (String) -> String, findings: (Diagnostic) -> Diagnostic
  ) -> MeasuredReport {
    var report = self
    for variant in variants.indices {
      for operation in variants[variant].operations.indices {
        report.variants[variant].operations[operation].figures.source =
          variants[variant].operations[operation].figures.source.map(paths)
      }
    }
    report.budgetFindings = budgetFindings.map(findings)
    report.unboundedFindings = unboundedFindings.map(findings)
    return report
  }

  /// `src/feed.ts:57`
  private static func line(_ location: SourceLocation) -> String { "\(location.source.path):\(location.position.line)" }
}

/// One side of a comparison: the operations of one variant of every workload.
package struct MeasuredSide: Sendable {
  package struct Step: Hashable, Sendable {
    package var workload: Text
    package var name: Text

    package init(workload: String, name: String) {
      self.workload = Text(workload)
      self.name = Text(name)
    }
  }

  /// In the order of the reports.
  package private(set) var steps: [Step] = []
  package private(set) var operations: [Step: MeasuredOperation] = [:]
  /// What the workloads bill together: free quota, network and storage included. Nil where one of them is not known, or
  /// where nobody knows what they have of the free quota together.
  package private(set) var bill: KnownCost?
  package private(set) var currencies: Set<String> = []
  /// The workloads that were run: a step that is not in one of them is not called, one of another workload is unknown.
  package private(set) var workloads: Set<Text> = []
  /// There are no other workloads: a step of another one is not called, either.
  package let isWhole: Bool
  package private(set) var unpriced: Set<MonthlyCost.Part> = []

  /// - Parameters:
  ///   - reports: of several about one workload the last one counts.
  ///   - variant: of every workload that has it; nil, and where it is missing: the first one, the baseline.
  ///   - isWhole: all workloads of the project were run.
  package init(_ reports: [MeasuredReport], variant: String? = nil, isWhole: Bool = false) {
    self.isWhole = isWhole
    var runs: [MeasuredReport.Variant] = []
    for (index, report) in reports.enumerated() {
      let isOutdated = reports[(index + 1)...].contains { Text($0.workload) == Text(report.workload) }
      let named = variant.flatMap { name in report.variants.first { Text($0.name) == Text(name) } }
      guard !isOutdated, let chosen = named ?? report.variants.first else { continue }
      runs.append(chosen)
      workloads.insert(Text(report.workload))
      unpriced.formUnion(chosen.unpriced)
      if let currency = report.currency { currencies.insert(currency) }
      for (name, figures) in chosen.operations {
        let step = Step(workload: report.workload, name: name)
        if operations[step] == nil { steps.append(step) }
        operations[step] = figures
      }
    }
    bill = runs.count == 1 ? runs.first?.bill : BilledRun.together(runs.compactMap(\.billed), of: runs.count)
  }

  func wasRun(_ step: Step) -> Bool { isWhole || workloads.contains(step.workload) }
}
