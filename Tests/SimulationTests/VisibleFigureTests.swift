import Testing
import WorkloadRunSupport

@testable import RunReports
@testable import Simulation

/// `visible`: what the screen of each step shows at the end. What else is asserted makes no difference to it.
@Suite("Simulation: what is visible")
struct VisibleFigureTests {
  private func failures(_ assertions: [String]) async throws -> [String] {
    try await SimulationFixture.report(
      """
      workload: v
      clock: {start: "2026-01-05T00:00:00-08:00", days: 3}
      database: {rules: none}
      data: [{path: "p/{auto}", count: 10, fields: {at: {spread: [-3d, -1d]}}}]
      actors:
        u:
          client: {sdk: web}
          sessions: {perDay: 1, at: {first: "10:00"}, length: 10m}
          steps:
            - {name: pages, page: {query: 'p orderBy at desc', size: 2, until: 2}}
            - {name: list.open, listen: 'p orderBy at desc limit 5', as: list}
            - {name: add, create: "p/{auto}", fields: {at: serverTime}}
      variants: {a: {}}
      assert: [\(assertions.map { "\"\($0)\"" }.joined(separator: ", "))]
      """
    ).assertions.filter { !$0.passed }.flatMap(\.notes)
  }

  @Test("the whole is the sum of its parts, whichever are asked for")
  func wholes() async throws {
    #expect(try await failures(["visible(a) == 9"]) == [])
    #expect(try await failures(["visible(a) == 9", "visible(a.pages) == 4", "stale(a.pages) == 0"]) == [])
  }

  @Test("a step is asked by its name, or by the name of its result")
  func names() async throws {
    #expect(try await failures(["visible(a.list) == 5", "visible(a.list.open) == 5"]) == [])
  }
}
