/// The metered part of a bill: operations by quota day, over so many days.
package struct BilledPeriod: Hashable, Sendable {
  package var days: [CalendarDate: Tally]
  /// Days without any operation count as well.
  package var simulatedDays: Int64
  /// Average over the period, documents and index entries; nil: unknown.
  package var storedBytes: Amount?
  /// The same of the Realtime Database; nil: it takes no part.
  package var realtimeStoredBytes: Amount?

  /// - Parameter simulatedDays: at least 1.
  package init(days: [CalendarDate: Tally], simulatedDays: Int64, storedBytes: Amount? = nil) {
    self.days = days
    self.simulatedDays = max(1, simulatedDays)
    self.storedBytes = storedBytes
  }

  package init(_ ledger: Ledger, simulatedDays: Int64, storedBytes: Amount? = nil) {
    self.init(days: ledger.days, simulatedDays: simulatedDays, storedBytes: storedBytes)
  }

  /// The period of so many users like these. Quotas are subtracted afterwards, from the sum.
  package func multiplied(by users: Int64) -> BilledPeriod {
    var result = self
    result.days = days.mapValues { tally in
      var sum = Tally()
      sum.add(tally, times: users)
      return sum
    }
    result.storedBytes = storedBytes.map { $0 * Amount(users) }
    result.realtimeStoredBytes = realtimeStoredBytes.map { $0 * Amount(users) }
    return result
  }

  /// The period as one switch, answered the other way, would make it.
  package func changed(by effect: Ledger.AssumptionEffect) -> BilledPeriod {
    var result = self
    for (day, change) in effect.days { result.days[day, default: Tally()].add(change) }
    return result
  }
}
