import Diagnostics
import Testing

@testable import Workloads

/// What a first workload gets wrong without anybody noticing: each is said where it stands.
@Suite("Traps of a first workload") struct TrapTests {
  private func findings(_ text: String) -> [String] {
    read("workload: w\n" + text).diagnostics.map(line)
  }

  private func line(_ diagnostic: Diagnostic) -> String {
    "\(diagnostic.location?.position.line ?? 0): \(diagnostic.severity.rawValue) \(diagnostic.code.id) \(diagnostic.message)"
  }

  @Test(
    arguments: [
      "serverTimestamp", "serverTimestamp()", "FieldValue.serverTimestamp()", "SERVER_TIMESTAMP", "servertime",
      "sererTime", "request.time", "Timestamp.now()", "now()", "increment(1)", "FieldValue.increment(1)",
      "arrayUnion(a)", "arrayUnion", "deleteField()", "uuid()", "ServerValue.TIMESTAMP", "Timestamp.now", "NOW",
      "new Date()", "new firebase.Timestamp(1, 0)",
    ])
  func `names of functions are no values`(text: String) {
    let quoted = text.contains("(") ? "\"\(text)\"" : text
    #expect(
      findings("data:\n  - {path: a/b, fields: {at: \(quoted)}}\n") == [
        "3: error FB0018 `\(text)` would be stored as this text"
      ])
  }

  @Test func `the text itself can be meant, and ordinary texts are none of them`() {
    let texts = [
      "serverTime", "now", "\"now()!string\"", "serverTimestamp!string", "increment", "delete", "date", "server",
      "\"hello (world)\"", "\"(now)\"", "time", "random", "new", "new-date", "a.now.b", "timestamp", "TIMESTAMP",
    ]
    for text in texts {
      #expect(findings("data:\n  - {path: a/b, fields: {at: \(text)}}\n") == [], "\(text)")
    }
    #expect(
      findings("data:\n  - {path: a/b, fields: {at: \"price(5)\"}}\n") == [
        "3: warning FB0018 `price(5)` is stored as this text: no function is called here"
      ])
    #expect(
      findings("actors:\n  me: {vars: {seen: serverTimestamp}}\n") == [
        "3: error FB0018 `serverTimestamp` would be stored as this text"
      ])
  }

  @Test func `spread is refused where nothing reads it`() {
    let message = "error FB0014 `spread` has no effect on a step that is done one after the other"
    #expect(
      findings(
        """
        procedures:
          write: [{repeat: 3, spread: 1h, set: a/b, fields: {}}]
        actors:
          me:
            sessions: {at: {first: "08:00"}}
            steps:
              - {repeat: 3, spread: 1h, set: a/b, fields: {}}
              - {write: {path: "a/{auto}", count: 3, spread: length, fields: {}}}
              - {write: {path: "a/{auto}", count: 3, fields: {}}, spread: length}
            during: [{repeat: 3, spread: length, set: a/b, fields: {}}]
            betweenSessions: [{steps: [{repeat: 3, spread: gap, set: a/b, fields: {}}]}]
        timeline:
          - {at: "day 1 08:00", repeat: 3, spread: 1h, set: a/b, fields: {}}
          - {at: "day 1 08:00", actor: me, repeat: 3, spread: 1h, set: a/b, fields: {}}
        """) == [8, 10, 12, 3, 15].map { "\($0): \(message)" })
  }

  @Test func `an actor who does nothing in any variant is said`() throws {
    let suite = try #require(
      read(
        """
        workload: w
        actors:
          never: {steps: [{get: a/b}]}
          none: {count: 0, sessions: {at: {first: "08:00"}}, steps: [{get: a/b}]}
          seldom: {sessions: {perDay: 0, at: {first: "08:00"}}, steps: [{get: a/b}]}
          scripted: {}
          later: {steps: [{get: a/b}]}
        timeline:
          - {at: day 1, actor: scripted, get: a/b}
        variants:
          one: {}
          two: {add: {timeline: [{at: day 1, actor: later, get: a/b}]}}
        """
      ).suite)
    #expect(
      suite.idleActorFindings.map(line) == [
        "3: error FB7024 `never` never does anything: it has no sessions, and no entry of the timeline names it",
        "4: error FB7024 `none` never does anything: there are none of them",
        "5: error FB7024 `seldom` never does anything: it has no sessions on any day",
      ])
  }

  @Test func `days that are no whole weeks make another month`() throws {
    func findings(_ weekdays: String, days: Int, start: String = "2026-01-05") throws -> [String] {
      let text = """
        workload: office
        clock: {start: "\(start)T00:00:00-08:00", days: \(days)}
        actors:
          clerk: {sessions: {days: \(weekdays), at: {first: "08:00"}}, steps: [{get: a/b}]}
        """
      return try #require(read(text).suite).partialWeekFindings.map { "\(line($0)); \($0.help ?? "")" }
    }
    let office = "[mon, tue, wed, thu, fri]"
    #expect(
      try findings(office, days: 2) == [
        "4: warning FB7031 `clerk` acts on 2 of the 2 days played, and on 5 of the 7 of a week: the month is made of days "
          + "like those played; play whole weeks: `clock: {days: 7}`"
      ])
    // Who never comes is said with the steps that nobody comes to.
    #expect(try findings(office, days: 1, start: "2026-01-03") == [])
    #expect(try findings(office, days: 10).first?.hasSuffix("`clock: {days: 7}`") == true)
    for days in [7, 14, 28, 30] { #expect(try findings(office, days: days) == [], "\(days)") }
    #expect(try findings("[mon, tue, wed, thu, fri, sat, sun]", days: 3) == [])
  }
}
