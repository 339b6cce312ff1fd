import FirestoreModel
import RealtimeDatabase
import RealtimeRules
import RealtimeService
import Testing

@Suite("Listeners of an instance") struct ListenTests {
  @Test("the first notice is everything, then what changes")
  func changes() async throws {
    let fixture = try RealtimeFixture(data: #"{"a":{"b":1},"z":1}"#)
    let listener = try fixture.instance.listen("a", RealtimeFixture.owner)
    #expect(await listener.lines() == [#"put /a {"b":1}"#])
    try fixture.set("a/c", "2")
    try fixture.set("z", "2")
    try fixture.update("a", #"{"b":null,"c":3}"#)
    try fixture.set("a/c", "3")
    #expect(await listener.lines() == ["put /a/c 2", #"patch /a {"b":null,"c":3}"#])
    try fixture.set("", "null")
    #expect(await listener.lines() == ["put /a null"])
    listener.wake()
    #expect(await listener.lines() == [])
    await listener.end()
    #expect(await listener.lines() == nil)
  }

  @Test("whoever waits is woken")
  func waiting() async throws {
    let fixture = try RealtimeFixture()
    let listener = try fixture.instance.listen("a", RealtimeFixture.owner)
    _ = await listener.lines()
    async let next = listener.lines()
    try fixture.set("a", "1")
    #expect(await next == ["put /a 1"])
  }

  @Test("a cancelled task ends its listener")
  func cancelling() async throws {
    let fixture = try RealtimeFixture()
    let listener = try fixture.instance.listen("a", RealtimeFixture.owner)
    _ = await listener.lines()
    let waiting = Task { await listener.lines() }
    waiting.cancel()
    #expect(await waiting.value == nil)
    #expect(await listener.lines() == nil)
    #expect(fixture.observer.lines.last == "unlisten /a 0 served")
  }

  @Test("a window tells what enters and leaves")
  func windows() async throws {
    let fixture = try RealtimeFixture(
      rules: #"{"m": {".indexOn": "ts"}}"#, data: #"{"m":{"a":{"ts":1},"b":{"ts":2}}}"#)
    let query = try spec(#"orderBy="ts"&limitToLast=1"#)
    let listener = try fixture.instance.listen("m", query: query, RealtimeFixture.owner)
    #expect(await listener.lines() == [#"put /m {"b":{"ts":2}}"#])
    try fixture.set("m/c", #"{"ts":3}"#)
    let lines = await listener.lines()
    #expect(lines == [#"patch /m {"b":null,"c":{"ts":3}}"#] || lines == [#"patch /m {"c":{"ts":3},"b":null}"#])
  }

  @Test("without its index a query over REST is refused, and one of an SDK sends everything")
  func unindexed() async throws {
    let fixture = try RealtimeFixture(rules: #"{".read": true}"#, data: #"{"m":{"a":{"ts":1},"b":{"ts":2}}}"#)
    let query = try spec(#"orderBy="ts"&limitToLast=1"#)
    #expect(throws: RealtimeRefusal.indexNotDefined(.child("ts"), "m")) {
      try fixture.instance.listen("m", query: query, RealtimeFixture.nobody)
    }
    let listener = try fixture.instance.listen("m", query: query, RealtimeFixture.user("ada", .connection))
    #expect(await listener.lines() == [#"put /m {"b":{"ts":2}}"#])
    #expect(fixture.observer.lines.last?.hasSuffix("served unindexed") == true)
  }

  // id: X1, X2
  @Test(
    "an index one level deeper serves nothing",
    arguments: [("m/a", false, 50), ("m", true, 2)] as [(RealtimePath, Bool, Int)])
  func indexLevels(path: RealtimePath, isUnindexed: Bool, sent: Int) async throws {
    let children = (10..<70).map { #""k\#($0)":{"ts":\#($0)}"# }.joined(separator: ",")
    let fixture = try RealtimeFixture(
      rules: #"{".read": true, "m": {"$c": {".indexOn": ["ts"]}}}"#,
      data: #"{"m":{"a":{\#(children)},"b":{"k1":{"ts":1}}}}"#)
    let listener = try fixture.instance.listen(
      path, query: try spec(#"orderBy="ts"&limitToLast=50"#), RealtimeFixture.user("ada", .connection))
    let first = try #require(await listener.lines()?.first)
    let data = String(first.dropFirst("put /\(path) ".count - (path.description.hasPrefix("/") ? 1 : 0)))
    #expect(try RealtimeNode(json: json(data)).children.count == sent)
    #expect(fixture.observer.lines.last?.hasSuffix("served unindexed") == isUnindexed)
  }

  @Test("who may not read is not told, from the write or the rules on that take it away")
  func permissions() async throws {
    let fixture = try RealtimeFixture(
      rules: #"{"a": {".read": "root.child('gate').val() === true"}}"#, data: #"{"gate":true,"a":1}"#)
    let listener = try fixture.instance.listen("a", RealtimeFixture.nobody)
    _ = await listener.lines()
    try fixture.set("a", "2")
    try fixture.set("gate", "false")
    try fixture.set("a", "3")
    #expect(await listener.lines() == ["put /a 2", "cancel Permission denied"])
    #expect(await listener.lines() == nil)
    #expect(throws: RealtimeRefusal.permissionDenied) { try fixture.instance.listen("a", RealtimeFixture.nobody) }
    try fixture.set("gate", "true")
    let second = try fixture.instance.listen("a", RealtimeFixture.nobody)
    _ = await second.lines()
    fixture.instance.configure { $0.rules = nil }
    #expect(await second.lines() == ["cancel Permission denied"])
  }

  @Test("who reads too late is told everything anew")
  func late() async throws {
    let fixture = try RealtimeFixture()
    let listener = try fixture.instance.listen("", RealtimeFixture.owner)
    _ = await listener.lines()
    for number in 0..<3_000 { try fixture.set("n", "\(number)") }
    #expect(await listener.lines() == [#"put / {"n":2999}"#])
    try fixture.set("n", "-1")
    #expect(await listener.lines() == ["put /n -1"])
  }
}

@Suite("What is left for the end of a connection") struct SessionTests {
  @Test("is carried out once, with the server values of the end")
  func end() throws {
    let fixture = try RealtimeFixture(isOpen: true)
    let session = RealtimeSession(instance: fixture.instance)
    let ada = RealtimeFixture.user("ada", .connection)
    try session.whenDisconnected(.set(json("1"), at: "dropped"), ada)
    try session.whenDisconnected(.set(json(#"{".sv":"timestamp"}"#), at: "seen"), ada)
    try session.whenDisconnected(.update(json(#"{"a":1,"b":2}"#), at: "merged"), ada)
    session.cancel("dropped")
    session.cancel("merged/a")
    fixture.clock.advance(seconds: 5)
    session.end()
    session.end()
    #expect(fixture.text == #"{"merged":{"b":2},"seen":1700000005000}"#)
    #expect(
      fixture.observer.lines == [
        "on-disconnect /dropped 50 served", "on-disconnect /seen 50 served", "on-disconnect /merged 50 served",
        "left /seen 0 served", "left /merged 0 served",
      ])
  }

  @Test("rules are asked when it is left and when it is carried out, unless only the first counts")
  func rules() throws {
    let rules = #"{"a": {".write": "root.child('gate').val() === true"}}"#
    for (alternatives, expected): (Set<RealtimeSwitch>, String) in [
      ([], "null"), ([.onDisconnectCheck], #"{"a":1}"#),
    ] {
      let fixture = try RealtimeFixture(rules: rules, data: #"{"gate":true}"#, assuming: alternatives)
      let session = RealtimeSession(instance: fixture.instance)
      let ada = RealtimeFixture.user("ada", .connection)
      #expect(throws: RealtimeRefusal.permissionDenied) { try session.whenDisconnected(.set(json("1"), at: "b"), ada) }
      try session.whenDisconnected(.set(json("1"), at: "a"), ada)
      try fixture.set("gate", "null")
      session.end()
      #expect(fixture.text == expected)
    }
  }
}
