import Diagnostics
import FirestoreModel
import Metering
import Testing
import WorkloadRunSupport

@testable import RunReports
@testable import Simulation
@testable import Workloads

@Suite("Simulation: folding")
struct FoldingTests {
  /// Twelve users, so that numbers of two lengths occur.
  static let chat = ChatOpenTests.workload.replacing("days: 30", with: "days: 1")
    .replacing(
      "users: 1000, history: 1000, newPerOpen: 50, opens: 50", with: "users: 12, history: 30, newPerOpen: 5, opens: 4")

  static let partners = """
    workload: partners
    clock: {start: "2026-01-05T00:00:00-08:00", days: 2}
    data:
      - {path: "rooms/{r}/messages/{auto}", for: {r: 1..12}, count: 8, fields: {at: {spread: [-2d, 0d]}, text: {string: 40}}}
      - {path: settings/app, fields: {theme: dark}}
    actors:
      left:
        count: 12
        auth: {uid: "u{i}"}
        client: {sdk: web}
        sessions: {perDay: 3, at: {window: ["08:00", "20:00"], gap: even}, length: 20m}
        steps:
          - {name: open, listen: "rooms/{i}/messages orderBy at desc limit 5", as: m}
          - {name: settings, get: settings/app}
          - {name: say, set: "rooms/{i}/messages/{auto}", fields: {at: serverTime, text: {string: 40}}}
          - {pause: 5m}
      right:
        count: 12
        sessions: {perDay: 2, at: {window: ["08:05", "20:00"], gap: even}, length: 20m}
        during: [{write: {path: "rooms/{i}/messages/{auto}", count: 2, spread: length}}]
        steps:
          - {name: read, listen: "rooms/{i}/messages orderBy at desc", as: m}
          - {pause: 10m}
          - {name: answer, set: "rooms/{i}/messages/{auto}", fields: {at: serverTime, text: {string: 40}}}
    background:
      - {every: {perDay: 3}, write: {path: "rooms/{r}/messages/{auto}", for: {r: 1..12}}}
    """

  static let own = """
    workload: own
    clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
    data:
      - {path: "posts/{auto}", count: 20, fields: {at: {spread: [-2d, 0d]}}}
    actors:
      reader:
        count: 11
        world: own
        sessions: {perDay: 3, at: {window: ["08:00", "20:00"], gap: even}, length: 20m}
        during: [{write: {path: "posts/{auto}", count: 3, spread: length}}]
        steps: [{name: feed, listen: "posts orderBy at desc limit 10", as: p}]
    """

  @Test(arguments: [chat, partners, own])
  func `a folded run is billed and judged like a run of every user`(_ text: String) async throws {
    let input = try SimulationFixture.input(text)
    let folded = await WorkloadRunner.simulate(input, isFolding: true)
    let whole = await WorkloadRunner.simulate(input, isFolding: false)
    for (fold, all) in zip(folded, whole) {
      #expect(FoldingPlan.cells(of: input.suite.variants[0].workload).count == 2)
      #expect(fold.ledger.total == all.ledger.total, "\(fold.name)")
      #expect(fold.ledger.days == all.ledger.days, "\(fold.name)")
      #expect(fold.ledger.roles == all.ledger.roles, "\(fold.name)")
      #expect(fold.ledger.operations.map(\.calls) == all.ledger.operations.map(\.calls), "\(fold.name)")
      #expect(fold.ledger.operations.map(\.callsByReads) == all.ledger.operations.map(\.callsByReads), "\(fold.name)")
      #expect(fold.notes.outsideWrites == all.notes.outsideWrites, "\(fold.name)")
      #expect(fold.notes.storageSamples == all.notes.storageSamples, "\(fold.name)")
      #expect(
        fold.notes.observations.mapValues(\.missed.value) == all.notes.observations.mapValues(\.missed.value),
        "\(fold.name)")
    }
  }

  /// Background writes are events of each world, too.
  @Test(arguments: [1, 2, 11, 250])
  func `instances in worlds of their own are billed like as many databases`(_ count: Int64) async throws {
    let text =
      Self.own + """

        background:
          - {every: {perDay: 4}, write: {path: "posts/{auto}", metered: true, fields: {at: serverTime}}}
          - {every: {perDay: 2}, write: {path: "drafts/{auto}"}}
        """
    func figures(of instances: Int64) async throws -> CountedFigures {
      let input = try SimulationFixture.input(text.replacing("count: 11", with: "count: \(instances)"))
      let outcomes = await WorkloadRunner.simulate(input, isFolding: true)
      let outcome = try #require(outcomes.first)
      return CountedFigures(outcome.ledger, outcome.notes)
    }
    var expected = CountedFigures()
    expected.add(try await figures(of: 1), times: count)
    let found = try await figures(of: count)
    #expect(found == expected)
    #expect(found.total.writes == 4 * count)
    #expect(found.outsideWrites == (4 + 2 + 3 * 3) * count)
  }

  /// What makes instances meet or differ keeps them apart: each is simulated.
  @Test(arguments: [
    #"{listen: "rooms/1/messages orderBy at desc", as: m}"#, #"{set: "rooms/shared", fields: {n: 1}}"#,
    #"{get: "rooms/{i}/messages/x", chance: 0.5}"#,
    #"{query: "rooms where owner == {i}", as: q}"#, #"{listen: "group messages where at > {now}", as: q}"#,
  ])
  func `instances that may meet or differ are not folded`(_ step: String) throws {
    let text = Self.partners.replacing("{name: settings, get: settings/app}", with: step)
    let suite = try SimulationFixture.suite(text)
    #expect(FoldingPlan.cells(of: suite.variants[0].workload).count == 1)
  }

  @Test func `the output does not depend on how variants are scheduled`() async throws {
    let first = try await SimulationFixture.report(Self.chat)
    let second = try await SimulationFixture.report(Self.chat)
    #expect(ExpectedReport.text(of: first) == ExpectedReport.text(of: second))
  }
}
