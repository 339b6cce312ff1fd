package import Diagnostics
package import FirestoreModel

/// What one workload file says: the same simulated world under each of its variants, and what is demanded of them.
package struct WorkloadSuite: Hashable, Sendable {
  package var name: String
  package var about: String?
  /// Every span in the suite and in its workloads is a range of this text.
  package var source: SourceText
  /// In file order; the first one is the baseline. Never empty: a file without `variants` has one named `baseline`.
  package var variants: [WorkloadVariant]
  package var assertions: [Assertion]
  package var budgets: [BudgetLine]
  package var claims: [Claim]
  /// Assertions, claims and budgets that were left out because not everything is played.
  package var demandsLeftOut = 0
  /// Whether some variants are not played, or another number of days.
  package var isPartial = false
  /// The days that are played instead of those that the file says.
  package var otherDays: Int?

  package init(
    name: String, about: String?, source: SourceText, variants: [WorkloadVariant], assertions: [Assertion],
    budgets: [BudgetLine], claims: [Claim] = []
  ) {
    self.name = name
    self.about = about
    self.source = source
    self.variants = variants
    self.assertions = assertions
    self.budgets = budgets
    self.claims = claims
  }

  /// The place of a span of this workload.
  package func location(_ span: Span) -> SourceLocation { SourceLocation(source: source, span: span) }
}

/// What a variant is to the baseline.
package enum VariantKind: String, Hashable, Sendable, CaseIterable {
  /// Another way to do the same job: worth having when it costs less and shows as much.
  case alternative
  /// What happens if: other data, other people, a failure. Its figures say nothing about a better way.
  case scenario
}

/// A variant with its patches already applied.
package struct WorkloadVariant: Hashable, Sendable {
  package var name: String
  package var span: Span
  package var workload: Workload
  /// Of the baseline without meaning.
  package var kind = VariantKind.alternative
  /// Ids (`FB7010`) of the findings that this variant is meant to show; they do not fail the run.
  package var expectedFindings: [String]

  package init(name: String, span: Span, workload: Workload, expectedFindings: [String] = []) {
    self.name = name
    self.span = span
    self.workload = workload
    self.expectedFindings = expectedFindings
  }
}

/// Everything that is simulated: one world, its data, who acts in it and when. Parameters are already filled in.
package struct Workload: Hashable, Sendable {
  package var clock: ClockSetting
  package var seed: UInt64
  package var prices: PriceSetting?
  package var database: DatabaseSetting
  /// As used: the file's values with the overrides applied, in file order.
  package var parameters: [Parameter]
  package var data: [DataEntry]
  package var realtimeData: [RealtimeDataEntry] = []
  package var actors: [WorkloadActor]
  package var background: [BackgroundActivity]
  package var procedures: [Procedure]
  package var timeline: [TimelineEntry]

  package init(
    clock: ClockSetting, seed: UInt64 = 0, prices: PriceSetting? = nil, database: DatabaseSetting = DatabaseSetting(),
    parameters: [Parameter] = [], data: [DataEntry] = [], actors: [WorkloadActor] = [],
    background: [BackgroundActivity] = [], procedures: [Procedure] = [], timeline: [TimelineEntry] = []
  ) {
    self.clock = clock
    self.seed = seed
    self.prices = prices
    self.database = database
    self.parameters = parameters
    self.data = data
    self.actors = actors
    self.background = background
    self.procedures = procedures
    self.timeline = timeline
  }

  /// The names of the actors that are no people.
  package var serverRoles: Set<Text> {
    Set(actors.filter { $0.client.platform == .server }.map { Text($0.name) })
  }

  package func actor(named name: String) -> WorkloadActor? { actors.first { $0.name == name } }
  package func procedure(named name: String) -> Procedure? { procedures.first { $0.name == name } }
}

/// A list of steps that can be done wherever a step can stand.
package struct Procedure: Hashable, Sendable {
  package var name: String
  package var steps: [Step]
  package var span: Span

  package init(name: String, steps: [Step], span: Span) {
    self.name = name
    self.steps = steps
    self.span = span
  }
}
