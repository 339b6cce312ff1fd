import Testing
import WorkloadRunSupport

@testable import RunReports

/// A claim or scenario of the sample material as a small workload.
struct Scenario: Sendable, CustomTestStringConvertible {
  var id: String
  var text: String
  /// Reads of each variant, in file order.
  var reads: [Int64]
  /// Of each variant; nil: not asked.
  var missed: [Int64]?
  var stale: [Int64]?
  var duplicates: [Int64]?

  var testDescription: String { id }
}

@Suite("Simulation: scenarios of the sample material")
struct ScenarioTests {
  private static func scenario(
    _ id: String, days: Int = 1, reads: [Int64], missed: [Int64]? = nil, stale: [Int64]? = nil,
    duplicates: [Int64]? = nil, _ world: String
  ) -> Scenario {
    Scenario(
      id: id,
      text: "workload: scenario\nclock: {start: \"2026-01-05T00:00:00-08:00\", days: \(days)}\n" + world, reads: reads,
      missed: missed, stale: stale, duplicates: duplicates)
  }

  /// A history that was read until the clock started, and what came since.
  private static func history(_ count: Int, new: Int, collection: String = "feed") -> String {
    """
    data:
      - {path: "\(collection)/{auto}", count: \(count), fields: {at: {spread: [-90d, 0d]}}}
    actors:
      me: {client: {sdk: ios}, vars: {seen: now}}
    timeline:
      - {at: "day 1 06:00", write: {path: "\(collection)/{auto}", count: \(new), spread: 1h}}
      - {at: "day 1 09:00", actor: me, steps: [{name: open, listen: "\(collection) orderBy at desc", as: r, intend: "\(collection) where at > {seen}"}, {let: {seen: "max(seen, maxOf(r.at))"}}, {unlisten: r}]}
    """
  }

  private static func watermark(_ limit: String = "") -> String {
    #"{set: {"steps.open.listen": "feed where at > {seen} orderBy at desc\#(limit)"}}"#
  }

  static let all: [Scenario] = [
    scenario(
      "notifications: 10,000 in the history, fifty new ones, a limit of ten; id: S1", reads: [10050, 50, 10],
      missed: [0, 0, 40],
      history(10000, new: 50)
        + "\nvariants:\n  before: {}\n  after: \(watermark())\n  limited: \(watermark(" limit 10"))"),
    scenario(
      "a feed of 5,000 posts with twenty new ones; id: S2", reads: [5020, 20],
      history(5000, new: 20) + "\nvariants:\n  before: {}\n  after: \(watermark())"),
    scenario(
      "a chat that was cleared, nothing new; id: S3", reads: [1000, 1], missed: [0, 0],
      history(1000, new: 0) + "\nvariants:\n  before: {}\n  after: \(watermark())"),
    scenario(
      "a chat that was cleared by a device whose clock is fast; id: S3", reads: [1030, 15, 30], missed: [0, 15, 0],
      #"""
      data:
        - {path: "feed/{auto}", count: 1000, fields: {at: {spread: [-90d, 0d]}}}
      actors:
        me: {client: {sdk: ios, clockSkew: 0s}, vars: {clear: 0, cleared: 0}}
      timeline:
        - {at: "day 1 06:00", actor: me, steps: [{let: {clear: now, cleared: serverNow}}]}
        - {at: "day 1 06:00", write: {path: "feed/{auto}", count: 30, spread: 10m}}
        - {at: "day 1 09:00", actor: me, steps: [{name: open, listen: "feed where at > {clear} orderBy at desc", as: r, intend: "feed where at > {cleared}"}]}
      variants:
        before: {set: {"steps.open.listen": "feed orderBy at desc"}}
        fast: {set: {"client.clockSkew": +5m}}
        exact: {}
      """#),
    scenario(
      "back after a week, without and with a limit; id: S4", reads: [1350, 350, 50], missed: [0, 0, 300],
      history(1000, new: 350)
        + "\nvariants:\n  before: {}\n  after: \(watermark())\n  limited: \(watermark(" limit 50"))"),
    scenario(
      "a new member without a watermark; id: S5", reads: [1000, 50],
      #"""
      data:
        - {path: "feed/{auto}", count: 1000, fields: {at: {spread: [-90d, 0d]}}}
      actors:
        me: {client: {sdk: ios}}
      timeline:
        - {at: "day 1 09:00", actor: me, steps: [{name: open, listen: "feed orderBy at desc", as: r}]}
      variants:
        all: {}
        limited: {set: {"steps.open.listen": "feed orderBy at desc limit 50"}}
      """#),
    scenario(
      "an error that makes the app forget its watermark; id: S9", reads: [50, 1050],
      #"""
      data:
        - {path: "feed/{auto}", count: 950, fields: {at: {spread: [-90d, 0d]}}}
        - {path: "feed/{auto}", count: 50, fields: {at: {spread: [1h, 2h]}}}
      actors:
        me: {client: {sdk: ios}, vars: {seen: now}}
      timeline:
        - {at: "day 1 09:00", actor: me, steps: [{name: open, listen: "feed where at > {seen} orderBy at desc", as: r}]}
      variants:
        sound: {}
        reset: {add: {timeline: [{at: "day 1 09:01", actor: me, steps: [{let: {seen: 0}}, {unlisten: r}, {name: again, listen: "feed orderBy at desc", as: r}]}]}}
      """#),
    scenario(
      "archiving is told to every device that listens; id: S10", reads: [25],
      #"""
      data:
        - {path: "conversations/{k}", for: {k: 1..10}, fields: {participants: [a, b], archivedBy: []}}
      actors:
        user: {count: 2, client: {sdk: ios}}
      timeline:
        - {at: "day 1 08:00", actor: user, steps: [{listen: 'conversations where participants array-contains "a"', as: active}, {listen: 'conversations where participants array-contains "a"', as: archived}]}
        - {at: "day 1 08:05", actor: user, steps: [{if: "i == 1", then: [{name: archive, update: conversations/1, fields: {archivedBy: {arrayUnion: [a]}}}]}]}
        - {at: "day 1 09:00", actor: user, steps: [{if: "i == 1", then: [{secondDevice: tablet}, {get: conversations/2}, {get: conversations/3}, {get: conversations/4}]}]}
      """#),
    scenario(
      "a chat of 1,000 messages, with and without a limit; id: S12", reads: [1000, 51],
      #"""
      data:
        - {path: "messages/{auto}", count: 1000, fields: {conversationId: c, timestamp: {spread: [-90d, 0d]}}}
      actors:
        me: {client: {sdk: ios}}
      timeline:
        - {at: "day 1 09:00", actor: me, steps: [{name: open, listen: "messages orderBy timestamp desc limit 50", as: r}]}
        - {at: "day 1 09:10", write: {path: "messages/{auto}", count: 1}}
      variants:
        before: {set: {"steps.open.listen": "messages orderBy timestamp desc"}, add: {timeline: [{at: "day 1 09:05", actor: me, steps: [{unlisten: r}]}]}}
        after: {}
      """#),
    scenario(
      "a chat of 100 messages in pages of fifty; id: S13", reads: [103, 101, 101],
      #"""
      data:
        - {path: "messages/{auto}", count: 100, fields: {timestamp: {spread: [-9d, 0d]}}}
      actors:
        me: {client: {sdk: ios}}
      timeline:
        - {at: "day 1 09:00", actor: me, steps: [{name: scroll, page: {query: "messages orderBy timestamp desc", size: 50, until: end, cursor: refetch}}]}
      variants:
        refetch: {}
        snapshot: {set: {"steps.scroll.page.cursor": snapshot}}
        look-ahead: {set: {"steps.scroll.page.cursor": snapshot, "steps.scroll.page.lookAhead": true}}
      """#),
    scenario(
      "the same page asked for twice; id: S14", reads: [100, 50],
      #"""
      data:
        - {path: "messages/{auto}", count: 100, fields: {timestamp: {spread: [-9d, 0d]}}}
      actors:
        me: {client: {sdk: ios}}
      timeline:
        - {at: "day 1 09:00", actor: me, steps: [{name: more, repeat: 2, query: "messages orderBy timestamp desc limit 50"}]}
      variants:
        unguarded: {}
        guarded: {set: {"steps.more.repeat": 1}}
      """#),
    scenario(
      "a game of sixty moves; id: S16", reads: [122],
      #"""
      data:
        - {path: games/g, fields: {turn: 0}}
      actors:
        player: {count: 2, client: {sdk: ios}}
      timeline:
        - {at: "day 1 09:00", actor: player, steps: [{name: room, listen: games/g, as: g}]}
        - {at: "day 1 09:01", actor: player, steps: [{repeat: 30, name: move, update: games/g, fields: {turn: {increment: 1}}}]}
      """#),
    scenario(
      "relative times are made on the device; id: S20", reads: [0],
      #"""
      data:
        - {path: "messages/{auto}", count: 10, fields: {timestamp: {spread: [-9d, 0d]}}}
      actors:
        me: {client: {sdk: ios}}
      timeline:
        - {at: "day 1 09:00", actor: me, steps: [{repeat: 60, do: tick}]}
      procedures:
        tick: [{pause: 60s}]
      """#),
  ]

  @Test(arguments: all) func scenario(_ scenario: Scenario) async throws {
    let report = try await SimulationFixture.report(scenario.text)
    #expect(report.variants.map(\.reads) == scenario.reads, "\(scenario.id)")
    if let missed = scenario.missed { #expect(report.variants.map(\.correctness.missed) == missed, "\(scenario.id)") }
    if let stale = scenario.stale { #expect(report.variants.map(\.correctness.stale) == stale, "\(scenario.id)") }
    if let duplicates = scenario.duplicates {
      #expect(report.variants.map(\.correctness.duplicates) == duplicates, "\(scenario.id)")
    }
  }
}
