import Testing
import WorkloadRunSupport

@testable import RunReports

/// The services whose read savings the sample material claims , and the hazards of watermarks.
@Suite("Simulation: claims and hazards")
struct ServiceClaimTests {
  static let claims: [Scenario] = [
    claim(
      "a chat that was cleared; id: F2", reads: [1050, 50],
      #"""
      data:
        - {path: "feed/{auto}", count: 1000, fields: {at: {spread: [-90d, 0d]}}}
      actors:
        me: {client: {sdk: ios}, vars: {clear: 0}}
      timeline:
        - {at: "day 1 06:00", actor: me, steps: [{let: {clear: serverNow}}, {set: users/me, fields: {clear: serverTime}}]}
        - {at: "day 1 07:00", write: {path: "feed/{auto}", count: 50, spread: 1h}}
        - {at: "day 1 09:00", actor: me, steps: [{name: open, listen: "feed orderBy at desc", as: r}]}
      variants:
        before: {}
        after: {set: {"steps.open.listen": "feed where at > {clear} orderBy at desc"}}
      """#),
    notifications("two new notifications; id: F3", new: 2, reads: [10, 2], missed: [0, 0]),
    notifications("three chats with news; id: F4", new: 3, reads: [10, 3], missed: [0, 0]),
    notifications("more new notifications than the limit; id: F3", new: 25, reads: [10, 10], missed: [15, 15]),
    claim(
      "who is online; id: F5", reads: [2000],
      #"""
      data:
        - {path: "users/{auto}", count: 2000, fields: {last_time_seen: {spread: [-23h, 0d]}}}
        - {path: "users/{auto}", count: 8000, fields: {last_time_seen: {spread: [-60d, -2d]}}}
      actors:
        me: {client: {sdk: ios}, vars: {since: now}}
      timeline:
        - {at: "day 1 00:10", actor: me, steps: [{name: online, query: 'users where last_time_seen > {serverNow - 86400000}'}]}
      """#),
    claim(
      "blocked users and their profiles; id: F6", reads: [100, 1],
      #"""
      data:
        - {path: "users/{k}", for: {k: 1..60}, fields: {name: {string: 8}}}
        - {path: "users/me/blocked/{k}", for: {k: 1..50}, fields: {at: {spread: [-90d, -1d]}}}
      actors:
        me: {client: {sdk: ios}, vars: {seen: now}}
      timeline:
        - {at: "day 1 09:00", actor: me, steps: [{name: blocked, listen: users/me/blocked, as: b, each: [{name: profile, get: "users/{id}"}]}]}
      variants:
        before: {}
        after: {set: {"steps.blocked.listen": "users/me/blocked where at > {seen}"}}
      """#),
    claim(
      "a search that a cache answers; id: F7", reads: [20, 0],
      #"""
      data:
        - {path: "users/{auto}", count: 100, fields: {name: anna}}
      actors:
        me: {client: {sdk: ios}}
      timeline:
        - {at: "day 1 09:00", actor: me, steps: [{name: search, query: 'users where name >= "an" and name <= "an\uf8ff" orderBy name limit 20'}]}
      variants:
        miss: {}
        hit: {set: {"steps.search.source": cache}}
      """#),
    claim(
      "reports that the callback leaves out; id: F8", reads: [4, 4],
      #"""
      data:
        - {path: devices/d, fields: {banned: false}}
      actors:
        me: {client: {sdk: ios}}
      timeline:
        - {at: "day 1 09:00", actor: me, steps: [{name: reports, listen: devices/d, as: d}]}
        - {at: "day 1 10:00", write: {path: devices/d, fields: {banned: true}}}
        - {at: "day 1 11:00", write: {path: devices/d, fields: {banned: false}}}
        - {at: "day 1 12:00", write: {path: devices/d, fields: {banned: true}}}
      variants:
        before: {}
        filtered: {set: {"steps.reports.keep": "doc.banned == true"}}
      """#),
    claim(
      "one document with ten readers; id: F10", reads: [20],
      #"""
      data:
        - {path: settings/app, fields: {version: 1}}
      actors:
        me: {count: 10, client: {sdk: ios}}
      timeline:
        - {at: "day 1 09:00", actor: me, steps: [{name: settings, listen: settings/app, as: s}]}
        - {at: "day 1 10:00", write: {path: settings/app, fields: {version: 2}}}
      """#),
  ]

  static let hazards: [Scenario] = [
    claim(
      "edits of old documents never arrive; id: H2", reads: [11, 20], stale: [2, 0],
      #"""
      data:
        - {path: "feed/{k}", for: {k: 1..10}, fields: {at: {spread: [-9d, -1d]}, text: old}}
      actors:
        me: {client: {sdk: ios}, vars: {seen: 0}}
      procedures:
        open:
          - {if: "seen > 0", then: [{name: next, listen: "feed where at > {seen} orderBy at desc", as: r, intend: "feed"}], else: [{name: first, listen: "feed orderBy at desc", as: r, intend: "feed"}]}
          - {let: {seen: "max(seen, maxOf(r.at))"}}
          - {unlisten: r}
      timeline:
        - {at: "day 1 08:00", actor: me, do: open}
        - {at: "day 1 08:10", write: {path: feed/1, fields: {text: new, at: {time: "-10d"}}}}
        - {at: "day 1 08:11", write: {path: feed/2, fields: {text: new, at: {time: "-10d"}}}}
        - {at: "day 1 09:00", actor: me, do: open}
      variants:
        watermark: {set: {"actors.me.client.persistence": on}}
        listener: {set: {"vars.seen": frozen 0}}
      """#),
    claim(
      "watermarks in whole seconds; id: H5", reads: [3, 4], duplicates: [0, 1],
      #"""
      data:
        - {path: "feed/{auto}", count: 2, fields: {at: {spread: [-2d, -1d]}}}
      actors:
        me: {client: {sdk: ios}, vars: {seen: 0}}
      procedures:
        open:
          - {if: "seen > 0", then: [{name: next, listen: "feed where at > {seen} orderBy at desc", as: r}], else: [{name: first, listen: "feed orderBy at desc", as: r}]}
          - {let: {seen: "max(seen, maxOf(r.at))"}}
          - {unlisten: r}
      timeline:
        - {at: "day 1 08:00", actor: me, do: open}
        - {at: "day 1 08:10", write: {path: "feed/{auto}"}}
        - {at: "day 1 09:00", actor: me, do: open}
      variants:
        exact: {}
        truncated: {set: {"steps.next.listen": "feed where at > {floorSecond(seen)} orderBy at desc"}}
      """#),
    claim(
      "removals outside the filter are not delivered; id: H13", reads: [6], stale: [1],
      #"""
      data:
        - {path: "blocked/{k}", for: {k: 1..5}, fields: {at: {spread: [-9d, -1d]}}}
      actors:
        me: {client: {sdk: ios}, vars: {seen: 0}}
      procedures:
        open:
          - {if: "seen > 0", then: [{name: next, listen: "blocked where at > {seen}", as: r, intend: "blocked"}], else: [{name: first, listen: "blocked", as: r, intend: "blocked"}]}
          - {let: {seen: "max(seen, maxOf(r.at))"}}
          - {unlisten: r}
      timeline:
        - {at: "day 1 08:00", actor: me, do: open}
        - {at: "day 1 08:30", actor: other, steps: [{delete: blocked/2}]}
        - {at: "day 1 09:00", actor: me, do: open}
      """#.replacing("actors:\n", with: "actors:\n  other: {client: {sdk: server}}\n")),
  ]

  private static func claim(
    _ id: String, reads: [Int64], missed: [Int64]? = nil, stale: [Int64]? = nil, duplicates: [Int64]? = nil,
    _ world: String
  ) -> Scenario {
    Scenario(
      id: id, text: "workload: claim\nclock: {start: \"2026-01-05T00:00:00-08:00\", days: 1}\n" + world, reads: reads,
      missed: missed, stale: stale, duplicates: duplicates)
  }

  /// The newest ten, and the newest ten after a watermark.
  private static func notifications(_ id: String, new: Int, reads: [Int64], missed: [Int64]) -> Scenario {
    claim(
      id, reads: reads, missed: missed,
      #"""
      data:
        - {path: "notes/{auto}", count: 1000, fields: {notif_time: {spread: [-90d, 0d]}}}
      actors:
        me: {client: {sdk: ios}, vars: {seen: now}}
      timeline:
        - {at: "day 1 06:00", write: {path: "notes/{auto}", count: \#(new), spread: 1h}}
        - {at: "day 1 09:00", actor: me, steps: [{name: notes.open, listen: "notes orderBy notif_time desc limit 10", as: n, intend: "notes where notif_time > {seen}"}]}
      variants:
        before: {}
        after: {set: {"steps.notes.open.listen": "notes orderBy notif_time desc endBefore({seen}) limit 10"}}
      """#)
  }

  @Test(arguments: claims + hazards) func claim(_ scenario: Scenario) async throws {
    let report = try await SimulationFixture.report(scenario.text)
    #expect(report.variants.map(\.reads) == scenario.reads, "\(scenario.id)")
    if let missed = scenario.missed { #expect(report.variants.map(\.correctness.missed) == missed, "\(scenario.id)") }
    if let stale = scenario.stale { #expect(report.variants.map(\.correctness.stale) == stale, "\(scenario.id)") }
    if let duplicates = scenario.duplicates {
      #expect(report.variants.map(\.correctness.duplicates) == duplicates, "\(scenario.id)")
    }
  }
}
