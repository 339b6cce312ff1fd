import FirestoreModel
import Metering
import RunReports

/// One run as a part of a project's bill: what it used day by day, and the prices that its own bill was made with.
package struct BilledRun: Sendable {
  private var month: MonthlyCost
  /// Days of the users, from the first on.
  private var days: [Tally]
  private var pricing: Pricing
  private var list: Text

  /// Nil where the report does not show how its bill came about: only built-in books are known with their free quota, and
  /// a run whose own bill does not come out of them has used another one.
  init?(_ variant: VariantReport, of report: RunReport) {
    guard let month = variant.month, let book = report.book, Int64(variant.days.count) == report.period.days,
      let prices = PriceBook.builtin(named: book.name, asOf: book.asOf.flatMap { CalendarDate(iso: $0) })
    else { return nil }
    self.month = month
    days = variant.days.map(\.tally)
    list = UnitPrices(book: book.name, asOf: book.asOf, location: book.location, currency: book.currency).list
    pricing = Pricing(book: prices, location: book.location)
    pricing.realtime = .google
    guard pricing.month(of: Self.period([self], days: days.count)).lines.map(\.amount) == month.lines.map(\.amount)
    else {
      return nil
    }
  }

  /// The bill of runs that go on side by side: there is one free quota for all of them. Nil where one is missing, or where
  /// they have different prices.
  static func together(_ runs: [BilledRun], of count: Int) -> KnownCost? {
    guard let first = runs.first, runs.count == count, runs.allSatisfy({ $0.list == first.list }) else { return nil }
    var days = 1
    for run in runs {
      days = leastCommonMultiple(days, max(1, run.days.count))
      guard days <= maximumDays else { return nil }
    }
    return KnownCost(first.pricing.month(of: period(runs, days: days)), list: first.list)
  }

  /// Runs of 365 and of 30 days repeat after 2,190.
  private static let maximumDays = 10_000

  private static func leastCommonMultiple(_ first: Int, _ second: Int) -> Int {
    var (a, b) = (first, second)
    while b != 0 { (a, b) = (b, a % b) }
    return first / max(1, a) * second
  }

  /// So many days of all of them, each repeated as often as it takes.
  private static func period(_ runs: [BilledRun], days: Int) -> BilledPeriod {
    var tallies: [CalendarDate: Tally] = [:]
    for run in runs where !run.days.isEmpty {
      for day in 0..<days {
        tallies[CalendarDate(daysSinceEpoch: day), default: Tally()].add(run.days[day % run.days.count])
      }
    }
    func stored(_ part: MonthlyCost.Part) -> Rational? {
      let quantities = runs.compactMap { $0.month.line(part) }.map(\.quantity)
      guard !quantities.isEmpty, !quantities.contains(nil) else { return nil }
      return quantities.reduce(.zero) { $0 + ($1 ?? .zero) }
    }
    var period = BilledPeriod(days: tallies, simulatedDays: Int64(days), storedBytes: stored(.storage))
    period.realtimeStoredBytes = stored(.rtdbStorage)
    return period
  }
}
