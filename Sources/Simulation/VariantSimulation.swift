import Diagnostics
import FirestoreModel
package import Metering
import QueryExecution
import QueryPlanner
import Workloads

/// What the simulation of one variant found out.
package struct VariantOutcome: Sendable {
  package var name: String
  package var ledger: Ledger
  package var notes: RunNotes
  package var storage = StorageSamples()
  package var realtimeStorage = StorageSamples()
  /// Instances by actor.
  var users: [String: Int64]
}

/// Simulates a variant, cell by cell.
enum VariantSimulation {
  static func run(
    _ variant: WorkloadVariant, settings: SimulationSettings, isFolding: Bool = true,
    progress: (_ fraction: Double) -> Void = { _ in }
  ) -> VariantOutcome {
    let workload = variant.workload
    var (ledger, notes) = simulate(workload, settings, isFolding: isFolding, progress)
    if notes.isFoldingRefuted { (ledger, notes) = simulate(workload, settings, isFolding: false, progress) }
    var outcome = VariantOutcome(
      name: variant.name, ledger: ledger, notes: notes,
      users: Dictionary(workload.actors.map { ($0.name, $0.count) }) { first, _ in first })
    for sample in notes.storageSamples { outcome.storage.add(bytes: sample) }
    for sample in notes.realtimeStorageSamples { outcome.realtimeStorage.add(bytes: sample) }
    return outcome
  }

  private static func simulate(
    _ workload: Workload, _ settings: SimulationSettings, isFolding: Bool, _ progress: (_ fraction: Double) -> Void
  ) -> (Ledger, RunNotes) {
    var ledger = Ledger(
      assumptions: settings.assumptions, userDayOffset: workload.clock.utcOffset, servers: workload.serverRoles)
    var notes = RunNotes()
    let rules = FoldingRules(access: settings.access, realtime: settings.realtime.rules)
    let crowd = FoldingPlan.crowd(in: workload, under: rules, isFolding: isFolding)
    if let crowd {
      notes.unsupported(
        "simulating \(Grouped.count(crowd.count)) instances of `\(crowd.name)` that differ or meet, where "
          + "\(Grouped.count(WorkLimit.instances)) are the most,",
        at: crowd.span, isTooMuch: true)
    }
    let cells = crowd == nil ? FoldingPlan.cells(of: workload, under: rules, isFolding: isFolding) : []
    for (index, cell) in cells.enumerated() where !notes.isFoldingRefuted {
      let simulation = CellSimulation(cell, of: workload, settings: settings, ledger: ledger, notes: notes)
      if cell.isClass { simulation.repetition = RepeatableDays(workload, settings).map { DayRepetition($0) } }
      simulation.run { fraction in progress((Double(index) + fraction) / Double(cells.count)) }
      ledger = simulation.ledger
      notes = simulation.notes
    }
    return (ledger, notes)
  }
}

extension SimulationSettings {
  init(_ workload: Workload, _ surroundings: VariantSurroundings, _ input: RunInput) {
    let planner = QueryPlanner(catalog: surroundings.catalog, database: input.database, assumptions: input.planner)
    self.init(
      engine: QueryEngine(planner: planner, mode: input.mode),
      observingEngine: QueryEngine(planner: planner, mode: .permissive), assumptions: input.billing,
      observed: workload.observedResults,
      readsCache: workload.readsCache, written: WrittenFields(workload), access: surroundings.access,
      realtime: RealtimeSettings(
        rules: surroundings.realtimeRules, ruleAssumptions: input.realtime,
        messages: RealtimeMessages(surroundings.pricing?.realtime?.overhead ?? RealtimeOverhead())))
  }
}
