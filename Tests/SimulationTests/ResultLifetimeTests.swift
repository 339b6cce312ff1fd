import Diagnostics
import FirestoreModel
import Metering
import Testing
import WorkloadRunSupport

@testable import RunReports
@testable import Simulation

/// What `as` names is known until the session ends.
@Suite("Simulation: how long results are known")
struct ResultLifetimeTests {
  /// The steps of one user in four sessions, in which `session` counts from 1.
  private func calls(_ steps: String, variables: String = "") async throws -> [String: Int64] {
    let text = """
      workload: results
      clock: {start: "2026-01-05T00:00:00-08:00", days: 2}
      data:
        - {path: items/x, fields: {done: false, rank: 7}}
      actors:
        user:
          vars: {session: 0\(variables)}
          sessions: {perDay: 2, at: {first: "08:00", gap: 2h}, length: 5m}
          steps:
            - {let: {session: "session + 1"}}
      \(steps)
      """
    let report = try await SimulationFixture.report(text)
    #expect(report.obstacles.map(\.message) == [])
    return Dictionary(uniqueKeysWithValues: report.variants[0].operations.map { ($0.name, $0.calls) })
  }

  @Test func `a document that was not asked for in this session is none`() async throws {
    let calls = try await calls(
      """
            - {if: "session == 2", then: [{name: open, get: items/x, as: item}]}
            - if: "item == none"
              then: [{name: none, get: items/x}]
              else: [{if: "item.rank == 7", then: [{name: rank, update: "items/{item}", fields: {done: true}}]}]
      """)
    #expect(calls == ["open": 1, "none": 3, "rank": 1])
  }

  @Test func `a list that was not asked for is empty`() async throws {
    let calls = try await calls(
      """
            - {if: "session == 2", then: [{name: list, query: "items orderBy rank", as: all}]}
            - if: "count(all) == 0 && all == null && maxOf(all.rank) == 0"
              then: [{name: nothing, get: items/x}]
              else: [{name: each, forEach: all, get: "items/{id}"}]
      """)
    #expect(calls == ["list": 1, "nothing": 3, "each": 1])
  }

  @Test func `the id of a new document is forgotten, unless a variable keeps it`() async throws {
    let steps = """
            - {if: "session == 2", then: [{name: add, create: "items/{auto}", fields: {done: false}, as: new}]}
            - {if: "new != none", then: [{name: edit, update: "items/{new}", fields: {done: true}}]}
      """
    #expect(try await calls(steps) == ["add": 1, "edit": 1])
    #expect(try await calls(steps, variables: ", new: none") == ["add": 1, "edit": 3])
  }

  @Test func `a variable can begin as an empty text`() async throws {
    let calls = try await calls(
      """
            - {if: "draft == ''", then: [{name: empty, get: items/x}, {let: {draft: "draft + 'a'"}}]}
            - {if: "draft == 'a'", then: [{name: full, get: items/x}]}
      """, variables: #", draft: """#)
    #expect(calls == ["empty": 1, "full": 4])
  }
}
