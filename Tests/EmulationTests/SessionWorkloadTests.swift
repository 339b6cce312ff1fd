import Diagnostics
import DocumentStore
import Emulation
import FirestoreModel
import FirestoreService
import QueryModel
import RealtimeDatabase
import RealtimeService
import StructuredText
import Testing
import Workloads

/// What was asked in a session, as a workload.
@Suite("A session as a workload") struct SessionWorkloadTests {
  private static let rules = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{db}/documents {
        match /lists/{list} {
          allow read: if request.auth.uid in resource.data.members;
          match /items/{item} {
            allow read: if request.auth.uid in get(/databases/$(db)/documents/lists/$(list)).data.members;
          }
        }
        match /users/{uid} { allow read: if request.auth.uid == uid; }
      }
    }
    """

  private func emulation(_ clock: SetClock = SetClock()) async throws -> (Folder, Emulation) {
    let folder = try Folder([
      "firebase.json": #"{"firestore": {"rules": "firestore.rules"}}"#, "firestore.rules": Self.rules,
    ])
    let emulation = try folder.emulation(clock: clock, keepsHistory: true)
    for user in ["ada", "bob"] {
      try await emulation.set(
        "lists/of-\(user)", #"{"members": {"arrayValue": {"values": [{"stringValue": "\#(user)"}]}}}"#)
      try await emulation.set("users/\(user)", #"{"name": {"stringValue": "A person"}}"#)
      for item in 0..<3 {
        try await emulation.set(
          "lists/of-\(user)/items/i\(item)",
          #"{"done": {"booleanValue": false}, "note": {"stringValue": "12345"}, "by": {"stringValue": "\#(user)"}}"#)
      }
    }
    // What was written to begin with is no part of the session.
    clock.advance(seconds: 1)
    emulation.resetLedger()
    return (folder, emulation)
  }

  @Test("every question stands once, as often as a user has asked it, for whoever is signed in")
  func steps() async throws {
    let clock = SetClock()
    let (folder, emulation) = try await emulation(clock)
    for user in ["ada", "bob"] {
      let context = RequestContext.user(Text(user), operation: "list.open")
      for _ in 0..<3 {
        #expect(await emulation.ask("lists/of-\(user)/items where by == \"\(user)\" limit 2", context).count == 2)
      }
    }
    #expect(await emulation.ask("users/ada", .user("ada")) == ["users/ada"])
    #expect(await emulation.ask("users/ada", .user("bob")).first?.hasPrefix("PERMISSION_DENIED") == true)
    #expect(await emulation.ask("group items aggregate count()", .admin(test: "counts")).count == 1)
    try await emulation.set("users/carl")
    clock.advance(seconds: 300)
    let text = try #require(await emulation.sessionWorkload(of: .standard))
    #expect(
      folder.relative(text) == """
        # yaml-language-server: $schema=./workload.schema.json
        workload: session
        about: >
          What an emulator was asked in 5 min, 9 requests in all, with the values of the newest of each kind.
          Every user asks as often as on average; documents look like those that there were. Say how many users there are and
          how often they do this in a day, and take out what only filled the database.
        # Not among the steps: 1 denied by the rules.
        params: {users: 2, sessions: 1}
        database: {rules: ../firestore.rules}
        data:
          - path: 'lists/of-bob/items/{auto}'
            count: 3
            fields: {by: me, done: false, note: {string: 5}}
          - path: lists/of-bob
            fields: {members: [me]}
          - path: users/me
            fields: {name: 'A person'}
          - path: users/carl
        actors:
          user:
            count: $users
            world: own                    # a database for each; take this line out where users read what others write, as in a chat
            auth: {uid: me}
            client: {sdk: web}
            sessions: {perDay: $sessions, at: {first: "08:00", gap: 2h}, length: 5m}
            steps:
              # asked 6 times
              - {name: list.open, query: 'lists/of-bob/items where by == "me" limit 2', repeat: 3}
              # asked once
              - {name: users.get, get: users/me, chance: 0.5}
          server:
            world: own
            client: {sdk: server}         # passes the rules
            sessions: {perDay: $sessions, at: {first: "08:00", gap: 2h}, length: 5m}
            steps:
              # asked once, in test counts
              - {name: items.query, query: 'group items aggregate count()'}
              # asked once
              - {name: users.set, set: users/carl, merge: true, fields: {}}

        """)
  }

  /// As the sources have it: with `?` for what the run knows.
  private func request(_ function: String, _ text: String) throws -> CodeRequest {
    let file = SourceText(path: "src/items.ts", text: "ask()")
    let statement = try QueryStatement(parsing: text, database: .standard, allowingUnknownParts: true)
    let target: CodeRequest.Target =
      switch statement {
      case .document(let path): .document(path)
      case .query(let query): .query(query, [])
      case .aggregation(let found): .query(found.query, found.aggregations)
      }
    return CodeRequest(
      function: function, path: "src/items.ts", line: 1, target: target, location: file.location(Span(0, 3)))
  }

  @Test("queries that the sources ask are named after them, with the values that were asked")
  func code() async throws {
    let (_, emulation) = try await emulation()
    let code = [
      try request("Items.open", "lists/?/items where by == ? limit 2"),
      try request("Items.some", "lists/?/items where done == ? limit ?"),
      try request("Items.done", "lists/?/items where done == true"),
      try request("Items.count", "group items aggregate count()"),
    ]
    let asked = [
      "lists/of-ada/items where by == \"ada\" limit 2", "lists/of-ada/items where done == false limit 7",
      "lists/of-ada/items where note == \"x\"", "group items aggregate count()",
    ]
    for query in asked { _ = await emulation.ask(query, .admin(test: "t")) }
    let text = try #require(
      await emulation.sessionWorkload(of: .standard, named: "all", at: "all.workload.yaml", code: CodeRequests { code })
    )
    #expect(
      text.split(separator: "\n").filter { $0.contains("- {name: ") } == [
        "      - {name: items.query, query: {from: Items.open, with: {lists: of-ada, by: ada}}}",
        "      - {name: items.query-2, query: {from: Items.some, with: {lists: of-ada, done: false, limit: 7}}}",
        "      - {name: items.query-3, query: 'lists/of-ada/items where note == \"x\"'}",
        "      - {name: items.query-4, query: {from: Items.count}}",
      ])
  }

  @Test("a batch is a step for each collection, with as many documents") func batches() async throws {
    let (_, emulation) = try await emulation()
    let database = try emulation.database(.standard)
    var writes = try (0..<30).map { Write(try DocumentPath(parsing: "parts/p\($0)"), .set(["n": .integer(7)])) }
    writes.append(Write(try DocumentPath(parsing: "users/ada"), .delete))
    _ = try await database.commit(writes, in: nil, as: .commit, .admin)
    let text = try #require(await emulation.sessionWorkload(of: .standard))
    #expect(
      text.split(separator: "\n").filter { $0.contains("- {name: ") || $0.contains("# ") }.suffix(4) == [
        "      # asked 30 times, in 1 batch among them",
        "      - {name: parts.set, create: 'parts/{auto}', fields: {n: 7}, repeat: 30}",
        "      # asked once",
        "      - {name: users.delete, delete: users/ada}",
      ], "\(text)")
    #expect(!text.contains("Not among the steps"))
  }

  @Test("documents have fields and values as often as those that there are") func kinds() async throws {
    let (_, emulation) = try await emulation()
    for number in 0..<28 {
      let rare = number == 20 ? #", "a": {"mapValue": {"fields": {"b": {"integerValue": "1"}}}}"# : ""
      let open = number < 7 ? "open" : "done"
      try await emulation.set("odd/d\(number)", #"{"state": {"stringValue": "\#(open)"}\#(rare)}"#)
    }
    #expect(await emulation.ask("odd where a.b == 1").count == 1)
    #expect(await emulation.ask("odd where state == \"open\"").count == 7)
    let text = try #require(await emulation.sessionWorkload(of: .standard))
    let lines = text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
    let data = lines.drop { $0 != "- path: 'odd/{auto}'" }.prefix(6)
    #expect(
      Array(data) == [
        "- path: 'odd/{auto}'", "count: 27", "fields: {state: {choice: {open: 7, done: 20}}}", "- path: 'odd/{auto}'",
        "count: 1", "fields: {a: {map: {b: 1}}, state: done}",
      ], "\(text)")
  }

  @Test("an empty session is none, and what a workload cannot ask is counted") func empty() async throws {
    let (_, emulation) = try await emulation()
    #expect(await emulation.sessionWorkload(of: .standard) == nil)
    let instance = try emulation.realtimeInstance("demo")
    _ = try instance.write(.set(.integer(1), at: "a"), RealtimeContext(caller: .owner))
    #expect(await emulation.sessionWorkload(of: .standard) == nil)
    _ = await emulation.ask("lists")
    let text = try #require(await emulation.sessionWorkload(of: .standard))
    #expect(text.contains("# Not among the steps: 1 of the Realtime Database.\n"))
    #expect(text.contains("      # asked once\n      - {name: lists.query, query: lists}\n"))
  }
}
