import Testing
import WorkloadRunSupport

@testable import RunReports
@testable import Simulation

/// A list that is kept in one document is another way to show what a query shows, as far as the copies are kept.
@Suite("Simulation: a list in one document") struct CopiedListTests {
  /// Twice a day a list of eight shops is opened; one of them changes and one comes in between.
  private func report(keeps: String, copies: String = "shops orderBy name") async throws -> RunReport {
    try await SimulationFixture.report(
      """
      workload: list
      clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
      database: {rules: none}
      data:
        - {path: "shops/s{n}", for: {n: 1..8}, fields: {name: {string: 8}}}
        - {path: lists/shops, fields: {items: {string: 200}}}
      actors:
        me:
          client: {sdk: web}
          sessions: {perDay: 2, at: {first: "08:00", gap: 6h}, length: 10m}
          steps: [{name: home, query: "shops orderBy name", intend: "shops orderBy name"}]
      timeline:
        - {at: "day 1 09:00", write: {path: shops/s1, fields: {name: {string: 9}}}}
        - {at: "day 1 10:00", write: {path: shops/s9, fields: {name: {string: 8}}}}
      variants:
        shipped: {}
        list:
          set: {"steps.home": {name: home, get: lists/shops, copies: "\(copies)", intend: "shops orderBy name"}}
          add: {timeline: [\(keeps)]}
      """)
  }

  private static func written(at time: String) -> String {
    #"{at: "day 1 \#(time)", write: {path: lists/shops, fields: {items: {string: 220}}}}"#
  }

  @Test(
    "sound only where the document is written after each change",
    arguments: [
      (written(at: "11:00"), [String]()), (written(at: "09:30"), ["misses 1 document"]),
      (written(at: "08:30"), ["misses 1 document", "shows 1 outdated document"]),
    ])
  func sound(keeps: String, shortcomings: [String]) async throws {
    let report = try await report(keeps: keeps)
    #expect(report.variants.map(\.shortcomings) == [[], shortcomings])
  }

  @Test("what the document does not hold is missed")
  func part() async throws {
    let report = try await report(keeps: Self.written(at: "11:00"), copies: "shops orderBy name limit 5")
    #expect(report.variants[1].correctness.missed > 0)
    #expect(report.variants[1].documentsShown < report.variants[0].documentsShown)
  }
}
