import Diagnostics
import Metering
import Testing
import WorkloadRunSupport

@testable import RunReports
@testable import Simulation
@testable import Workloads

@Suite("Simulation: more than can be simulated")
struct WorkLimitTests {
  static func workload(count: String = "1", documents: String = "1", perDay: String = "1", step: String) -> String {
    """
    workload: large
    clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
    data:
      - {path: "c/{auto}", count: \(documents), fields: {x: 1}}
    actors:
      a:
        count: \(count)
        sessions: {perDay: \(perDay), at: {window: ["08:00", "22:00"], gap: even}, length: 0s}
        steps: [\(step)]
    """
  }

  @Test func `a folded crowd is cheap however large`() async throws {
    let report = try await SimulationFixture.report(Self.workload(count: "1000000000000", step: "{query: c}"))
    #expect(report.variants.map(\.reads) == [1_000_000_000_000])
  }

  @Test(arguments: [
    (
      workload(count: "1000000000", step: "{set: c/x, fields: {y: 1}}"),
      "simulating 1,000,000,000 instances of `a` that differ or meet, where 1,000,000 are the most,"
    ),
    (workload(documents: "9223372036854775807", step: "{query: c}"), "more than 10,000,000 documents to begin with"),
  ])
  func `what would fill the memory is refused with words`(text: String, what: String) async throws {
    let report = try await SimulationFixture.report(text)
    let messages = report.findings.filter { $0.diagnostic.code == .unsupportedFeature }.map(\.diagnostic.message)
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix(what) == true, "\(messages)")
  }

  @Test func `more instances than an Int64 holds numbers for do not overflow the number classes`() throws {
    let suite = try SimulationFixture.suite(Self.workload(step: "{query: c}"))
    var workload = try #require(suite.variants.first).workload
    workload.actors[0].count = .max
    #expect(FoldingPlan.cells(of: workload).count == 19)
    #expect(FoldingPlan.crowd(in: workload)?.name == nil)
  }
}
