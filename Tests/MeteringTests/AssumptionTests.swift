import FirestoreModel
import IndexCatalog
import Testing

@testable import Metering

@Suite("Assumptions") struct AssumptionTests {
  @Test("every switch, default first")
  func catalogue() {
    let list = BillingSwitch.allCases.map { "\($0.rawValue) \($0.defaultValue)|\($0.alternativeValue)" }
    #expect(
      list == [
        "missingGet 1|0", "orDedup true|false", "listMissing 1|0", "partition 1|0", "errorCost 0|1",
        "deniedQueryMinimum 0|1", "negationIsRange true|false", "cursorIsRange false|true",
        "nearestPrefilter free|billed", "limitEviction 0|1", "ownEcho true|false", "getSharesLiveTarget true|false",
        "reconnect documented|token", "resumeMinimum 0|1", "separateTransform 1|0", "failedWrite 0|1",
        "verifyBilled true|false", "ascDescStored 2|1", "mapOverhead 0|32", "rootParent 16|0", "limboDeleted 0|1",
        "egressUnit GiB|GB", "rtdbGigabyte 10^9|2^30", "rtdbHandshake full|resumed",
      ])
  }

  @Test("a switch that changes no figure is no switch", arguments: BillingSwitch.allCases)
  func effects(_ named: BillingSwitch) throws {
    let standard = try Figures(under: .standard)
    #expect(try Figures(under: BillingAssumptions.standard.flipping(named)) != standard)
  }

  /// What answers can change: what events cost, what a month of bytes costs, and what is stored.
  private struct Figures: Equatable {
    var tallies: [Tally]
    var amounts: [Rational?]
    var stored: Int

    init(under assumptions: BillingAssumptions) throws {
      var connection = RealtimeTraffic(.connect, path: "a", bytes: 100)
      connection.handshake = .init(full: 3_500, resumed: 300)
      // One range filter, and a cursor on another field.
      let range = RangeFieldCount(ranges: 1, withNegations: 1, withCursors: 2, withNegationsAndCursors: 2)
      let query = BillingEvent.query(ReadWork(documents: 5, indexEntries: 95_000, rangeFields: range))
      let events = try BillingVectorTests.cases.flatMap { try BillingVectorTests.events($0) }
      tallies = (events + [query, .realtime(connection)]).map { $0.tally(under: assumptions) }
      amounts = [Self.egress(assumptions), Self.download(assumptions)]
      let sizing = assumptions.storageSizing
      let path = try DocumentPath(parsing: "c/d")
      let fields: MapValue = ["m": .map(["n": .integer(1)])]
      stored =
        sizing.size(ofDocumentAt: path, fields: fields)
        + IndexCatalog.automaticOnly.fanOut(of: path, fields: fields, sizing: sizing).totalSize
    }

    private static func egress(_ assumptions: BillingAssumptions) -> Rational? {
      var pricing = Money.pricing("nam5")
      pricing.assumptions = assumptions
      return pricing.month(of: Money.month(bytes: 60_000_000_000)).line(.egress)?.amount
    }

    private static func download(_ assumptions: BillingAssumptions) -> Rational? {
      var pricing = Pricing.realtimeOnly(.google)
      pricing.assumptions = assumptions
      return pricing.month(downloaded: Rational(60_000_000_000))?.amount
    }
  }

  @Test("name and value are taken apart")
  func parsing() throws {
    var set = AssumptionSet.billing
    try set.parse("ownEcho=false")
    try set.parse("mapOverhead=32")
    try set.parse("reconnect=documented")
    #expect(set.billingAssumptions.alternatives == [.ownEcho, .mapOverhead])
    #expect(set.billingAssumptions.storageSizing.mapOverhead == 32)
    #expect(set.billingAssumptions.value(of: .ownEcho) == "false")
    try set.parse("ownEcho=true")
    #expect(set.billingAssumptions.alternatives == [.mapOverhead])
  }

  @Test(
    "what is wrong with an answer",
    arguments: [
      ("ownEcho", "`ownEcho` is not of the form NAME=VALUE"), ("=true", "`=true` is not of the form NAME=VALUE"),
      ("ownEco=true", "no assumption is named `ownEco`; did you mean `ownEcho`?"),
      ("colour=red", "no assumption is named `colour`"),
      ("egressUnit=MB", "`egressUnit` cannot be `MB`; it is `GiB` or `GB`"),
      ("ownEcho=", "`ownEcho` cannot be ``; it is `true` or `false`"),
    ])
  func mistakes(_ text: String, _ expected: String) {
    var set = AssumptionSet.billing
    let error = #expect(throws: AssumptionError.self) { try set.parse(text) }
    #expect(error?.description == expected)
    #expect(set.answers == [:])
  }

  @Test("switches of other owners take part")
  func combined() throws {
    let question = AssumptionChoice(name: "Q-2", defaultValue: "served", alternativeValue: "composite", summary: "x")
    var set = AssumptionSet(choices: AssumptionSet.billing.choices + [question])
    try set.parse("Q-2=composite")
    try set.parse("missingGet=0")
    #expect(set.answers == ["Q-2": "composite", "missingGet": "0"])
    #expect(set.billingAssumptions.alternatives == [.missingGet])
  }
}
