import FirebreakTestSupport
import FirestoreModel
import IndexCatalog
import Testing

@testable import DocumentStore

@Suite("Snapshots") struct SnapshotTests {
  private let ages = IndexLayout(
    collectionGroup: "c", partition: .collection,
    fields: [IndexField(fieldPath("a"), .ascending), IndexField(.documentName, .ascending)])

  @Test func `a snapshot does not change, nor do its indexes`() throws {
    let fixture = StoreFixture()
    try fixture.commit(.set("c/d", ["a": .integer(1)]), .set("c/e", ["a": .integer(2)]))
    let before = fixture.store.current
    let early = before.index(ages)
    try fixture.commit(.set("c/d", ["a": .integer(5)]), .delete("c/e"), .set("c/f", ["a": .integer(9)]))
    #expect(before.document(documentPath("c/d"))?.fields == ["a": .integer(1)])
    #expect(before.documentCount == 2)
    #expect(before.index(ages).keys == early.keys)
    #expect(before.index(ages).count == 2)
    #expect(fixture.store.current.index(ages).count == 2)
    #expect(fixture.store.current.index(ages).keys != early.keys)
  }

  @Test func `an older snapshot makes an index of its own`() throws {
    let fixture = StoreFixture()
    try fixture.commit(.set("c/d", ["a": .integer(1)]))
    let before = fixture.store.current
    try fixture.commit(.set("c/e", ["a": .integer(1)]))
    #expect(before.index(ages).count == 1)
    #expect(fixture.store.current.index(ages).count == 2)
  }

  @Test func `an index that an older snapshot makes is kept in step with what was committed since`() throws {
    let fixture = StoreFixture()
    try fixture.commit(.set("c/d", ["a": .integer(1)]), .set("c/e", ["a": .integer(2)]))
    let before = fixture.store.current
    try fixture.commit(.delete("c/d"))
    try fixture.commit(.set("c/e", ["a": .integer(3), "b": .string("longer")]), .set("c/f", ["a": .integer(4)]))
    #expect(before.index(ages).count == 2)
    var own = MaterializedIndexes()
    let fresh = own.materialize(ages, from: fixture.store.current.documents)
    let followed = fixture.store.current.index(ages)
    #expect(followed.keys == fresh.keys && followed.keys.count == 2)
    #expect(followed.weight(from: [], to: nil) == fresh.weight(from: [], to: nil))
  }

  @Test func `reading at a time sees what was committed until then`() throws {
    let fixture = StoreFixture()
    try fixture.commit(.set("c/d", ["a": .integer(1)]), at: 10)
    try fixture.commit(.set("c/d", ["a": .integer(2)]), .set("c/e", [:]), at: 20)
    try fixture.commit(.delete("c/d"), at: 30)
    _ = fixture.store.current.index(ages)
    func value(at time: Int64) throws -> Value? {
      let snapshot = try fixture.store.snapshot(at: StoreFixture.at(time), now: StoreFixture.at(100))
      #expect(snapshot.time == StoreFixture.at(time))
      #expect(snapshot.index(ages).count == (snapshot.document(documentPath("c/d")) == nil ? 0 : 1))
      return snapshot.document(documentPath("c/d"))?.fields["a"]
    }
    #expect(try value(at: 9) == nil)
    #expect(try value(at: 10) == .integer(1))
    #expect(try value(at: 19) == .integer(1))
    #expect(try value(at: 20) == .integer(2))
    #expect(try value(at: 30) == nil)
    #expect(try value(at: 100) == nil)
    #expect(try fixture.store.snapshot(at: StoreFixture.at(19), now: StoreFixture.at(100)).version == 1)
  }

  @Test func `what was there is kept up to a number of bytes`() throws {
    let store = DocumentStore(
      database: DatabaseName(project: "demo"), createTime: StoreFixture.start, historyLimit: 5_000)
    let path = documentPath("c/d")
    for n in 1...20 {
      let fields: MapValue = ["n": .integer(Int64(n)), "text": .string(Text(String(repeating: "x", count: 800)))]
      _ = try store.commit([Write(path, .set(fields))], at: StoreFixture.at(Int64(n) * 10))
    }
    let now = StoreFixture.at(1_000)
    for n in 17...20 {
      let snapshot = try store.snapshot(at: StoreFixture.at(Int64(n) * 10), now: now)
      #expect(snapshot.document(path)?.fields["n"] == .integer(Int64(n)))
    }
    #expect(
      throws: FirestoreError(.failedPrecondition, "The requested snapshot version is too old.")
    ) { try store.snapshot(at: StoreFixture.at(100), now: now) }
    #expect(store.commits(after: 10) == nil)
    #expect(store.commits(after: 18)?.map(\.version) == [19, 20])
  }

  @Test func `commits come after every time that was read at`() throws {
    let fixture = StoreFixture()
    _ = try fixture.store.snapshot(at: StoreFixture.at(50), now: StoreFixture.at(50))
    #expect(try fixture.commit(.set("c/d", [:]), at: 50).commitTime == StoreFixture.at(51))
  }

  @Test func `times that cannot be read at`() throws {
    let fixture = StoreFixture()
    try fixture.commit(.set("c/d", [:]), at: 3_700_000_000)
    func message(_ time: Int64) -> FirestoreError? {
      refusal { () throws(FirestoreError) in
        _ = try fixture.store.snapshot(at: StoreFixture.at(time), now: StoreFixture.at(3_700_000_000))
      }
    }
    #expect(
      message(3_700_000_001)
        == FirestoreError(.invalidArgument, "The requested 'read_time' cannot be in the future."))
    #expect(
      message(-1)
        == FirestoreError(
          .invalidArgument, "The requested 'read_time' cannot be before database creation time."))
    #expect(message(99_999_999)?.status == .failedPrecondition)
    #expect(message(100_000_000) == nil)
  }

  @Test func `the change log goes on from any retained version`() throws {
    let fixture = StoreFixture()
    try fixture.commit(.set("c/d", ["a": .integer(1)]), at: 1)
    try fixture.commit(.set("c/d", ["a": .integer(2)]), .set("c/e", [:]), .set("c/d", ["a": .integer(3)]), at: 2)
    let first = Document(
      path: documentPath("c/d"), fields: ["a": .integer(1)], createTime: StoreFixture.at(1),
      updateTime: StoreFixture.at(1))
    var second = first
    second.fields = ["a": .integer(3)]
    second.updateTime = StoreFixture.at(2)
    let other = Document(
      path: documentPath("c/e"), fields: [:], createTime: StoreFixture.at(2), updateTime: StoreFixture.at(2))
    let commits = [
      Commit(version: 1, time: StoreFixture.at(1), changes: [DocumentChange(path: first.path, old: nil, new: first)]),
      Commit(
        version: 2, time: StoreFixture.at(2),
        changes: [
          DocumentChange(path: first.path, old: first, new: second),
          DocumentChange(path: other.path, old: nil, new: other),
        ]),
    ]
    #expect(fixture.store.commits(after: 0) == commits)
    #expect(fixture.store.commits(after: 1) == [commits[1]])
    #expect(fixture.store.commits(after: 2) == [])
  }

  @Test func `the change log forgets what is older than the retention`() throws {
    let fixture = StoreFixture(retention: 100)
    for number in 0..<500 { try fixture.commit(.set("c/d", ["a": .integer(Int64(number))]), at: Int64(number) * 10) }
    #expect(fixture.store.commits(after: 489) == nil)
    #expect(fixture.store.commits(after: 490)?.map(\.version) == Array(491...500))
    let past = try fixture.store.snapshot(at: StoreFixture.at(4890), now: StoreFixture.at(4990))
    #expect(past.document(documentPath("c/d"))?.fields == ["a": .integer(489)])
  }
}

@Suite("Listing") struct ListingTests {
  private let fixture = StoreFixture()

  init() throws {
    let paths = [
      "b/1", "a/1", "a/2", "a/1/s/1", "a/1/s/2", "a/1/t/1/u/1", "a/3/s/1", "a/0/s/1/t/1", "a!/1", "a/__id7__/s/1",
      "z/1/y/1/x/1",
    ]
    _ = try fixture.store.commit(paths.map { .set($0, [:]) }, at: StoreFixture.at(1))
  }

  @Test func `collections below a parent, existing or not`() {
    let snapshot = fixture.store.current
    #expect(snapshot.collectionIDs(below: nil) == ["a", "a!", "b", "z"])
    #expect(snapshot.collectionIDs(below: documentPath("a/1")) == ["s", "t"])
    #expect(snapshot.collectionIDs(below: documentPath("a/3")) == ["s"])
    #expect(snapshot.collectionIDs(below: documentPath("z/1")) == ["y"])
    #expect(snapshot.collectionIDs(below: documentPath("a/2")) == [])
    #expect(snapshot.collectionIDs(below: documentPath("q/1")) == [])
  }

  @Test func `documents of one collection`() {
    let snapshot = fixture.store.current
    #expect(snapshot.count(of: collectionPath("a")) == 2)
    #expect(snapshot.documents(of: collectionPath("a")).map(\.path) == ["a/1", "a/2"].map(documentPath))
    #expect(snapshot.documents(of: collectionPath("a/1/s")).map(\.path) == ["a/1/s/1", "a/1/s/2"].map(documentPath))
    #expect(snapshot.documents(of: collectionPath("s")).map(\.path) == [])
    #expect(snapshot.documentCount == 11)
    #expect(Array(snapshot.allDocuments).count == 11)
  }

  @Test func `missing documents with descendants`() {
    let snapshot = fixture.store.current
    #expect(
      snapshot.missingDocuments(in: collectionPath("a")) == ["a/__id7__", "a/0", "a/3"].map(documentPath))
    #expect(snapshot.missingDocuments(in: collectionPath("z")) == [documentPath("z/1")])
    #expect(snapshot.missingDocuments(in: collectionPath("b")) == [])
  }
}

extension IndexTree {
  /// All keys in order.
  var keys: [[UInt8]] { (0..<count).map { key(atRank: $0) } }
}
