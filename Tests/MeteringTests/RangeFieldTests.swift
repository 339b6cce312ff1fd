import FirebreakTestSupport
import FirestoreModel
import QueryModel
import Testing

@testable import Metering

@Suite("Range fields") struct RangeFieldTests {
  @Test("table", arguments: try SpecFile.cases("Tests/MeteringTests/Specs/range-fields.yaml"))
  func table(_ spec: SpecValue) throws {
    try spec.allow("id", "query", "count", "assume", "assumed")
    let query = try QueryText.query(spec["query"].string)
    let counts = [RangeFieldCount(of: query), RangeFieldCount(of: try query.normalized(database: QueryText.database))]
    let expected = try spec["count"].integer
    #expect(counts.map { $0.count(under: .standard) } == [expected, expected])
    #expect(counts.map { $0.billsEntries(under: .standard) } == [expected >= 2, expected >= 2])
    guard let assume = try spec.optional("assume") else { return }
    var set = AssumptionSet.billing
    try set.parse(assume.string)
    let assumed = try spec["assumed"].integer
    #expect(counts.map { $0.count(under: set.billingAssumptions) } == [assumed, assumed])
  }
}
