package import FirestoreModel

/// What was billed on one day of the users, hour by hour and operation by operation.
package struct UserDayAccount: Hashable, Sendable {
  /// Days since 1970-01-01, in the offset of the ledger.
  package let day: CalendarDate
  package var tally: Tally { byQuotaDay.reduce(into: Tally()) { $0.add($1.tally) } }
  /// The same by Pacific quota day, in the order in which they come; a day of the users has parts of two or three.
  package private(set) var byQuotaDay: [QuotaDay] = []
  /// Reads of each of the 24 hours.
  package private(set) var hours = [Int64](repeating: 0, count: 24)
  /// By the position of the operation in the ledger, as far as it goes; the rest is 0.
  private var readsByAccount: [Int64] = []

  package struct QuotaDay: Hashable, Sendable {
    package let day: CalendarDate
    package fileprivate(set) var tally = Tally()
  }

  init(day: CalendarDate) { self.day = day }

  func reads(ofAccount account: Int) -> Int64 {
    account < readsByAccount.count ? readsByAccount[account] : 0
  }

  mutating func add(_ other: Tally, times: Int64, quotaDay: CalendarDate, hour: Int, account: Int) {
    // The latest is nearly always the one.
    var place = byQuotaDay.count - 1
    while place >= 0, byQuotaDay[place].day != quotaDay { place -= 1 }
    if place < 0 {
      place = byQuotaDay.firstIndex { quotaDay < $0.day } ?? byQuotaDay.count
      byQuotaDay.insert(QuotaDay(day: quotaDay), at: place)
    }
    byQuotaDay[place].tally.add(other, times: times)
    let reads = other.reads
    guard reads != 0 else { return }
    hours[hour] = SaturatingSum.product(reads, times, plus: hours[hour])
    while readsByAccount.count <= account { readsByAccount.append(0) }
    readsByAccount[account] = SaturatingSum.product(reads, times, plus: readsByAccount[account])
  }
}

/// The days of the users in the order in which they first appear: cells of one run begin again with the first.
struct UserDayAccounts: Sendable {
  private(set) var days: [UserDayAccount] = []
  private var places: [Int64: Int] = [:]
  private var latest: (number: Int64, place: Int)?

  mutating func add(_ tally: Tally, times: Int64, day: Int64, quotaDay: CalendarDate, hour: Int, account: Int) {
    days[place(of: day)].add(tally, times: times, quotaDay: quotaDay, hour: hour, account: account)
  }

  private mutating func place(of day: Int64) -> Int {
    if let latest, latest.number == day { return latest.place }
    let place = places[day] ?? days.count
    if place == days.count {
      days.append(UserDayAccount(day: CalendarDate(daysSinceEpoch: Int(clamping: day))))
      places[day] = place
    }
    latest = (day, place)
    return place
  }
}
