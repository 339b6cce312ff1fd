import Diagnostics
import Metering
import Testing
import WorkloadRunSupport

@testable import RunReports
@testable import Simulation
@testable import Workloads

/// `sessions: {days: […]}`: the days of the week on which somebody acts.
@Suite("Simulation: days of the week")
struct SessionDaysTests {
  /// The days of the run that have calls, from 1.
  private func days(_ days: String, start: String, count: Int = 14) async throws -> [Int64] {
    let report = try await SimulationFixture.report(
      """
      workload: office
      clock: {start: "\(start)", days: \(count)}
      database: {rules: none}
      data: [{path: a/x, fields: {n: 1}}]
      actors:
        clerk:
          client: {sdk: web}
          sessions: {perDay: 2, days: \(days), at: {first: "08:00", gap: 1h}, length: 10m}
          steps: [{name: open, get: a/x}]
      """)
    return report.variants[0].days.filter { $0.tally.reads == 2 }.map(\.number)
  }

  @Test("office days, the weekend, and the day by the offset of the clock")
  func chosen() async throws {
    // A Monday.
    let monday = "2026-01-05T00:00:00-08:00"
    #expect(try await days("[mon, tue, wed, thu, fri]", start: monday) == [1, 2, 3, 4, 5, 8, 9, 10, 11, 12])
    #expect(try await days("[sat, sun]", start: monday) == [6, 7, 13, 14])
    #expect(try await days("[sun]", start: "2026-01-04T00:00:00+14:00", count: 7) == [1])
    #expect(try await days("[wed]", start: "1969-12-31T00:00:00Z", count: 7) == [1])
  }

  @Test("a month of weeks is played to its end, and no day is taken for the one before")
  func notRepeated() async throws {
    let days = try await days("[mon]", start: "2026-01-05T00:00:00-08:00", count: 30)
    #expect(days == [1, 8, 15, 22, 29])
  }

  @Test("who acts on none of the days played is said once, with the steps that are in no figure")
  func never() async throws {
    func codes(_ days: String, _ count: Int) async throws -> [String] {
      try await SimulationFixture.report(
        """
        workload: office
        clock: {start: "2026-01-05T00:00:00-08:00", days: \(count)}
        database: {rules: none}
        data: [{path: a/x, fields: {n: 1}}]
        actors:
          clerk: {sessions: {at: {first: "08:00"}}, steps: [{name: open, get: a/x}]}
          guard: {sessions: {days: \(days), at: {first: "08:00"}}, steps: [{name: look, get: a/x}, {name: on, get: a/x}]}
        """
      ).sortedFindings.map(\.diagnostic).filter { [.stepNeverReached, .partialWeek].contains($0.code) }.map(\.message)
    }
    #expect(
      try await codes("[sat]", 2) == [
        "no variant comes to `look`, and 1 step after it: `guard` acts on none of the 2 days played"
      ])
    #expect(try await codes("[sat]", 7) == [])
  }

  @Test("words that are no days are refused, and an actor with none never acts")
  func wrong() throws {
    let text = "workload: w\nactors: {a: {sessions: {days: [mo], at: {first: \"08:00\"}}, steps: [{get: a/b}]}}\n"
    let reading = WorkloadReader.read(SourceText(path: "w.workload.yaml", text: text), overrides: [])
    #expect(reading.diagnostics.map(\.message).first?.hasPrefix("expected `mon`, `tue`") == true)
  }
}
