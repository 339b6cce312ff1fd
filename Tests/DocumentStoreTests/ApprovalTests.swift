import FirestoreModel
import IndexCatalog
import Synchronization
import Testing

@testable import DocumentStore

/// Commits that somebody has to approve.
@Suite("Approved commits") struct ApprovalTests {
  static let refused = FirestoreError(.permissionDenied, "no")

  @Test("sees what the commit does to the version that it is applied to")
  func sees() throws {
    let fixture = StoreFixture()
    try fixture.commit(.set("c/a", ["n": .integer(1)]))
    var seen: [(before: MapValue?, after: MapValue?)] = []
    var version: Int?
    let increment = FieldTransform(fieldPath("n"), .increment(.integer(1)))
    let result = try fixture.store.commit(
      [.merge("c/a", [:], mask: [], [increment]), .delete("c/b")], at: StoreFixture.at(5)
    ) { preview throws(FirestoreError) in
      seen = preview.writes.map { ($0.before?.fields, $0.after?.fields) }
      version = preview.snapshot.version
      #expect(preview.time == StoreFixture.at(5))
      #expect(preview.documentAfter(documentPath("c/a"))?.fields == ["n": .integer(2)])
    }
    #expect(seen.map(\.before) == [["n": .integer(1)], nil])
    #expect(seen.map(\.after) == [["n": .integer(2)], nil])
    #expect(version == 1)
    #expect(result.commit?.version == 2)
    #expect(fixture.fields("c/a") == ["n": .integer(2)])
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var id: String
    var write: Write
    var approves: Bool
    var error: StatusCode
    var isAsked = true
    var testDescription: String { "id: \(id)" }
  }

  static let rows = [
    Row(
      id: "refused before the precondition", write: .set("c/none", [:], if: .exists(true)), approves: false,
      error: .permissionDenied),
    Row(id: "then the precondition", write: .set("c/none", [:], if: .exists(true)), approves: true, error: .notFound),
    Row(
      id: "invalid before it is asked", write: .set("c/..", [:]), approves: false, error: .invalidArgument,
      isAsked: false),
  ]

  @Test("the order of refusals; nothing is stored", arguments: rows)
  func order(_ row: Row) throws {
    let fixture = StoreFixture()
    try fixture.commit(.set("c/a", [:]))
    var isAsked = false
    let error = refusal { () throws(FirestoreError) in
      _ = try fixture.store.commit([.set("c/b", [:]), row.write], at: StoreFixture.at(9)) {
        _ throws(FirestoreError) in
        isAsked = true
        if !row.approves { throw Self.refused }
      }
    }
    #expect(error?.status == row.error)
    #expect(isAsked == row.isAsked)
    #expect(fixture.store.current.version == 1)
    #expect(fixture.document("c/b") == nil)
  }
}

/// Imports, clearing, and what followers of the store are told.
@Suite("Loading, clearing and following") struct LoadingTests {
  static func document(_ path: String, _ fields: MapValue = [:], created: Int64, updated: Int64) -> Document {
    Document(
      path: documentPath(path), fields: fields, createTime: StoreFixture.at(created),
      updateTime: StoreFixture.at(updated))
  }

  @Test("an import keeps the times that documents bring, in one commit")
  func load() throws {
    let fixture = StoreFixture()
    try fixture.commit(.set("c/a", ["n": .integer(1)]), at: 10)
    let before = try #require(fixture.document("c/a"))
    let documents = [
      Self.document("c/b", created: -50, updated: -20),
      Self.document("c/a", ["n": .integer(2)], created: 1, updated: 30),
      Self.document("c/b", ["m": .null], created: -50, updated: -10),
    ]
    let commit = try #require(fixture.store.load(documents, at: StoreFixture.at(20)))
    #expect(commit.version == 2)
    // Not before the newest update time that it brings.
    #expect(commit.time == StoreFixture.at(30))
    #expect(
      commit.changes
        == [
          DocumentChange(path: documentPath("c/b"), old: nil, new: documents[2]),
          DocumentChange(path: documentPath("c/a"), old: before, new: documents[1]),
        ])
    #expect(fixture.store.current.allDocuments.map(\.self) == [documents[1], documents[2]])
    #expect(fixture.store.load(documents.dropFirst(), at: StoreFixture.at(40)) == nil)
    let next = try fixture.commit(.set("c/d", [:]), at: 0)
    #expect(next.commitTime > commit.time)
  }

  @Test("indexes know what was loaded and what was cleared")
  func indexes() throws {
    let fixture = StoreFixture()
    let layout = IndexLayout(
      collectionGroup: "c", partition: .group,
      fields: [IndexField(fieldPath("n"), .ascending), IndexField(.documentName, .ascending)])
    try fixture.commit(.set("c/a", ["n": .integer(1)]))
    #expect(fixture.store.current.index(layout).count == 1)
    let more = (0..<5).map { Self.document("x/\($0)/c/d", ["n": .integer(2)], created: 0, updated: 1) }
    fixture.store.load(more, at: StoreFixture.at(5))
    #expect(fixture.store.current.index(layout).count == 6)
    let cleared = try fixture.store.clear(below: ["x"], at: StoreFixture.at(6))
    #expect(cleared?.changes.map(\.old) == more)
    #expect(fixture.store.current.index(layout).count == 1)
    #expect(try fixture.store.clear(below: ["x"], at: StoreFixture.at(6)) == nil)
    #expect(try fixture.store.clear(below: [], at: StoreFixture.at(7))?.version == 4)
    #expect(fixture.store.current.documentCount == 0)
  }

  @Test("what was written since a version is not cleared; what is beside it may have been")
  func clearedAsSeen() throws {
    let fixture = StoreFixture(retention: 100)
    try fixture.commit(.set("c/a", [:]), at: 10)
    try fixture.commit(.set("c/a/s/x", [:]), at: 20)
    try fixture.commit(.set("c/ab", [:]), at: 30)
    for version in [-1, 0, 1] {
      #expect(throws: FirestoreError.self) {
        try fixture.store.clear(below: ["c", "a"], at: StoreFixture.at(40), unchangedSince: version)
      }
    }
    #expect(fixture.store.current.version == 3)
    #expect(try fixture.store.clear(below: ["c", "a"], at: StoreFixture.at(40), unchangedSince: 2)?.changes.count == 2)
    // Nobody knows any more what was written since.
    try fixture.commit(.set("c/ab", ["n": .null]), at: 300)
    try fixture.commit(.set("c/b", [:]), at: 310)
    #expect(throws: FirestoreError.self) {
      try fixture.store.clear(below: ["c", "z"], at: StoreFixture.at(320), unchangedSince: 1)
    }
  }

  @Test("changes lead from a version to the present")
  func changes() throws {
    let fixture = StoreFixture(retention: 100)
    try fixture.commit(.set("c/a", [:]), at: 10)
    try fixture.commit(.set("c/b", [:]), at: 50)
    try fixture.commit(.delete("c/a"), at: 90)
    let all = fixture.store.changes(after: 0)
    #expect(all.commits?.map(\.version) == [1, 2, 3])
    #expect(all.snapshot.version == 3)
    #expect(fixture.store.changes(after: 2).commits?.map(\.time) == [StoreFixture.at(90)])
    #expect(fixture.store.changes(after: 3).commits == [])
    try fixture.commit(.set("c/d", [:]), at: 120)
    #expect(fixture.store.changes(after: 0).commits == nil)
    #expect(fixture.store.changes(after: 1).commits?.map(\.version) == [2, 3, 4])
  }

  @Test("the latest version is read at the present, and later commits come after it")
  func latest() throws {
    let fixture = StoreFixture()
    try fixture.commit(.set("c/a", [:]), at: 10)
    let read = fixture.store.latest(now: StoreFixture.at(70))
    #expect(read.time == StoreFixture.at(70))
    #expect(read.version == 1)
    #expect(try fixture.commit(.set("c/a", ["n": .null]), at: 70).commitTime == StoreFixture.at(71))
    // A clock that is behind the newest commit does not take the reader back.
    let later = fixture.store.latest(now: StoreFixture.at(30))
    #expect(later.version == 2)
    #expect(later.time == StoreFixture.at(71))
  }

  @Test("the journal is told everything but what the store began with, in order")
  func journal() throws {
    let journal = ListedJournal()
    let store = DocumentStore(
      database: DatabaseName(project: "demo"), createTime: StoreFixture.start,
      documents: try KeptDocuments(
        [Self.document("c/a", created: 1, updated: 2)], in: DatabaseName(project: "demo")), journal: journal)
    _ = try store.commit([.set("c/b", [:])], at: StoreFixture.at(5))
    _ = try store.commit([.set("c/b", [:])], at: StoreFixture.at(6))
    store.load([Self.document("c/d", created: 1, updated: 2)], at: StoreFixture.at(7))
    _ = try store.clear(below: [], at: StoreFixture.at(8))
    #expect(journal.commits.map(\.version) == [1, 2, 3])
    #expect(journal.commits.map { $0.changes.map(\.path.description) } == [["c/b"], ["c/d"], ["c/a", "c/b", "c/d"]])
  }

  @Test("lists go on after any id, existing or not")
  func continued() throws {
    let fixture = StoreFixture()
    let paths = ["c/a", "c/d", "c/b/x/1", "c/e/x/1", "c/d/x/1", "c/__id7__", "b/1"]
    for path in paths { try fixture.commit(.set(path, [:])) }
    let snapshot = fixture.store.current
    let collection = collectionPath("c")
    #expect(snapshot.documents(of: collection).map(\.path.id) == ["__id7__", "a", "d"])
    #expect(snapshot.documents(of: collection, after: "__id7__").map(\.path.id) == ["a", "d"])
    #expect(snapshot.documents(of: collection, after: "b").map(\.path.id) == ["d"])
    #expect(snapshot.documents(of: collection, after: "d").map(\.path.id) == [])
    #expect(snapshot.missingDocuments(in: collection).map(\.id) == ["b", "e"])
    #expect(snapshot.missingDocuments(in: collection, after: "a", limit: 1).map(\.id) == ["b"])
    #expect(snapshot.missingDocuments(in: collection, after: "b").map(\.id) == ["e"])
    let some = snapshot.missingDocuments(in: collection, limit: 9, passing: 2)
    #expect(some.list.map(\.id) == ["b"] && some.isCut)
    #expect(!snapshot.missingDocuments(in: collection, limit: 9, passing: 99).isCut)
    #expect(snapshot.collectionIDs(below: nil, after: "b") == ["c"])
    #expect(snapshot.collectionIDs(below: nil, limit: 1) == ["b"])
  }
}

private final class ListedJournal: CommitJournal {
  private let enqueued = Mutex<[Commit]>([])

  var commits: [Commit] { enqueued.withLock { $0 } }

  func enqueue(_ commit: Commit) { enqueued.withLock { $0.append(commit) } }

  func waitUntilDurable(_ version: Int) async throws(FirestoreError) {}
}
