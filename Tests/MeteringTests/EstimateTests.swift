import FirebreakTestSupport
import FirestoreModel
import Testing

@testable import Metering

/// Measured and estimated reads are twins: whatever happens within the bounds costs within the estimate.
@Suite("Estimate") struct EstimateTests {
  static func range(_ generator: inout SeededGenerator, upTo limit: Int64) -> CountRange {
    let minimum = Int64.random(in: 0...limit, using: &generator)
    let maximum = Int64.random(in: minimum...limit, using: &generator)
    return CountRange(minimum, Int.random(in: 0..<5, using: &generator) == 0 ? nil : maximum)
  }

  static func value(_ range: CountRange, _ generator: inout SeededGenerator) -> Int64 {
    Int64.random(in: range.minimum...(range.maximum ?? range.minimum + 100_000), using: &generator)
  }

  static let kinds: [BillingEvent.Kind] = [
    .batchGet, .query, .aggregate, .nearest, .list, .collectionIds, .partition, .explain, .listenInitial,
    .listenReissue,
  ]

  @Test("measured is within the estimate", arguments: 0..<20 as Range<UInt64>)
  func property(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let kind = Self.kinds.randomElement(using: &generator) ?? .query
      let isVector = kind == .nearest || (kind == .aggregate && Bool.random(using: &generator))
      let alternatives = BillingSwitch.allCases.filter { _ in Bool.random(using: &generator) }
      let assumptions = BillingAssumptions(alternatives: Set(alternatives))
      let bounds = OperationBounds(
        kind: kind, documents: Self.range(&generator, upTo: 50), skipped: Self.range(&generator, upTo: 5),
        missing: Self.range(&generator, upTo: 3), indexEntries: Self.range(&generator, upTo: 5_000),
        vectorEntries: isVector ? Self.range(&generator, upTo: 2_000) : nil,
        rangeFields: RangeFieldCount(Int.random(in: 0...3, using: &generator)),
        ruleReads: Self.range(&generator, upTo: 3), duplicates: Self.range(&generator, upTo: 4))
      var event = BillingEvent(kind)
      event.work = ReadWork(
        documents: Self.value(bounds.documents, &generator), skipped: Self.value(bounds.skipped, &generator),
        missing: Self.value(bounds.missing, &generator), indexEntries: Self.value(bounds.indexEntries, &generator),
        vectorEntries: bounds.vectorEntries.map { Self.value($0, &generator) }, rangeFields: bounds.rangeFields,
        duplicates: Self.value(bounds.duplicates, &generator))
      event.ruleReads = Self.value(bounds.ruleReads, &generator)
      let estimate = CostEstimate(bounds, under: assumptions)
      #expect(estimate.reads.contains(event.tally(under: assumptions).reads), "\(bounds) \(event.work)")
    }
  }

  /// The switches listed for an event are all that matter to it, and the ledger follows only those.
  @Test("no switch outside the candidates matters", arguments: 0..<10 as Range<UInt64>)
  func candidates(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func number() -> Int64 { Int64.random(in: 0...3, using: &generator) }
    for _ in 0..<200 {
      var event = BillingEvent(BillingEvent.Kind.allCases.randomElement(using: &generator) ?? .get)
      event.outcome = BillingEvent.Outcome.allCases.randomElement(using: &generator) ?? .served
      event.origin = BillingEvent.Origin.allCases.randomElement(using: &generator) ?? .server
      let fields = (0..<4).map { _ in Int.random(in: 0...2, using: &generator) }.sorted()
      event.work = ReadWork(
        documents: number(), skipped: number(), missing: number(), indexEntries: number(),
        vectorEntries: Bool.random(using: &generator) ? number() : nil,
        rangeFields: RangeFieldCount(
          ranges: fields[0], withNegations: fields[1], withCursors: fields[2], withNegationsAndCursors: fields[3]),
        duplicates: number())
      event.changes = ListenerChanges(added: number(), modified: number(), evicted: number(), ownEchoes: number())
      event.write = WriteWork(writes: number(), deletes: number(), verifies: number(), separateTransforms: number())
      event.tokenIsYoung = Bool.random(using: &generator)
      let assumptions = BillingAssumptions(
        alternatives: Set(BillingSwitch.allCases.filter { _ in Bool.random(using: &generator) }))
      let all = BillingSwitch.allCases.filter {
        event.tally(under: assumptions.flipping($0)) != event.tally(under: assumptions)
      }
      #expect(Set(all).isSubset(of: event.candidateSwitches), "\(event)")
    }
  }

  @Test(
    "bounds of plans",
    arguments: [
      (OperationBounds(kind: .query, documents: CountRange(0, 50)), CountRange(1, 50)),
      (OperationBounds(kind: .query, documents: .unbounded), CountRange(1, nil)),
      (OperationBounds(kind: .query, documents: CountRange.unbounded.limited(to: 20)), CountRange(1, 20)),
      // The entries of an exempt query do not matter, those of two range fields do.
      (
        OperationBounds(kind: .query, documents: CountRange(0, 5), indexEntries: .unbounded),
        CountRange(1, 5)
      ),
      (
        OperationBounds(
          kind: .query, documents: CountRange(0, 5), indexEntries: .unbounded, rangeFields: RangeFieldCount(2)),
        CountRange(1, nil)
      ),
      (OperationBounds(kind: .aggregate, indexEntries: CountRange(0, 2_500)), CountRange(1, 3)),
      (OperationBounds(kind: .aggregate, indexEntries: .unbounded), CountRange(1, nil)),
      (OperationBounds(kind: .listenInitial, documents: CountRange(0, 1)), CountRange(1, 1)),
    ])
  func bounds(_ bounds: OperationBounds, _ expected: CountRange) { #expect(CostEstimate(bounds).reads == expected) }

  @Test("a get")
  func get() {
    #expect(CostEstimate.get().reads == CountRange(1, 1))
    let free = BillingAssumptions(alternatives: [.missingGet])
    #expect(CostEstimate.get(ruleReads: CountRange(0, 2), under: free).reads == CountRange(0, 3))
  }
}
