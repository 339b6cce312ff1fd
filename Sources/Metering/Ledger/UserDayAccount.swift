/// What was billed on one day of the users, hour by hour and operation by operation.
package struct UserDayAccount: Hashable, Sendable {
  /// Days since 1970-01-01, in the offset of the ledger.
  package let day: CalendarDate
  package private(set) var tally = Tally()
  /// Reads of each of the 24 hours.
  package private(set) var hours = [Int64](repeating: 0, count: 24)
  /// By the position of the operation in the ledger, as far as it goes; the rest is 0.
  private var readsByAccount: [Int64] = []

  init(day: CalendarDate) { self.day = day }

  func reads(ofAccount account: Int) -> Int64 {
    account < readsByAccount.count ? readsByAccount[account] : 0
  }

  mutating func add(_ other: Tally, times: Int64, hour: Int, account: Int) {
    tally.add(other, times: times)
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

  mutating func add(_ tally: Tally, times: Int64, day: Int64, hour: Int, account: Int) {
    days[place(of: day)].add(tally, times: times, hour: hour, account: account)
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
