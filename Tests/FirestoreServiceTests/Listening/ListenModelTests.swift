import DocumentStore
import FirebreakTestSupport
import FirestoreModel
import FirestoreService
import QueryExecution
import QueryModel
import Testing

/// A client that does with messages what SDKs do has exactly the query's result at every boundary.
@Suite("Listen model") struct ListenModelTests {
  @Test("whatever is written, and however the client comes and goes", arguments: 0..<40)
  func random(seed: Int) async throws {
    var world = RandomWorld(seed: UInt64(seed))
    let scene = ListenScene(try makeDatabase(mode: .permissive))
    var client = ModelClient(scene)
    for _ in 0..<60 {
      try world.write(to: scene)
      try await world.act(on: &client)
      if world.chance(60) { try await client.pull(); try client.verify() }
    }
    try await client.pull()
    try client.verify()
    #expect(client.boundaries > 5)
  }

  @Test("several clients at once, while others write")
  func concurrent() async throws {
    let fixture = try makeDatabase(mode: .permissive)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        var world = RandomWorld(seed: 1)
        let scene = ListenScene(fixture)
        for _ in 0..<300 {
          try world.write(to: scene)
          await Task.yield()
        }
      }
      for seed in 2...5 {
        group.addTask {
          var world = RandomWorld(seed: UInt64(seed))
          var client = ModelClient(ListenScene(fixture))
          for _ in 0..<40 {
            try await world.act(on: &client)
            try await client.pull()
          }
          await client.scene.session.end()
        }
      }
      try await group.waitForAll()
    }
  }
}

/// What an SDK keeps for a target, and how it follows the messages.
private struct ModelClient {
  struct Target {
    var subject: ListenTarget.Subject
    var pendingAcks = 0
    var isCurrent = false
    var documents: [DocumentPath: Document] = [:]
    /// The names a documents target has heard of.
    var known: Set<DocumentPath> = []
  }

  var scene: ListenScene
  var targets: [Int32: Target] = [:]
  var removing: [Int32: Int] = [:]
  var token: [UInt8]?
  var readTime = Timestamp(microseconds: 0)
  var boundaries = 0
  private var unconfirmed = false

  init(_ scene: ListenScene) { self.scene = scene }

  mutating func add(
    _ id: Int32, _ subject: ListenTarget.Subject, from token: [UInt8]? = nil, holding: [DocumentPath: Document] = [:]
  ) async throws {
    var target = Target(subject: subject, documents: holding)
    target.pendingAcks = 1
    if token != nil, case .documents(let paths) = subject { target.known = Set(paths) }
    targets[id] = target
    try await scene.session.add(
      ListenTarget(
        id: id, subject: subject, resumption: token.map { .token($0) },
        expectedCount: token.map { _ in Int32(holding.count) }))
  }

  mutating func remove(_ id: Int32) async throws {
    targets[id] = nil
    removing[id, default: 0] += 1
    try await scene.session.remove(id)
  }

  /// The connection is lost; every target goes on from the last boundary.
  mutating func reconnect() async throws {
    await scene.reconnect()
    let held = targets
    targets = [:]
    removing = [:]
    unconfirmed = false
    readTime = Timestamp(microseconds: 0)
    for (id, target) in held.sorted(by: { $0.key < $1.key }) {
      let knows = target.isCurrent && token != nil
      try await add(id + 1000, target.subject, from: knows ? token : nil, holding: knows ? target.documents : [:])
    }
  }

  /// Takes all messages there are: a commit that concerns nobody makes none, so a marker is listened for.
  mutating func pull() async throws {
    let marker: Int32 = 1_000_000 + Int32(boundaries)
    try await scene.session.add(ListenTarget(id: marker, subject: .documents([documentPath("marker/m")]), once: true))
    var isDone = false
    while !isDone, let messages = await scene.session.next() {
      for message in messages {
        if case .removed([marker], nil) = message { isDone = true } else { try apply(message, ignoring: marker) }
      }
    }
  }

  private mutating func apply(_ message: ListenEvent, ignoring marker: Int32) throws {
    switch message {
    case .added(let ids):
      for id in ids where id != marker && removing[id] == nil {
        let target = try #require(targets[id])
        #expect(target.pendingAcks == 1)
        targets[id]?.pendingAcks = 0
      }
    case .removed(let ids, let cause):
      #expect(cause == nil)
      for id in ids {
        let open = try #require(removing[id])
        removing[id] = open == 1 ? nil : open - 1
      }
    case .documentChanged(let shown, let ids, let removed):
      guard case .whole(let stored) = shown else {
        Issue.record("a part of a document is shown")
        return
      }
      let document = stored.document
      unconfirmed = true
      for id in ids {
        try change(id) {
          $0.documents[document.path] = document; $0.known.insert(document.path)
        }
      }
      for id in removed { try change(id) { $0.documents[document.path] = nil } }
    case .documentDeleted(let path, _, let removed), .documentRemoved(let path, _, let removed):
      unconfirmed = true
      for id in removed where id != marker {
        try change(id) {
          $0.documents[path] = nil; $0.known.insert(path)
        }
      }
    case .current(let ids, _, _): for id in ids where id != marker { try change(id) { $0.isCurrent = true } }
    case .reset(let ids):
      for id in ids {
        try change(id) {
          $0.documents = [:]; $0.isCurrent = false
        }
      }
    case .filter(let id, let count, let names):
      let target = try #require(targets[id])
      #expect(target.documents.count == Int(count))
      if names.hashCount > 0 {
        #expect(target.documents.keys.allSatisfy { names.mightContain(ServiceFixture.fullName($0.description)) })
      }
    case .consistent(let token, let time):
      #expect(time > Timestamp(microseconds: 0) && time >= readTime)
      (self.token, readTime) = (token, time)
      boundaries += 1
      unconfirmed = false
      try verify()
    }
  }

  private mutating func change(_ id: Int32, _ body: (inout Target) -> Void) throws {
    // Nothing may come before the acknowledgement, nothing after the end.
    var target = try #require(targets[id], "target \(id) has ended")
    #expect(target.pendingAcks == 0)
    body(&target)
    targets[id] = target
  }

  /// At a boundary every target that is current shows the database as it was at the boundary's time.
  func verify() throws {
    guard boundaries > 0, !unconfirmed, readTime > Timestamp(microseconds: 0) else { return }
    let snapshot = try scene.fixture.database.store.snapshot(at: readTime, now: readTime)
    let oracle = QueryOracle(documents: Array(snapshot.allDocuments), database: ServiceFixture.name)
    for (id, target) in targets where target.isCurrent {
      switch target.subject {
      case .query(let query):
        let expected = Dictionary(uniqueKeysWithValues: oracle.run(query).map { ($0.path, $0) })
        #expect(target.documents == expected, "target \(id): \(query.text(database: ServiceFixture.name))")
      case .documents(let paths):
        #expect(Set(paths) == target.known)
        for path in paths { #expect(target.documents[path] == snapshot.document(path)) }
      }
    }
  }
}

/// Random writes and targets over few documents, so that they meet.
private struct RandomWorld {
  var generator: SeededGenerator
  var nextID: Int32 = 2

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  static let collections = ["c", "d", "c/d0/s", "d/d1/s"]

  mutating func path() -> String { "\(Self.collections[number(0...3)])/d\(number(0...5))" }

  mutating func fields() -> MapValue {
    var fields: MapValue = ["n": .integer(Int64(number(0...6)))]
    if chance(70) { fields["m"] = .integer(Int64(number(0...2))) }
    return fields
  }

  mutating func write(to scene: ListenScene) throws {
    scene.fixture.clock.advance(by: Int64(number(0...1500)))
    let writes = (0..<number(1...4)).map { _ -> Write in chance(30) ? .delete(path()) : .set(path(), fields()) }
    _ = try scene.fixture.database.store.commit(writes, at: scene.fixture.clock.now)
    scene.fixture.database.changes.raise(.commits)
  }

  mutating func subject() throws -> ListenTarget.Subject {
    if chance(25) { return .documents((0..<number(1...3)).map { _ in documentPath(path()) }) }
    let source = ["c", "d", "c/d0/s", "group s"][number(0...3)]
    let filters = ["", " where n > 2", " where m == 1", " where n < 4 and m == 0", " where n == 1 or m == 2"]
    let filter = filters[number(0...4)]
    let order = [["", " orderBy m", " orderBy n"], ["", " orderBy n", " orderBy n desc"]]
    let isRange = filter.contains("<") || filter.contains(">")
    let window = ["", "", " limit 2", " limit 3", " offset 1 limit 2", " limit 1"][number(0...5)]
    return .query(try query(source + filter + order[isRange ? 1 : 0][number(0...2)] + window))
  }

  mutating func act(on client: inout ModelClient) async throws {
    if client.targets.count < 6, chance(40) {
      nextID += 2
      try await client.add(nextID, try subject())
    }
    if chance(12), let id = client.targets.keys.sorted().first { try await client.remove(id) }
    if chance(8) { try await client.reconnect() }
  }
}
