import FirestoreModel
import Testing

@testable import Metering

@Suite("Quota and money") struct MoneyTests {
  static func line(_ cost: MonthlyCost, _ part: MonthlyCost.Part) -> String? {
    cost.line(part)?.amount?.description
  }

  /// One day's operations, priced as that day alone.
  static func oneDay(_ reads: Int64) -> MonthlyCost.Line? {
    Money.pricing("nam5").month(of: Money.days([reads])).line(.reads)
  }

  @Test(
    "id: V130, id: V131: the quota of a day",
    arguments: [
      (49_999, "0", "0"), (50_000, "0", "0"), (50_001, "1", "0.0000006"),
    ] as [(Int64, String, String)])
  func quotaOfDay(_ reads: Int64, _ billed: String, _ amount: String) {
    #expect(Self.oneDay(reads)?.billed?.description == billed)
    #expect(Self.oneDay(reads)?.amount?.description == amount)
  }

  // id: V132
  @Test("idle days do not lend their quota")
  func busyDays() {
    let line = Money.pricing("nam5").month(of: Money.days([Int64](repeating: 100_000, count: 10))).line(.reads)
    #expect(line?.quantity?.description == "1000000")
    #expect(line?.billed?.description == "500000")
    #expect(line?.amount?.description == "0.3")
  }

  // id: V133
  @Test("the same reads spread evenly are free")
  func evenDays() {
    let reads = [Int64](repeating: 33_333, count: 20) + [Int64](repeating: 33_334, count: 10)
    #expect(reads.reduce(0, +) == 1_000_000)
    let cost = Money.pricing("nam5").month(of: Money.days(reads))
    #expect(Self.line(cost, .reads) == "0")
  }

  // id: V134
  @Test("a second database has no quota")
  func secondDatabase() { #expect(Money.reads(Money.pricing("nam5", net: false), perDay: 10_000) == "0.18") }

  // id: V135
  @Test("time-to-live deletes have no quota")
  func timeToLive() {
    var ledger = Ledger()
    ledger.record(.timeToLive(deletes: 20_000))
    let cost = Money.pricing("nam5").month(of: BilledPeriod(ledger, simulatedDays: 30))
    #expect(Self.line(cost, .ttlDeletes) == "0.004")
    #expect(Self.line(cost, .deletes) == "0")
    #expect(cost.amount.money(currency: "USD") == "$0.0040")
  }

  static func reads(at times: [String: Int64]) throws -> Ledger {
    var ledger = Ledger()
    for (time, count) in times {
      var event = BillingEvent.query(ReadWork(documents: count))
      event.time = try #require(Timestamp(rfc3339: time))
      ledger.record(event)
    }
    return ledger
  }

  // id: V136
  @Test("midnight is Pacific")
  func midnight() throws {
    let ledger = try Self.reads(at: ["2026-01-11T07:59:59Z": 50_000, "2026-01-11T08:00:01Z": 50_000])
    let cost = Money.pricing("nam5").month(of: BilledPeriod(ledger, simulatedDays: 30))
    #expect(Self.line(cost, .reads) == "0")
    #expect(ledger.days.keys.sorted().map(\.description) == ["2026-01-10", "2026-01-11"])
    let sameDay = try Self.reads(at: ["2026-01-11T00:00:00Z": 50_000, "2026-01-11T07:59:59Z": 50_000])
    let billed = Money.pricing("nam5").month(of: BilledPeriod(sameDay, simulatedDays: 30))
    #expect(Self.line(billed, .reads) == "0.03")
  }

  // id: V137
  @Test("the boundary moves with daylight saving time")
  func boundary() throws {
    let winter = try Self.reads(at: ["2026-01-10T07:59:00Z": 1, "2026-01-10T08:01:00Z": 1])
    #expect(winter.days.count == 2)
    let summer = try Self.reads(at: ["2026-07-10T06:59:00Z": 1, "2026-07-10T07:01:00Z": 1])
    #expect(summer.days.keys.sorted().map(\.description) == ["2026-07-09", "2026-07-10"])
  }

  struct Example: CustomTestStringConvertible {
    var id: String
    var operations: (reads: Int64, writes: Int64, deletes: Int64)
    var egress: Int64
    var stored: String
    var expected: [String]
    var testDescription: String { "id: \(id)" }
  }

  /// Google's examples: per day, gigabytes as the price list's units.
  static let examples = [
    Example(
      id: "VM01", operations: (400_000, 100_000, 100_000), egress: 3, stored: "6.75",
      expected: ["6.3", "4.32", "0.48", "0", "1.035", "12.135", "$12.14"]),
    Example(
      id: "VM02", operations: (8_000_000, 2_000_000, 2_000_000), egress: 60, stored: "135",
      expected: ["143.1", "106.92", "11.88", "6", "24.12", "292.02", "$292.02"]),
    Example(
      id: "VM03", operations: (80_000_000, 20_000_000, 20_000_000), egress: 600, stored: "1350",
      expected: ["1439.1", "1078.92", "119.88", "70.8", "242.82", "2951.52", "$2,951.52"]),
  ]

  @Test("examples of the billing page", arguments: examples)
  func example(_ example: Example) throws {
    let gibibyte = Rational(DataUnit.gibibyte.bytes)
    let stored = try #require(Rational(decimal: example.stored)) * gibibyte
    let (reads, writes, deletes) = example.operations
    let period = Money.month(
      reads: reads, writes: writes, deletes: deletes, stored: stored, bytes: example.egress << 30)
    let cost = Money.pricing("nam5").month(of: period)
    let parts: [MonthlyCost.Part] = [.reads, .writes, .deletes, .egress, .storage]
    let figures = parts.map { Self.line(cost, $0) ?? "-" }
    #expect(figures + [cost.amount.description, cost.amount.money(currency: "USD")] == example.expected)
    #expect(cost.unpriced == [])
    #expect(cost.unverified == [])
  }

  // id: VM04
  @Test("counting ten million documents daily")
  func countDaily() {
    var ledger = Ledger()
    ledger.record(.aggregate(indexEntries: 10_000_000))
    #expect(ledger.total.reads == 10_000)
    #expect(Money.reads(Money.pricing("nam5", net: false), perDay: 10_000) == "0.18")
    // Google's own example: a million documents, 1,000 reads a day, $0.018.
    #expect(BillingEvent.aggregate(indexEntries: 1_000_000).tally().reads == 1_000)
    #expect(Money.reads(Money.pricing("nam5", net: false), perDay: 1_000) == "0.018")
  }

  // id: VM05
  @Test("the book of the documents")
  func documentBook() throws {
    let doc = Pricing(book: try Money.book(Money.doc))
    let before = doc.month(of: Money.month(reads: 10_000_000))
    let after = doc.month(of: Money.month(reads: 1_000_000))
    #expect([before.amount, before.year, after.amount].map(\.description) == ["1080", "12960", "108"])
    #expect((before.year - after.year).description == "11664")
    let saved = doc.month(of: Money.month(reads: 47_500_000))
    #expect((saved.amount / Rational(30)).description == "171")
    #expect([saved.amount, saved.year].map(\.description) == ["5130", "61560"])
  }

  @Test(
    "id: VM06, id: VM07: after the quota",
    arguments: [
      ("nam5", ["179.1", "17.1", "899.1", "44.1"]), ("us-central1", ["89.55", "8.55", "449.55", "22.05"]),
    ])
  func net(_ location: String, _ expected: [String]) {
    let reads: [Int64] = [10_000_000, 1_000_000, 50_000_000, 2_500_000]
    #expect(reads.map { Money.reads(Money.pricing(location), perDay: $0) ?? "-" } == expected)
  }

  // id: VM08
  @Test("committed use")
  func committedUse() {
    let oneYear = Money.pricing("us-central1", net: false, years: 1)
    #expect(Money.reads(oneYear, perDay: 10_000_000) == "72")
    #expect(oneYear.prices?.rates[.writes]?.price.description == "0.072")
    let threeYears = Money.pricing("us-central1", net: false, years: 3)
    let prices = [PriceItem.reads, .writes, .deletes, .storage].map { threeYears.prices?.rates[$0]?.price.description }
    #expect(prices == ["0.018", "0.054", "0.006", "0.15"])
    #expect(Money.pricing("us-central1", years: 2).prices == nil)
  }

  @Test(
    "monthly savings of the sample workloads, nam5 net",
    arguments: [
      (50_000_000, "899.1"), (2_500_000, "44.1"), (2_550_000, "45"), (3_450_000, "61.2"), (1_500_000, "26.1"),
      (3_300_000, "58.5"), (153_000, "1.854"), (63_000, "0.234"), (3_020_000, "53.46"), (620_000, "10.26"),
      (622_000, "10.296"),
    ] as [(Int64, String)])
  func samples(_ reads: Int64, _ expected: String) {
    #expect(Money.reads(Money.pricing("nam5"), perDay: reads) == expected)
  }

  @Test("a bill line of Belgium: 19,103,161 reads in seven days")
  func belgium() throws {
    let week = Money.days([2_729_023, 2_729_023, 2_729_023, 2_729_023, 2_729_023, 2_729_023, 2_729_023])
    let line = try #require(Money.pricing("europe-west1").month(of: week).line(.reads))
    #expect(line.quantity?.description == "19103161")
    #expect(line.amount?.money(currency: "USD") == "$6.19")
  }
}
