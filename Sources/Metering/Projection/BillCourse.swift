import FirestoreModel

/// How a month's bill comes about, day by day of its users.
///
/// A simulated day stands for as many days of the month as there are more in it. Free quota goes to whoever comes first:
/// that of a day within its Pacific day, that of a month within the period. Storage grows evenly.
package struct BillCourse: Sendable {
  private let pricing: Pricing
  private let period: BilledPeriod
  private let quotaDays: QuotaDays
  /// What is kept, divided by the days.
  private let storagePerDay: Rational
  private var days: [CalendarDate: Tally] = [:]
  private var sum = Tally()
  private var monthly: Rational

  /// Every date will do: what is not free by the day asks only for sums.
  private static let anyDay = CalendarDate(daysSinceEpoch: 0)

  /// - Parameters:
  ///   - period: the whole one.
  ///   - days: so many days of the users touch it, at least 1.
  package init(_ pricing: Pricing, of period: BilledPeriod, days: Int64) {
    self.pricing = pricing
    self.period = period
    quotaDays = QuotaDays(period)
    monthly = .zero
    let whole = pricing.month(of: period)
    let stored = whole.lines.filter { $0.part == .storage || $0.part == .rtdbStorage }
    storagePerDay = stored.reduce(.zero) { $0 + ($1.amount ?? .zero) } / Rational(max(1, days))
    monthly = amount(of: [Self.anyDay: sum], freeByDay: false)
  }

  /// What the next day of the users adds to the bill of the month.
  ///
  /// - Parameter parts: what they did in it, by Pacific quota day.
  package mutating func add(_ parts: [UserDayAccount.QuotaDay]) -> Rational {
    var (before, after) = ([CalendarDate: Tally](), [CalendarDate: Tally]())
    for part in parts {
      let day = quotaDays.day(of: part.day)
      let known = days[day] ?? Tally()
      var grown = known
      grown.add(part.tally)
      sum.add(part.tally)
      (before[day], after[day]) = (before[day] ?? known, grown)
      days[day] = grown
    }
    let daily = amount(of: after, freeByDay: true) - amount(of: before, freeByDay: true)
    let total = amount(of: [Self.anyDay: sum], freeByDay: false)
    defer { monthly = total }
    return daily + total - monthly + storagePerDay
  }

  private func amount(of days: [CalendarDate: Tally], freeByDay: Bool) -> Rational {
    let month = pricing.month(of: BilledPeriod(days: days, simulatedDays: period.simulatedDays))
    var sum = Rational.zero
    for line in month.lines where isFreeByDay(line.part) == freeByDay { sum = sum + (line.amount ?? .zero) }
    return sum
  }

  /// Operations have a quota by the day, unless the book says by the month.
  private func isFreeByDay(_ part: MonthlyCost.Part) -> Bool {
    let item: PriceItem? =
      switch part {
      case .reads: .reads
      case .writes: .writes
      case .deletes: .deletes
      case .ttlDeletes: .ttlDeletes
      case .egress, .storage, .rtdbDownload, .rtdbStorage: nil
      }
    return item.map { pricing.book.free.operations[$0]?.period != .month } ?? false
  }
}
