import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import Metering
import RealtimeDatabase
import RealtimeRules
import StructuredText
import Testing
import WorkloadRunSupport

@testable import RunReports
@testable import Simulation

/// What two of the documents say about the Realtime Database, played or decided.
@Suite("Documents on the Realtime Database") struct RealtimeDocumentTests {
  private static func node(_ text: String) throws -> RealtimeNode {
    try RealtimeNode(json: JSONValue(try #require(JSONReader.read(SourceText(path: "data", text: text)).node)))
  }

  private static func json(_ text: String) throws -> JSONValue {
    JSONValue(try #require(JSONReader.read(SourceText(path: "value", text: text)).node))
  }

  private static func rules(_ name: String) throws -> RealtimeRuleset {
    let path = "Tests/RealtimeRulesCheckerTests/Specs/audits/\(name).rules.json"
    let reading = RealtimeRulesReading.read(SourceText(path: path, bytes: try RepositoryFiles.bytes(path)))
    return try #require(reading.ruleset)
  }

  private static func auth(_ uid: String?) throws -> RealtimeNode {
    try uid.map { try node(#"{"uid": "\#($0)"}"#) } ?? .absent
  }

  /// Whether each request is allowed, and why not.
  private static func verdicts(
    _ name: String, _ data: RealtimeNode, _ requests: [(uid: String?, operation: RealtimeRuleRequest.Operation)]
  ) throws -> [String] {
    let rules = try rules(name)
    return try requests.map { request in
      let decision = rules.decide(
        RealtimeRuleRequest(request.operation, auth: try auth(request.uid), now: 1_767_225_600_000), data: data)
      if decision.isAllowed { return "allow" }
      return switch decision.reason {
      case .error: "error"
      case .noRule: "no rule"
      case .granted, .conditionFalse: "deny"
      }
    }
  }

  private static let chat = """
    {"users": {"u1": {"profile": {"email": "one@example.com"}}},
     "conversations": {"c1": {"metadata": {"participantIds": ["u1", "u2"], "createdBy": "u1"}, "participants": {"u1": {"unreadCount": 2}}}},
     "messages": {"c1": {"m1": {"senderId": "u1", "text": "hello"}}}, "presence": {"u1": {"status": "online"}}}
    """

  // id: E46, E56
  @Test func `what stands in two places has rules in one`() throws {
    let count = RealtimeNode(.number(0))
    #expect(
      try Self.verdicts(
        "array-chat", Self.node(Self.chat),
        [
          ("u1", .write("conversations/c1/participants/u1/unreadCount", count)),
          ("u1", .write("conversations/c1/metadata/participants/u1/unreadCount", count)),
          ("u1", .read("conversations/c1/messages", query: nil)),
        ]) == ["no rule", "error", "no rule"])
  }

  // id: E47
  @Test func `public is called what only the signed in may read`() throws {
    #expect(
      try Self.verdicts(
        "array-chat", Self.node(Self.chat),
        [
          (nil, .read("presence/u1", query: nil)), ("x", .read("presence/u1", query: nil)),
          (nil, .read("users/u1/profile", query: nil)), ("x", .read("users/u1/profile", query: nil)),
        ]) == ["deny", "allow", "deny", "allow"])
  }

  // id: E60, E61, Q29
  @Test func `the hybrid app's own requests are denied`() throws {
    let data = try Self.node(
      """
      {"conversations": {"c1": {"metadata": {"participantIds": ["u1", "u2"]}, "messages": {"m1": {"senderId": "u1"}}, "typing": {"u2": {"at": 1}}}},
       "presence": {"u1": {"online": true}}, "posts": {"recent": {"p1": {"authorId": "u1", "likes": 3}}}}
      """)
    let recent = RealtimeQuerySpec(limit: .last(50))
    #expect(
      try Self.verdicts(
        "hybrid", data,
        [
          ("u1", .read("conversations/c1", query: nil)), ("u1", .read("conversations/c1/messages", query: recent)),
          ("u1", .read("conversations/c1/typing", query: nil)), ("u1", .read("presence", query: nil)),
          ("u2", .write("posts/recent/p1/likes", RealtimeNode(.number(4)))), ("u1", .write("posts/recent/p1", .absent)),
        ]) == ["error", "error", "error", "no rule", "deny", "deny"])
  }

  // id: Q25, E54
  @Test func `a page that ends at the oldest message repeats it`() throws {
    let messages = try Self.node(
      "{" + (1...100).map { #""m\#(String(1000 + $0))": {"timestamp": \#($0)}"# }.joined(separator: ",") + "}")
    func page(_ text: String) throws -> [String] {
      let spec = try RealtimeQuerySpec(parsing: SourceText(path: "query", text: text))
      return RealtimeWindow(spec, over: messages).keys.map(\.string)
    }
    let first = try page("orderByChild=timestamp&limitToLast=50")
    let second = try page("orderByChild=timestamp&endAt=51&limitToLast=50")
    #expect((first.count, second.count) == (50, 50))
    #expect(Set(first).intersection(second) == ["m1051"])
    #expect(try Set(first).isDisjoint(with: page("orderByChild=timestamp&endBefore=51&limitToLast=50")))
  }

  // id: Q26
  @Test func `unread conversations are not bounded, and texts are among them`() throws {
    let inbox = try Self.node(
      "{"
        + (0..<300).map { #""c\#($0)": {"unreadCount": \#($0 == 7 ? "\"none\"" : "\($0 % 3)")}"# }.joined(
          separator: ",") + "}")
    let spec = try RealtimeQuerySpec(parsing: SourceText(path: "query", text: "orderByChild=unreadCount&startAt=1"))
    let window = RealtimeWindow(spec, over: inbox)
    #expect(window.count == 200)
    #expect(window.keys.last?.string == "c7")
  }

  // id: E55
  @Test func `counting up what was read loses what others count`() throws {
    func after(_ writes: [RealtimeWrite]) throws -> RealtimeNode {
      try writes.reduce(Self.node(#"{"unread": 0}"#)) { try $1.applied(to: $0, now: 0).new }["unread"]
    }
    // Two devices have read nought.
    let own = try (0..<2).map { _ in try RealtimeWrite.set(Self.json("1"), at: "unread", by: .sdk) }
    let counted = try (0..<2).map { _ in
      try RealtimeWrite.set(Self.json(#"{".sv": {"increment": 1}}"#), at: "unread", by: .sdk)
    }
    #expect(try after(own).leaf == .number(1))
    #expect(try after(counted).leaf == .number(2))
  }

  // id: E57
  @Test func `the update of several paths leaves four effects of a message undone`() throws {
    let listed: Set<RealtimePath> = [
      "messages/c1/m2", "conversations/c1/metadata/lastMessage", "conversations/c1/metadata/lastMessageTimestamp",
      "conversations/c1/metadata/lastMessageSenderId", "users/u1/conversations/c1/lastMessageTimestamp",
      "users/u2/conversations/c1/lastMessageTimestamp", "users/u2/conversations/c1/unreadCount",
      "conversations/c1/metadata/participants/u2/unreadCount", "conversations/c1/typing/u1",
    ]
    let example = try RealtimeWrite.update(
      Self.json(
        """
        {"messages/c1/m2": {"text": "hi"}, "conversations/c1/metadata/lastMessage": "hi",
         "conversations/c1/metadata/lastMessageTimestamp": 5, "users/u1/conversations/c1/lastMessageTimestamp": 5,
         "users/u2/conversations/c1/lastMessageTimestamp": 5}
        """), at: .root, by: .sdk)
    let change = try example.applied(to: Self.node(#"{"conversations": {"c1": {"typing": {"u1": 1}}}}"#), now: 5)
    let undone = listed.subtracting(change.addresses)
    #expect(undone.count == 4)
    #expect(change.new["conversations/c1/typing/u1"].exists)
    #expect(!change.new["users/u2/conversations/c1/unreadCount"].exists)
  }

  // id: E58
  @Test func `an empty list is not stored, and nothing is there to ask`() throws {
    let write = try RealtimeWrite.set(
      Self.json(#"{"text": "hi", "deletedFor": [], "groupName": null}"#), at: "m", by: .sdk)
    let change = try write.applied(to: .absent, now: 0)
    #expect(!change.new["m/deletedFor"].exists)
    #expect(JSONWriter.text(change.new.export, .compact) == #"{"m":{"text":"hi"}}"#)
  }

  // id: E59
  @Test func `a field of the model that the stored message does not have is refused by rules that list what there is`()
    throws
  {
    let data = try Self.node(#"{"conversations": {"c1": {"metadata": {"members": {"u1": true}, "createdBy": "u1"}}}}"#)
    let stored = #""senderId": "u1", "text": "hi", "timestamp": 1767225600000"#
    #expect(
      try Self.verdicts(
        "repaired-chat", data,
        [
          ("u1", .write("messages/c1/m2", Self.node("{\(stored)}"))),
          ("u1", .write("messages/c1/m2", Self.node(#"{\#(stored), "id": "m2", "userId": "u1"}"#))),
        ]) == ["allow", "deny"])
  }

  private static func report(_ text: String) async throws -> VariantReport {
    try #require(await WorkloadRunner.run(try SimulationFixture.input(text)).variants.first)
  }

  // id: E48
  @Test func `an app on the Realtime Database alone is billed nothing by Firestore`() async throws {
    let variant = try await Self.report(
      """
      workload: alone
      clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
      actors: {me: {auth: {uid: me}}}
      timeline:
        - {at: "day 1 09:00", actor: me, steps: [{name: l, rtdb: {op: listen, path: a}}, {name: s, rtdb: {op: set, path: a, value: 1}}]}
      """)
    #expect(!variant.usesFirestore)
    #expect(variant.tally.reads + variant.tally.writes == 0)
    #expect(variant.tally.realtimeBytes > 0)
  }

  // id: E49
  @Test func `writes have one order for all, and whoever is away learns of the last state`() async throws {
    let variant = try await Self.report(
      """
      workload: order
      clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
      data: [{rtdb: a, value: 0}]
      actors: {here: {auth: {uid: here}}, away: {auth: {uid: away}}}
      timeline:
        - {at: "day 1 09:00", actor: here, steps: [{name: l, rtdb: {op: listen, path: a}}]}
        - {at: "day 1 09:00", actor: away, steps: [{name: l, rtdb: {op: listen, path: a}}, {offline: 10m}]}
        - {at: "day 1 09:01", actor: here, steps: [{name: s, rtdb: {op: set, path: a, value: 1}}]}
        - {at: "day 1 09:02", actor: here, steps: [{name: s, rtdb: {op: set, path: a, value: 2}}]}
      """)
    let rows = try #require(variant.realtime).rows.filter { $0.operation == .listen || $0.operation == .broadcast }
    // Each write to the one, the last state to the other.
    #expect(rows.map { "\($0.operation.rawValue) \($0.count)" } == ["listen 3", "broadcast 2"])
  }

  // id: E64
  @Test func `an announcement whose post was refused costs a read that finds nothing`() async throws {
    let variant = try await Self.report(
      """
      workload: halves
      clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
      actors: {author: {auth: {uid: a}}, reader: {auth: {uid: r}}}
      timeline:
        - {at: "day 1 09:00", actor: author, steps: [{name: tell, rtdb: {op: set, path: posts/recent/p1, value: {at: 1}}}]}
        - {at: "day 1 09:01", actor: reader, steps: [{name: hear, rtdb: {op: get, path: posts/recent}, each: [{name: fetch, get: posts/p1, missing: ok}]}]}
      """)
    #expect(variant.tally.reads == 1)
    #expect(variant.operations.first { $0.name == "fetch" }?.calls == 1)
  }

  // id: E65
  @Test(arguments: [("1s", 60), ("20s", 3)] as [(String, Int64)])
  func `typing is a write per keystroke unless it waits`(_ pause: String, _ writes: Int64) async throws {
    let variant = try await Self.report(
      """
      workload: typing
      clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
      actors: {me: {auth: {uid: me}}}
      timeline:
        - {at: "day 1 09:00", actor: me, steps: [{repeat: \(writes), steps: [{name: key, rtdb: {op: set, path: typing/me, value: serverTime}}, {pause: \(pause)}]}]}
      """)
    #expect(try #require(variant.realtime).peakWritesPerMinute == writes)
  }
}
