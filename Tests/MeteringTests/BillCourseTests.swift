import FirebreakTestSupport
import FirestoreModel
import Testing

@testable import Metering

@Suite("Bill, day by day") struct BillCourseTests {
  private static func day(_ number: Int) -> CalendarDate { CalendarDate(daysSinceEpoch: 20_000 + number) }

  private static func part(_ number: Int, reads: Int64) -> UserDayAccount.QuotaDay {
    var tally = Tally()
    tally.documents = reads
    return UserDayAccount.QuotaDay(day: day(number), tally: tally)
  }

  private static func period(_ days: [[UserDayAccount.QuotaDay]], stored: Rational? = nil) -> BilledPeriod {
    var sums: [CalendarDate: Tally] = [:]
    for part in days.joined() { sums[part.day, default: Tally()].add(part.tally) }
    return BilledPeriod(days: sums, simulatedDays: Int64(days.count), storedBytes: stored)
  }

  private static func course(_ days: [[UserDayAccount.QuotaDay]], _ pricing: Pricing, stored: Rational? = nil)
    -> [Rational]
  {
    var course = BillCourse(pricing, of: period(days, stored: stored), days: Int64(days.count))
    return days.map { course.add($0) }
  }

  @Test("free quota of a Pacific day goes to the users' day that comes first")
  func sharedQuota() {
    let days = [[Self.part(0, reads: 40_000)], [Self.part(0, reads: 20_000), Self.part(1, reads: 60_000)]]
    // 10,000 of each Pacific day are billed, and two days stand for thirty.
    #expect(Self.course(days, Money.pricing("nam5")) == [.zero, Rational(18) / Rational(100)])
  }

  @Test("the last part of a day of the quota that the first one began has what that left")
  func foldedQuota() {
    let days = [
      [Self.part(0, reads: 40_000), Self.part(1, reads: 50_000)],
      [Self.part(1, reads: 10_000), Self.part(2, reads: 40_000)],
    ]
    // 10,000 of the second date, 30,000 of the first and third together; two days stand for thirty.
    #expect(Self.course(days, Money.pricing("nam5")) == [.zero, Rational(36) / Rational(100)])
    let single = [[Self.part(0, reads: 40_000), Self.part(1, reads: 40_000)]]
    #expect(Self.course(single, Money.pricing("nam5")) == [Rational(54) / Rational(100)])
  }

  @Test("days without quota cost alike, and days without anything cost storage")
  func withoutQuota() {
    let pricing = Money.pricing("nam5", net: false)
    let days = [[Self.part(0, reads: 100_000)], [], [Self.part(2, reads: 100_000)]]
    #expect(Self.course(days, pricing) == [Rational(6) / Rational(10), .zero, Rational(6) / Rational(10)])
    let kept = Self.course(days, pricing, stored: Rational(1 << 30))
    #expect(kept == [Rational(66) / Rational(100), Rational(6) / Rational(100), Rational(66) / Rational(100)])
  }

  @Test("the days of any period add up to its bill", arguments: 0..<25 as Range<UInt64>)
  func addsUp(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var days: [[UserDayAccount.QuotaDay]] = []
    for number in 0..<Int.random(in: 1...40, using: &generator) {
      var parts: [UserDayAccount.QuotaDay] = []
      for quotaDay in number...number + 1 where Bool.random(using: &generator) {
        var tally = Tally()
        tally.documents = Int64.random(in: 0...200_000, using: &generator)
        tally.writes = Int64.random(in: 0...50_000, using: &generator)
        tally.deletes = Int64.random(in: 0...50_000, using: &generator)
        tally.bytes = Int64.random(in: 0...20_000_000_000, using: &generator)
        parts.append(UserDayAccount.QuotaDay(day: Self.day(quotaDay), tally: tally))
      }
      days.append(parts)
    }
    let book = try Money.book(Money.doc)
    let stored = Rational(Int64.random(in: 0...20_000_000_000, using: &generator))
    for pricing in [Money.pricing("nam5"), Money.pricing("nam5", net: false), Pricing(book: book)] {
      let costs = Self.course(days, pricing, stored: stored)
      #expect(costs.reduce(.zero, +) == pricing.month(of: Self.period(days, stored: stored)).amount)
      #expect(costs.allSatisfy { $0 >= .zero })
    }
  }
}
