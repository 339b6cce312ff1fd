import DocumentStore
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreService
import QueryExecution
import QueryModel
import Testing

/// What is not listened to, and how the client learns of it.
@Suite("Listen refusals") struct ListenRefusalTests {
  static let one: KeyValuePairs<String, MapValue> = ["c/a": ["n": .integer(1), "s": .string("x")]]

  // id: J
  @Test("a missing index: acknowledged, then refused with production's text")
  func missingIndex() async throws {
    let scene = ListenScene(try makeDatabase(documents: Self.one))
    try await scene.listen(2, "c where s == \"x\" orderBy n")
    try await scene.listen(4, "c")
    let messages = await scene.next()
    #expect(messages.count == 6)
    #expect(messages.first == "ADD [2]")
    #expect(
      messages[1].hasPrefix(
        "REMOVE [2] 9 The query requires an index. You can create it here: https://console.firebase.google.com/"))
    #expect(messages[2...] == ["ADD [4]", "change c/a @1 [4]", "CURRENT [4] @1000", "--- @1000"])
    #expect(scene.fixture.observer.take().map(\.billText) == ["listenInitial c 0 refused 9", "listenInitial c 1"])
  }

  @Test func `a permissive database serves the query, and says what production would miss`() async throws {
    let scene = ListenScene(try makeDatabase(mode: .permissive, documents: Self.one))
    try await scene.listen(2, "c where s == \"x\" orderBy n")
    #expect(await scene.next() == ["ADD [2]", "change c/a @1 [2]", "CURRENT [2] @1000", "--- @1000"])
    let served = scene.fixture.observer.take()
    #expect(served.map(\.missingIndexes.count) == [1])
    #expect(served.first?.query?.kind == .listen)
  }

  // id: J
  @Test("denied, and invalid: no acknowledgement")
  func deniedAndInvalid() async throws {
    let rules = "match /open/{id} { allow read; }"
    let scene = ListenScene(try makeDatabase(rules: rules), as: ServiceFixture.user("alice"))
    try await scene.listen(2, "c")
    try await scene.listen(4, documents: ["c/a"])
    try await scene.listen(6, "open where n > 1 orderBy m limit -1")
    try await scene.listen(8, "open")
    #expect(
      await scene.next() == [
        "REMOVE [2] 7 Missing or insufficient permissions.", "REMOVE [4] 7 Missing or insufficient permissions.",
        "REMOVE [6] 3 limit is negative", "ADD [8]", "CURRENT [8] @1000", "--- @1000",
      ])
  }

  @Test func `what the real-time backend does not serve`() async throws {
    let scene = ListenScene(try makeDatabase())
    try await scene.listen(2, "*")
    try await scene.listen(4, "group posts under users/u1")
    try await scene.listen(6, "c findNearest(v, vector(1), COSINE, limit 1)")
    #expect(
      await scene.next() == [
        "REMOVE [2] 3 All-collection queries are not supported by real-time queries.",
        "REMOVE [4] 3 'all_descendants' in CollectionSelector with document parent is not supported by real-time "
          + "queries.",
        "REMOVE [6] 3 FindNearest is not supported by real-time queries.",
      ])
  }

  @Test func `Google's emulator listens to every collection, and to groups below a document`() async throws {
    let fixture = try makeDatabase(mode: .permissive, access: .emulator, documents: ["c/a": [:], "u/1/posts/p": [:]])
    fixture.database.configure { $0.listensEverywhere = true }
    let scene = ListenScene(fixture)
    try await scene.listen(2, "*")
    try await scene.listen(4, "group posts under u/1")
    #expect(
      await scene.next() == [
        "ADD [2]", "ADD [4]", "change c/a @1 [2]", "change u/1/posts/p @2 [2]", "CURRENT [2] @1000",
        "change u/1/posts/p @2 [4]", "CURRENT [4] @1000", "--- @1000",
      ])
    try scene.commit(.set("u/1/posts/q", [:]), .set("u/2/posts/q", [:]), .delete("c/a"), at: 2000)
    #expect(
      await scene.next() == [
        "delete c/a @2000 -[2]", "change u/1/posts/q @2000 [2, 4]", "change u/2/posts/q @2000 [2]", "--- @2000",
      ])
  }

  @Test func `an id that is in use`() async throws {
    let scene = ListenScene(try makeDatabase(documents: Self.one))
    try await scene.listen(1, "c")
    try await scene.listen(1, "d")
    #expect(
      await scene.next() == [
        "ADD [1]", "REMOVE [1] 6 Target ID already exists: 1", "change c/a @1 [1]", "CURRENT [1] @1000", "--- @1000",
      ])
    try scene.commit(.delete("c/a"), at: 2000)
    #expect(await scene.next() == ["delete c/a @2000 -[1]", "--- @2000"])
  }

  @Test func `ids that the service assigns count from 1`() async throws {
    let scene = ListenScene(try makeDatabase())
    try await scene.listen(0, "c")
    try await scene.listen(0, "d")
    #expect(
      await scene.next() == ["ADD [1]", "ADD [2]", "CURRENT [1] @1000", "CURRENT [2] @1000", "--- @1000"])
    let error = await refusal { try await scene.listen(3, "e") }
    #expect(error?.status == .invalidArgument)
  }

  @Test func `a negative id ends the stream`() async throws {
    let scene = ListenScene(try makeDatabase())
    let error = await refusal { try await scene.listen(-1, "c") }
    #expect(error?.status == .invalidArgument)
  }

  @Test func `a name that no document can have`() async throws {
    let scene = ListenScene(try makeDatabase())
    try await scene.listen(2, documents: ["c/.."])
    let messages = await scene.next()
    #expect(messages.count == 1 && messages[0].hasPrefix("REMOVE [2] 3 "))
  }
}
