import Diagnostics
import Metering
import Testing
import WorkloadRunSupport

@testable import RunReports

@Suite("Simulation: listeners that rules end")
struct ListenerDenialTests {
  static let rules = """
    match /d/{x} {
      allow get: if request.auth.uid in resource.data.members;
      allow write: if true;
    }
    """

  /// Two listeners of one client share a target; it loses its permission online, or while it has no connection.
  static func workload(_ offline: String, second: String = "{name: second, listen: d/1, as: b}") -> String {
    """
    workload: kicked
    clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
    data:
      - {path: d/1, fields: {members: [me], n: 0}}
    actors:
      me: {auth: {uid: me}, client: {sdk: web}}
      admin: {client: {sdk: server}}
    timeline:
      - {at: "day 1 09:00", actor: me, steps: [{name: first, listen: d/1, as: a}, \(second)\(offline)]}
      - {at: "day 1 09:05", actor: admin, name: kick, update: d/1, fields: {members: []}}
      - {at: "day 1 09:20", actor: admin, name: one, update: d/1, fields: {n: 1}}
      - {at: "day 1 09:21", actor: admin, name: two, update: d/1, fields: {n: 2}}
    """
  }

  @Test(arguments: ["", ", {offline: 10m}", ", {offline: 1h}"])
  func `a denial ends every listener that shares the target`(_ offline: String) async throws {
    let second = "{name: second, listen: d/1, as: b, onChange: [{name: seen, get: d/1}]}"
    let report = try await SimulationFixture.report(Self.workload(offline, second: second), rules: Self.rules)
    let variant = report.variants[0]
    #expect(variant.correctness.denied == 1)
    #expect(variant.tally.documents == 1)
    // Once for the first snapshot, never again.
    #expect(variant.operations.first { $0.name == "seen" }?.calls == 1)
  }

  @Test func `listeners that were attached without connection are denied together`() async throws {
    let text = Self.workload("").replacing(
      "steps: [{name: first, listen: d/1, as: a}, {name: second, listen: d/1, as: b}]",
      with: "steps: [{offline: 10m}, {name: first, listen: d/1, as: a}, {name: second, listen: d/1, as: b}]")
    let report = try await SimulationFixture.report(text, rules: Self.rules)
    #expect(report.variants[0].correctness.denied == 1)
    #expect(report.variants[0].tally.documents == 0)
  }
}
