import DocumentStore
import FirestoreModel
import Metering
import Workloads

/// Watches the ends of the days of a simulation. Once a day ends as the one before it did, all further days but the last
/// are that day again: they are left out, and counted as often as they would have taken place.
struct DayRepetition {
  /// At least so many documents may be compared at the end of a day, however little happened on it.
  private static let comparedDocuments = 2_000

  private let days: RepeatableDays
  private var ended = 0
  private var previous: DayState?
  /// What was counted up to the end of the day before.
  private var counted = CountedDays()
  /// What was billed on the day that goes on.
  var events: [BillingEvent] = []

  init(_ days: RepeatableDays) { self.days = days }

  /// Days that are not simulated because they are the last one over again.
  struct Repeated {
    var count: Int64
    var events: [BillingEvent]
    var before: CountedDays
    var after: CountedDays
  }

  /// Takes the end of a day in.
  /// - Returns: What follows, all days but the last one.
  mutating func dayEnded(_ simulation: CellSimulation, actions: Int) -> Repeated? {
    ended += 1
    let (before, after) = (counted, CountedDays(simulation, actions: actions))
    let eventsOfDay = events
    (events, counted) = ([], after)
    let (further, actionsOfDay) = (simulation.calendar.days - ended, after.actions - before.actions)
    guard further > 1, simulation.world.snapshot.documentCount <= max(Self.comparedDocuments, 2 * actionsOfDay) else {
      previous = nil
      return nil
    }
    let state = DayState(simulation, days)
    defer { previous = state }
    let (actionsLeftOut, overflow) = actionsOfDay.multipliedReportingOverflow(by: further - 1)
    guard let state, state == previous, !overflow, actionsLeftOut <= simulation.settings.actions - actions else {
      return nil
    }
    return Repeated(count: Int64(further - 1), events: eventsOfDay, before: before, after: after)
  }
}

/// What a simulation has counted from its start to the end of a day, beside the bill.
struct CountedDays {
  var actions = 0
  var notes = RunNotes()
  var fanOut: [String: WriteFanOut] = [:]
  /// By the place of the instance.
  var sessions: [Int] = []
  /// By the place of the instance and the name of the result.
  var observers: [[String: ResultObserver.Counts]] = []

  init() {}

  init(_ simulation: CellSimulation, actions: Int) {
    self.actions = actions
    notes = simulation.notes
    fanOut = simulation.world.storage.fanOut
    sessions = simulation.instances.map(\.sessionNumber)
    observers = simulation.instances.map { $0.device.observers.mapValues(\.counts) }
  }
}
