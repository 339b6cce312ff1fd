import Diagnostics
import Testing
import WorkloadRunSupport

@testable import RunReports
@testable import Simulation

/// A variant that asks once for what the baseline listens to shows what was there when it asked.
@Suite("Simulation: asked once in place of a listener")
struct AskedOnceTests {
  /// A day list that is open for two hours, in which one visit changes, one is added and one goes.
  private static let world = """
    workload: live
    clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
    database: {rules: none}
    data:
      - {path: "a/x{n}", for: {n: 1..80}, fields: {day: 1, status: booked}}
      - {path: "other/x{n}", for: {n: 1..3}, fields: {day: 1}}
    actors:
      doctor:
        client: {sdk: web}
        sessions: {perDay: 1, at: {first: "08:00"}, length: 2h}
        steps:
          - {name: open, listen: "a where day == 1", as: list}
    timeline:
      - {at: "day 1 08:30", write: {path: a/x5, fields: {status: cancelled}, merge: true}}
      - {at: "day 1 08:40", write: {path: "a/{auto}", fields: {day: 1, status: booked}}}
      - {at: "day 1 08:50", write: {path: a/x6, delete: true}}
      - {at: "day 1 08:55", write: {path: other/x1, fields: {status: booked}, merge: true}}
      - {at: "day 1 11:00", write: {path: a/x7, fields: {status: cancelled}, merge: true}}
    variants:
      today: {}

    """

  private func judged(_ variants: String, in world: String = world) async throws -> [String] {
    let report = try await SimulationFixture.report(world + variants)
    #expect(report.obstacles.map(\.message) == [])
    return report.variants.dropFirst().map { variant in
      let found = variant.correctness
      return "\(variant.name): \(report.standing(of: variant).rawValue), \(found.missed) missed, \(found.stale) stale"
        + (variant.shortcomings.isEmpty ? "" : " (\(variant.shortcomings.joined(separator: ", ")))")
    }
  }

  private func once(_ name: String, _ steps: String) -> String {
    "  \(name): {set: {actors.doctor.steps: [\(steps)]}}\n"
  }

  @Test("what comes and changes until the session ends is missed and outdated, with `intend` and without")
  func untilTheEnd() async throws {
    let query = #""a where day == 1""#
    func lost(_ step: String) -> String {
      "doesLess, 1 missed, 2 stale (misses 1 document in \(step), shows 2 outdated documents in \(step), "
        + "asks where the baseline listens)"
    }
    let variants =
      once("once", "{name: open, query: \(query), as: list}")
      + once("other-name", "{name: look, query: \(query), as: list}")
      + once("named", "{name: open, query: \(query), as: list, intend: \(query)}")
      + once("paged", "{name: open, page: {query: \(query), size: 30}, as: list}")
      + once("live", "{name: watch, listen: \(query), as: list}")
      + once("and-more", "{name: open, listen: \(query), as: list}, {name: look, query: other}")
    #expect(
      try await judged(variants) == [
        "once: \(lost("open"))", "other-name: \(lost("look"))", "named: \(lost("open"))", "paged: \(lost("open"))",
        "live: notCheaper, 0 missed, 0 stale", "and-more: notCheaper, 0 missed, 0 stale",
      ])
  }

  @Test("what is refused shows nothing: all that is to be seen is missed, also by a listener")
  func refused() async throws {
    let intended = #"intend: "a where day == 1""#
    let variants =
      once("asks", #"{name: open, query: "a where day == 1 orderBy status", as: list, \#(intended)}"#)
      + once("listens", #"{name: open, listen: "a where day == 1 orderBy status", as: list, \#(intended)}"#)
      + once("one", "{name: open, query: \"a where day == 1 orderBy status\", as: list, intend: a/x5}")
    #expect(
      try await judged(variants) == [
        "asks: doesLess, 80 missed, 0 stale (is refused 1 time in open, misses 80 documents in open, asks where the baseline listens)",
        "listens: doesLess, 80 missed, 0 stale (is refused 1 time in open, misses 80 documents in open)",
        "one: doesLess, 1 missed, 0 stale (is refused 1 time in open, misses 1 document in open, asks where the baseline listens)",
      ])
  }

  @Test("what is seen with the next question was outdated until then, and what nobody looks at is not held against it")
  func asksAgain() async throws {
    let why = "asks where the baseline listens"
    let query = #"query: "a where day == 1", as: list"#
    let variants =
      once("polls", "{repeat: 2, steps: [{name: open, \(query)}, {pause: 45m}]}")
      + once("late", "{pause: 1h}, {name: open, \(query)}")
      + once("closed", "{name: open, \(query)}, {pause: 35m}, {unlisten: list}")
      + once("kept", #"{name: open, \#(query), keep: "doc.status == 'cancelled'"}"#)
      + once("one", "{name: open, get: a/x5}")
    #expect(
      try await judged(variants) == [
        "polls: doesLess, 0 missed, 3 stale (shows 3 outdated documents in open, \(why))",
        "late: doesLess, 0 missed, 0 stale (shows 80 of 81 documents, fewer in open)",
        "closed: doesLess, 0 missed, 1 stale (shows 80 of 81 documents, fewer in open, shows 1 outdated document in open, \(why))",
        "kept: doesLess, 1 missed, 0 stale (misses 1 document in open, \(why))",
        "one: doesLess, 0 missed, 1 stale (shows 1 of 81 documents, fewer in open, shows 1 outdated document in open, \(why))",
      ])
  }

  @Test("what may be so old is not outdated until it is older")
  func tolerated() async throws {
    func polls(_ name: String, _ age: String) -> String {
      once(
        name,
        "{repeat: 4, steps: [{name: open, query: \"a where day == 1\", as: list, maxAge: \(age)}, {pause: 30m}]}")
    }
    #expect(
      try await judged(polls("fresh", "30m") + polls("old", "29m")) == [
        "fresh: notCheaper, 0 missed, 0 stale",
        "old: doesLess, 0 missed, 3 stale (shows 3 outdated documents in open, asks where the baseline listens)",
      ])
  }

  @Test("an app knows what it has written itself")
  func ownWrites() async throws {
    let world = Self.world.replacing(
      "as: list}\n",
      with: "as: list}\n      - {pause: 1h}\n      - {name: visit, update: a/x9, fields: {status: here}}\n")
    let quiet = world.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("at: \"day 1 08") }.joined(separator: "\n")
    let variants = "  once: {set: {steps.open: {name: open, query: \"a where day == 1\", as: list}}}\n"
    #expect(try await judged(variants, in: quiet) == ["once: cheaper, 0 missed, 0 stale"])
    #expect(
      try await judged(variants, in: world) == [
        "once: doesLess, 1 missed, 2 stale (misses 1 document in open, shows 2 outdated documents in open, "
          + "asks where the baseline listens)"
      ])
  }

  @Test("a question of the baseline is held to nothing, nor is a scenario")
  func held() async throws {
    let asking = Self.world.replacing("listen:", with: "query:")
    let variants = """
        again: {set: {steps.open.query: "a where day == 1 limit 90"}}
        what-if: {kind: scenario, set: {actors.doctor.count: 2}}

      """
    #expect(
      try await judged(variants, in: asking) == [
        "again: notCheaper, 0 missed, 0 stale", "what-if: scenario, 0 missed, 0 stale",
      ])
  }
}
