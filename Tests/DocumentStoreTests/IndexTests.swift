import FirebreakTestSupport
import FirestoreModel
import IndexCatalog
import Testing

@testable import DocumentStore

@Suite("Index entries") struct IndexEntryTests {
  private func layout(
    _ fields: [IndexField], _ partition: IndexLayout.Partition = .collection, group: Text? = "c"
  ) -> IndexLayout {
    IndexLayout(collectionGroup: group, partition: partition, fields: fields)
  }

  private func document(_ path: String, _ fields: MapValue) -> Document {
    Document(path: documentPath(path), fields: fields, createTime: StoreFixture.start, updateTime: StoreFixture.start)
  }

  private let name = IndexField(.documentName, .ascending)

  @Test func `a key is the collection, the values and the id`() {
    let fields = [IndexField(fieldPath("a"), .ascending), IndexField(fieldPath("b.c"), .descending)]
    let example = document("p/q/c/d", ["a": .integer(1), "b": .map(["c": .string("x")])])
    var key = KeyEncoder()
    key.append(collection: collectionPath("p/q/c"))
    key.append(.integer(1))
    key.append(.string("x"), descending: true)
    var descending = key
    key.append(id: "d")
    #expect(layout(fields + [name]).entryKeys(of: example) == [key.bytes])
    descending.append(id: "d", descending: true)
    #expect(layout(fields + [IndexField(.documentName, .descending)]).entryKeys(of: example) == [descending.bytes])
    var group = KeyEncoder()
    group.append(.integer(1))
    group.append(path: example.path)
    #expect(layout([fields[0], name], .group).entryKeys(of: example) == [group.bytes])
  }

  @Test func `documents without a field have no entry, null is a value`() {
    let both = layout([IndexField(fieldPath("a"), .ascending), IndexField(fieldPath("b"), .ascending), name])
    #expect(both.entryKeys(of: document("c/d", ["a": .null])) == [])
    #expect(both.entryKeys(of: document("c/d", ["a": .null, "b": .null])).count == 1)
    #expect(both.entryKeys(of: document("x/d", ["a": .null, "b": .null])) == [])
  }

  @Test func `an array has one entry per distinct element`() {
    let tags = layout([IndexField(fieldPath("t"), .contains), name])
    func count(_ value: Value) -> Int { tags.entryKeys(of: document("c/d", ["t": value])).count }
    #expect(count(.array([.integer(1), .double(1), .string("a"), .null])) == 3)
    #expect(count(.array([])) == 0)
    #expect(count(.string("a")) == 0)
  }

  @Test func `a vector index holds vectors of its dimension`() {
    let vectors = layout([name, IndexField(fieldPath("v"), .vector(dimension: 2))])
    #expect(vectors.entryKeys(of: document("c/d", ["v": .vector([1, 2])])).count == 1)
    #expect(vectors.entryKeys(of: document("c/d", ["v": .vector([1, 2, 3])])) == [])
    #expect(vectors.entryKeys(of: document("c/d", ["v": .array([.double(1), .double(2)])])) == [])
  }
}

@Suite("Index maintenance") struct IndexMaintenanceTests {
  private static let layouts: [IndexLayout] = {
    let name = IndexField(.documentName, .ascending)
    let (a, b) = (IndexField(fieldPath("a"), .ascending), IndexField(fieldPath("b"), .descending))
    let t = IndexField(fieldPath("t"), .contains)
    return [
      IndexLayout(collectionGroup: "c", partition: .collection, fields: [a, name]),
      IndexLayout(collectionGroup: "c", partition: .collection, fields: [b, IndexField(.documentName, .descending)]),
      IndexLayout(collectionGroup: "c", partition: .group, fields: [a, b, name]),
      IndexLayout(collectionGroup: "c", partition: .group, fields: [t, name]),
      IndexLayout(collectionGroup: "c", partition: .group, fields: [name]),
      IndexLayout(collectionGroup: "d", partition: .collection, fields: [a, name]),
      IndexLayout(collectionGroup: nil, partition: .group, fields: [name]),
    ]
  }()

  private static func write(_ generator: inout SeededGenerator) -> Write {
    let path =
      ["c", "c/1/d", "e/1/c"].randomElement(using: &generator)! + "/\(Int.random(in: 0..<6, using: &generator))"
    func value() -> Value {
      let values: [Value] = [.integer(1), .double(2), .null, .string("long text of some length")]
      return values.randomElement(using: &generator)!
    }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return .delete(path)
    case 1: return .merge(path, ["a": value()], mask: ["a"])
    case 2: return .merge(path, ["x": value()], mask: ["x", "b"])
    default:
      return .set(path, ["a": value(), "b": value(), "t": .array([value(), value(), value()])])
    }
  }

  /// Keys with weights, as they have to be.
  private static func expected(_ layout: IndexLayout, _ snapshot: Snapshot) -> [[UInt8]: Int] {
    snapshot.allDocuments.reduce(into: [:]) { entries, document in
      for key in layout.entryKeys(of: document) { entries[key] = document.wireSize(database: snapshot.database) }
    }
  }

  private static func check(_ snapshot: Snapshot) {
    for layout in layouts {
      let tree = snapshot.index(layout)
      let entries = expected(layout, snapshot)
      #expect(tree.keys == entries.keys.sorted { $0.lexicographicallyPrecedes($1) })
      #expect(tree.weight(from: [], to: nil) == entries.values.reduce(0, +))
      for (rank, key) in tree.keys.enumerated() {
        #expect(tree.rank(of: key) == rank)
        #expect(tree.weight(ofRanks: rank..<(rank + 1)) == entries[key])
      }
    }
  }

  @Test(arguments: 1...6) func `maintained indexes equal built ones, now and in the past`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let fixture = StoreFixture()
    var retained: [Snapshot] = []
    for round in 0..<120 {
      // Some indexes come late: they are built from what is there.
      if round == 20 { _ = fixture.store.current.index(Self.layouts[0]) }
      if round == 40 { for layout in Self.layouts { _ = fixture.store.current.index(layout) } }
      let writes = (0..<Int.random(in: 1...4, using: &generator)).map { _ in Self.write(&generator) }
      _ = try fixture.store.commit(writes, at: StoreFixture.at(Int64(round)))
      if round.isMultiple(of: 23) { retained.append(fixture.store.current) }
    }
    Self.check(fixture.store.current)
    for snapshot in retained {
      Self.check(snapshot)
      let past = try fixture.store.snapshot(at: snapshot.time, now: StoreFixture.at(1_000_000))
      Self.check(past)
      #expect(Array(past.allDocuments) == Array(snapshot.allDocuments))
      #expect(past.version == snapshot.version)
    }
  }

  @Test func `the primary key index of a collection is its range of the documents`() throws {
    let fixture = StoreFixture()
    _ = try fixture.store.commit(["c/b", "c/a", "c/a/s/x", "d/a"].map { .set($0, [:]) }, at: StoreFixture.at(1))
    let snapshot = fixture.store.current
    let tree = snapshot.index(.primaryKey(of: "c"))
    var prefix = KeyEncoder()
    prefix.append(collection: collectionPath("c"))
    let upper = KeyBounds.successor(ofPrefix: prefix.bytes)
    #expect(tree.count(from: prefix.bytes, to: upper) == 2)
    let size = ["c/a", "c/b"].reduce(0) { $0 + (fixture.document($1)?.wireSize(database: snapshot.database) ?? 0) }
    #expect(tree.weight(from: prefix.bytes, to: upper) == size)
    var cursor = tree.makeCursor()
    cursor.seek(to: prefix.bytes)
    var offset = prefix.bytes.count
    #expect(cursor.key.flatMap { KeyDecoder.id(in: $0, at: &offset) } == "a")
    cursor.advance()
    offset = prefix.bytes.count
    #expect(cursor.key.flatMap { KeyDecoder.id(in: $0, at: &offset) } == "b")
  }
}
