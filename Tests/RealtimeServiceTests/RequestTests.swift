import FirestoreModel
import RealtimeDatabase
import RealtimeRules
import RealtimeService
import Testing

@Suite("Requests to an instance") struct RequestTests {
  @Test("without rules clients are denied, unless everybody may do everything")
  func withoutRules() throws {
    let closed = try RealtimeFixture(data: #"{"a":1}"#)
    #expect(try closed.read("a") == "1")
    #expect(throws: RealtimeRefusal.permissionDenied) { try closed.read("a", nil, RealtimeFixture.nobody) }
    #expect(throws: RealtimeRefusal.permissionDenied) { try closed.set("a", "2", RealtimeFixture.user("ada")) }
    let open = try RealtimeFixture(data: #"{"a":1}"#, isOpen: true)
    try open.set("a", "2", RealtimeFixture.nobody)
    #expect(try open.read("a", nil, RealtimeFixture.nobody) == "2")
  }

  @Test("rules decide, and what they see is all at once")
  func rules() throws {
    let fixture = try RealtimeFixture(
      rules: """
        {"users": {"$u": {".read": "auth.uid === $u", ".write": "auth.uid === $u && newData.child('at').val() === now"}},
         "count": {".write": "newData.val() === data.val() + 1"}}
        """, data: #"{"count":1}"#)
    let ada = RealtimeFixture.user("ada")
    try fixture.set("users/ada", #"{"at":{".sv":"timestamp"}}"#, ada)
    #expect(try fixture.read("users/ada", nil, ada) == #"{"at":1700000000000}"#)
    #expect(throws: RealtimeRefusal.permissionDenied) { try fixture.set("users/ada", #"{"at":1}"#, ada) }
    #expect(throws: RealtimeRefusal.permissionDenied) { try fixture.read("users/bob", nil, ada) }
    try fixture.set("count", #"{".sv":{"increment":1}}"#, ada)
    #expect(throws: RealtimeRefusal.permissionDenied) {
      try fixture.update("", #"{"count":{".sv":{"increment":1}},"users/bob/at":1}"#, ada)
    }
    #expect(try fixture.read("count") == "2")
  }

  @Test("a query needs its index, of the owner, too")
  func indexes() throws {
    let data = #"{"list":{"a":{"n":2},"b":{"n":1},"c":{}},"plain":{"x":1}}"#
    let fixture = try RealtimeFixture(rules: #"{"list": {".indexOn": "n"}}"#, data: data)
    #expect(try fixture.read("list", #"orderBy="n"&limitToFirst=1"#) == #"{"b":{"n":1}}"#)
    #expect(try fixture.read("plain", #"orderBy="$key""#) == #"{"x":1}"#)
    #expect(throws: RealtimeRefusal.indexNotDefined(.value, "plain")) {
      try fixture.read("plain", #"orderBy="$value""#)
    }
    #expect(
      RealtimeRefusal.indexNotDefined(.child("a/b"), "x/y").text
        == #"Index not defined, add ".indexOn": "a/b", for path "/x/y", to the rules"#)
    let permissive = try RealtimeFixture(data: data, requiresIndexes: false)
    #expect(try permissive.read("list", #"orderBy="n"&limitToFirst=1"#) == #"{"b":{"n":1}}"#)
    #expect(permissive.observer.lines == ["read /list 363 served unindexed"])
  }

  @Test("a write on a condition is refused when somebody was faster; what rules hide is not told")
  func conditions() throws {
    let fixture = try RealtimeFixture(rules: #"{"a": {".read": true, ".write": true}, "b": {".write": true}}"#)
    func compareAndSet(_ path: RealtimePath, _ hash: String) throws {
      _ = try fixture.instance.write(.set(json("2"), at: path, expectedHash: hash), RealtimeFixture.nobody)
    }
    try compareAndSet("a", "")
    #expect(throws: RealtimeRefusal.stale(current: RealtimeNode(.number(2)))) { try compareAndSet("a", "") }
    try compareAndSet("a", fixture.instance.data["a"].hash)
    try compareAndSet("b", "")
    #expect(throws: RealtimeRefusal.permissionDenied) { try compareAndSet("b", "") }
    #expect(try fixture.instance.read("a", unlessTagged: RealtimeNode(.number(2)).etag, RealtimeFixture.nobody) == nil)
  }

  @Test("pushed keys ascend")
  func pushes() throws {
    let fixture = try RealtimeFixture()
    var keys: [RealtimeKey] = []
    for number in 0..<50 {
      let key = fixture.instance.nextPushID()
      _ = try fixture.instance.write(
        .push(json("\(number)"), below: "list", key: key), pushing: key, RealtimeFixture.owner)
      keys.append(key.key)
      if number == 25 { fixture.clock.advance(seconds: 1) }
    }
    #expect(keys == keys.sorted() && Set(keys).count == 50)
    #expect(fixture.instance.data["list"].children.map(\.key) == keys)
  }

  @Test("every request is told once, with what it bills")
  func records() throws {
    let fixture = try RealtimeFixture(rules: #"{"a": {".read": true}}"#)
    try fixture.set("a", #""xyz""#)
    _ = try fixture.read("a")
    try fixture.update("", #"{"a":1,"b":null}"#)
    try fixture.set("a", "null")
    try? fixture.set("a", "1", RealtimeFixture.nobody)
    _ = try? fixture.read("a", #"orderBy="x""#, RealtimeFixture.nobody)
    #expect(
      fixture.observer.lines == [
        "set /a 355 served", "read /a 355 served", "update / 366 served", "delete /a 354 served", "set /a 350 denied",
        #"read /a 350 Index not defined, add ".indexOn": "x", for path "/a", to the rules unindexed"#,
      ])
  }

  @Test("paths that cannot be are refused", arguments: ["a.b", "a$", "#", "[x]", "a\u{7F}"])
  func paths(path: String) throws {
    let fixture = try RealtimeFixture()
    let refusal = RealtimeRefusal.invalidRequest("Invalid path: Invalid token in path")
    #expect(throws: refusal) { try fixture.read(RealtimePath([RealtimeKey(path)])) }
  }

  @Test("priorities are written and read by themselves")
  func priorities() throws {
    let fixture = try RealtimeFixture(data: #"{"a":1}"#)
    try fixture.set("a/.priority", "5")
    #expect(fixture.text == #"{"a":{".value":1,".priority":5}}"#)
    #expect(try fixture.read("a/.priority") == "5")
    #expect(try fixture.read("a") == "1")
    let hash = RealtimeNode(.number(5)).hash
    let change = try fixture.instance.write(
      .set(json("6"), at: "a/.priority", expectedHash: hash), RealtimeFixture.owner)
    #expect(change.new.addressed("a/.priority") == RealtimeNode(.number(6)))
    #expect(throws: RealtimeRefusal.stale(current: RealtimeNode(.number(6)))) {
      try fixture.instance.write(.set(json("7"), at: "a/.priority", expectedHash: hash), RealtimeFixture.owner)
    }
    #expect(fixture.observer.lines.prefix(2) == ["set /a/.priority 351 served", "read /a/.priority 351 served"])
  }

  @Test("requests from everywhere at once come one after another")
  func contention() async throws {
    let fixture = try RealtimeFixture(isOpen: true)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<50 {
            try? fixture.update(
              "", #"{"n":{".sv":{"increment":1}},"by/\#(task)/\#(number)":true}"#, RealtimeFixture.nobody)
          }
        }
      }
    }
    #expect(try fixture.read("n") == "400")
    #expect(fixture.instance.data["by"].children.allSatisfy { $0.node.children.count == 50 })
  }
}
