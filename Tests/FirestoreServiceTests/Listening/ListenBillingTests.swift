import DocumentStore
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreService
import Metering
import QueryExecution
import QueryModel
import Testing

/// Listeners bill on the wire what the billing reference says; its vectors by their ids.
@Suite("Listen billing") struct ListenBillingTests {
  static let minute: Int64 = 60_000

  private static func ten(limit: Int = 10) throws -> ListenScene {
    let fixture = try makeDatabase()
    let writes = (0..<limit).map { Write.set("c/d\($0)", ["n": .integer(Int64($0)), "in": .boolean(true)]) }
    _ = try fixture.database.store.commit(writes, at: fixture.clock.now)
    return ListenScene(fixture)
  }

  private static func reads(_ scene: ListenScene) -> Int64 { scene.fixture.observer.tally.reads }

  // id: V060–V070
  @Test("one listener through its life")
  func life() async throws {
    var scene = try Self.ten()
    func deliver(_ writes: [Write], at time: Int64) async throws -> Int64 {
      scene.moveClock(to: time)
      _ = try scene.fixture.database.store.commit(writes, at: scene.fixture.clock.now)
      scene.fixture.database.changes.raise(.commits)
      _ = await scene.next()
      return Self.reads(scene)
    }
    try await scene.listen(2, "c where in == true")
    var token = await scene.session.next()?.token
    #expect(Self.reads(scene) == 10)
    #expect(try await deliver([.merge("c/d0", ["n": .integer(99)])], at: 2000) == 11)
    #expect(try await deliver([.set("c/new", ["in": .boolean(true)])], at: 2100) == 12)
    #expect(try await deliver([.merge("c/d1", ["in": .boolean(false)])], at: 2200) == 13)
    #expect(try await deliver([.delete("c/d2")], at: 2300) == 13)
    _ = try scene.fixture.database.store.commit(
      [.merge("c/d3", ["in": .boolean(true)])], at: scene.fixture.clock.now)
    let four = (3...6).map { Write.merge("c/d\($0)", ["n": .integer(100)]) }
    #expect(try await deliver(four, at: 2500) == 17)
    scene.moveClock(to: 2600)
    try scene.commit(.merge("c/d3", ["n": .integer(7)]), .merge("c/d3", ["n": .integer(8)]), at: 2600)
    token = await scene.session.next()?.token
    #expect(Self.reads(scene) == 18)
    // Ten minutes without connection.
    await scene.reconnect()
    for number in 3...6 { try scene.commit(.merge("c/d\(number)", ["n": .integer(1)]), at: 3000 + Int64(number)) }
    try scene.commit(.delete("c/d7"), at: 4000)
    scene.moveClock(to: 2600 + 10 * Self.minute)
    try await scene.listen(2, "c where in == true", from: token)
    token = await scene.session.next()?.token
    #expect(Self.reads(scene) == 22)
    // Exactly thirty.
    await scene.reconnect()
    scene.moveClock(to: 2600 + 40 * Self.minute)
    try await scene.listen(2, "c where in == true", from: token)
    token = await scene.session.next()?.token
    #expect(Self.reads(scene) == 22)
    await scene.reconnect()
    scene.moveClock(to: 2600 + 71 * Self.minute)
    try await scene.listen(2, "c where in == true", from: token)
    #expect(
      await scene.next() == [
        "ADD [2]", "--- @2402600", "filter [2] 8, 0 bytes", "CURRENT [2] @4262600", "--- @4262600",
      ])
    #expect(Self.reads(scene) == 30)
  }

  // id: V071
  @Test("an empty first result is one read")
  func minimum() async throws {
    let scene = ListenScene(try makeDatabase())
    try await scene.listen(2, "c")
    _ = await scene.next()
    #expect(Self.reads(scene) == 1)
  }

  // id: V072, V073, V074
  @Test("windows")
  func windows() async throws {
    let scene = try Self.ten(limit: 50)
    try await scene.listen(2, "c where in == true limit 10")
    _ = await scene.next()
    #expect(Self.reads(scene) == 10)
    try scene.commit(.set("c/a", ["in": .boolean(true)]), at: 2000)
    _ = await scene.next()
    #expect(Self.reads(scene) == 11)
    try scene.commit(.delete("c/a"), at: 2100)
    _ = await scene.next()
    #expect(Self.reads(scene) == 12)
    try scene.commit(.merge("c/d0", ["in": .boolean(false)]), at: 2200)
    _ = await scene.next()
    #expect(Self.reads(scene) == 14)
  }

  // id: V077, V078
  @Test("documents")
  func documents() async throws {
    let scene = ListenScene(try makeDatabase(documents: ["c/a": [:]]))
    try await scene.listen(2, documents: ["c/a"])
    _ = await scene.next()
    for number in 1...3 {
      try scene.commit(.set("c/a", ["n": .integer(Int64(number))]), at: 2000 + Int64(number))
      _ = await scene.next()
    }
    try scene.commit(.delete("c/a"), at: 2100)
    _ = await scene.next()
    #expect(Self.reads(scene) == 4)
    try await scene.listen(4, documents: ["c/b"])
    _ = await scene.next()
    try scene.commit(.set("c/b", [:]), at: 2200)
    _ = await scene.next()
    #expect(Self.reads(scene) == 6)
  }

  @Test func `every name of a documents target is one read`() async throws {
    let scene = ListenScene(try makeDatabase(documents: ["c/a": [:]]))
    try await scene.listen(2, documents: ["c/a", "c/b", "c/c"])
    _ = await scene.next()
    try scene.commit(.set("c/b", [:]), .delete("c/a"), at: 2000)
    _ = await scene.next()
    #expect(
      scene.fixture.observer.take().map(\.billText) == ["listenInitial 3 documents 3", "listenDelta 3 documents 1"])
  }

  // id: V084
  @Test("index entries of two ranges are billed once")
  func entries() async throws {
    let fixture = try makeDatabase(mode: .permissive)
    for start in stride(from: 0, to: 1000, by: 500) {
      let writes = (start..<(start + 500)).map { number in
        Write.set("c/d\(number)", ["a": .integer(1), "b": .integer(number < 5 ? 1 : 0)])
      }
      _ = try fixture.database.store.commit(writes, at: fixture.clock.now)
    }
    let scene = ListenScene(fixture)
    try await scene.listen(2, "c where a > 0 and b > 0")
    _ = await scene.next()
    #expect(Self.reads(scene) == 6)
    try scene.commit(.merge("c/d0", ["b": .integer(2)]), at: 2000)
    _ = await scene.next()
    #expect(Self.reads(scene) == 7)
  }

  @Test func `rules are paid at the start, with deliveries, on return, and when they are replaced`() async throws {
    let rules = "match /c/{id} { allow list: if exists(/databases/$(database)/documents/u/alice); }"
    let fixture = try makeDatabase(rules: rules, documents: ["c/a": [:], "u/alice": [:]])
    var scene = ListenScene(fixture, as: ServiceFixture.user("alice"))
    try await scene.listen(2, "c")
    _ = await scene.next()
    try scene.commit(.set("c/a", ["n": .integer(1)]), .set("c/b", [:]), at: 2000)
    let token = await scene.session.next()?.token
    fixture.database.configure { $0.access = $0.access }
    try scene.commit(.set("c/b", ["n": .integer(1)]), at: 2100)
    _ = await scene.next()
    await scene.reconnect()
    try await scene.listen(2, "c", from: token)
    _ = await scene.next()
    let served = fixture.observer.take()
    #expect(
      served.map(\.billText) == [
        "listenInitial c 2", "listenDelta c 3", "listenDelta c 1", "listenDelta c 2", "listenResume c 2",
      ])
    // Evidence is told where rules were asked, and only there.
    #expect(served.map { $0.decision != nil } == [true, false, true, false, true])
    #expect(served.allSatisfy { $0.method == .listen && $0.plan != nil && $0.query?.kind == .listen })
  }

  @Test func `denials bill what the rules have read`() async throws {
    let rules = "match /c/{id} { allow list: if exists(/databases/$(database)/documents/u/alice); }"
    let scene = ListenScene(try makeDatabase(rules: rules), as: ServiceFixture.user("alice"))
    try await scene.listen(2, "c")
    #expect(await scene.next() == ["REMOVE [2] 7 Missing or insufficient permissions."])
    #expect(scene.fixture.observer.take().map(\.billText) == ["listenInitial c 1 denied"])
  }

  @Test func `what the client says about its reasons decides`() async throws {
    let scene = ListenScene(try makeDatabase(documents: ["c/a": [:], "c/b": [:]]))
    try await scene.listen(1, documents: ["c/a"], purpose: .limboDocument)
    try await scene.listen(3, documents: ["c/x"], purpose: .limboDocument)
    try await scene.listen(4, "c", purpose: .existenceFilterMismatch)
    _ = await scene.next()
    #expect(
      scene.fixture.observer.take().map(\.billText) == ["limbo c/a 1", "limbo c/x 0", "listenReissue c 2"])
  }
}
