package import Diagnostics
package import FirestoreModel
package import IndexCatalog
package import Metering
package import QueryExecution
package import QueryPlanner
package import RealtimeDatabase
package import RealtimeRules
package import RulesEnforcement

/// Everything a run needs beside the workload itself. Files are read by the caller.
package struct RunInput: Sendable {
  package var suite: WorkloadSuite
  /// One per variant of the suite, in its order.
  package var surroundings: [VariantSurroundings]
  package var mode: ExecutionMode
  package var billing: BillingAssumptions
  package var planner: PlannerAssumptions
  package var realtime = RealtimeAssumptions.standard
  package var unbounded = UnboundedLevels([])
  package var database: DatabaseName
  /// Findings of reading the inputs, which belong to the run's report.
  package var inputFindings: [Diagnostic]

  package init(
    suite: WorkloadSuite, surroundings: [VariantSurroundings], mode: ExecutionMode = .production,
    billing: BillingAssumptions = .standard, planner: PlannerAssumptions = PlannerAssumptions(),
    database: DatabaseName = Workload.database, inputFindings: [Diagnostic] = []
  ) {
    self.suite = suite
    self.surroundings = surroundings
    self.mode = mode
    self.billing = billing
    self.planner = planner
    self.database = database
    self.inputFindings = inputFindings
  }
}

/// What a variant's `database:` and `prices:` name.
package struct VariantSurroundings: Sendable {
  package var catalog: IndexCatalog
  /// Nil: reported without money.
  package var pricing: Pricing?
  /// Nil: no rules are evaluated, everybody may do everything.
  package var access: AccessControl?
  /// Nil: nobody is refused in the Realtime Database, and it has no index.
  package var realtimeRules: RealtimeRuleset?

  package init(
    catalog: IndexCatalog = .automaticOnly, pricing: Pricing? = nil, access: AccessControl? = nil,
    realtimeRules: RealtimeRuleset? = nil
  ) {
    self.catalog = catalog
    self.pricing = pricing
    self.access = access
    self.realtimeRules = realtimeRules
  }
}

/// How far a run is.
package struct RunProgress: Hashable, Sendable {
  /// 0…1, never falling.
  package var fraction: Double
  /// The part that was finished last.
  package var label: String

  /// `42 % after-limit · 12 days/s · 8 s left`: what there is to say after so long. Nobody can tell how long the rest
  /// takes before a second is over.
  ///
  /// - Parameter days: simulated days of all variants together; 0: not known.
  package func text(seconds: Double, days: Int64) -> String {
    var text = "\(Int(min(max(fraction, 0), 1) * 100)) % \(label)"
    guard seconds >= 1, fraction > 0, fraction < 1 else { return text }
    let rate = fraction * Double(days) / seconds
    if days > 0 {
      text += " · \(rate >= 10 ? "\(Int(min(rate, 1e12)))" : "\(Int(rate)).\(Int(rate * 10) % 10)") days/s"
    }
    let left = seconds * (1 - fraction) / fraction
    return text + " · \(FigureText.length(Int64(min(left.rounded(.up), 1e12)))) left"
  }
}
