import FirestoreModel
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
