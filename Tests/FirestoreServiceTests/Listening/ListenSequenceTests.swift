import DocumentStore
import FirestoreModel
import FirestoreService
import QueryModel
import Testing

/// The message sequences of the protocol reference, by their letters.
@Suite("Listen sequences") struct ListenSequenceTests {
  static let two: KeyValuePairs<String, MapValue> = ["c/a": ["n": .integer(1)], "c/b": ["n": .integer(2)]]

  // id: A
  @Test("initial snapshot, two matches")
  func initial() async throws {
    let scene = ListenScene(try makeDatabase(documents: Self.two))
    try await scene.listen(2, "c orderBy __name__")
    #expect(
      await scene.next() == [
        "ADD [2]", "change c/a @1 [2]", "change c/b @2 [2]", "CURRENT [2] @1000", "--- @1000",
      ])
  }

  // id: A
  @Test("an empty result")
  func empty() async throws {
    let scene = ListenScene(try makeDatabase())
    try await scene.listen(2, "c")
    #expect(await scene.next() == ["ADD [2]", "CURRENT [2] @1000", "--- @1000"])
  }

  // id: B, C, D
  @Test("update, update that leaves the query, delete")
  func changes() async throws {
    let scene = ListenScene(try makeDatabase(documents: Self.two))
    try await scene.listen(2, "c where n < 10")
    _ = await scene.next()
    try scene.commit(.set("c/a", ["n": .integer(5)]), at: 2000)
    #expect(await scene.next() == ["change c/a @2000 [2]", "--- @2000"])
    try scene.commit(.set("c/a", ["n": .integer(15)]), at: 2100)
    #expect(await scene.next() == ["change c/a @2100 [] -[2]", "--- @2100"])
    try scene.commit(.delete("c/b"), at: 2200)
    #expect(await scene.next() == ["delete c/b @2200 -[2]", "--- @2200"])
  }

  // id: E
  @Test("replacement in a limit window is one step")
  func limits() async throws {
    let scene = ListenScene(try makeDatabase(documents: Self.two))
    try await scene.listen(2, "c orderBy n limit 2")
    _ = await scene.next()
    try scene.commit(.set("c/x", ["n": .integer(0)]), at: 3000)
    #expect(await scene.next() == ["change c/x @3000 [2]", "remove c/b @3000 -[2]", "--- @3000"])
    try scene.commit(.delete("c/a"), at: 3100)
    #expect(await scene.next() == ["delete c/a @3100 -[2]", "change c/b @2 [2]", "--- @3100"])
  }

  // id: F
  @Test("a document that does not exist, and then does")
  func missingDocument() async throws {
    let scene = ListenScene(try makeDatabase())
    try await scene.listen(1, documents: ["c/none"])
    #expect(await scene.next() == ["ADD [1]", "delete c/none @1000 -[1]", "CURRENT [1] @1000", "--- @1000"])
    try scene.commit(.set("c/none", [:]), at: 4100)
    #expect(await scene.next() == ["change c/none @4100 [1]", "--- @4100"])
    try scene.commit(.delete("c/none"), at: 4200)
    #expect(await scene.next() == ["delete c/none @4200 -[1]", "--- @4200"])
  }

  @Test func `a documents target holds several names, each once`() async throws {
    let scene = ListenScene(try makeDatabase(documents: Self.two))
    try await scene.listen(7, documents: ["c/b", "c/x", "c/b", "c/a"])
    #expect(
      await scene.next() == [
        "ADD [7]", "change c/b @2 [7]", "delete c/x @1000 -[7]", "change c/a @1 [7]", "CURRENT [7] @1000", "--- @1000",
      ])
    try scene.commit(.set("c/x", [:]), .delete("c/a"), at: 2000)
    #expect(await scene.next() == ["delete c/a @2000 -[7]", "change c/x @2000 [7]", "--- @2000"])
  }

  // id: G
  @Test("resumed: only what changed, and what proves that the rest did not")
  func resumed() async throws {
    var scene = ListenScene(try makeDatabase(documents: Self.two))
    try await scene.listen(2, "c")
    let token = await scene.session.next()?.token
    await scene.reconnect()
    try scene.commit(.set("c/d", [:]), at: 2000)
    try scene.commit(.set("c/b", ["n": .integer(7)]), at: 2100)
    scene.moveClock(to: 2500)
    try await scene.listen(4, "c", from: token, expecting: 2)
    #expect(
      await scene.next() == [
        "ADD [4]", "--- @1000", "change c/d @2000 [4]", "change c/b @2100 [4]", "filter [4] 3, 8 bytes",
        "CURRENT [4] @2500", "--- @2500",
      ])
  }

  // id: G
  @Test("resumed: what left is told by the change log")
  func resumedWithout() async throws {
    var scene = ListenScene(try makeDatabase(documents: Self.two))
    try await scene.listen(2, "c where n < 10 orderBy n limit 2")
    try await scene.listen(4, documents: ["c/b", "c/z"])
    let token = await scene.session.next()?.token
    await scene.reconnect()
    try scene.commit(.set("c/e", ["n": .integer(3)]), at: 2000)
    try scene.commit(.delete("c/b"), at: 2100)
    try scene.commit(.set("c/a", ["n": .integer(10)]), at: 2200)
    try await scene.listen(6, "c where n < 10 orderBy n limit 2", from: token)
    try await scene.listen(8, documents: ["c/b", "c/z"], from: token)
    #expect(
      await scene.next() == [
        "ADD [6]", "--- @1000", "ADD [8]", "--- @1000", "delete c/b @2200 -[6]", "change c/a @2200 [] -[6]",
        "change c/e @2000 [6]",
        "filter [6] 1, 0 bytes", "CURRENT [6] @2200", "delete c/b @2200 -[8]", "filter [8] 0, 0 bytes",
        "CURRENT [8] @2200", "--- @2200",
      ])
  }

  // id: H
  @Test("a token of another life of the database")
  func unusable() async throws {
    let earlier = ListenScene(try makeDatabase(documents: Self.two))
    earlier.moveClock(to: 1500)
    try await earlier.listen(2, "c")
    var token = try #require(await earlier.session.next()?.token)
    // Another process, which took the database up at another time.
    token[3] ^= 1
    let scene = ListenScene(try makeDatabase(documents: Self.two))
    try await scene.listen(2, "c", from: token, expecting: 2)
    #expect(
      await scene.next() == [
        "ADD [2]", "RESET [2]", "change c/a @1 [2]", "change c/b @2 [2]", "CURRENT [2] @1000", "--- @1000",
      ])
  }

  // id: H
  @Test("a version that is forgotten")
  func forgotten() async throws {
    var scene = ListenScene(try makeDatabase(documents: Self.two))
    try await scene.listen(2, "c")
    let token = await scene.session.next()?.token
    await scene.reconnect()
    try scene.commit(.delete("c/a"), at: 2000)
    try scene.commit(.set("o/x", [:]), at: 3_700_000)
    try await scene.listen(2, "c", from: token)
    #expect(
      await scene.next() == [
        "ADD [2]", "RESET [2]", "change c/b @2 [2]", "CURRENT [2] @3700000", "--- @3700000",
      ])
  }

  // id: I
  @Test("removal")
  func removal() async throws {
    let scene = ListenScene(try makeDatabase(documents: Self.two))
    try await scene.listen(2, "c")
    try await scene.listen(4, "c where n == 1")
    _ = await scene.next()
    try await scene.session.remove(2)
    #expect(await scene.next() == ["REMOVE [2]"])
    try await scene.session.remove(99)
    try scene.commit(.delete("c/a"), .delete("c/b"), at: 2000)
    #expect(await scene.next() == ["delete c/a @2000 -[4]", "--- @2000"])
    try await scene.listen(2, "c")
    try await scene.session.remove(2)
    #expect(await scene.next() == ["ADD [2]", "REMOVE [2]"])
  }

  // id: L
  @Test("two targets on the same document share its message")
  func shared() async throws {
    let scene = ListenScene(try makeDatabase(documents: Self.two))
    try await scene.listen(2, "c")
    try await scene.listen(4, "c where n == 1")
    try await scene.listen(5, documents: ["c/a"])
    try await scene.listen(6, "c orderBy n limit 1")
    #expect(
      await scene.next() == [
        "ADD [2]", "ADD [4]", "ADD [5]", "ADD [6]", "change c/a @1 [2]", "change c/b @2 [2]", "CURRENT [2] @1000",
        "change c/a @1 [4]", "CURRENT [4] @1000", "change c/a @1 [5]", "CURRENT [5] @1000", "change c/a @1 [6]",
        "CURRENT [6] @1000", "--- @1000",
      ])
    try scene.commit(.set("c/a", ["n": .integer(9)]), at: 2000)
    #expect(await scene.next() == ["change c/a @2000 [2, 5] -[4, 6]", "change c/b @2 [6]", "--- @2000"])
    try scene.commit(.delete("c/a"), at: 2100)
    #expect(await scene.next() == ["delete c/a @2100 -[2, 5]", "--- @2100"])
  }

  // id: M
  @Test("a target that is listened to once")
  func once() async throws {
    let scene = ListenScene(try makeDatabase(documents: Self.two))
    try await scene.listen(2, "c where n == 2", once: true)
    #expect(await scene.next() == ["ADD [2]", "change c/b @2 [2]", "CURRENT [2] @1000", "--- @1000", "REMOVE [2]"])
    try scene.commit(.delete("c/b"), at: 2000)
    try await scene.listen(2, "c where n == 2")
    #expect(await scene.next() == ["ADD [2]", "CURRENT [2] @2000", "--- @2000"])
  }

  // id: M
  @Test("a write that changes nothing is silent, a commit over several documents one step")
  func steps() async throws {
    let scene = ListenScene(try makeDatabase(documents: Self.two))
    try await scene.listen(2, "c")
    _ = await scene.next()
    try scene.commit(.set("c/a", ["n": .integer(1)]), at: 2000)
    try scene.commit(.set("other/a", ["n": .integer(1)]), at: 2100)
    try scene.commit(.set("c/a", ["n": .integer(3)]), .set("c/e", [:]), .delete("c/b"), at: 2200)
    #expect(
      await scene.next() == ["delete c/b @2200 -[2]", "change c/e @2200 [2]", "change c/a @2200 [2]", "--- @2200"])
  }

  // id: M
  @Test("a token of another query")
  func otherQuery() async throws {
    var scene = ListenScene(try makeDatabase(documents: Self.two))
    try await scene.listen(2, "c where n == 1")
    let token = await scene.session.next()?.token
    await scene.reconnect()
    try await scene.listen(2, "c", from: token, expecting: 1)
    #expect(await scene.next() == ["ADD [2]", "--- @1000", "filter [2] 2, 8 bytes", "CURRENT [2] @1000", "--- @1000"])
  }

  // id: M
  @Test("bytes that are no token")
  func badToken() async throws {
    let scene = ListenScene(try makeDatabase(documents: Self.two))
    try await scene.listen(2, "c", from: [1, 2, 3])
    #expect(await scene.next() == ["REMOVE [2] 3 bad resume token"])
    try await scene.listen(2, "c where n == 1")
    #expect(await scene.next() == ["ADD [2]", "change c/a @1 [2]", "CURRENT [2] @1000", "--- @1000"])
  }

  @Test func `whatever a client makes of a token, it is answered`() async throws {
    let scene = ListenScene(try makeDatabase(documents: Self.two))
    try await scene.listen(1, "c")
    let token = try #require(await scene.session.next()?.token)
    try scene.commit(.delete("c/a"), at: 2000)
    _ = await scene.next()
    var id: Int32 = 10
    for position in token.indices {
      for value in [0x00, 0x01, 0x7F, 0x80, 0xFF] as [UInt8] {
        var forged = token
        forged[position] = value
        id += 1
        try await scene.listen(id, "c", from: forged)
        let messages = await scene.next()
        let isRefused = messages == ["REMOVE [\(id)] 3 bad resume token"]
        #expect(isRefused || (messages.first == "ADD [\(id)]" && messages.last == "--- @2000"))
      }
    }
    try await scene.listen(2, "c", from: Array(token.dropLast()))
    try await scene.listen(4, "c", from: token + [0])
    #expect(await scene.next() == ["REMOVE [2] 3 bad resume token", "REMOVE [4] 3 bad resume token"])
  }

  @Test func `no target leads the others of its stream back in time`() async throws {
    var scene = ListenScene(try makeDatabase(documents: Self.two))
    try await scene.listen(2, "c")
    let token = await scene.session.next()?.token
    await scene.reconnect()
    try scene.commit(.set("c/a", ["n": .integer(3)]), at: 2000)
    try await scene.listen(4, "c where n == 3")
    _ = await scene.next()
    try await scene.listen(6, "c", from: token)
    #expect(
      await scene.next() == [
        "ADD [6]", "change c/a @2000 [6]", "filter [6] 2, 0 bytes", "CURRENT [6] @2000", "--- @2000",
      ])
  }

  @Test func `a target resumes at a time`() async throws {
    let scene = ListenScene(try makeDatabase(documents: Self.two))
    try scene.commit(.set("c/a", ["n": .integer(3)]), at: 2000)
    func listen(_ id: Int32, at time: Int64) async throws -> [String] {
      let time = Timestamp(microseconds: ServiceFixture.start.microseconds + time * 1000)
      try await scene.session.add(ListenTarget(id: id, subject: .query(try query("c")), resumption: .readTime(time)))
      return await scene.next()
    }
    #expect(
      try await listen(2, at: 1500) == [
        "ADD [2]", "--- @1500", "change c/a @2000 [2]", "filter [2] 2, 0 bytes", "CURRENT [2] @2000", "--- @2000",
      ])
    #expect(
      try await listen(4, at: -10) == [
        "ADD [4]", "RESET [4]", "change c/a @2000 [4]", "change c/b @2 [4]", "CURRENT [4] @2000", "--- @2000",
      ])
    #expect(
      try await listen(6, at: 9000) == ["REMOVE [6] 3 The requested 'read_time' cannot be in the future."])
  }
}
