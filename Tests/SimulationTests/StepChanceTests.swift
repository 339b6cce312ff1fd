import Metering
import RunReports
import Testing
import WorkloadRunSupport

@testable import Simulation

/// What chance decides in a step does not depend on the steps beside it.
@Suite("Simulation: chance of steps") struct StepChanceTests {
  private static let changes: [(text: String, changed: Set<String>)] = [
    ("steps.browse.chance: 0.9", ["browse"]), ("steps.browse.chance: 0", ["browse"]),
    ("steps.older.page.size: 2", ["older"]), ("steps.feed.chance: 0.2", ["feed", "extra"]),
    ("steps.write.chance: 1", ["write"]),
    ("steps.rest.pause: 30s", []), ("actors.visitor.steps: []", ["visit"]),
  ]

  private static func calls(_ change: String) async throws -> [[String: String]] {
    let text = """
      workload: w
      clock: {start: "2026-01-05T00:00:00-08:00", days: 3}
      data:
        - {path: "posts/{auto}", count: 30, fields: {at: {spread: [-2d, 0d]}}}
      actors:
        user:
          count: 20
          client: {sdk: web}
          sessions: {perDay: 2, at: {window: ["08:00", "20:00"]}, length: 10m}
          steps:
            - {name: feed, chance: 0.7, query: "posts orderBy at desc limit 10", as: posts}
            - {name: browse, chance: 0.4, repeat: {uniform: [1, 4]}, get: "posts/{any}"}
            - {name: rest, pause: 10s}
            - {name: older, page: {query: "posts orderBy at desc", size: 5, until: {uniform: [1, 3]}}}
            - {name: write, chance: 0.3, create: "notes/{auto}", fields: {n: {string: 3}}}
            - if: "count(posts) == 0"
              then: [{name: extra, chance: 0.5, get: "posts/{any}"}]
        visitor:
          sessions: {at: {first: "09:00"}, length: 1m}
          steps: [{name: visit, chance: 0.5, get: "posts/{any}"}]
      variants:
        shipped: {}
        other: {set: {\(change)}}
      """
    return try await SimulationFixture.report(text).variants.map { variant in
      Dictionary(
        uniqueKeysWithValues: variant.operations.map { ($0.name, "\($0.calls) \($0.tally.reads) \($0.tally.writes)") })
    }
  }

  @Test(arguments: changes) func `a step that changes changes no other`(
    _ change: (text: String, changed: Set<String>)
  ) async throws {
    let variants = try await Self.calls(change.text)
    let differing = Set(variants[0].keys).union(variants[1].keys).filter { variants[0][$0] != variants[1][$0] }
    #expect(differing == change.changed, "\(variants)")
    #expect(variants[0].count >= 6)
  }
}
