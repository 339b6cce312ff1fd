import Diagnostics
import FirebreakTestSupport
import Testing

@testable import Project
@testable import ProjectCheck

/// Steps of workloads on the Realtime Database are judged without a run, like the requests of sources.
@Suite("Check: steps on the Realtime Database") struct RealtimeStepCheckTests {
  private static let rules = """
    {"rules": {
      "posts": {"$p": {".read": "auth != null", ".write": "auth != null && newData.child('by').val() === auth.uid", ".validate": "newData.hasChildren(['by'])"}},
      "feed": {".read": "auth != null", "$f": {".write": "auth != null", ".validate": "newData.isNumber()"}},
      "rooms": {".write": "auth != null", "$r": {".read": "data.child('memberIds').val().contains(auth.uid)"}}
    }}
    """

  private func findings(_ steps: String, client: String = "web", variants: String = "", data: String = "[]") throws
    -> [String]
  {
    let folder = try FolderFixture([
      "firebase.json": #"{"database": {"rules": "database.rules.json"}}"#, "database.rules.json": Self.rules,
      "open.rules.json": #"{"rules": {".read": true, ".write": true}}"#,
      "w.workload.yaml": """
      workload: w
      clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
      data: \(data)
      actors:
        m: {auth: {uid: "m{i}"}, client: {sdk: \(client)}}
      timeline:
        - at: "day 1 08:00"
          actor: m
          steps:
      \(steps.split(separator: "\n").map { "      - \($0)" }.joined(separator: "\n"))
      \(variants)
      """,
    ])
    let scope = try #require(try ProjectScope.resolve([], request: ProjectRequest(startFolder: folder.path)).first)
    let codes: Set<String> = ["FB6004", "FB6007", "FB6015", "FB6023", "FB6027", "FB6031", "FB6035", "FB6038"]
    return FindingList(ProjectQueries.load(scope).check().findings).diagnostics
      .filter { codes.contains($0.code.id) || $0.code.id.hasPrefix("FB00") }
      .map { "\($0.location?.position.line ?? 0) \($0.code.id) \($0.severity.rawValue)" }
  }

  @Test("reads and writes") func steps() throws {
    let steps = """
      {rtdb: {op: listen, path: posts}}
      {rtdb: {op: listen, path: feed}}
      {rtdb: {op: listen, path: feed, orderByChild: ts, limitToLast: 5}}
      {rtdb: {op: get, path: feed, orderByChild: ts, limitToLast: 5}}
      {rtdb: {op: listen, path: elsewhere/x}}
      {rtdb: {op: set, path: elsewhere/x, value: 1}}
      {rtdb: {op: push, path: feed, value: text}}
      {rtdb: {op: set, path: "feed/{i}", value: 5}}
      {rtdb: {op: push, path: posts, value: {by: "m{i}", text: {string: 9}}}}
      {rtdb: {op: set, path: "posts/a@b.com", value: {by: "m{i}"}}}
      """
    let found = [
      "10 FB6015 warning", "10 FB6027 warning", "11 FB6027 warning", "12 FB6004 warning", "13 FB6004 error",
      "14 FB6015 error", "15 FB6038 error",
      "16 FB6038 error", "19 FB6035 error",
    ]
    #expect(try findings(steps).filter { !$0.contains("FB6007") } == found)
    // Rules do not apply to servers; what costs money still does.
    let server = found.filter { !$0.contains("FB6015") && !$0.contains("FB6038") }
    #expect(try findings(steps, client: "server").filter { !$0.contains("FB6007") } == server)
  }

  @Test("denials that are meant, and variants with rules of their own") func expected() throws {
    let denied = "{rtdb: {op: set, path: elsewhere, value: 1}, expect: {status: PERMISSION_DENIED}}"
    #expect(try findings(denied).filter { $0.contains("FB6038") } == [])
    let variants = "variants:\n  open: {set: {\"database.realtimeRules\": open.rules.json}}"
    let write = "{rtdb: {op: set, path: elsewhere, value: 1}}"
    #expect(try findings(write, variants: variants).filter { $0.contains("FB6038") } == [])
  }

  @Test("data says what a place holds") func data() throws {
    let read = "{rtdb: {op: get, path: rooms/r1}}"
    #expect(try findings(read) == ["4 FB6007 warning"])
    #expect(try findings(read, data: #"[{rtdb: rooms/r1, value: {memberIds: [m1, m2]}}]"#).contains("4 FB6007 error"))
    #expect(try findings(read, data: #"[{rtdb: rooms/r1, value: {memberIds: [m1, m2]}}]"#).contains("3 FB6031 warning"))
  }
}
