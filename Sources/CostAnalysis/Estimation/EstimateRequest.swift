package import Metering

/// What is asked of `cost estimate`, beside the workload.
package struct EstimateRequest: Sendable {
  package var sweeps: [ParameterSweep]
  package var growths: [ParameterGrowth]
  /// Nil: one period, as the workload describes it.
  package var months: Int?
  /// A month's, in the currency of the book.
  package var budget: Rational?
  /// Empty: that of the workload.
  package var locations: [String]
  package var hasFreeQuota: Bool
  /// Empty: the baseline.
  package var variants: [String]

  package init(
    sweeps: [ParameterSweep] = [], growths: [ParameterGrowth] = [], months: Int? = nil, budget: Rational? = nil,
    locations: [String] = [], hasFreeQuota: Bool = true, variants: [String] = []
  ) {
    self.sweeps = sweeps
    self.growths = growths
    self.months = months
    self.budget = budget
    self.locations = locations
    self.hasFreeQuota = hasFreeQuota
    self.variants = variants
  }

  /// How many points are asked for.
  package var pointCount: Int {
    sweeps.reduce(max(1, months ?? 1)) { $0.multipliedReportingOverflow(by: max(1, $1.values.count)).partialValue }
  }

  /// Every combination of the sweeps' values, the last one changing fastest.
  var combinations: [[EstimateReport.Assignment]] {
    sweeps.reduce([[]]) { found, sweep in
      found.flatMap { known in sweep.values.map { known + [EstimateReport.Assignment(name: sweep.name, value: $0)] } }
    }
  }
}
