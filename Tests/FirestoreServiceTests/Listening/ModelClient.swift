import DocumentStore
import FirebreakTestSupport
import FirestoreModel
import FirestoreService
import QueryModel
import Testing

/// What an SDK keeps for a target, and how it follows the messages.
struct ModelClient {
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
