import Testing
import WorkloadRunSupport

@testable import RunReports

@Suite("Simulation: what counts as one call")
struct TransactionCallTests {
  static func workload(_ conflicts: String) -> String {
    """
    workload: transaction
    clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
    data:
      - {path: "c/{n}", for: {n: 1..2}, fields: {x: 1}}
    actors:
      a: {client: {sdk: web}}
    timeline:
      - at: "day 1 10:00"
        actor: a
        steps:
          - name: swap
            transaction: {reads: [c/1, c/2, "c limit 1"], writes: [{update: c/1, fields: {x: 2}}]\(conflicts)}
    """
  }

  @Test(arguments: [("", 3 + 1), (", conflicts: 1", 5 * 3 + 1)])
  func `a transaction is one call, however many requests and attempts it takes`(
    conflicts: String, reads: Int64
  ) async throws {
    let report = try await SimulationFixture.report(Self.workload(conflicts))
    let operation = try #require(report.variants.first?.operations.first)
    #expect(operation.reads == reads)
    #expect(operation.calls == 1)
  }
}
