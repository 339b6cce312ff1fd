import Diagnostics
import Project
import Testing
import WorkloadRunSupport

@testable import RunReports
@testable import Simulation

/// Sessions that do not happen as the workload says are said, where and how many.
@Suite("Simulation: sessions that do not fit")
struct SessionFaultTests {
  private func findings(
    _ sessions: String, _ steps: String = "{name: open, query: a}", start: String = "00:00", days: Int = 2
  ) async throws -> [String] {
    let report = try await SimulationFixture.report(
      """
      workload: nights
      clock: {start: "2026-01-05T\(start):00-08:00", days: \(days)}
      database: {rules: none}
      data: [{path: "a/x{n}", for: {n: 1..10}, fields: {day: 1}}]
      actors:
        u:
          client: {sdk: web}
          sessions: {\(sessions)}
          steps: [\(steps)]
      """)
    return report.unexpectedFindings.filter { $0.code == .stepNeverReached }.map { finding in
      let place = finding.location.map { " at \($0.lineText)" } ?? ""
      return ([finding.severity.rawValue + ": " + finding.message + place] + finding.notes).joined(separator: "; ")
    }
  }

  @Test("more sessions than a day has room for are put off, and lost at the end")
  func overlap() async throws {
    let found = try await findings("perDay: 10, at: {first: \"08:00\", gap: 1h}, length: 2h")
    #expect(
      found == [
        "warning: sessions of `u` do not fit: 5 of 20 are put off, since the one before goes on, and 4 are lost at the end "
          + "of the run at test.workload.yaml:8; 10 sessions of 2h with 1h between take 29h a day"
      ], "\(found)")
    #expect(
      try await findings("perDay: 10, at: {window: [\"08:00\", \"10:00\"]}, length: 1h").first?.contains(
        "10 sessions of 1h begin in a window of 2h") == true)
  }

  @Test("sessions that fit are nothing to speak of, over midnight and in a window, too")
  func fitting() async throws {
    for sessions in [
      "perDay: 10, at: {first: \"08:00\", gap: 20m}, length: 2h",
      "perDay: 5, at: {window: [\"08:00\", \"22:00\"]}, length: 10m",
      "perDay: 1, at: {first: \"00:00\"}, length: 24h", "perDay: 2, at: {first: \"23:00\"}",
    ] {
      #expect(try await findings(sessions, start: sessions.contains("00:00") ? "00:00" : "05:00") == [], "\(sessions)")
    }
  }

  @Test("steps that take longer than their session")
  func overrun() async throws {
    let steps = "{query: a}, {pause: 90m}, {query: a}"
    #expect(
      try await findings("perDay: 1, at: {first: \"08:00\"}, length: 1h", steps) == [
        "info: 2 of 2 sessions of `u` last longer than their `length`, up to 1h 30m, since their steps do at "
          + "test.workload.yaml:8"
      ])
    #expect(try await findings("perDay: 1, at: {first: \"08:00\"}", steps) == [])
  }

  @Test("what the end of the run cuts off, unless the clock starts at another hour")
  func cut() async throws {
    let sessions = "perDay: 1, at: {first: \"22:00\"}, length: 6h"
    let late = "{name: open, listen: a}, {pause: 4h}, {name: late, query: a}"
    #expect(
      try await findings(sessions, late, days: 3) == [
        "warning: the run ends while 1 of 3 sessions of `u` goes on: what they do then is in no figure at "
          + "test.workload.yaml:8"
      ])
    #expect(try await findings(sessions, late, start: "05:00", days: 3) == [])
    #expect(
      try await findings(sessions, "{name: open, listen: a}", days: 3) == [
        "info: the run ends while 1 of 3 sessions of `u` goes on: what they listen to then is in no figure at "
          + "test.workload.yaml:8"
      ])
    #expect(try await findings(sessions, days: 3) == [])
    let night = "perDay: 3, at: {first: \"22:00\", gap: 2h}"
    #expect(
      try await findings(night, days: 3) == [
        "warning: the run ends before 2 sessions of its last day of `u`: they are in no figure at test.workload.yaml:8"
      ])
    #expect(try await findings(night, start: "05:00", days: 3) == [])
  }
}
