import DocumentStore
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreService
import IndexCatalog
import QueryExecution
import QueryModel
import QueryPlanner
import Testing

/// Listeners of end users: what rules say at first, and what they say later.
@Suite("Listeners and rules") struct ListenAccessTests {
  static let alice = ServiceFixture.user("alice")

  // id: K
  @Test("rules that are replaced end what they no longer allow; other targets go on")
  func replacedRules() async throws {
    let fixture = try makeDatabase(
      rules: "match /{all=**} { allow read; }", documents: ["c/a": [:], "d/a": [:]])
    let scene = ListenScene(fixture, as: Self.alice)
    try await scene.listen(2, "c")
    try await scene.listen(4, "d")
    try await scene.listen(6, documents: ["c/a"])
    _ = await scene.next()
    let rules = try compiledRules("match /d/{id} { allow read; }")
    fixture.database.configure { $0.access = AccessControl(rules: rules) }
    #expect(
      await scene.next() == [
        "REMOVE [2] 7 Missing or insufficient permissions.", "REMOVE [6] 7 Missing or insufficient permissions.",
      ])
    try scene.commit(.set("c/a", ["n": .integer(1)]), .set("d/a", ["n": .integer(1)]), at: 2000)
    #expect(await scene.next() == ["change d/a @2000 [4]", "--- @2000"])
  }

  // id: K
  @Test("a document that changes so that it may not be read")
  func document() async throws {
    let rules = "match /c/{id} { allow get: if resource == null || resource.data.owner == request.auth.uid; }"
    let fixture = try makeDatabase(rules: rules, documents: ["c/a": ["owner": .string("alice")]])
    let scene = ListenScene(fixture, as: Self.alice)
    try await scene.listen(2, documents: ["c/a"])
    try await scene.listen(4, documents: ["c/b"])
    _ = await scene.next()
    try scene.commit(.set("c/a", ["owner": .string("bob")]), .set("c/b", ["owner": .string("alice")]), at: 2000)
    #expect(
      await scene.next() == [
        "REMOVE [2] 7 Missing or insufficient permissions.", "change c/b @2000 [4]", "--- @2000",
      ])
  }

  @Test func `a document that the rules read changes`() async throws {
    let rules = """
      match /rooms/{room} {
        allow list: if request.auth.uid in get(/databases/$(database)/documents/members/all).data.uids;
      }
      """
    let fixture = try makeDatabase(
      rules: rules, documents: ["members/all": ["uids": .array([.string("alice")])], "rooms/r": [:]])
    let scene = ListenScene(fixture, as: Self.alice)
    try await scene.listen(2, "rooms")
    _ = await scene.next()
    try scene.commit(.set("rooms/r", ["n": .integer(1)]), at: 2000)
    #expect(await scene.next() == ["change rooms/r @2000 [2]", "--- @2000"])
    try scene.commit(.set("members/all", ["uids": .array([.string("alice"), .string("bob")])]), at: 2100)
    try scene.commit(.set("rooms/s", [:]), at: 2200)
    #expect(await scene.next() == ["change rooms/s @2200 [2]", "--- @2200"])
    try scene.commit(.set("members/all", ["uids": .array([])]), at: 2300)
    #expect(await scene.next() == ["REMOVE [2] 7 Missing or insufficient permissions."])
    #expect(
      fixture.observer.take().map(\.billText) == [
        "listenInitial rooms 2", "listenDelta rooms 2", "listenDelta rooms 2", "listenDelta rooms 1 denied",
      ])
  }

  @Test func `names of one target rest on different documents`() async throws {
    let rules = """
      match /c/{id} { allow get: if exists(/databases/$(database)/documents/grants/$(id)); }
      """
    let fixture = try makeDatabase(
      rules: rules, documents: ["c/a": [:], "c/b": [:], "grants/a": [:], "grants/b": [:]])
    let scene = ListenScene(fixture, as: Self.alice)
    try await scene.listen(2, documents: ["c/a", "c/b"])
    _ = await scene.next()
    try scene.commit(.set("c/a", ["n": .integer(1)]), at: 2000)
    #expect(await scene.next() == ["change c/a @2000 [2]", "--- @2000"])
    try scene.commit(.delete("grants/b"), at: 2100)
    #expect(await scene.next() == ["REMOVE [2] 7 Missing or insufficient permissions."])
    #expect(
      fixture.observer.take().map(\.billText) == [
        "listenInitial 2 documents 4", "listenDelta 2 documents 2", "listenDelta 2 documents 2 denied",
      ])
  }

  @Test func `what left a query is not shown to those who may not read it`() async throws {
    let rules = """
      match /c/{id} {
        allow list: if resource.data.owner == request.auth.uid;
        allow get: if resource.data.owner == request.auth.uid;
      }
      """
    let mine: MapValue = ["owner": .string("alice"), "n": .integer(1)]
    let fixture = try makeDatabase(rules: rules, documents: ["c/a": mine, "c/b": mine])
    let scene = ListenScene(fixture, as: Self.alice)
    try await scene.listen(2, "c where owner == \"alice\" and n == 1")
    _ = await scene.next()
    try scene.commit(.merge("c/a", ["n": .integer(2)]), .merge("c/b", ["owner": .string("bob")]), at: 2000)
    #expect(await scene.next() == ["change c/a @2000 [] -[2]", "remove c/b @2000 -[2]", "--- @2000"])
  }

  @Test func `a deleted index ends the listener`() async throws {
    let indexes = """
      {"indexes": [{"collectionGroup": "c", "queryScope": "COLLECTION", "fields": [
        {"fieldPath": "s", "order": "ASCENDING"}, {"fieldPath": "n", "order": "ASCENDING"}]}]}
      """
    let fixture = try makeDatabase(indexes: indexes, documents: ["c/a": ["n": .integer(1), "s": .string("x")]])
    let scene = ListenScene(fixture)
    try await scene.listen(2, "c where s == \"x\" orderBy n")
    try await scene.listen(4, "c orderBy n")
    _ = await scene.next()
    let planner = QueryPlanner(catalog: .automaticOnly, database: ServiceFixture.name)
    fixture.database.configure { $0.engine = QueryEngine(planner: planner) }
    let messages = await scene.next()
    #expect(messages.count == 1 && messages[0].hasPrefix("REMOVE [2] 9 The query requires an index."))
    try scene.commit(.set("c/b", ["n": .integer(2), "s": .string("x")]), at: 2000)
    #expect(await scene.next() == ["change c/b @2000 [4]", "--- @2000"])
  }

  @Test func `indexes are replaced while commits are on their way`() async throws {
    let fixture = try makeDatabase(documents: ["c/a": ["n": .integer(1)], "c/b": ["n": .integer(2)]])
    let scene = ListenScene(fixture)
    try await scene.listen(2, "c orderBy n limit 1")
    _ = await scene.next()
    try scene.commit(.delete("c/a"), at: 2000)
    let planner = QueryPlanner(catalog: .automaticOnly, database: ServiceFixture.name)
    fixture.database.configure { $0.engine = QueryEngine(planner: planner) }
    #expect(await scene.next() == ["delete c/a @2000 -[2]", "change c/b @2 [2]", "--- @2000"])
  }

  @Test func `projections show what they name`() async throws {
    let fixture = try makeDatabase(documents: ["c/a": ["n": .integer(1), "m": .integer(1)]])
    let scene = ListenScene(fixture)
    try await scene.listen(2, "c where n < 5 select(m)")
    try await scene.listen(4, documents: ["c/a"])
    #expect(await scene.next()[2] == "change c/a projected [m] @1 [2]")
    try scene.commit(.merge("c/a", ["m": .integer(2)]), at: 2000)
    #expect(await scene.next() == ["change c/a @2000 [4]", "change c/a projected [m] @2000 [2]", "--- @2000"])
    try await scene.session.remove(4)
    _ = await scene.next()
    try scene.commit(.merge("c/a", ["n": .integer(9)]), at: 2100)
    #expect(await scene.next() == ["remove c/a @2100 -[2]", "--- @2100"])
  }
}
