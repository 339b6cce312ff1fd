import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import Metering
import Testing

@testable import Workbench

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
      RunReportText(report).text, "Tests/WorkbenchTests/Reports/Snapshots/members-only.txt")
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
      with: #"{name: both, batch: [{set: chats/c/messages/one, fields: {at: serverTime, author: ada}}, {set: chats/c/messages/two, fields: {at: serverTime, author: bob}}]}, {name: look, query: "chats/c/messages orderBy at limit 20", as: m}, {let: {seen: "count(m)"}}"#)
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

@Suite("Simulation: folding under security rules")
struct RulesFoldingTests {
  /// Each user in a place of their own, and a profile that rules read.
  static let own = """
    workload: own
    clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
    data:
      - {path: "rooms/{r}/messages/{auto}", for: {r: 1..12}, count: 8, fields: {at: {spread: [-2d, 0d]}, text: {string: 40}}}
      - {path: "rooms/{r}", for: {r: 1..12}, fields: {owner: "u{r}"}}
      - {path: "profiles/u{p}", for: {p: 1..12}, fields: {active: true}}
    actors:
      member:
        count: 12
        auth: {uid: "u{i}"}
        client: {sdk: web}
        sessions: {perDay: 3, at: {window: ["08:00", "20:00"], gap: even}, length: 20m}
        during: [{write: {path: "rooms/{i}/messages/{auto}", count: 2, spread: length}}]
        steps:
          - {name: open, listen: "rooms/{i}/messages orderBy at desc limit 5", as: m}
          - {name: say, set: "rooms/{i}/messages/{auto}", fields: {at: serverTime, author: "{uid}x"}}
          - {name: other, get: "rooms/{i}/messages/none", missing: ok}
          - {pause: 5m}
    """

  static let rules = """
    match /rooms/{room}/messages/{message} {
      allow read: if get(/databases/$(database)/documents/rooms/$(room)).data.owner == request.auth.uid
        && exists(/databases/$(database)/documents/profiles/$(request.auth.uid));
      allow create: if get(/databases/$(database)/documents/rooms/$(room)).data.owner == request.auth.uid;
    }
    """

  static let workload = own.replacing(#"author: "{uid}x""#, with: #"kind: text"#)

  @Test(arguments: [
    rules, "match /{path=**} { allow read: if true; }",
    "match /rooms/{room}/messages/{message} { allow read, write: if request.auth.uid == 'u' + room; }",
    "match /rooms/{room}/messages/{message} { allow read, write: if request.auth.uid != 'u7'; }",
    "match /rooms/{room}/messages/{message} { allow read, write: if request.auth.uid.matches('u[1-5]'); }",
    "match /rooms/7/messages/{message} { allow read, write: if true; }",
    "match /rooms/{room}/messages/{message} { allow read, write: if room < '5'; }",
  ])
  func `a folded run is judged and billed like a run of every user`(_ rules: String) async throws {
    let input = try SimulationFixture.input(Self.workload, rules: rules)
    let folded = await WorkloadRunner.simulate(input, isFolding: true)
    let whole = await WorkloadRunner.simulate(input, isFolding: false)
    #expect(folded[0].ledger.total == whole[0].ledger.total)
    #expect(folded[0].ledger.total.ruleReads == whole[0].ledger.total.ruleReads)
    #expect(folded[0].ledger.operations.map(\.callsByReads) == whole[0].ledger.operations.map(\.callsByReads))
    #expect(folded[0].notes.denied.mapValues(\.value) == whole[0].notes.denied.mapValues(\.value))
  }

  @Test func `rules that only compare names leave actors folded`() throws {
    let workload = try SimulationFixture.suite(Self.workload).variants[0].workload
    #expect(FoldingPlan.cells(of: workload, under: try SimulationFixture.access(Self.rules)).count == 2)
  }

  @Test(arguments: [
    ("request.auth.uid == 'u7'", workload), ("request.auth.uid.matches('u[1-5]')", workload),
    ("room < '5'", workload), ("exists(/databases/$(database)/documents/rooms/7)", workload),
    // Data that singles out some users.
    ("true", workload.replacing("fields: {active: true}", with: "fields: {friend: u3}")),
    ("true", workload.replacing("{p: 1..12}", with: "{p: 1..5}")),
    ("true", workload.replacing(#"owner: "u{r}""#, with: #"owner: "u{r}", level: "{r}""#)),
    ("true", own),
  ])
  func `what tells actors apart keeps them apart`(_ condition: String, _ text: String) throws {
    let workload = try SimulationFixture.suite(text).variants[0].workload
    let rules = "match /rooms/{room}/messages/{message} { allow read, write: if \(condition); }"
    #expect(FoldingPlan.cells(of: workload, under: try SimulationFixture.access(rules)).count == 1)
  }
}
