package import FirestoreModel
package import Metering

/// What is counted while a part of a variant is simulated. All of it grows in proportion to the instances that the part
/// stands for, so that parts can be multiplied and added without simulating anything again.
package struct CountedFigures: Hashable, Sendable {
  package struct Operation: Hashable, Sendable {
    package var calls: Int64 = 0
    package var usage = Usage()
    /// By Pacific quota day.
    package var days: [CalendarDate: Usage] = [:]
  }

  package internal(set) var total = Tally()
  /// By Pacific quota day.
  package internal(set) var days: [CalendarDate: Tally] = [:]
  package internal(set) var operations: [Text: Operation] = [:]
  package internal(set) var outsideWrites: Int64 = 0
  package internal(set) var refused: Int64 = 0
  /// Bytes at the end of each day.
  var storageSamples: [Int64] = []
  var realtimeStorageSamples: [Int64] = []

  init() {}

  init(_ ledger: Ledger, _ notes: RunNotes) {
    total = ledger.total
    days = ledger.days
    for account in ledger.operations {
      operations[account.name] = Operation(calls: account.calls, usage: account.usage, days: account.days)
    }
    outsideWrites = notes.outsideWrites.value
    refused = notes.refusedRequests.value
    storageSamples = notes.storageSamples
    realtimeStorageSamples = notes.realtimeStorageSamples
  }

  mutating func add(_ other: CountedFigures, times: Int64 = 1) {
    func sum(_ value: Int64, _ part: Int64) -> Int64 {
      var total = SaturatingSum(value: value)
      total.add(part, times: times)
      return total.value
    }
    func add(_ samples: [Int64], to sums: inout [Int64]) {
      if sums.count < samples.count { sums += Array(repeating: 0, count: samples.count - sums.count) }
      for (index, sample) in samples.enumerated() { sums[index] = sum(sums[index], sample) }
    }
    total.add(other.total, times: times)
    for (day, tally) in other.days { days[day, default: Tally()].add(tally, times: times) }
    for (name, operation) in other.operations {
      var known = operations[name] ?? Operation()
      known.calls = sum(known.calls, operation.calls)
      known.usage.add(operation.usage, times: times)
      for (day, usage) in operation.days { known.days[day, default: Usage()].add(usage, times: times) }
      operations[name] = known
    }
    outsideWrites = sum(outsideWrites, other.outsideWrites)
    refused = sum(refused, other.refused)
    add(other.storageSamples, to: &storageSamples)
    add(other.realtimeStorageSamples, to: &realtimeStorageSamples)
  }

  /// The figures on the straight line through these, `steps` steps after the first.
  static func onLine(_ first: CountedFigures, _ second: CountedFigures, steps: Int64) -> CountedFigures {
    var result = first
    result.add(second, times: steps)
    result.add(first, times: -steps)
    return result
  }

  /// - Parameter usesRealtime: whether the Realtime Database takes part in the bill.
  func period(days simulated: Int64, usesRealtime: Bool) -> BilledPeriod {
    func average(_ samples: [Int64]) -> Rational? {
      var sum = StorageSamples()
      for sample in samples { sum.add(bytes: sample) }
      return sum.average
    }
    var period = BilledPeriod(days: days, simulatedDays: simulated, storedBytes: average(storageSamples))
    if usesRealtime { period.realtimeStoredBytes = average(realtimeStorageSamples) }
    return period
  }
}
