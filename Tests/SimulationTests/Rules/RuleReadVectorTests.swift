import Diagnostics
import Metering
import Testing
import WorkloadRunSupport

@testable import RunReports

/// A worked example of the billing reference in which rules read documents.
struct RuleReadVector: Sendable, CustomTestStringConvertible {
  var id: String
  var rules: String
  /// `actors:` and `timeline:`, behind the data that all examples share.
  var steps: String
  var client = "ios"
  var reads: Int64
  var ruleReads: Int64
  var writes: Int64 = 0
  var denied: Int64 = 0

  var testDescription: String { id }

  var workload: String {
    #"""
    workload: vector
    clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
    data:
      - {path: "users/{u}", for: {u: [u, v, w]}, fields: {open: true, n: 0}}
      - {path: "list/d{k}", for: {k: 1..50}, fields: {live: true, n: "{k}"}}
      - {path: "ten/d{k}", for: {k: 1..10}, fields: {live: true, n: "{k}"}}
    actors:
      me: {auth: {uid: u}, client: {sdk: \#(client)}}
    \#(steps.contains("actor: other") ? "  other: {client: {sdk: server}}" : "")
    timeline:
    \#(steps)
    """#
  }
}

@Suite("Simulation: reads of security rules")
struct RuleReadVectorTests {
  private static let user = "get(/databases/$(database)/documents/users/$(request.auth.uid)).data.open == true"
  private static let dependent = "match /{path=**} { allow read, write: if \(user); }"

  private static func vector(
    _ id: String, _ rules: String, _ step: String, client: String = "ios", reads: Int64,
    ruleReads: Int64, writes: Int64 = 0, denied: Int64 = 0
  ) -> RuleReadVector {
    RuleReadVector(
      id: id, rules: rules, steps: "  - {at: \"day 1 08:00\", actor: me, steps: \(step)}", client: client, reads: reads,
      ruleReads: ruleReads, writes: writes, denied: denied)
  }

  private static func vector(
    _ id: String, _ step: String, client: String = "ios", reads: Int64, ruleReads: Int64, writes: Int64 = 0,
    denied: Int64 = 0
  ) -> RuleReadVector {
    vector(id, dependent, step, client: client, reads: reads, ruleReads: ruleReads, writes: writes, denied: denied)
  }

  private static func exists(_ ids: String...) -> String {
    ids.map { "exists(/databases/$(database)/documents/users/\($0))" }.joined(separator: " && ")
  }

  private static func batch(_ count: Int, path: String) -> String {
    "[{batch: [" + (1...count).map { "{set: \"\(path)\($0)\", fields: {n: 1}}" }.joined(separator: ", ") + "]}]"
  }

  static let requests: [RuleReadVector] = [
    vector("a get; id: V090", "[{get: list/d1}]", reads: 2, ruleReads: 1),
    vector("a query; id: V091", "[{query: list}]", reads: 51, ruleReads: 1),
    vector("fifty gets; id: V092", "[{get: \"list/d{i}\", repeat: 50}]", reads: 100, ruleReads: 50),
    vector(
      "what is not evaluated is not read; id: V093",
      "match /list/{d} { allow get: if (\(exists("u")) && \(exists("none"))) || true || \(exists("w")); }",
      "[{get: list/d1}]", reads: 3, ruleReads: 2),
    vector(
      "one document, asked for four times; id: V094",
      "match /list/{d} { allow get: if \(exists("u", "u", "u")) && \(user); }", "[{get: list/d1}]", reads: 2,
      ruleReads: 1),
    vector(
      "a refused get; id: V095", "match /list/{d} { allow get: if \(exists("none")); }",
      "[{get: list/d1, expect: {status: PERMISSION_DENIED}}]",
      reads: 1, ruleReads: 1, denied: 1),
    vector("a query without results; id: V096", "[{query: list where n > 1000}]", reads: 2, ruleReads: 1),
    vector(
      "the state before and after a write; id: V101",
      "match /list/{d} { allow write: if \(user) && getAfter(/databases/$(database)/documents/users/u).data.open; }",
      "[{update: list/d1, fields: {n: 5}}]", reads: 1, ruleReads: 1, writes: 1),
    vector(
      "ten writes that look up one document; id: V102", batch(10, path: "new/d"), reads: 1, ruleReads: 1, writes: 10),
    vector(
      "ten writes that look up ten documents; id: V103",
      "match /new/{d} { allow create: if !exists(/databases/$(database)/documents/other/$(d)); }",
      batch(10, path: "new/d"), reads: 10, ruleReads: 10, writes: 10),
    vector(
      "a refused write; id: V104", "match /new/{d} { allow create: if \(exists("u")) && \(exists("none")); }",
      "[{set: new/d, fields: {n: 1}, expect: {status: PERMISSION_DENIED}}]", reads: 2, ruleReads: 2, denied: 1),
    vector("a server passes the rules; id: V105", "[{query: list}]", client: "server", reads: 50, ruleReads: 0),
    vector(
      "a failed precondition after the rules", "[{create: list/d1, fields: {n: 1}, expect: {status: ALREADY_EXISTS}}]",
      reads: 1, ruleReads: 1),
    vector(
      "a transaction is two requests",
      "[{transaction: {reads: [list/d1], writes: [{update: list/d1, fields: {n: 2}}]}}]", reads: 3, ruleReads: 2,
      writes: 1),
    vector(
      "a transaction whose read is denied",
      "match /new/{d} { allow write: if true; } match /list/{d} { allow get: if \(exists("none")); }",
      "[{transaction: {reads: [list/d1], writes: [{set: new/d, fields: {n: 2}}]}, expect: {status: PERMISSION_DENIED}}]",
      reads: 1, ruleReads: 1, denied: 1),
    vector(
      "what a transaction read and did not write is judged as a get of the commit",
      "match /new/{d} { allow write: if true; } match /list/{d} { allow get: if \(user); }",
      "[{transaction: {reads: [list/d1], writes: [{set: new/d, fields: {n: 2}}]}}]", client: "web", reads: 4,
      ruleReads: 2, writes: 1),
    vector("each page is a request", "[{page: {query: list, size: 20, until: end}}]", reads: 53, ruleReads: 3),
    vector(
      "an aggregation is a list", "[{query: list aggregate count(), name: n}]", reads: 2, ruleReads: 1),
    vector("rules are not asked for the cache", "[{get: list/d1, source: cache}]", reads: 0, ruleReads: 0),
  ]

  private static let attach = """
      - {at: "day 1 08:00", actor: me, steps: [{name: watch, listen: "ten where live == true", as: r}]}

    """

  private static func listener(_ id: String, _ steps: [String], reads: Int64, ruleReads: Int64, writes: Int64)
    -> RuleReadVector
  {
    RuleReadVector(
      id: id, rules: dependent, steps: attach + steps.map { "  - \($0)" }.joined(separator: "\n"), reads: reads,
      ruleReads: ruleReads, writes: writes)
  }

  static let listeners: [RuleReadVector] = [
    listener(
      "five deliveries of a listener; id: V097",
      (1...5).map { #"{at: "day 1 09:0\#($0)", actor: other, steps: [{update: ten/d\#($0), fields: {x: 1}}]}"# },
      reads: 21, ruleReads: 6, writes: 5),
    listener(
      "one delivery of five changes; id: V098",
      [
        #"{at: "day 1 09:00", actor: other, steps: [{batch: ["#
          + (1...5).map { "{update: ten/d\($0), fields: {x: 1}}" }.joined(separator: ", ") + "]}]}"
      ], reads: 17, ruleReads: 2, writes: 5),
    listener(
      "a change of what the rules read; id: V099",
      [#"{at: "day 1 09:00", actor: other, steps: [{update: users/u, fields: {n: 1}}]}"#], reads: 12,
      ruleReads: 2, writes: 1),
    listener(
      "a listener that resumes; id: V100", [#"{at: "day 1 09:00", actor: me, steps: [{offline: 10m}]}"#], reads: 12,
      ruleReads: 2, writes: 0),
    RuleReadVector(
      id: "a document listener is a get, again with every delivery", rules: dependent,
      steps: """
          - {at: "day 1 08:00", actor: me, steps: [{name: watch, listen: ten/d1, as: r}]}
          - {at: "day 1 09:00", actor: other, steps: [{update: ten/d1, fields: {x: 1}}]}
          - {at: "day 1 09:01", actor: other, steps: [{update: ten/d2, fields: {x: 1}}]}
        """, reads: 4, ruleReads: 2, writes: 2),
    listener(
      "a commit that changes result and dependent is one delivery",
      [
        #"{at: "day 1 09:00", actor: other, steps: [{batch: [{update: users/u, fields: {n: 1}}, {update: ten/d1, fields: {x: 1}}]}]}"#
      ],
      reads: 13, ruleReads: 2, writes: 2),
    listener(
      "outside writes wake listeners through their dependents",
      [#"{at: "day 1 09:00", write: {path: users/u, fields: {open: true, n: 2}}}"#], reads: 12, ruleReads: 2, writes: 0),
  ]

  @Test(arguments: requests + listeners) func vector(_ vector: RuleReadVector) async throws {
    let report = try await SimulationFixture.report(vector.workload, rules: vector.rules)
    let variant = report.variants[0]
    let findings = report.unexpectedFindings.filter { $0.severity == .error }.map(\.message)
    #expect(findings == [])
    #expect(variant.tally.reads == vector.reads)
    #expect(variant.tally.ruleReads == vector.ruleReads)
    #expect(variant.tally.writes == vector.writes)
    #expect(variant.correctness.denied == vector.denied)
  }

  /// The permission rests on a document that the rules read: when it is withdrawn, the listener ends, and what changes
  /// afterwards is billed to nobody.
  @Test func `a listener ends when rules withdraw their permission`() async throws {
    let vector = Self.listener(
      "withdrawn",
      [
        #"{at: "day 1 09:00", actor: other, steps: [{update: users/u, fields: {open: false}}]}"#,
        #"{at: "day 1 09:10", actor: other, steps: [{update: ten/d1, fields: {x: 1}}]}"#,
      ], reads: 12, ruleReads: 2, writes: 2)
    let report = try await SimulationFixture.report(vector.workload, rules: vector.rules)
    #expect(report.variants[0].tally.reads == 12)
    #expect(report.variants[0].tally.ruleReads == 2)
    #expect(report.variants[0].correctness.denied == 1)
    #expect(report.unexpectedFindings.filter { $0.severity == .error }.map(\.code) == [.listNotProvable])
  }
}
