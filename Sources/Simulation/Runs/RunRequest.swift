package import FirestoreModel
package import Metering
package import QueryExecution
package import QueryPlanner
package import RealtimeDatabase
package import Workloads

/// Which variants of a workload are played.
package enum VariantSelection: Hashable, Sendable {
  case all
  /// `--variant NAME`, and the baseline that they are compared with.
  case named([String])
  /// One of each workload: the named one where the workload has it, else the baseline.
  case one(String?)
}

/// What the command line says about a run, beside its workload files.
package struct RunRequest: Sendable {
  /// `--set NAME=VALUE`
  package var parameters: [ParameterOverride]
  package var variants: VariantSelection
  /// `--days N`: so many days instead of those of the workload.
  package var days: Int?
  /// `--prices BOOK`: a built-in book or a file; wins over the workload's own.
  package var book: String?
  /// `--location LOC`
  package var location: String?
  /// `--as-of`: prices as known on that day.
  package var priceDay: CalendarDate?
  package var mode: ExecutionMode
  package var billing: BillingAssumptions
  package var planner: PlannerAssumptions
  package var realtime: RealtimeAssumptions = .standard
  /// `--indexes FILE`: wins over the files of project and workload.
  package var indexFile: String?
  /// `--rules FILE`: wins over the file that the workload names.
  package var rulesFile: String?
  /// What the sources of the project ask, for steps that name a request of them.
  package var code: CodeRequests?

  package init(
    parameters: [ParameterOverride] = [], variants: VariantSelection = .all, book: String? = nil,
    location: String? = nil,
    priceDay: CalendarDate? = nil, mode: ExecutionMode = .production, billing: BillingAssumptions = .standard,
    planner: PlannerAssumptions = PlannerAssumptions(), indexFile: String? = nil, rulesFile: String? = nil
  ) {
    self.parameters = parameters
    self.variants = variants
    self.book = book
    self.location = location
    self.priceDay = priceDay
    self.mode = mode
    self.billing = billing
    self.planner = planner
    self.indexFile = indexFile
    self.rulesFile = rulesFile
  }
}
