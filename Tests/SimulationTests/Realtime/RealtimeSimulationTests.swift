import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import Metering
import RealtimeRules
import Testing
import WorkloadRunSupport

@testable import RunReports
@testable import Simulation
@testable import Workloads

/// Workloads on the Realtime Database, and on both databases at once.
@Suite("Simulation: Realtime Database")
struct RealtimeSimulationTests {
  static let rules = """
    {"rules": {
      "messages": {"$c": {".indexOn": "at", ".read": "auth != null && root.child('members/' + $c).hasChild(auth.uid)",
        "$m": {".write": "auth != null && root.child('members/' + $c).hasChild(auth.uid)", ".validate": "newData.hasChildren(['from', 'at'])"}}},
      "presence": {".read": "auth != null", "$uid": {".write": "auth != null && auth.uid === $uid"}}
    }}
    """

  static func input(_ text: String, rules: String? = rules) throws -> RunInput {
    var input = try SimulationFixture.input(text)
    guard let rules else { return input }
    let reading = RealtimeRulesReading.read(SourceText(path: "database.rules.json", text: rules))
    let ruleset = try #require(reading.ruleset, "\(reading.diagnostics.map(\.message))")
    for index in input.surroundings.indices { input.surroundings[index].realtimeRules = ruleset }
    return input
  }

  // MARK: Bytes

  private static func timeline(_ data: String, _ steps: String, _ actors: String = "me: {auth: {uid: me}}") -> String {
    """
    workload: script
    clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
    data:
    \(data)
    actors:
      \(actors)
    timeline:
    \(steps)
    """
  }

  private static func rows(_ text: String, rules: String? = nil) async throws -> [String] {
    let outcome = try #require(await WorkloadRunner.simulate(try input(text, rules: rules), isFolding: true).first)
    #expect(outcome.notes.problems.map(\.message) == [])
    return outcome.ledger.realtime.rows.map { row in
      "\(row.path) \(row.operation.rawValue) \(row.count) \(row.bytes)"
        + (row.unindexed > 0 ? " unindexed \(row.bytesIfIndexed)" : "")
        + (row.denied > 0 ? " denied \(row.denied)" : "")
    }
  }

  @Test func `a get of the query that a listener of the same client holds is answered from memory`() async throws {
    let query = "path: a, orderByChild: n, limitToLast: 1"
    let rows = try await Self.rows(
      Self.timeline(
        """
          - {rtdb: "a/x", value: {n: 1}}
          - {rtdb: "a/y", value: {n: 2}}
        """,
        """
          - {at: "day 1 09:00", actor: me, steps: [{name: l, rtdb: {op: listen, \(query)}}, {name: g, rtdb: {op: get, \(query)}}]}
          - {at: "day 1 09:01", actor: me, steps: [{name: u, rtdb: {op: unlisten, \(query)}}]}
        """), rules: #"{"rules": {"a": {".indexOn": "n", ".read": true}}}"#)
    #expect(rows.filter { $0.contains(" get ") } == [])
    #expect(rows.count { $0.contains(" listen 1 ") } == 1)
  }

  @Test func `what is sent, message by message`() async throws {
    let rows = try await Self.rows(
      Self.timeline(
        """
          - {rtdb: "a/x", value: {n: 1}}
          - {rtdb: "a/y", value: {n: 2}}
        """,
        """
          - {at: "day 1 09:00", actor: me, steps: [{name: l, rtdb: {op: listen, path: a}}, {name: g, rtdb: {op: get, path: a/x}}]}
          - {at: "day 1 09:01", actor: me, steps: [{name: s, rtdb: {op: set, path: a/x/n, value: 33}}]}
          - {at: "day 1 09:02", actor: me, steps: [{name: u, rtdb: {op: update, path: a, values: {x/n: 4, y: null}}}]}
          - {at: "day 1 09:03", actor: me, steps: [{name: t, rtdb: {op: transaction, path: a/x/n, by: 1}}]}
          - {at: "day 1 09:04", actor: me, steps: [{name: d, rtdb: {op: delete, path: a}}]}
        """))
    // A get below a listener is answered by the client.
    let first = Self.push(1, #"{"x":{"n":1},"y":{"n":2}}"#) + 50
    let broadcasts = [
      Self.push(5, "33"), Self.push(1, #"{"x/n":4,"y":null}"#), Self.push(5, "5"), Self.push(1, "null"),
    ]
    let sum: Int64 = broadcasts.reduce(0, +)
    #expect(
      rows == [
        " connect 1 3740", "a listen 1 \(first)", "a broadcast 4 \(sum)", "a update 1 50", "a delete 1 50",
        "a/x/n set 1 50", "a/x/n transaction 1 50",
      ])
  }

  /// A short message with its header and TLS record.
  private static func push(_ path: Int64, _ data: String) -> Int64 {
    let text: Int64 = 46 + path + Int64(data.utf8.count)
    return text + 2 + 29
  }

  @Test func `a window is told of what enters, changes and leaves`() async throws {
    let data = """
        - {rtdb: "m/k{k}", for: {k: 1..3}, value: {at: "{k}"}}
      """
    let steps = """
        - {at: "day 1 09:00", actor: me, steps: [{name: l, rtdb: {op: listen, path: m, orderByChild: at, limitToLast: 2}}]}
        - {at: "day 1 09:01", actor: me, steps: [{name: s, rtdb: {op: set, path: m/k4, value: {at: 4}}}]}
        - {at: "day 1 09:02", actor: me, steps: [{name: s, rtdb: {op: set, path: m/k1/at, value: 0}}]}
      """
    let first = Self.push(1, #"{"k2":{"at":2},"k3":{"at":3}}"#) + 50
    let change = Self.push(1, #"{"k4":{"at":4},"k2":null}"#)
    let indexed = try await Self.rows(
      Self.timeline(data, steps), rules: #"{"rules": {".read": true, ".write": true, "m": {".indexOn": ["at"]}}}"#)
    #expect(indexed.filter { $0.hasPrefix("m ") } == ["m listen 1 \(first)", "m broadcast 1 \(change)"])
    // Without the index everything is sent, and every change below.
    let whole = Self.push(1, #"{"k1":{"at":1},"k2":{"at":2},"k3":{"at":3}}"#) + 50
    let changes = Self.push(4, #"{"at":4}"#) + Self.push(7, "0")
    let unindexed = try await Self.rows(Self.timeline(data, steps))
    #expect(
      unindexed.filter { $0.hasPrefix("m ") } == [
        "m listen 1 \(whole) unindexed \(first)", "m broadcast 2 \(changes) unindexed \(change)",
      ])
  }

  @Test func `a lost connection runs what was registered, and coming back costs what has changed`() async throws {
    let text = Self.timeline(
      """
        - {rtdb: a, value: 1}
      """,
      """
        - {at: "day 1 09:00", actor: me, steps: [{name: l, rtdb: {op: listen, path: a}}, {name: o, rtdb: {op: onDisconnect, path: p, value: off}}]}
        - {at: "day 1 09:10", actor: me, steps: [{offline: 10m}]}
        - {at: "day 1 10:00", actor: me, steps: [{offline: 10m}]}
        - {at: "day 1 10:05", actor: other, steps: [{name: w, rtdb: {op: set, path: a, value: 22}}]}
        - {at: "day 1 11:00", actor: other, steps: [{name: r, rtdb: {op: get, path: p}}]}
      """, "me: {auth: {uid: me}}\n  other: {auth: {uid: other}}")
    let rows = try await Self.rows(text)
    let listens = (Self.push(1, "1") + 50) + 50 + (Self.push(1, "22") + 50)
    let answer = Self.push(0, "12345") - 1
    #expect(
      rows == [
        " connect 4 14960", "a listen 3 \(listens)", "a set 1 50", "p get 1 \(answer)", "p onDisconnect 1 50",
      ])
  }

  @Test func `a listener ends when data takes its permission away`() async throws {
    let text = Self.timeline(
      """
        - {rtdb: gate, value: {me: true, other: true}}
        - {rtdb: a/x, value: 1}
      """,
      """
        - {at: "day 1 09:00", actor: me, steps: [{name: l, rtdb: {op: listen, path: a}}, {name: below, rtdb: {op: listen, path: a/x}}, {name: again, rtdb: {op: listen, path: a}}]}
        - {at: "day 1 09:00", actor: other, steps: [{name: l, rtdb: {op: listen, path: a}}]}
        - {at: "day 1 09:01", steps: [{rtdb: {op: set, path: a/x, value: 2}}]}
        - {at: "day 1 09:02", steps: [{rtdb: {op: update, path: /, values: {gate/me: null, a/x: 3}}}]}
        - {at: "day 1 09:03", steps: [{rtdb: {op: set, path: a/x, value: 4}}]}
        - {at: "day 1 09:04", steps: [{rtdb: {op: set, path: gate/me, value: true}}]}
        - {at: "day 1 09:05", steps: [{rtdb: {op: set, path: a/x, value: 5}}]}
      """, "me: {auth: {uid: me}}\n  other: {auth: {uid: other}}")
    let rules = #"{"rules": {"a": {".read": "root.child('gate').child(auth.uid).val() === true"}}}"#
    let report = await WorkloadRunner.run(try Self.input(text, rules: rules))
    let rows = try #require(report.variants[0].realtime).rows.map {
      "\($0.path) \($0.operation.rawValue) \($0.count) \($0.denied)"
    }
    // The one hears of the first write, then that it is over, and its listener below asks in vain; the other of all four.
    #expect(rows == [" connect 2 0", "a listen 2 0", "a broadcast 6 1", "a/x listen 1 1"])
    #expect(
      report.findings.filter(\.fails).map { "\($0.diagnostic.code.id) \($0.diagnostic.message)" } == [
        "FB5005 `l` is refused: PERMISSION_DENIED: Permission denied by `.read` of `/a` (database.rules.json:1): it is false",
        "FB5005 `below` is refused: PERMISSION_DENIED: Permission denied by `.read` of `/a` (database.rules.json:1): it is false",
      ])
  }

  @Test func `denials are billed and reported`() async throws {
    let text = Self.timeline(
      """
        - {rtdb: "members/c1", value: {me: true}}
      """,
      """
        - {at: "day 1 09:00", actor: me, steps: [{name: l, rtdb: {op: listen, path: messages/c2}}]}
        - {at: "day 1 09:01", actor: me, steps: [{name: p, rtdb: {op: push, path: messages/c1, value: {from: me}}, expect: PERMISSION_DENIED}]}
        - {at: "day 1 09:02", actor: me, steps: [{name: g, rtdb: {op: get, path: messages/c1, orderByChild: x}}]}
      """)
    let report = await WorkloadRunner.run(try Self.input(text))
    let rows = try #require(report.variants[0].realtime).rows.map {
      "\($0.path) \($0.operation.rawValue) \($0.bytes) \($0.denied)"
    }
    #expect(rows == [" connect 3740 0", "messages/c1 get 80 1", "messages/c1 push 80 1", "messages/c2 listen 80 1"])
    #expect(report.variants[0].correctness.denied == 2)
    #expect(
      report.findings.filter(\.fails).map { "\($0.diagnostic.code.id) \($0.diagnostic.message)" } == [
        "FB5005 `l` is refused: PERMISSION_DENIED: Permission denied by `.read` of `/messages/$c` (database.rules.json:2): it is false",
        #"FB6004 `g` is refused: FAILED_PRECONDITION: Index not defined, add ".indexOn": "x", for path "/messages/c1", to the rules"#,
      ])
  }

  // MARK: Example 11.4

  @Test func `11.4 the hybrid feed`() async throws {
    // Every day is like the others.
    let report = await WorkloadRunner.run(
      try SimulationFixture.input(ExampleWorkloads.hybridFeed.replacing("days: 30", with: "days: 3")))
    #expect(
      report.readsByVariant == [
        "value-refetch 9900000", "child-fetch 459000", "child-cached 189000",
      ])
    #expect(report.variants.map { $0.month?.line(.reads)?.amount?.description ?? "-" } == ["58.5", "1.854", "0.234"])
    #expect(report.budgets.map(\.verdict) == [.exceeded, .passed, .passed])
    let codes = Set(report.findings.map { "\($0.diagnostic.code.id) \($0.isExpected)" })
    #expect(codes.isSuperset(of: ["FB7001 true", "FB7017 true", "FB6004 false"]))
    #expect(report.outcome == .clean)
    let feed = try #require(report.variants[0].realtime?.rows.first { $0.operation == .listen })
    #expect((feed.count, feed.unindexed) == (9_000, 9_000))
    #expect(feed.bytesIfIndexed < feed.bytes)
    #expect(report.variants[0].realtime?.peakConnections == 1_000)
    // 21 changes per session: 20 likes and a post.
    let changes = try #require(report.variants[0].realtime?.rows.first { $0.operation == .broadcast })
    #expect(changes.count == Int64(189_000))
  }
}
