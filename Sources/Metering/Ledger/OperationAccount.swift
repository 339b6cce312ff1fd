package import FirestoreModel

/// Everything the ledger knows of one operation name.
package struct OperationAccount: Hashable, Sendable {
  package let name: Text
  package internal(set) var calls: Int64 = 0
  package internal(set) var tally = Tally()
  package internal(set) var listeners: Int64 = 0
  package internal(set) var refused: Int64 = 0
  package internal(set) var denied: Int64 = 0
  package internal(set) var waste = Waste()
  package internal(set) var listening = ListeningAccount()
  /// By Pacific quota day.
  package internal(set) var days: [CalendarDate: Usage] = [:]
  package internal(set) var peak = PeakUsage()
  /// How many calls cost how many reads; deliveries of a listener belong to the call that attached it.
  package internal(set) var callsByReads: [Int64: Int64] = [:]

  init(name: Text) { self.name = name }

  package var usage: Usage { Usage(tally, listeners: listeners) }

  /// Reads per call: the smallest, the lower median and the largest. Nil when there was no call.
  package var readsPerCall: (minimum: Int64, median: Int64, maximum: Int64)? {
    let sorted = callsByReads.sorted { $0.key < $1.key }
    guard let first = sorted.first, let last = sorted.last else { return nil }
    let calls = sorted.reduce(into: SaturatingSum()) { $0.add($1.value) }.value
    var seen = SaturatingSum()
    for (reads, count) in sorted {
      seen.add(count)
      if seen.value >= (calls - 1) / 2 + 1 { return (first.key, reads, last.key) }
    }
    return (first.key, last.key, last.key)
  }

  mutating func record(_ event: BillingEvent, _ cost: EventCost) {
    tally.add(cost.tally, times: event.multiplicity)
    listeners = SaturatingSum.product(cost.usage.listeners, event.multiplicity, plus: listeners)
    if event.startsCall { calls = SaturatingSum.of(calls, event.multiplicity) }
    switch event.outcome {
    case .served, .failed: break
    case .refused: refused = SaturatingSum.of(refused, event.multiplicity)
    case .denied: denied = SaturatingSum.of(denied, event.multiplicity)
    }
    waste.add(event, cost.tally)
    listening.add(event, cost.tally.reads)
    days[cost.day, default: Usage()].add(cost.usage, times: event.multiplicity)
  }
}

/// What the ledger worked out about one event, for one of the actors it stands for.
struct EventCost {
  let tally: Tally
  let usage: Usage
  let day: CalendarDate
}
