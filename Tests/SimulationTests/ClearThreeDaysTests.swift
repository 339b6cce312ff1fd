import Diagnostics
import Testing
import WorkloadRunSupport

@testable import RunReports

@Suite("Simulation: clear, last seen, three days")
struct ClearThreeDaysTests {
  static let workload = """
    workload: chathub-clear-three-days
    clock: {start: "2026-01-05T00:00:00-08:00", days: 3}
    prices: {book: google-standard, location: nam5}
    data:
      - {path: "Chats/c/Messages/{auto}", count: 200, fields: {message_time_stamp: {spread: [-60d, -1h]}}}
      - {path: "Users/me/Chats/you", fields: {last_message_timestamp: {spread: [-1h, -1h]}}}
    actors:
      me:
        auth: {uid: me}
        client: {sdk: ios, persistence: on, clockSkew: 0s}
        vars: {clear: 0, cleared: 0, seen: 0}
    procedures:
      openChat:
        - if: "max(clear,seen) > 0"
          then: [{name: chat.open, listen: "Chats/c/Messages where message_time_stamp > {floorSecond(max(clear,seen))} orderBy message_time_stamp desc", as: m,
                  intend: "Chats/c/Messages where message_time_stamp > {max(cleared,seen)}"}]
          else: [{name: chat.open.all, listen: "Chats/c/Messages orderBy message_time_stamp desc", as: m}]
        - let: {seen: "max(seen, maxOf(m.message_time_stamp))"}
        - unlisten: m
      clearChat:
        - let: {clear: now, cleared: serverNow}
        - {name: chat.clear, set: "Users/me/Chats/you", merge: true,
           fields: {fetch_message_after: "{string(clear)}", conversation_deleted: true, last_message_timestamp: serverTime}}
    timeline:
      - {at: "day 1 09:00", actor: me, do: openChat}
      - {at: "day 1 09:30", actor: me, do: clearChat}
      - {at: "day 1 12:00", write: {path: "Chats/c/Messages/{auto}", count: 30, spread: 20h}}
      - {at: "day 2 10:00", actor: me, do: openChat}
      - {at: "day 2 12:00", write: {path: "Chats/c/Messages/{auto}", count: 12, spread: 20h}}
      - {at: "day 3 10:00", actor: me, do: openChat}
      - {at: "day 3 11:00", actor: me, do: openChat}
    variants:
      two-timestamps: {}
      exact: {set: {"steps.chat.open.listen": "Chats/c/Messages where message_time_stamp > {max(clear,seen)} orderBy message_time_stamp desc"}}
      unfiltered: {set: {"vars.clear": frozen 0, "vars.seen": frozen 0}}
      clear-only: {set: {"vars.seen": frozen 0}}
      seen-only:  {set: {"vars.clear": frozen 0}}
      fast-clock: {set: {"client.clockSkew": +4h}, expect: {findings: [FB7016]}}
      second-device: {add: {timeline: [{at: "day 3 09:00", actor: me, steps: [reinstall]}]}}
    assert:
      - {expect: "reads(me, two-timestamps) == 200 + 30 + 13 + 1"}
      - {expect: "writes(me, two-timestamps) == 1"}
      - {expect: "missed(fast-clock) == 3"}
    """

  @Test func `every variant reads what the table of the example says`() async throws {
    let report = try await SimulationFixture.report(Self.workload)
    #expect(
      report.readsByVariant == [
        "two-timestamps 244", "exact 243", "unfiltered 914", "clear-only 314", "seen-only 245", "fast-clock 241",
        "second-device 473",
      ])
    #expect(report.variants.map(\.correctness.missed) == [0, 0, 0, 0, 0, 3, 0])
    #expect(report.assertions.map(\.passed) == [true, true, true])
    #expect(report.findings.filter(\.fails).map(\.diagnostic.message) == [])
    #expect(report.outcome == .clean)
  }
}
