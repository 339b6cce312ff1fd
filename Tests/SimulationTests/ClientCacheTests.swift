import Diagnostics
import Testing
import WorkloadRunSupport

@testable import RunReports
@testable import Simulation

/// What `source: cache` shows is what the device has: what the server sent it, as it was then.
@Suite("Simulation: the cache of a device")
struct ClientCacheTests {
  private static let query = #""a where day == 1""#

  /// One device, and documents of which two change while it has them.
  private func report(_ steps: String, client: String = "sdk: ios", timeline: String = "") async throws -> RunReport {
    let report = try await SimulationFixture.report(
      """
      workload: cached
      clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
      database: {rules: none}
      data:
        - {path: "a/x{n}", for: {n: 1..8}, fields: {day: 1}}
        - {path: "a/y{n}", for: {n: 1..4}, fields: {day: 2}}
      actors:
        me:
          client: {\(client)}
          sessions: {perDay: 1, at: {first: "08:00"}, length: 6h}
          steps: [\(steps)]
      timeline:
        - {at: "day 1 07:00", write: {path: other/o, fields: {n: 1}}}
      \(timeline)
      """)
    #expect(report.obstacles.map(\.message) == [])
    return report
  }

  private func found(_ steps: String, client: String = "sdk: ios", timeline: String = "") async throws -> String {
    let report = try await report(
      steps + ", {name: seen, forEach: list, get: other/o, missing: ok}", client: client, timeline: timeline)
    let variant = report.variants[0]
    let seen = variant.operations.first { $0.name == "seen" }
    let read = variant.reads - (seen?.reads ?? 0)
    return "\(seen?.calls ?? 0) shown, \(read) read, \(variant.correctness.stale) stale"
  }

  private static let cached = "{query: \(query), source: cache, as: list}"

  @Test("nothing that the server has not sent", arguments: ["sdk: ios", "sdk: web", "sdk: server"])
  func empty(client: String) async throws {
    #expect(try await found(Self.cached, client: client) == "0 shown, 0 read, 0 stale")
  }

  @Test("what queries, gets, pages and listeners have brought, whatever they asked for")
  func brought() async throws {
    for (step, shown, read) in [
      ("{query: \(Self.query)}", 8, 8), ("{query: \"a orderBy __name__ limit 3\"}", 3, 3), ("{get: a/x1}", 1, 1),
      ("{get: a/y1}", 0, 1), ("{page: {query: a, size: 5, until: end}}", 8, 12), ("{listen: a}", 8, 12),
      ("{listen: a, as: all}, {unlisten: all}", 8, 12), ("{listen: a/x2}", 1, 1),
    ] {
      #expect(try await found("\(step), \(Self.cached)") == "\(shown) shown, \(read) read, 0 stale", "\(step)")
    }
  }

  @Test("without persistence only what is listened to")
  func memory() async throws {
    for (step, shown) in [
      ("{query: \(Self.query)}", 0), ("{get: a/x1}", 0), ("{listen: a, as: all}", 8),
      ("{listen: a, as: all}, {unlisten: all}", 0),
    ] {
      let text = try await found("\(step), \(Self.cached)", client: "sdk: web")
      #expect(text.hasPrefix("\(shown) shown"), "\(step): \(text)")
    }
  }

  @Test("as it was when it was sent: what has changed since is outdated, and what came is not there")
  func outdated() async throws {
    let changes = """
        - {at: "day 1 08:10", write: {path: a/x1, fields: {n: 1}, merge: true}}
        - {at: "day 1 08:10", write: {path: a/x2, delete: true}}
        - {at: "day 1 08:10", write: {path: a/x9, fields: {day: 1}}}
      """
    let wait = "{pause: 1h}"
    #expect(
      try await found("{query: \(Self.query)}, \(wait), \(Self.cached)", timeline: changes)
        == "8 shown, 8 read, 2 stale")
    #expect(
      try await found("{listen: \(Self.query)}, \(wait), \(Self.cached)", timeline: changes)
        == "8 shown, 10 read, 0 stale")
    #expect(
      try await found("{query: \(Self.query)}, \(wait), {query: \(Self.query)}, \(Self.cached)", timeline: changes)
        == "8 shown, 16 read, 0 stale")
  }

  @Test("what the app has written is there, and nothing after it was installed again")
  func writtenAndWiped() async throws {
    let write = "{set: a/mine, fields: {day: 1}}"
    #expect(try await found("\(write), \(Self.cached)") == "1 shown, 0 read, 0 stale")
    let reinstalled = "{query: \(Self.query)}, {reinstall: true}, \(Self.cached)"
    #expect(try await found(reinstalled) == "0 shown, 8 read, 0 stale")
  }

  @Test("without a connection every read that may be answered by the device is")
  func offline() async throws {
    let cut = "{query: \(Self.query)}, {offline: 1h}"
    #expect(try await found("\(cut), {query: \(Self.query), as: list}") == "8 shown, 8 read, 0 stale")
    #expect(
      try await found("\(cut), {page: {query: \(Self.query), size: 5, until: end}, as: list}")
        == "8 shown, 8 read, 0 stale")
  }

  @Test(
    "a get without a connection shows what the device has, and fails for what it does not have",
    arguments: [
      ("{get: a/x1}, {offline: 1h}, {name: again, get: a/x1}", 1, []),
      (
        "{offline: 1h}, {name: again, get: a/x1}", 0,
        ["`again` is refused: UNAVAILABLE: Failed to get document because the client is offline."]
      ),
      ("{offline: 1h}, {name: again, get: a/x1, expect: {status: UNAVAILABLE}}", 0, []),
      ("{offline: 1h}, {name: again, get: a/x1, missing: ok}", 0, []),
      ("{offline: 1h}, {name: again, get: a/x1, source: cache}", 0, []),
      (
        "{name: again, get: a/z}", 1,
        [
          "`again` reads documents that do not exist, 1 time",
          "figures depend on `missingGet`: how many reads a get of a missing document costs",
        ]
      ),
    ])
  func offlineGets(steps: String, reads: Int64, expected: [String]) async throws {
    let report = try await report(steps)
    #expect(report.variants[0].reads == reads)
    #expect(report.findings.map(\.diagnostic.message) == expected)
  }

  @Test("a variant that never asks the server shows less, with `intend` and without")
  func standing() async throws {
    for intend in ["", ", intend: \(Self.query)"] {
      let report = try await SimulationFixture.report(
        """
        workload: cached
        clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
        database: {rules: none}
        data: [{path: "a/x{n}", for: {n: 1..8}, fields: {day: 1}}]
        actors:
          me:
            client: {sdk: web, persistence: on}
            sessions: {perDay: 4, at: {first: "08:00", gap: 15m}, length: 2h}
            steps: [{name: open, query: \(Self.query), as: list\(intend)}]
        variants:
          shipped: {}
          cache: {set: {steps.open.source: cache}}
        """)
      let cache = report.variants[1]
      #expect(report.standing(of: cache) == .doesLess)
      #expect((cache.reads, cache.documentsShown) == (0, 0), "\(intend)")
      #expect(
        cache.shortcomings == [
          intend.isEmpty ? "shows 0 of 32 documents, fewer in open" : "misses 8 documents in open"
        ], "\(intend)")
    }
  }
}
