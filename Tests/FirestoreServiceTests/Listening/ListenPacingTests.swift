import DocumentStore
import FirestoreModel
import FirestoreService
import QueryModel
import Testing

/// When messages come, and how many at once.
@Suite("Listen pacing") struct ListenPacingTests {
  @Test func `a silent stream is told that nothing changed`() async throws {
    let scene = ListenScene(try makeDatabase())
    try await scene.listen(2, "c")
    _ = await scene.next()
    async let silence = scene.next()
    await scene.fixture.clock.waitForSleepers()
    scene.fixture.clock.advance(seconds: 29)
    try scene.commit(.set("o/elsewhere", [:]), at: 30_500)
    scene.fixture.clock.advance(seconds: 2)
    #expect(await silence == ["--- @32500"])
    // What is committed at the same moment is later.
    try scene.commit(.set("c/a", [:]), at: 32_500)
    #expect(await scene.next() == ["change c/a @32500001µs [2]", "--- @32500001µs"])
  }

  @Test func `a large first state comes in pieces of one version`() async throws {
    let fixture = try makeDatabase()
    let scene = ListenScene(fixture)
    let writes = (0..<600).map { Write.set("c/d\($0)", [:]) }
    for start in stride(from: 0, to: 600, by: 200) {
      _ = try fixture.database.store.commit(Array(writes[start..<(start + 200)]), at: fixture.clock.now)
    }
    try await scene.listen(2, "c")
    let first = await scene.next()
    #expect(first.count == 257)
    try scene.commit(.delete("c/d0"), .set("c/e", [:]), at: 2000)
    let second = await scene.next()
    #expect(second.count == 256)
    let third = await scene.next()
    #expect(third.count == 600 - 512 + 2)
    #expect(third.last?.hasPrefix("--- ") == true)
    #expect(await scene.next() == ["delete c/d0 @2000 -[2]", "change c/e @2000 [2]", "--- @2000"])
  }

  @Test func `a target that is removed in the middle of its first state is silent at once`() async throws {
    let fixture = try makeDatabase()
    let scene = ListenScene(fixture)
    _ = try fixture.database.store.commit((0..<400).map { .set("c/d\($0)", [:]) }, at: fixture.clock.now)
    try await scene.listen(2, "c")
    try await scene.listen(4, "o")
    #expect(await scene.next().count == 258)
    try await scene.session.remove(2)
    #expect(await scene.next().prefix(2) == ["REMOVE [2]", "CURRENT [4] @1000"])
    try await scene.listen(2, "o")
    #expect(await scene.next().prefix(2) == ["ADD [2]", "CURRENT [2] @1000"])
  }

  @Test func `a client that lags gets several commits as one step`() async throws {
    let scene = ListenScene(try makeDatabase(documents: ["c/a": [:], "c/b": [:]]))
    try await scene.listen(2, "c")
    try await scene.listen(4, "d")
    _ = await scene.next()
    try scene.commit(.set("c/a", ["n": .integer(1)]), .set("d/a", [:]), at: 2000)
    try scene.commit(.delete("c/a"), .delete("d/a"), at: 2100)
    try scene.commit(.set("c/x", [:]), at: 2200)
    #expect(await scene.next() == ["delete c/a @2200 -[2]", "change c/x @2200 [2]", "--- @2200"])
  }

  @Test func `a client that lags beyond the change log gets everything anew`() async throws {
    let scene = ListenScene(try makeDatabase(documents: ["c/a": [:], "c/b": [:]]))
    try await scene.listen(2, "c")
    _ = await scene.next()
    try scene.commit(.delete("c/a"), at: 2000)
    try scene.commit(.set("c/x", [:]), at: 3_700_000)
    #expect(
      await scene.next() == [
        "RESET [2]", "change c/b @2 [2]", "change c/x @3700000 [2]", "CURRENT [2] @3700000", "--- @3700000",
      ])
    #expect(scene.fixture.observer.take().map(\.billText) == ["listenInitial c 2", "listenReissue c 2"])
  }

  @Test func `the end frees everything and wakes who waits`() async throws {
    let scene = ListenScene(try makeDatabase())
    try await scene.listen(2, "c")
    _ = await scene.next()
    async let waiting = scene.session.next()
    await scene.fixture.clock.waitForSleepers()
    await scene.session.end()
    #expect(await waiting == nil)
    #expect(await scene.session.next() == nil)
    try await scene.listen(4, "c")
    #expect(await scene.session.next() == nil)
  }

  @Test func `a cancelled wait ends the session`() async throws {
    let scene = ListenScene(try makeDatabase())
    try await scene.listen(2, "c")
    _ = await scene.next()
    let waiting = Task { await scene.session.next() == nil }
    await scene.fixture.clock.waitForSleepers()
    waiting.cancel()
    #expect(await waiting.value)
  }

  @Test func `a result that nothing has moved for long is as good as new`() async throws {
    let fixture = try makeDatabase(documents: ["c/a": ["n": .integer(1)], "c/b": ["n": .integer(2)]])
    let scene = ListenScene(fixture)
    try await scene.listen(2, "c orderBy n limit 1")
    try await scene.listen(4, "d")
    _ = await scene.next()
    for number in 1...4200 {
      _ = try fixture.database.store.commit([.set("o/x", ["n": .integer(Int64(number))])], at: fixture.clock.now)
    }
    try scene.commit(.set("d/a", [:]), at: 2000)
    #expect(await scene.next() == ["change d/a @2000 [4]", "--- @2000"])
    try scene.commit(.delete("c/a"), at: 2100)
    #expect(await scene.next() == ["delete c/a @2100 -[2]", "change c/b @2 [2]", "--- @2100"])
  }

  @Test func `whatever is committed meanwhile, no boundary falls into the middle of a commit`() async throws {
    let fixture = try makeDatabase(documents: ["c/a": ["n": .integer(0)], "d/a": ["n": .integer(0)]])
    let scene = ListenScene(fixture)
    try await scene.listen(2, "c orderBy n")
    try await scene.listen(4, documents: ["d/a"])
    async let written: Void = {
      for number in 1...300 {
        let value: MapValue = ["n": .integer(Int64(number))]
        fixture.clock.advance(by: 7)
        _ = try await fixture.database.commit(
          [.set("c/a", value), .set("d/a", value)], in: nil, as: .commit, ServiceFixture.admin)
      }
    }()
    var seen: [Int32: Value] = [:]
    var last = Timestamp(microseconds: 0)
    while seen[2] != .integer(300), let messages = await scene.session.next() {
      for message in messages {
        switch message {
        case .documentChanged(let document, let targets, _):
          for target in targets { seen[target] = document.document.fields["n"] }
        case .consistent(_, let time):
          #expect(seen[2] == seen[4])
          #expect(time >= last)
          last = time
        default: break
        }
      }
    }
    try await written
    #expect(seen[4] == .integer(300))
  }

  @Test func `a thousand targets elsewhere say nothing`() async throws {
    let scene = ListenScene(try makeDatabase())
    for id in 1...1000 { try await scene.listen(Int32(id), "c\(id) orderBy n limit 5") }
    var messages: [String] = []
    while messages.last?.hasPrefix("---") != true { messages += await scene.next() }
    #expect(messages.count == 2001)
    try scene.commit(.set("c7/a", ["n": .integer(1)]), at: 2000)
    #expect(await scene.next() == ["change c7/a @2000 [7]", "--- @2000"])
  }
}
