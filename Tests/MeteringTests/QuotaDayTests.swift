import FirestoreModel
import Testing

@testable import Metering

@Suite("Quota of periods that do not begin at Pacific midnight") struct QuotaDayTests {
  /// The same number of reads every hour: the month, and what the days of the users add to it.
  private func cost(start: Int64, days: Int, readsPerHour: Int64) -> (month: MonthlyCost, course: Rational) {
    var ledger = Ledger(userDayOffset: 0)
    for hour in 0..<Int64(days * 24) {
      var event = BillingEvent.query(ReadWork(documents: readsPerHour))
      event.time = Timestamp(microseconds: start + hour * 3_600_000_000)
      ledger.record(event)
    }
    let period = BilledPeriod(ledger, simulatedDays: Int64(days))
    var course = BillCourse(Money.pricing("nam5"), of: period, days: Int64(ledger.userDays.count))
    let sum = ledger.userDays.reduce(Rational.zero) { $0 + course.add($1.byQuotaDay) }
    return (Money.pricing("nam5").month(of: period), sum)
  }

  @Test("a steady load costs the same whenever its simulation starts", arguments: [1, 2, 7, 30])
  func steady(days: Int) throws {
    let midnight = try #require(Timestamp(rfc3339: "2026-01-05T00:00:00-08:00")).microseconds
    for reads in [2_000, 2_500, 4_000] as [Int64] {
      let aligned = cost(start: midnight, days: days, readsPerHour: reads)
      #expect(aligned.month.line(.reads)?.billed == Rational(max(0, reads * 24 - 50_000)) * Rational(30))
      for hour in 1..<24 as Range<Int64> {
        let other = cost(start: midnight + hour * 3_600_000_000, days: days, readsPerHour: reads)
        #expect(other.month == aligned.month)
        #expect(other.course == aligned.month.amount)
      }
    }
  }

  @Test("a day of Universal Time has one quota, though it touches two Pacific days")
  func oneDay() throws {
    var ledger = Ledger()
    for time in ["2026-01-05T04:00:00Z", "2026-01-05T12:00:00Z"] {
      var event = BillingEvent.query(ReadWork(documents: 40_000))
      event.time = try #require(Timestamp(rfc3339: time))
      ledger.record(event)
    }
    let cost = Money.pricing("nam5").month(of: BilledPeriod(ledger, simulatedDays: 1))
    #expect(cost.line(.reads)?.billed == Rational(900_000))
    #expect(cost.line(.reads)?.amount?.description == "0.54")
  }
}
