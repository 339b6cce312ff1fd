import FirebreakTestSupport
import FirestoreModel
import Testing

@testable import Metering

/// `Specs/billing-vectors.yaml`, twice: event by event through the formula, and together through the ledger.
@Suite("Billing vectors") struct BillingVectorTests {
  static let cases = (try? SpecFile.cases("Tests/MeteringTests/Specs/billing-vectors.yaml")) ?? []

  struct Expectation: Equatable {
    var reads: Int64
    var writes: Int64
    var deletes: Int64
    var ttlDeletes: Int64
  }

  @Test("the file has its cases") func present() { #expect(Self.cases.count > 130) }

  @Test("vectors", arguments: cases)
  func vector(_ spec: SpecValue) throws {
    let assumptions = try Self.assumptions(spec)
    var ledger = Ledger(assumptions: assumptions)
    var sum = Tally()
    for event in try Self.events(spec) {
      ledger.record(event)
      sum.add(event.tally(under: assumptions), times: event.multiplicity)
    }
    let expected = Expectation(
      reads: try Self.number(spec["reads"]), writes: try Self.number(spec.optional("writes")),
      deletes: try Self.number(spec.optional("deletes")), ttlDeletes: try Self.number(spec.optional("ttl")))
    #expect(Self.figures(sum) == expected)
    #expect(Self.figures(ledger.total) == expected)
    #expect(!ledger.total.overflowed)
  }

  /// The ledger answers "what would change" at once; running everything again under the other answer must agree.
  @Test("effects of the assumptions", arguments: cases)
  func effects(_ spec: SpecValue) throws {
    let assumptions = try Self.assumptions(spec)
    let events = try Self.events(spec)
    var ledger = Ledger(assumptions: assumptions)
    for event in events { ledger.record(event) }
    for named in BillingSwitch.allCases {
      var other = Ledger(assumptions: assumptions.flipping(named))
      for event in events { other.record(event) }
      let told = ledger.assumptionEffects.first { $0.named == named }?.change ?? .zero
      #expect(told == other.total - ledger.total, "\(named)")
    }
  }

  static func figures(_ tally: Tally) -> Expectation {
    Expectation(
      reads: tally.reads, writes: tally.writes, deletes: tally.deletes, ttlDeletes: tally.ttlDeletes)
  }

  static func number(_ value: SpecValue?) throws -> Int64 { Int64(try value?.integer ?? 0) }

  static func assumptions(_ spec: SpecValue) throws -> BillingAssumptions {
    var set = AssumptionSet.billing
    for text in try spec.optional("assume")?.strings ?? [] { try set.parse(text) }
    return set.billingAssumptions
  }

  static func events(_ spec: SpecValue) throws -> [BillingEvent] {
    let own = try EventSpec(spec).events
    guard let before = try spec.optional("after")?.string else { return own }
    let earlier = try cases.first { try $0["id"].string == before }
    guard let earlier else { throw spec.error("no case `\(before)`") }
    return try events(earlier) + own
  }
}

/// The published numbers of Explain.
@Suite("Explained billing") struct ExplainedBillingTests {
  @Test(
    "documented and recorded answers",
    arguments: [
      (ReadWork(documents: 5, indexEntries: 95_000, rangeFields: RangeFieldCount(1)), [5, 0, 0, 5]),
      (ReadWork(documents: 5, indexEntries: 95_000, rangeFields: RangeFieldCount(2)), [5, 95_000, 0, 100]),
      (ReadWork(documents: 5, indexEntries: 1_000, rangeFields: RangeFieldCount(2)), [5, 1_000, 0, 6]),
      (ReadWork(documents: 3, indexEntries: 4), [3, 0, 0, 3]),
      (ReadWork(documents: 2, skipped: 4, indexEntries: 7), [6, 0, 0, 6]),
      (ReadWork(), [0, 0, 1, 1]),
    ])
  func queries(_ work: ReadWork, _ expected: [Int64]) {
    #expect(Self.figures(BillingEvent.query(work, ruleReads: 3).explained()) == expected)
  }

  @Test(
    "aggregations", arguments: [(10, [0, 10, 0, 1]), (3, [0, 3, 0, 1]), (0, [0, 0, 1, 1])] as [(Int64, [Int64])])
  func aggregations(_ entries: Int64, _ expected: [Int64]) {
    #expect(Self.figures(BillingEvent.aggregate(indexEntries: entries).explained()) == expected)
  }

  static func figures(_ explained: ExplainedBilling) -> [Int64] {
    [
      explained.documentsBillable, explained.indexEntriesBillable, explained.minimumQueryCost,
      explained.readOperations,
    ]
  }
}
