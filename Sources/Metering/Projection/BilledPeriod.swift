package import FirestoreModel

/// The metered part of a bill: operations by quota day, over so many days.
package struct BilledPeriod: Hashable, Sendable {
  package var days: [CalendarDate: Tally]
  /// Days without any operation count as well.
  package var simulatedDays: Int64
  /// Average over the period, documents and index entries; nil: unknown.
  package var storedBytes: Rational?
  /// The same of the Realtime Database; nil: it takes no part.
  package var realtimeStoredBytes: Rational?

  /// - Parameter simulatedDays: at least 1.
  package init(days: [CalendarDate: Tally], simulatedDays: Int64, storedBytes: Rational? = nil) {
    self.days = days
    self.simulatedDays = max(1, simulatedDays)
    self.storedBytes = storedBytes
  }

  package init(_ ledger: Ledger, simulatedDays: Int64, storedBytes: Rational? = nil) {
    self.init(days: ledger.days, simulatedDays: simulatedDays, storedBytes: storedBytes)
  }

  /// The same period by quota days: no more of them than days are simulated.
  package var byQuotaDay: BilledPeriod {
    let quotaDays = QuotaDays(self)
    guard quotaDays.folds else { return self }
    var result = self
    result.days = [:]
    for (date, tally) in days { result.days[quotaDays.day(of: date), default: Tally()].add(tally) }
    return result
  }

  /// The period of so many users like these. Quotas are subtracted afterwards, from the sum.
  package func multiplied(by users: Int64) -> BilledPeriod {
    var result = self
    result.days = days.mapValues { tally in
      var sum = Tally()
      sum.add(tally, times: users)
      return sum
    }
    result.storedBytes = storedBytes.map { $0 * Rational(users) }
    result.realtimeStoredBytes = realtimeStoredBytes.map { $0 * Rational(users) }
    return result
  }

  /// The period as one switch, answered the other way, would make it.
  package func changed(by effect: Ledger.AssumptionEffect) -> BilledPeriod {
    var result = self
    for (day, change) in effect.days { result.days[day, default: Tally()].add(change) }
    return result
  }
}

/// The quota days of a period.
///
/// A clock that does not start at midnight of the quota touches one day more than it simulates. In a month that goes on
/// like this, its first and its last part are one day, with one free quota.
package struct QuotaDays: Sendable {
  private var first = 0
  private var count = 1
  /// Whether there are more dates than days.
  package private(set) var folds = false

  package init(_ period: BilledPeriod) {
    guard let first = period.days.keys.min(), let last = period.days.keys.max() else { return }
    self.first = first.daysSinceEpoch
    count = Int(clamping: period.simulatedDays)
    folds = last.daysSinceEpoch - first.daysSinceEpoch >= count
  }

  package func day(of date: CalendarDate) -> CalendarDate {
    folds ? CalendarDate(daysSinceEpoch: first + (date.daysSinceEpoch - first) % count) : date
  }
}
