import Diagnostics
import Testing
import WorkloadRunSupport

@testable import RunReports
@testable import Simulation

/// What a listener brings after its first answer is known with its fields.
@Suite("Simulation: documents that arrive") struct ArrivedDocumentTests {
  private func calls(of steps: String) async throws -> [String: Int64] {
    let report = try await SimulationFixture.report(
      """
      workload: orders
      clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
      database: {rules: none}
      data:
        - {path: "orders/old{n}", for: {n: 1..3}, fields: {status: placed}}
      actors:
        shop:
          client: {sdk: web}
          sessions: {perDay: 1, at: {first: "08:00"}, length: 6h}
          steps: [{name: watch, listen: "orders limit 50", onChange: [\(steps)]}]
      timeline:
        - {at: "day 1 09:00", write: {path: orders/a, fields: {status: placed}}}
        - {at: "day 1 09:10", write: {path: orders/b, fields: {status: paid}}}
        - {at: "day 1 09:20", write: {path: orders/b, fields: {status: sent}, merge: true}}
        - {at: "day 1 09:30", write: {path: orders/c, fields: {status: placed}}}
        - {at: "day 1 09:40", write: {path: orders/c, delete: true}}
      """)
    #expect(report.obstacles.map(\.message) == [])
    let operations = report.variants[0].operations.filter { $0.name != "watch" && $0.calls > 0 }
    return Dictionary(uniqueKeysWithValues: operations.map { ($0.name, $0.calls) })
  }

  @Test("the fields of what was added or changed are at hand")
  func fields() async throws {
    let accept = #"{if: "doc.status == 'placed'", then: [{name: accept, set: "done/{id}", fields: {n: 1}}]}"#
    #expect(try await calls(of: "{forEach: added ids, steps: [\(accept)]}") == ["accept": 5])
    let send = #"{if: "doc.status == 'sent'", then: [{name: send, set: "done/{id}", fields: {n: 1}}]}"#
    #expect(try await calls(of: "{forEach: modified ids, steps: [\(send)]}") == ["send": 1])
    let copy = #"{name: copy, set: "done/{doc.status}", fields: {n: 1}}"#
    #expect(try await calls(of: "{forEach: added ids, steps: [\(copy)]}") == ["copy": 6])
  }

  @Test("of what is gone only the id is known")
  func removed() async throws {
    #expect(
      try await calls(of: #"{forEach: removed ids, steps: [{name: drop, delete: "done/{id}"}]}"#) == ["drop": 1])
  }
}
