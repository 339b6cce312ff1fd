import FirestoreModel
import Testing

@testable import DocumentStore

/// Preconditions of writes.
@Suite("Preconditions") struct PreconditionTests {
  private let document = StoreFixture.name("c/d")

  // id: queries.md#173
  @Test func `an update time of an older version`() throws {
    let fixture = StoreFixture()
    let first = try fixture.commit(.set("c/d", ["a": .integer(1)]), at: 5).commitTime
    let second = try fixture.commit(.set("c/d", ["a": .integer(2)]), at: 9).commitTime
    #expect(
      throws: FirestoreError(
        .failedPrecondition,
        "the stored version (1000000009) does not match the required base version (1000000005)")
    ) { try fixture.commit(.set("c/d", [:], if: .updateTime(first)), at: 20) }
    try fixture.commit(.merge("c/d", ["b": .null], mask: ["b"], if: .updateTime(second)), at: 20)
    #expect(fixture.fields("c/d") == ["a": .integer(2), "b": .null])
  }

  @Test func `exists: true on a missing document`() {
    for write in [
      Write.merge("c/d", [:], mask: [], if: .exists(true)), .set("c/d", [:], if: .exists(true)),
      .delete("c/d", if: .exists(true)), .verify("c/d", if: .exists(true)),
    ] {
      #expect(throws: FirestoreError(.notFound, "No document to update: \(document)")) {
        try StoreFixture().commit(write)
      }
    }
  }

  @Test func `an update time of a missing document`() {
    let required = StoreFixture.start
    for write in [
      Write.set("c/d", [:], if: .updateTime(required)), .merge("c/d", [:], mask: [], if: .updateTime(required)),
      .delete("c/d", if: .updateTime(required)), .verify("c/d", if: .updateTime(required)),
    ] {
      #expect(
        throws: FirestoreError(
          .failedPrecondition,
          "the stored version (0) does not match the required base version (\(required.microseconds))")
      ) { try StoreFixture().commit(write) }
    }
  }

  @Test func `exists: false on an existing document`() throws {
    let fixture = StoreFixture()
    try fixture.commit(.set("c/d", [:], if: .exists(false)))
    for write in [Write.set("c/d", [:], if: .exists(false)), .verify("c/d", if: .exists(false))] {
      #expect(throws: FirestoreError(.alreadyExists, "Document already exists: \(document)")) {
        try fixture.commit(write)
      }
    }
  }

  // Refused before the state is looked at, so that it does not matter whether the document exists.
  @Test(arguments: [false, true])
  func `a write that contradicts the one before in the same commit`(exists: Bool) throws {
    let set = Write.set("c/d", ["a": .integer(1)])
    let create = Write.set("c/d", [:], if: .exists(false))
    let update = Write.merge("c/d", ["b": .null], mask: ["b"], if: .exists(true))
    let refused: [(first: Write, second: Write, words: String)] = [
      (.delete("c/d"), update, "delete then update"),
      (.delete("c/d", if: .exists(true)), update, "delete then update"),
      (.delete("c/d"), .delete("c/d", if: .exists(true)), "delete then delete"),
      (create, create, "insert then insert"), (set, create, "upsert then insert"),
      (update, create, "update then insert"),
      (set, .delete("c/d", if: .exists(false)), "upsert then delete"),
    ]
    for pair in refused {
      let fixture = StoreFixture()
      if exists { try fixture.commit(set) }
      let before = fixture.fields("c/d")
      #expect(
        throws: FirestoreError(.invalidArgument, "Cannot \(pair.words) an entity in the same request.")
      ) { try fixture.commit(pair.first, pair.second) }
      #expect(fixture.fields("c/d") == before)
    }
    let taken: [(first: Write, second: Write)] = [
      (set, update), (set, .delete("c/d", if: .exists(true))), (.delete("c/d"), set), (.delete("c/d"), create),
      (.delete("c/d"), .delete("c/d")), (set, .verify("c/d", if: .exists(true))),
    ]
    for pair in taken { try StoreFixture().commit(pair.first, pair.second) }
  }

  @Test func `an update time in the future`() {
    let error = refusal { () throws(FirestoreError) in
      try StoreFixture().commit(.delete("c/d", if: .updateTime(StoreFixture.at(60_000_000))))
    }
    #expect(error?.status == .invalidArgument)
  }

  @Test func `preconditions see what earlier writes of the commit did`() throws {
    let fixture = StoreFixture()
    try fixture.commit(
      .set("c/d", [:], if: .exists(false)), .verify("c/d", if: .exists(true)), .delete("c/d", if: .exists(true)),
      .set("c/d", ["a": .null], if: .exists(false)))
    #expect(fixture.fields("c/d") == ["a": .null])
  }

  @Test func `a refusal undoes the whole commit`() throws {
    let fixture = StoreFixture()
    try fixture.commit(.set("c/d", ["a": .integer(1)]))
    let before = fixture.store.current
    #expect(throws: FirestoreError.self) {
      try fixture.commit(.set("c/d", ["a": .integer(2)]), .set("c/e", [:]), .delete("c/f", if: .exists(true)))
    }
    #expect(fixture.fields("c/d") == ["a": .integer(1)])
    #expect(fixture.document("c/e") == nil)
    #expect(fixture.store.current.version == before.version)
    #expect(fixture.store.current.time == before.time)
  }
}

@Suite("Writes") struct WriteTests {
  @Test func `set replaces the document and keeps its creation time`() throws {
    let fixture = StoreFixture()
    try fixture.commit(.set("c/d", ["a": .integer(1), "b": .integer(2)]), at: 5)
    let result = try fixture.commit(.set("c/d", ["a": .integer(3)]), at: 9)
    #expect(
      fixture.document("c/d")
        == Document(
          path: documentPath("c/d"), fields: ["a": .integer(3)], createTime: StoreFixture.at(5),
          updateTime: StoreFixture.at(9)))
    #expect(result.results == [WriteResult(updateTime: StoreFixture.at(9), transformResults: [])])
  }

  @Test func `a mask sets, removes and leaves alone`() throws {
    let fixture = StoreFixture()
    try fixture.commit(.set("c/d", ["a": .integer(1), "b": .integer(2), "m": .map(["x": .integer(1), "y": .null])]))
    try fixture.commit(
      .merge(
        "c/d", ["a": .integer(9), "ignored": .null, "n": .map(["o": .null])], mask: ["a", "b", "m.x", "n.o", "gone.z"]))
    #expect(
      fixture.fields("c/d") == ["a": .integer(9), "m": .map(["y": .null]), "n": .map(["o": .null])])
  }

  @Test func `a nested path replaces a parent that is no map`() throws {
    let fixture = StoreFixture()
    try fixture.commit(.set("c/d", ["a": .integer(1)]))
    try fixture.commit(.merge("c/d", ["a": .map(["b": .integer(2)])], mask: ["a.b"]))
    #expect(fixture.fields("c/d") == ["a": .map(["b": .integer(2)])])
  }

  @Test func `an empty mask creates the document and changes nothing otherwise`() throws {
    let fixture = StoreFixture()
    try fixture.commit(.merge("c/d", ["a": .integer(1)], mask: []))
    #expect(fixture.fields("c/d") == [:])
    try fixture.commit(.set("c/d", ["b": .null]))
    let result = try fixture.commit(.merge("c/d", ["a": .integer(1)], mask: []))
    #expect(fixture.fields("c/d") == ["b": .null])
    #expect(result.commit == nil)
  }

  @Test func `a write that changes nothing keeps the update time and is no change`() throws {
    let fixture = StoreFixture()
    try fixture.commit(.set("c/d", ["a": .integer(1)]), at: 5)
    let result = try fixture.commit(
      .set("c/d", ["a": .integer(1)]), .merge("c/d", ["a": .integer(1)], mask: ["a"]),
      .merge("c/d", [:], mask: [], [FieldTransform(fieldPath("a"), .increment(.integer(0)))]), .delete("c/none"), at: 9)
    #expect(result.commitTime == StoreFixture.at(9))
    #expect(result.commit == nil)
    #expect(result.results.map(\.updateTime) == [StoreFixture.at(5), StoreFixture.at(5), StoreFixture.at(5), nil])
    #expect(fixture.store.current.version == 1)
    #expect(fixture.store.commits(after: 1) == [])
  }

  @Test func `1 and 1.0 are different contents`() throws {
    let fixture = StoreFixture()
    try fixture.commit(.set("c/d", ["a": .integer(1)]), at: 5)
    #expect(try fixture.commit(.set("c/d", ["a": .double(1)]), at: 9).results[0].updateTime == StoreFixture.at(9))
  }

  @Test func `a change that is taken back within the commit is none`() throws {
    let fixture = StoreFixture()
    let result = try fixture.commit(.set("c/d", [:]), .delete("c/d"))
    #expect(result.commit == nil)
    #expect(result.results.map(\.updateTime) == [result.commitTime, nil])
  }

  @Test func `a document written anew after its deletion is a new one`() throws {
    let fixture = StoreFixture()
    try fixture.commit(.set("c/d", [:]), at: 5)
    try fixture.commit(.delete("c/d"), .set("c/d", [:]), at: 9)
    #expect(fixture.document("c/d")?.createTime == StoreFixture.at(9))
  }

  @Test func `deleting a document keeps its subcollections`() throws {
    let fixture = StoreFixture()
    try fixture.commit(.set("c/d", [:]), .set("c/d/s/x", [:]))
    try fixture.commit(.delete("c/d"))
    #expect(fixture.document("c/d/s/x") != nil)
    #expect(fixture.store.current.missingDocuments(in: collectionPath("c")) == [documentPath("c/d")])
  }

  @Test func `commit times ascend by at least a microsecond`() throws {
    let fixture = StoreFixture()
    let times = try [7, 7, 3, 100].map {
      try fixture.commit(.set("c/d", ["t": .integer(Int64($0))]), at: $0).commitTime
    }
    #expect(times == [7, 8, 9, 100].map { StoreFixture.at($0) })
  }

  @Test func `names, mask paths and sizes are checked`() {
    func message(_ write: Write) -> FirestoreError? {
      refusal { () throws(FirestoreError) in try StoreFixture().commit(write) }
    }
    #expect(
      message(.set("c/__x__", [:]))
        == FirestoreError(.invalidArgument, "Resource id \"__x__\" is invalid because it is reserved."))
    #expect(
      message(.merge("c/d", [:], mask: ["a.__b__"]))
        == FirestoreError(.invalidArgument, "Invalid reserved name in field path __b__"))
    let half = Value.string(Text(String(repeating: "x", count: 600_000)))
    #expect(
      message(.set("c/d", ["a": half, "b": half]))
        == FirestoreError(
          .invalidArgument,
          "Document '\(StoreFixture.name("c/d"))' cannot be written because its size (1,200,058 bytes) exceeds the "
            + "maximum allowed size of 1,048,576 bytes."))
  }

  @Test func `entry limits refuse the commit`() throws {
    let tooMany = FirestoreError(.invalidArgument, "too many index entries for entity c/d")
    let store = DocumentStore(database: DatabaseName(project: "demo"), createTime: StoreFixture.start) {
      document throws(FirestoreError) in if document.fields["big"] != nil { throw tooMany }
    }
    #expect(throws: tooMany) {
      try store.commit([.set("c/a", [:]), .set("c/d", ["big": .null])], at: StoreFixture.at(1))
    }
    #expect(store.current.documentCount == 0)
  }
}

@Suite("Batch writes") struct BatchWriteTests {
  @Test func `every write succeeds or fails on its own`() throws {
    let fixture = StoreFixture()
    let results = try fixture.store.batchWrite(
      [.set("c/a", [:]), .delete("c/b", if: .exists(true)), .set("c/c", ["x": .null])], at: StoreFixture.at(5))
    #expect(results[0] == .success(WriteResult(updateTime: StoreFixture.at(5), transformResults: [])))
    #expect(results[1] == .failure(FirestoreError(.notFound, "No document to update: \(StoreFixture.name("c/b"))")))
    #expect(fixture.fields("c/a") == [:])
    #expect(fixture.fields("c/c") == ["x": .null])
  }

  @Test func `one document twice refuses the whole request`() {
    let fixture = StoreFixture()
    let error = refusal { () throws(FirestoreError) in
      _ = try fixture.store.batchWrite([.set("c/a", [:]), .delete("c/a")], at: StoreFixture.at(5))
    }
    #expect(error?.status == .invalidArgument)
    #expect(fixture.document("c/a") == nil)
  }
}
