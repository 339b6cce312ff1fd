import RunReports
import Testing
import WorkloadRunSupport

@testable import Simulation

@Suite("Simulation: what an app remembers") struct VariableTests {
  @Test(arguments: [
    // Ten posts, one a day, the newest of them half a day old.
    ("\"-37h\"", 2), ("\"-1d\"", 1), ("\"+1h\"", 0), ("\"now - 37h\"", 2), ("0", 10), ("\"now\"", 0),
    ("{let: {seen: \"-61h\"}}", 3),
  ])
  func `a length with a sign is a time before or after now`(_ start: String, _ count: Int64) async throws {
    let isAssigned = start.hasPrefix("{let")
    let text = """
      workload: w
      clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
      data:
        - {path: "posts/{n}", for: {n: 0..9}, fields: {at: {time: "now - n * 24h - 12h"}}}
      actors:
        me:
          vars: {seen: \(isAssigned ? "0" : start)}
          sessions: {at: {first: "00:00"}, length: 1m}
          steps:
            - \(isAssigned ? start : "{pause: 0s}")
            - {name: all, query: "posts", as: posts, keep: "doc.at > seen", each: [{name: new, get: "posts/{id}"}]}
      """
    let report = try await SimulationFixture.report(text)
    let calls = report.variants[0].operations.first { $0.name == "new" }?.calls ?? 0
    #expect(calls == count)
  }
}
