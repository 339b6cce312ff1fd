import Diagnostics
import Testing
import WorkloadRunSupport

@testable import RunReports
@testable import Simulation

/// FB7032: a query of what nothing ever puts documents into costs next to nothing.
@Suite("Simulation: collections without data")
struct CollectionWithoutDataTests {
  private func findings(_ steps: String) async throws -> [String] {
    try await SimulationFixture.report(
      """
      workload: feed
      clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
      database: {rules: none}
      data: [{path: "posts/{auto}", count: 5, fields: {at: {spread: [-3d, -1d]}}}]
      actors:
        u:
          auth: {uid: "u{i}"}
          client: {sdk: web}
          sessions: {at: {first: "10:00"}, length: 10m}
          steps: [\(steps)]
      """
    ).unexpectedFindings.filter { $0.code == .collectionWithoutData }.map {
      "\($0.severity.rawValue): \($0.message); \($0.help ?? "")"
    }
  }

  @Test("documents whose write is refused are none that lack a field, nor any at all")
  func refused() async throws {
    func codes(_ step: String) async throws -> [DiagnosticCode] {
      let text = """
        workload: feed
        clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
        database: {rules: none}
        data: [{path: "posts/{auto}", count: 5, fields: {at: {spread: [-3d, -1d]}}}]
        actors:
          u:
            client: {sdk: web}
            sessions: {at: {first: "10:00"}, length: 10m}
            steps: [{name: open, query: 'posts orderBy at desc limit 5'}, {name: drafts, query: drafts}, \(step)]
        """
      return try await SimulationFixture.report(text).unexpectedFindings.map(\.code).filter {
        $0 == .orderFieldMissingInData || $0 == .collectionWithoutData
      }
    }
    #expect(
      try await codes("{create: 'posts/{auto}', fields: {n: 1}}") == [.orderFieldMissingInData, .collectionWithoutData])
    for refusal in ["expect: {status: PERMISSION_DENIED}", "expect: PERMISSION_DENIED", "expect: {code: FB5005}"] {
      #expect(
        try await codes("{create: 'posts/{auto}', fields: {n: 1}, \(refusal)}") == [.collectionWithoutData],
        "\(refusal)")
      #expect(
        try await codes("{batch: [{set: drafts/x, fields: {}}, {set: posts/x, fields: {}}], \(refusal)}")
          == [.collectionWithoutData], "\(refusal)")
    }
  }

  @Test("a misspelt name is a warning, a collection of which nothing is said is information")
  func missing() async throws {
    #expect(
      try await findings("{name: open, query: 'psts orderBy at desc limit 5'}") == [
        "warning: nothing puts documents into `psts`: `open` finds none; did you mean `posts`?"
      ])
    #expect(
      try await findings("{name: open, listen: 'users/{uid}/settings'}") == [
        "info: nothing puts documents into `users/{uid}/settings`: `open` finds none; say in `data` what is there, "
          + "`{path: \"…/settings/{auto}\", count: 100, fields: {…}}`"
      ])
  }

  @Test("a misspelt name of single documents, of a collection above, and where there are writes and no data")
  func documents() async throws {
    for (steps, near) in [
      ("{name: a, get: psts/x}", "posts"), ("{name: a, listen: \"post/{uid}\"}", "posts"),
      ("{name: a, delete: psts/x}", "posts"), ("{name: a, transaction: {reads: [psts/x], writes: []}}", "posts"),
      ("{name: a, batch: [{delete: psts/x}]}", "posts"),
      ("{name: a, query: user/x/carts}, {name: b, set: users/x/carts/c, fields: {}}", "users"),
      ("{name: a, query: psts}, {name: b, update: psts/x, fields: {n: 1}, expect: {status: NOT_FOUND}}", "posts"),
    ] {
      let found = try await findings(steps)
      #expect(found.count == 1 && found[0].hasPrefix("warning: nothing puts documents into "), "\(steps): \(found)")
      #expect(found.first?.hasSuffix("did you mean `\(near)`?") == true, "\(steps): \(found)")
    }
    #expect(try await findings("{name: a, listen: settings/x}").map { $0.prefix(5) } == ["info:"])
    for steps in [
      "{name: a, get: settings/x}", "{name: a, get: posts/none}", "{name: a, get: psts/x, missing: ok}",
      "{name: a, get: \"{uid}/x\"}", "{name: a, get: psts/x, source: cache}",
    ] {
      #expect(try await findings(steps) == [], "\(steps)")
    }
  }

  @Test("data, writes of steps and of the outside world put documents there, and an expected finding is none")
  func present() async throws {
    for steps in [
      "{name: open, query: posts}", "{name: open, query: 'group posts'}",
      "{name: open, query: 'a/b/c'}, {name: add, create: \"a/b/c/{auto}\", fields: {}}",
      "{name: open, query: inbox}, {name: come, write: {path: \"inbox/{auto}\", fields: {}}}",
      "{name: open, query: none, expect: {code: FB7032}}",
    ] {
      #expect(try await findings(steps) == [], "\(steps)")
    }
  }
}
