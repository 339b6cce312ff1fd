import Diagnostics
import Testing
import WorkloadRunSupport

@testable import RunReports
@testable import Simulation
@testable import Workloads

/// A list that is kept in one document is another way to show what a query shows, as far as the copies are kept.
@Suite("Simulation: a list in one document") struct CopiedListTests {
  /// Twice a day a list of eight shops is opened; one of them changes and one comes in between.
  private func report(keeps: String, copies: String = "shops orderBy name") async throws -> RunReport {
    try await SimulationFixture.report(
      """
      workload: list
      clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
      database: {rules: none}
      data:
        - {path: "shops/s{n}", for: {n: 1..8}, fields: {name: {string: 8}}}
        - {path: lists/shops, fields: {items: {string: 200}}}
      actors:
        me:
          client: {sdk: web}
          sessions: {perDay: 2, at: {first: "08:00", gap: 6h}, length: 10m}
          steps: [{name: home, query: "shops orderBy name", intend: "shops orderBy name"}]
      timeline:
        - {at: "day 1 09:00", write: {path: shops/s1, fields: {name: {string: 9}}}}
        - {at: "day 1 10:00", write: {path: shops/s9, fields: {name: {string: 8}}}}
      variants:
        shipped: {}
        list:
          set: {"steps.home": {name: home, get: lists/shops, copies: "\(copies)", intend: "shops orderBy name"}}
          add: {timeline: [\(keeps)]}
      """)
  }

  private static func written(at time: String) -> String {
    #"{at: "day 1 \#(time)", write: {path: lists/shops, fields: {items: {string: 220}}}}"#
  }

  @Test(
    "sound only where the document is written after each change",
    arguments: [
      (written(at: "11:00"), [String]()), (written(at: "09:30"), ["misses 1 document in home"]),
      (written(at: "08:30"), ["misses 1 document in home", "shows 1 outdated document in home"]),
    ])
  func sound(keeps: String, shortcomings: [String]) async throws {
    let report = try await report(keeps: keeps)
    #expect(report.variants.map(\.shortcomings) == [[], shortcomings])
  }

  @Test("what the document does not hold is missed")
  func part() async throws {
    let report = try await report(keeps: Self.written(at: "11:00"), copies: "shops orderBy name limit 5")
    #expect(report.variants[1].correctness.missed > 0)
    #expect(report.variants[1].documentsShown < report.variants[0].documentsShown)
  }

  /// For a week a list of fifty notes is opened at noon and at eight in the evening. What the job does at ten in the
  /// morning is in the list at the given time.
  private func week(_ edit: String, listAt time: String, isFolding: Bool = true) async throws -> VariantReport {
    let report = try await SimulationFixture.report(
      """
      workload: week
      clock: {start: "2026-03-02T00:00:00+00:00", days: 7}
      database: {rules: none}
      data:
        - {path: "notes/n{n}", for: {n: 1..50}, fields: {title: {string: 20}, rank: "{n}"}}
        - {path: lists/top, fields: {titles: {string: 500}}}
      actors:
        reader:
          count: 2
          client: {sdk: web}
          sessions: {perDay: 2, at: {first: "12:00", gap: 8h}, length: 2m, people: together}
          steps: [{name: top.open, query: "notes where rank > 0 orderBy rank limit 50", as: top}]
        editor:
          client: {sdk: server}
          vars: {day: 0}
          sessions: {perDay: 1, at: {first: "10:00", gap: 10m}, length: 1m}
          steps: [{let: {day: "day + 1"}}, {name: note.edit, \(edit)}]
        job:
          client: {sdk: server}
          sessions: {perDay: 1, at: {first: "\(time)", gap: 10m}, length: 1m}
          steps: [{name: top.write, update: lists/top, fields: {titles: {string: 500}}}]
      variants:
        shipped: {}
        list:
          set: {"steps.top.open": {name: top.open, get: lists/top, copies: "notes where rank > 0 orderBy rank limit 50"}}
      """, isFolding: isFolding)
    return report.variants[1]
  }

  @Test(
    "each showing of an old version counts, however the list is mended afterwards",
    arguments: [
      // Two readers, of whom each sees the old list at noon, or twice a day.
      ("update: notes/n1, fields: {title: {string: 20}}", "10:30", [String]()),
      ("update: notes/n1, fields: {title: {string: 20}}", "18:00", ["shows 14 outdated documents in top.open"]),
      ("update: notes/n1, fields: {title: {string: 20}}", "23:00", ["shows 28 outdated documents in top.open"]),
      // What is deleted stands in the list until it is written again, and so does what is none of it any more.
      ("delete: 'notes/n{day}'", "18:00", ["shows 14 outdated documents in top.open"]),
      ("update: 'notes/n{day}', fields: {rank: -1}", "18:00", ["shows 14 outdated documents in top.open"]),
      ("delete: 'notes/n{day}'", "10:30", [String]()),
    ])
  func eachShowing(edit: String, listAt time: String, shortcomings: [String]) async throws {
    for isFolding in [true, false] {
      let variant = try await week(edit, listAt: time, isFolding: isFolding)
      #expect(variant.shortcomings == shortcomings, "\(isFolding)")
    }
  }

  /// Friends of whom the profile is looked up, one by one, or copied into the friendship; one profile changes at nine.
  private func friends(_ read: String, _ variant: String, _ timeline: String = "") async throws -> RunReport {
    try await SimulationFixture.report(
      """
      workload: friends
      clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
      database: {rules: none}
      data:
        - {path: "users/u{n}", for: {n: 1..4}, fields: {name: {string: 8}}}
        - {path: "friends/f{n}", for: {n: 1..4}, fields: {with: "u{n}", name: {string: 8}}}
      actors:
        me:
          client: {sdk: web}
          sessions: {perDay: 2, at: {first: "08:00", gap: 6h}, length: 10m}
          steps: [{name: open, \(read), each: [{name: profile, get: "users/{doc.with}"}]}]
      timeline:
        - {at: "day 1 09:00", write: {path: users/u1, fields: {name: {string: 9}}}}\(timeline)
      variants:
        shipped: {}
        copied: {set: {\(variant)}}
      """)
  }

  @Test(
    "copies in the documents of a list show what a get for each shows, as far as they are kept",
    arguments: ["listen: friends", "query: friends", "page: {query: friends orderBy with, size: 3, until: end}"])
  func copiesInDocuments(_ read: String) async throws {
    let kept = "\n  - {at: \"day 1 09:00\", write: {path: friends/f1, merge: true, fields: {name: {string: 9}}}}"
    let sound = try await friends(read, "steps.profile.source: copy", kept)
    #expect(sound.variants.map(\.shortcomings) == [[], []])
    #expect(sound.variants.map(\.documentsShown) == [16, 16])
    #expect(sound.variants[0].reads - sound.variants[1].reads == 8)
    #expect(RunReportSelection(sound).recommended?.name == "copied")
    let old = try await friends(read, "steps.profile.source: copy")
    #expect(old.variants[1].shortcomings == ["shows 1 outdated document in profile"])
    // The friend is gone, and the copy still shows a name: so did the get before.
    let gone = "\n  - {at: \"day 1 10:00\", write: {path: users/u1, delete: true}}"
    let deleted = try await friends(read, "steps.profile.source: copy", kept + gone)
    #expect(deleted.variants[1].shortcomings == ["shows 1 outdated document in profile"])
    #expect(deleted.variants.map(\.documentsShown) == [15, 16])
    let unknown = try await friends(
      read, "steps.profile.source: copy",
      "\n  - {at: \"day 1 09:30\", write: {path: users/u9, fields: {}}}\n  - {at: \"day 1 07:00\", write: {path: friends/f9, fields: {with: u9}}}"
    )
    #expect(unknown.variants[1].documentsShown < unknown.variants[0].documentsShown)
  }

  @Test("of whole lists there is no copy")
  func noCopies() {
    let text = "workload: w\nactors: {a: {sessions: {at: {first: \"08:00\"}}, steps: [{query: b, source: copy}]}}\n"
    let reading = WorkloadReader.read(SourceText(path: "w.workload.yaml", text: text), overrides: [])
    #expect(reading.diagnostics.map(\.message) == ["`source: copy` is for a `get` in `each` or `onChange`"])
  }
}
