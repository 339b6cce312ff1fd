import Metering
import Workloads

/// One instance of a variant with everything that belongs to it, simulated for all that behave alike.
///
/// Variants that differ in nothing but the number of their instances have equal units: the workload in it knows of one
/// instance only. So a unit is simulated once, however many sizes are asked for.
struct CellUnit: Hashable {
  /// As one instance of every actor that takes part sees it.
  private(set) var workload: Workload
  private var actors: Set<String>
  private var keys: [InstanceKey]
  private var isIsolated: Bool
  /// Whether nothing that is counted depends on the number of the instance, nor on its length.
  let isNameless: Bool

  /// Nil for a cell whose instances are simulated one by one.
  init?(_ cell: Cell, of original: Workload, under rules: FoldingRules) {
    guard cell.isClass else { return nil }
    actors = Set(cell.members.map(\.actor.name))
    keys = cell.keys
    isIsolated = cell.isolatedInstance != nil
    isNameless = isIsolated && !original.namesInstances && !rules.measureNames
    workload = original
    var one = cell
    one.number = 1
    for index in workload.actors.indices {
      workload.actors[index].count = actors.contains(workload.actors[index].name) ? 1 : 0
    }
    workload.data = workload.data.compactMap(one.restricted)
    for index in workload.background.indices {
      if let write = one.restricted(workload.background[index].write) { workload.background[index].write = write }
    }
    workload.realtimeData = workload.realtimeData.map(one.restricted)
    workload.parameters = []
    workload.prices = nil
  }

  /// The cell of one instance with a number of so many digits.
  func cell(digits: Int, sharedCopies: Int64) -> Cell {
    let number = (1..<max(1, digits)).reduce(Int64(1)) { power, _ in power * 10 }
    var cell = Cell(
      members: workload.actors.filter { actors.contains($0.name) }.map {
        ($0, [Cell.Member(number: number, multiplicity: 1)])
      })
    cell.keys = keys
    cell.number = number
    cell.sharedCopies = isIsolated ? 1 : sharedCopies
    if isIsolated { cell.isolatedInstance = number }
    cell.isUnit = true
    return cell
  }

  /// Whether something may be stored or written that belongs to no instance: it is there once, however many there are.
  /// All that is in a world of its own belongs to the instance that lives there.
  var hasSharedPart: Bool {
    if isIsolated { return false }
    return !workload.timeline.isEmpty || workload.usesRealtimeDatabase
      || !workload.data.allSatisfy { isOwn($0.path) } || !workload.background.allSatisfy { isOwn($0.write.path) }
  }

  /// Whether what is there belongs to one instance.
  private func isOwn(_ path: PathPattern) -> Bool {
    keys.contains { $0.leads(path.segments) }
  }

  /// The initial documents that one instance sees; nil when chance decides.
  var plannedDocuments: Int128? {
    var sum = Int128(0)
    for entry in workload.data {
      guard let planned = entry.plannedDocuments else { return nil }
      sum += min(planned, Int128(Int64.max))
    }
    return sum
  }

  /// What was found out, and the days that were not simulated because they are the ones before over again.
  struct Outcome {
    var figures: CountedFigures
    var notes: RunNotes
    var daysLeftOut: Int64
  }

  func simulate(digits: Int, sharedCopies: Int64, _ settings: SimulationSettings) -> Outcome {
    let simulation = CellSimulation(
      cell(digits: digits, sharedCopies: sharedCopies), of: workload, settings: settings,
      ledger: Ledger(
        assumptions: settings.assumptions, userDayOffset: workload.clock.utcOffset, servers: workload.serverRoles),
      notes: RunNotes())
    simulation.repetition = RepeatableDays(workload, settings).map { DayRepetition($0) }
    simulation.run()
    return Outcome(
      figures: CountedFigures(simulation.ledger, simulation.notes), notes: simulation.notes,
      daysLeftOut: simulation.daysLeftOut)
  }
}
