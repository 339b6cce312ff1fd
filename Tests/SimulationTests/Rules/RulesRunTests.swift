import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import Metering
import Testing
import WorkloadRunSupport

@testable import RunReports

@Suite("Runs under security rules")
struct RulesRunTests {
  /// Conversations whose members read and write; a stranger, and nobody.
  static let workload = """
    workload: members-only
    clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
    data:
      - {path: chats/c, fields: {members: [ada, bob]}}
      - {path: "chats/c/messages/{auto}", count: 5, fields: {at: {spread: [-2d, 0d]}, author: ada, text: {string: 20}}}
    actors:
      ada:
        auth: {uid: ada}
        client: {sdk: ios}
      eve:
        auth: {uid: eve}
        client: {sdk: web}
      guest: {client: {sdk: web}}
    timeline:
      - {at: "day 1 08:00", actor: ada, steps: [{name: open, query: "chats/c/messages orderBy at desc limit 5"}]}
      - {at: "day 1 08:01", actor: ada, steps: [{name: send, set: "chats/c/messages/{auto}", fields: {at: serverTime, author: ada}}]}
      - {at: "day 1 08:02", actor: ada, steps: [{name: forge, set: "chats/c/messages/{auto}", fields: {at: serverTime, author: bob}}]}
      - {at: "day 1 08:03", actor: eve, steps: [{name: peek, query: "chats/c/messages limit 5"}]}
      - {at: "day 1 08:04", actor: guest, steps: [{name: peek.one, get: chats/c, expect: {status: PERMISSION_DENIED}}]}
      - {at: "day 1 08:05", actor: ada, steps: [{name: all, query: "chats/c/messages"}]}
    """

  static let rules = """
    match /chats/{chat} {
      allow get: if request.auth.uid in resource.data.members;
      match /messages/{message} {
        function isMember() {
          return request.auth.uid in get(/databases/$(database)/documents/chats/$(chat)).data.members;
        }
        allow list: if isMember() && request.query.limit <= 20;
        allow create: if isMember() && request.resource.data.author == request.auth.uid
          && request.resource.data.at == request.time;
      }
    }
    """

  @Test func `a report shows who was denied, and why`() async throws {
    let report = try await SimulationFixture.report(Self.workload, rules: Self.rules)
    expectSnapshot(
      RunReportText(report).text, "Tests/RunReportsTests/Snapshots/members-only.txt")
  }

  @Test func `denials are counted and their rule reads billed`() async throws {
    let report = try await SimulationFixture.report(Self.workload, rules: Self.rules)
    let variant = report.variants[0]
    #expect(variant.correctness.denied == 4)
    #expect(variant.tally.ruleReads == 5)
    #expect(variant.tally.documents == 5)
    #expect(variant.tally.writes == 1)
    #expect(report.remarks.contains { $0.contains("rules") } == false)
    let codes = report.unexpectedFindings.filter { $0.severity == .error }.map(\.code)
    #expect(Set(codes) == [.denialNotExpected, .listNotProvable])
    let operations = Dictionary(uniqueKeysWithValues: variant.operations.map { ($0.name, $0.tally.ruleReads) })
    #expect(operations == ["open": 1, "send": 1, "forge": 1, "peek": 1, "peek.one": 0, "all": 1])
  }

  @Test func `a denied commit changes nothing`() async throws {
    let text = Self.workload.replacing(
      #"{name: send, set: "chats/c/messages/{auto}", fields: {at: serverTime, author: ada}}"#,
      with:
        #"{name: both, batch: [{set: chats/c/messages/one, fields: {at: serverTime, author: ada}}, {set: chats/c/messages/two, fields: {at: serverTime, author: bob}}]}, {name: look, query: "chats/c/messages orderBy at limit 20", as: m}, {let: {seen: "count(m)"}}"#
    )
    .replacing("client: {sdk: ios}", with: "client: {sdk: ios}\n    vars: {seen: 0}")
    let report = try await SimulationFixture.report(text, rules: Self.rules)
    #expect(report.variants[0].operations.first { $0.name == "look" }?.tally.documents == 5)
    #expect(report.variants[0].tally.writes == 0)
  }

  @Test func `without rules nothing is denied, and the report says so`() async throws {
    let report = try await SimulationFixture.report(Self.workload)
    #expect(report.variants[0].correctness.denied == 0)
    #expect(report.remarks.contains("no rules were evaluated: the workload names none"))
  }
}

@Suite("Runs under security rules: expected denials")
struct ExpectedDenialTests {
  static func workload(_ expectation: String) -> String {
    """
    workload: denied
    clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
    data:
      - {path: owned/x, fields: {owner: me, n: 1, m: 2}}
      - {path: owned/y, fields: {owner: me, n: 1}}
    actors:
      me: {auth: {uid: me}, client: {sdk: ios}}
    timeline:
      - at: "day 1 09:00"
        actor: me
        steps:
          - {name: all, query: "owned where n == 1 orderBy m desc"\(expectation)}
          - {name: watch, listen: "owned where n == 1", as: w\(expectation)}
    """
  }

  private static let rules = "match /owned/{d} { allow read: if request.auth.uid == resource.data.owner; }"
  private static let aboutResults: Set<DiagnosticCode> = [
    .unboundedQuery, .listenerWithoutLimit, .orderFieldMissingInData,
  ]

  @Test func `nothing is said about the results of a query that is denied as expected`() async throws {
    let report = try await SimulationFixture.report(
      Self.workload(", expect: {status: PERMISSION_DENIED}"), rules: Self.rules)
    #expect(report.variants[0].correctness.denied == 2)
    #expect(report.unexpectedFindings.filter { $0.severity != .info }.map(\.code) == [])
  }

  @Test func `without rules the same query costs what it asks for`() async throws {
    let report = try await SimulationFixture.report(Self.workload(""))
    #expect(Self.aboutResults.isSubset(of: report.unexpectedFindings.map(\.code)))
  }
}
