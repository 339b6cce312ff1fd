import DocumentStore
import FirestoreModel
import Metering

/// Watches the ends of the days of a simulation. Once a day ends as the one before it did, all further days but the last
/// are that day again: they are left out, and counted as often as they would have taken place.
struct DayRepetition {
  /// At least so many documents may be compared at the end of a day, however little happened on it.
  private static let comparedDocuments = 2_000

  private let days: RepeatableDays
  /// One entry per day: what was billed on it.
  private var billed: [CountedFigures] = []
  private var notedBefore: Noted
  private var noted = Noted()
  private var previous: DayState?
  private var actions = 0
  /// Days that are left out behind the last one that has an entry.
  private(set) var leftOut: Int64 = 0

  /// What is counted beside the bill, from the start to the end of a day.
  private struct Noted {
    var outsideWrites: Int64 = 0
    var refused: Int64 = 0
  }

  init(_ days: RepeatableDays) {
    self.days = days
    notedBefore = Noted()
  }

  /// Takes the end of a day in, and what was billed on the day.
  /// - Parameter limit: of the steps and events of a whole simulation.
  /// - Returns: The days that follow and are left out, all but the last one, with the steps and events on them.
  mutating func dayEnded(_ simulation: CellSimulation, actions total: Int, limit: Int) -> (days: Int, actions: Int)? {
    billed.append(CountedFigures(simulation.ledger))
    (notedBefore, noted) = (
      noted,
      Noted(outsideWrites: simulation.notes.outsideWrites.value, refused: simulation.notes.refusedRequests.value)
    )
    let actionsOfDay = total - actions
    actions = total
    let further = simulation.calendar.days - billed.count
    guard further > 1, simulation.world.snapshot.documentCount <= max(Self.comparedDocuments, 2 * actionsOfDay) else {
      previous = nil
      return nil
    }
    let state = DayState(simulation, days)
    defer { previous = state }
    let (actionsLeftOut, overflow) = actionsOfDay.multipliedReportingOverflow(by: further - 1)
    guard let state, state == previous, !overflow, actionsLeftOut <= limit - total else { return nil }
    leftOut = Int64(further - 1)
    return (further - 1, actionsLeftOut)
  }

  /// All days together.
  /// - Parameter last: what was billed after the last day that was taken in, with what was counted beside in all days.
  func whole(_ last: CountedFigures) -> CountedFigures {
    var sum = last
    sum.clearBill()
    for day in billed { sum.addBill(day, daysLater: 0) }
    guard leftOut > 0, let repeated = billed.last else {
      sum.addBill(last, daysLater: 0)
      return sum
    }
    for later in 1...leftOut { sum.addBill(repeated, daysLater: Int(later)) }
    sum.addBill(last, daysLater: Int(leftOut))
    func grown(_ value: Int64, _ before: Int64, _ after: Int64) -> Int64 {
      var sum = SaturatingSum(value: value)
      sum.add(after - before, times: leftOut)
      return sum.value
    }
    sum.outsideWrites = grown(last.outsideWrites, notedBefore.outsideWrites, noted.outsideWrites)
    sum.refused = grown(last.refused, notedBefore.refused, noted.refused)
    sum.storageSamples = repeating(last.storageSamples)
    sum.realtimeStorageSamples = repeating(last.realtimeStorageSamples)
    return sum
  }

  private func repeating(_ samples: [Int64]) -> [Int64] {
    guard samples.count >= billed.count else { return samples }
    let last = samples[billed.count - 1]
    return samples.prefix(billed.count) + Array(repeating: last, count: Int(leftOut)) + samples.dropFirst(billed.count)
  }
}

extension CountedFigures {
  /// What operations were billed.
  fileprivate init(_ ledger: Ledger) { self.init(ledger, RunNotes()) }

  fileprivate mutating func clearBill() {
    total = Tally()
    days = [:]
    operations = [:]
  }

  /// Adds what was billed, as if it had been so many days later.
  fileprivate mutating func addBill(_ other: CountedFigures, daysLater later: Int) {
    func moved(_ day: CalendarDate) -> CalendarDate { CalendarDate(daysSinceEpoch: day.daysSinceEpoch + later) }
    total.add(other.total)
    for (day, tally) in other.days { days[moved(day), default: Tally()].add(tally) }
    for (name, operation) in other.operations {
      var known = operations[name] ?? Operation()
      var calls = SaturatingSum(value: known.calls)
      calls.add(operation.calls)
      known.calls = calls.value
      known.usage.add(operation.usage)
      for (day, usage) in operation.days { known.days[moved(day), default: Usage()].add(usage) }
      operations[name] = known
    }
  }
}
