import Diagnostics
import RunReports
import Testing
import WorkloadRunSupport

@testable import Simulation

/// Steps that no variant comes to, and workloads that cannot be played as they say.
@Suite("What is not played") struct UnreachedStepTests {
  private func findings(_ text: String, _ codes: Set<DiagnosticCode>) async throws -> [String] {
    let report = try await SimulationFixture.report(
      "workload: w\nclock: {start: \"2026-01-05T00:00:00-08:00\", days: 2}\n" + text)
    return report.sortedFindings.filter { codes.contains($0.diagnostic.code) }.map { found in
      "\(found.diagnostic.location?.position.line ?? 0): \(found.isExpected ? "expected " : "")\(found.diagnostic.message)"
    }
  }

  @Test func `conditions, times, procedures and lists that lead nowhere`() async throws {
    let text = """
      procedures:
        unused: [{name: p, get: a/b}, {name: q, get: a/b}]
        used: [{name: r, get: a/b, missing: ok}]
      actors:
        me:
          vars: {n: 0}
          sessions: {at: {first: "08:00"}, length: 1m}
          during: [{name: w, write: {path: "a/{auto}", fields: {}}}]
          steps:
            - {do: used}
            - if: "n > 0"
              then: [{name: x, get: a/b}, {name: y, get: a/b}]
              else: [{name: z, get: a/b, missing: ok}]
            - {name: none, query: "c limit 1", each: [{name: one, get: "d/{id}"}]}
        script:
          steps: [{name: s, get: a/b}]
      timeline:
        - {at: day 1, actor: script, name: first, get: a/b, missing: ok}
        - {at: day 9, actor: script, name: late, get: a/b}
      variants:
        one: {}
        two: {}
      """
    #expect(
      try await findings(text, [.stepNeverReached]) == [
        "4: no variant comes to `p`, and 1 step after it: nobody comes to `do: unused`",
        "14: no variant comes to `x`, and 1 step after it",
        "16: no variant comes to `one`",
        "18: no variant comes to `s`: `script` has no sessions",
        "21: no variant comes to `late`: the run ends before its time",
      ])
    let elsewhere = text.replacing("two: {}", with: "two: {set: {vars.n: 1, clock.days: 10}}")
    #expect(
      try await findings(elsewhere, [.stepNeverReached]).map { $0.prefix(2) } == ["4:", "16", "18"])
    let expected = text.replacing("two: {}", with: "two: {expect: {findings: [FB7025]}}")
    #expect(try await findings(expected, [.stepNeverReached]).allSatisfy { $0.contains("expected") })
  }

  @Test func `what chance left out is not said to be out of reach`() async throws {
    let text = """
      procedures:
        some: [{name: p, get: a/b, missing: ok}, {name: q, chance: 0, get: a/b}]
        one: [{name: r, chance: 0, get: a/b}]
      actors:
        me: {sessions: {at: {first: "08:00"}, length: 1m}, steps: [{do: some}, {do: one}]}
      timeline:
        - {at: day 1, actor: me, chance: 0, name: s, get: a/b}
      """
    #expect(
      try await findings(text, [.stepNeverReached]) == [
        "4: no variant comes to `q`", "5: no variant comes to `r`", "9: no variant comes to `s`",
      ])
  }

  @Test func `a workload over the budget has obstacles, and a sound one has none`() async throws {
    func report(_ count: Int) async throws -> RunReport {
      try await SimulationFixture.report(
        """
        workload: w
        clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
        data: [{path: "notes/{auto}", count: \(count), fields: {}}]
        actors: {me: {sessions: {at: {first: "08:00"}}, steps: [{query: "notes limit 1"}]}}
        """)
    }
    #expect(try await report(10).obstacles == [])
    let obstacles = try await report(50_000_000).obstacles
    #expect(obstacles.map(\.code) == [.unsupportedFeature])
    #expect(obstacles.first?.location?.position.line == 3)
  }
}
