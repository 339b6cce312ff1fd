package import Diagnostics
package import FirestoreModel
package import FirestoreRulesEnforcement
package import IndexCatalog
package import Metering
package import Project
package import QueryExecution
package import QueryPlanner
package import RealtimeDatabase
package import RealtimeRules
package import Workloads

/// Everything a run needs beside the workload itself. Files are read by the caller.
package struct RunInput: Sendable {
  package var suite: WorkloadSuite
  /// One per variant of the suite, in its order.
  package var surroundings: [VariantSurroundings]
  package var mode: ExecutionMode
  package var billing: BillingAssumptions
  package var planner: PlannerAssumptions
  package var realtime: RealtimeAssumptions = .standard
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
  /// The file that says which indexes there are, as messages call it; nil: none does.
  package var indexFile: String?
  /// Nil: reported without money.
  package var pricing: Pricing?
  /// Nil: no rules are evaluated, everybody may do everything.
  package var access: AccessControl?
  /// Nil: nobody is refused in the Realtime Database, and it has no index.
  package var realtimeRules: RealtimeRuleset?

  package init(
    catalog: IndexCatalog = .automaticOnly, indexFile: String? = nil, pricing: Pricing? = nil,
    access: AccessControl? = nil,
    realtimeRules: RealtimeRuleset? = nil
  ) {
    self.catalog = catalog
    self.indexFile = indexFile
    self.pricing = pricing
    self.access = access
    self.realtimeRules = realtimeRules
  }
}

/// How far a run is.
package struct RunProgress: Hashable, Sendable {
  /// 0…1, never falling.
  package var fraction: Double
  /// The part that was finished last, or that is played.
  package var label: String

  package init(fraction: Double, label: String) {
    self.fraction = fraction
    self.label = label
  }
}
