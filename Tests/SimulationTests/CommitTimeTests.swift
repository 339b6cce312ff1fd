import Metering
import RunReports
import Testing
import WorkloadRunSupport

@testable import Simulation

/// One client waits for the answer to a commit before it sends the next: each has a later time, as the server tells times.
@Suite("Times of commits") struct CommitTimeTests {
  private func reads(_ steps: String, of window: String = "listen: \"notes orderBy at desc limit 1\"") async throws
    -> Int64
  {
    let report = try await SimulationFixture.report(
      """
      workload: times
      clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
      data: [{path: "notes/first", fields: {at: {spread: [-1h, -1h]}}}]
      actors:
        watcher: {client: {sdk: web}}
        writer: {client: {sdk: web}}
      timeline:
        - {at: "day 1 09:00", actor: watcher, name: watch, \(window)}
        - {at: "day 1 10:00", actor: writer, steps: [\(steps)]}
      """)
    return try report.variant("baseline").operations.first { $0.name == "watch" }?.reads ?? 0
  }

  private static let create = #"name: add, create: "notes/{auto}", fields: {at: serverTime}"#

  @Test func `each of ten creates in a row becomes the newest`() async throws {
    #expect(try await reads("{repeat: 10, \(Self.create)}") == 1 + 10)
  }

  @Test func `what was queued offline has its time when it is sent, each a later one`() async throws {
    #expect(try await reads("{offline: 5m}, {repeat: 10, \(Self.create)}") == 1 + 10)
  }

  @Test func `transactions and updates, too`() async throws {
    let transaction =
      #"{repeat: 5, name: add, transaction: {writes: [{create: "notes/{auto}", fields: {at: serverTime}}]}}"#
    #expect(try await reads(transaction) == 1 + 5)
    #expect(try await reads(#"{repeat: 5, name: touch, update: notes/first, fields: {at: serverTime}}"#) == 1 + 5)
  }

  @Test func `one batch is one moment, and only the last of its documents is the newest`() async throws {
    let batch =
      #"{name: add, batch: [{create: notes/b, fields: {at: serverTime}}, {create: notes/c, fields: {at: serverTime}}]}"#
    #expect(try await reads(batch) == 1 + 1)
  }
}
