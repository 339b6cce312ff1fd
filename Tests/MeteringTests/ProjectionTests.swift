import FirestoreModel
import Testing

@testable import Metering

@Suite("Projection") struct ProjectionTests {
  @Test("a run is scaled to a month after the quota of its days")
  func scaling() {
    var period = Money.days([100_000, 0, 60_000])
    period.simulatedDays = 3
    let line = Money.pricing("nam5").month(of: period).line(.reads)
    #expect(line?.quantity?.description == "1600000")
    #expect(line?.billed?.description == "600000")
    #expect(line?.amount?.description == "0.36")
  }

  @Test("a clock that starts within a quota day has no day more of free quota")
  func startsWithinDay() {
    // One day of 80,000 reads, half of them on either side of midnight; and two days, of which two dates have something.
    var day = Money.days([40_000, 40_000])
    day.simulatedDays = 1
    #expect(Money.pricing("nam5").month(of: day).line(.reads)?.billed?.description == "900000")
    #expect(Money.pricing("nam5").month(of: day).line(.reads)?.amount?.description == "0.54")
    var ends = Money.days([40_000, 0, 40_000])
    ends.days = ends.days.filter { $0.value.reads > 0 }
    ends.simulatedDays = 2
    #expect(Money.pricing("nam5").month(of: ends).line(.reads)?.billed?.description == "450000")
    var rest = Money.days([40_000, 60_000, 70_000])
    rest.simulatedDays = 3
    #expect(Money.pricing("nam5").month(of: rest).line(.reads)?.billed?.description == "300000")
  }

  @Test("fractions that never end are exact until they are printed")
  func sevenths() {
    var period = Money.days([100_000])
    period.simulatedDays = 7
    let amount = Money.pricing("nam5", net: false).month(of: period).amount
    #expect(amount == Rational(9) / Rational(35))
    #expect(amount.description == "0.257142857143")
    #expect(amount.money(currency: "USD") == "$0.26")
  }

  @Test("users are multiplied before the quota is subtracted")
  func users() {
    let oneUser = Money.month(reads: 40_000)
    #expect(Money.pricing("nam5").month(of: oneUser).amount == .zero)
    #expect(Money.pricing("nam5").month(of: oneUser.multiplied(by: 10)).amount.description == "6.3")
  }

  @Test("years of 360 and of 365 days")
  func years() {
    let cost = Money.pricing("nam5", net: false).month(of: Money.month(reads: 47_500_000))
    #expect([cost.amount, cost.year, cost.calendarYear].map(\.description) == ["855", "10260", "10402.5"])
  }

  @Test("what has no price is null, never nothing")
  func unpriced() {
    let period = Money.month(reads: 100_000, writes: 30_000, stored: Rational(5 << 30))
    let belgium = Money.pricing("europe-west1").month(of: period)
    #expect(belgium.line(.reads)?.amount?.description == "0.495")
    #expect(belgium.line(.writes)?.amount == nil)
    #expect(belgium.line(.storage)?.amount == nil)
    #expect(belgium.unpriced == [.writes, .storage])
    let nowhere = Money.pricing("europe-north1").month(of: period)
    #expect(nowhere.lines.map(\.amount) == [nil, nil, nil, nil, nil, nil])
    #expect(nowhere.unpriced == [.reads, .writes, .storage])
    #expect(nowhere.lines.map(\.part) == [.reads, .writes, .deletes, .ttlDeletes, .egress, .storage])
  }

  @Test("prices without evidence are marked")
  func unverified() {
    let cost = Money.pricing("asia-northeast3").month(of: Money.month(reads: 100_000))
    #expect(cost.amount.description == "0.57")
    #expect(cost.unverified == [.reads])
    #expect(cost.amount.money(currency: "USD", isVerified: false) == "≈ $0.57")
    #expect(Money.pricing("eur3").month(of: Money.month(reads: 100_000)).unverified.isEmpty)
    let tokyo = Money.pricing("asia-northeast1").month(of: Money.month(reads: 100_000, stored: Rational(2 << 30)))
    #expect(tokyo.unverified == [.storage])
  }

  @Test("network bytes run through the tiers of the month")
  func tiers() {
    let gibibytes: Int64 = 10 + 1024 + 9 * 1024 + 100
    let cost = Money.pricing("nam5").month(of: Money.month(bytes: gibibytes << 30))
    // 1,024 at 0.12, 9,216 at 0.11, 100 at 0.08, after 10 free ones.
    #expect(cost.line(.egress)?.amount?.description == "1144.64")
  }

  @Test("the unit of network bytes is an open question")
  func egressUnit() {
    var pricing = Money.pricing("nam5")
    let period = Money.month(bytes: 60_000_000_000)
    pricing.assumptions = BillingAssumptions(alternatives: [.egressUnit])
    #expect(pricing.month(of: period).line(.egress)?.amount?.description == "6")
    pricing.assumptions = .standard
    #expect(pricing.month(of: period).line(.egress)?.amount?.money(currency: "USD") == "$5.51")
  }

  @Test("the effect of an assumption in money")
  func effect() throws {
    var ledger = Ledger()
    var event = BillingEvent.get(found: false)
    event.multiplicity = 100_000
    ledger.record(event)
    let effect = try #require(ledger.assumptionEffects.first)
    #expect(effect.named == .missingGet)
    #expect([effect.value, effect.alternative] == ["1", "0"])
    let period = BilledPeriod(ledger, simulatedDays: 30)
    let costs = [period, period.changed(by: effect)].map { Money.pricing("nam5").month(of: $0).amount.description }
    #expect(costs == ["0.03", "0"])
  }

  @Test(
    "the scope of the quota",
    arguments: [
      (FreeQuota.Scope.first, [true, true, false, false]), (.default, [true, false, true, false]),
      (.none, [false, false, false, false]),
    ])
  func scope(_ scope: FreeQuota.Scope, _ expected: [Bool]) {
    let databases = [
      BilledDatabase(), BilledDatabase(id: "shop"), BilledDatabase(isFirstOfProject: false),
      BilledDatabase(id: "shop", isFirstOfProject: false),
    ]
    #expect(databases.map { FreeQuota(scope: scope).applies(to: $0) } == expected)
  }

  @Test("storage is the average of daily samples")
  func samples() {
    var samples = StorageSamples()
    #expect(samples.average == nil)
    for bytes in [1, 2, 4] as [Int64] { samples.add(bytes: bytes) }
    #expect(samples.average == Rational(7) / Rational(3))
  }
}
