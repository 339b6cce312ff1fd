import DocumentStore
import FirestoreModel
import QueryExecution
import QueryModel
import Testing

@testable import FirestoreService

/// Which writes wait for a transaction that has asked a query or listed a collection.
@Suite("Locks of queries") struct QueryLockTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var id: String
    var query: String
    var write: Write
    var waits: Bool

    var testDescription: String { id }

    init(_ id: String, _ query: String, _ write: Write, waits: Bool) {
      self.id = id
      self.query = query
      self.write = write
      self.waits = waits
    }
  }

  static let documents: KeyValuePairs<String, MapValue> = [
    "c/a": ["n": .integer(1), "s": .string("open")],
    "c/b": ["n": .integer(2), "s": .string("open")],
    "c/d": ["n": .integer(4), "s": .string("open")],
    "c/e": ["n": .integer(5), "s": .string("closed")],
  ]

  static let cases: [Case] = [
    Case("QL-match-changed", "c where n == 1", .merge("c/a", ["x": .integer(1)]), waits: true),
    Case("QL-match-leaves", "c where n == 1", .merge("c/a", ["n": .integer(9)]), waits: true),
    Case("QL-match-deleted", "c where n == 1", .delete("c/a"), waits: true),
    Case("QL-match-unchanged", "c where n == 1", .merge("c/a", ["n": .integer(1)]), waits: false),
    Case("QL-phantom", "c where n == 1", .set("c/z", ["n": .double(1)]), waits: true),
    Case("QL-phantom-by-change", "c where n == 1", .merge("c/b", ["n": .integer(1)]), waits: true),
    Case(
      "QL-phantom-by-transform", "c where n == 3",
      Write(
        documentPath("c/b"), .merge([:], mask: []),
        transforms: [FieldTransform(FieldPath(name: "n"), .increment(.integer(1)))]), waits: true),
    Case("QL-nothing-found", "c where n == 7", .set("c/z", ["n": .integer(7)]), waits: true),
    Case("QL-no-match", "c where n == 1", .merge("c/b", ["n": .integer(3)]), waits: false),
    Case("QL-no-match-created", "c where n == 1", .set("c/z", ["n": .integer(2)]), waits: false),
    Case("QL-other-collection", "c where n == 1", .set("d/z", ["n": .integer(1)]), waits: false),
    Case("QL-subcollection", "c where n == 1", .set("c/a/c/z", ["n": .integer(1)]), waits: false),
    Case("QL-group", "group c where n == 1", .set("c/a/c/z", ["n": .integer(1)]), waits: true),
    Case("QL-whole-collection", "c", .set("c/z", [:]), waits: true),
    Case("QL-missing-order-field", "c orderBy n", .set("c/z", ["m": .integer(1)]), waits: false),
    Case("QL-range-inside", "c where n > 1 and n < 4", .set("c/z", ["n": .integer(3)]), waits: true),
    Case("QL-range-outside", "c where n > 1 and n < 4", .set("c/z", ["n": .integer(4)]), waits: false),
    Case("QL-range-other-type", "c where n > 1", .set("c/z", ["n": .string("a")]), waits: false),
    Case("QL-or", "c where n == 1 or s == \"closed\"", .set("c/z", ["s": .string("closed")]), waits: true),
    Case("QL-cursor-inside", "c orderBy n startAt(2)", .set("c/z", ["n": .integer(2)]), waits: true),
    Case("QL-cursor-outside", "c orderBy n startAt(2)", .set("c/z", ["n": .integer(1)]), waits: false),
    Case("QL-limit-inside", "c orderBy n limit 2", .set("c/z", ["n": .double(1.5)]), waits: true),
    Case("QL-limit-last", "c orderBy n limit 2", .merge("c/b", ["x": .integer(1)]), waits: true),
    Case("QL-limit-behind", "c orderBy n limit 2", .set("c/z", ["n": .integer(3)]), waits: false),
    Case("QL-limit-behind-changed", "c orderBy n limit 2", .merge("c/d", ["x": .integer(1)]), waits: false),
    Case("QL-limit-moves-in", "c orderBy n limit 2", .merge("c/d", ["n": .integer(0)]), waits: true),
    Case("QL-limit-not-reached", "c orderBy n limit 9", .set("c/z", ["n": .integer(99)]), waits: true),
    Case("QL-limit-skipped", "c orderBy n offset 1 limit 1", .merge("c/a", ["x": .integer(1)]), waits: true),
    Case("QL-limit-to-last-inside", "c orderBy n limitToLast 2", .merge("c/d", ["x": .integer(1)]), waits: true),
    Case("QL-limit-to-last-behind", "c orderBy n limitToLast 2", .merge("c/b", ["x": .integer(1)]), waits: false),
    Case("QL-limit-descending", "c orderBy n desc limit 1", .set("c/z", ["n": .integer(4)]), waits: false),
    Case("QL-limit-descending-inside", "c orderBy n desc limit 1", .set("c/z", ["n": .integer(6)]), waits: true),
    Case("QL-verified", "c where n == 1", .verify("c/a", if: .exists(true)), waits: false),
    Case("QL-invalid-write", "c where n == 1", .set("c/a", ["__x__": .integer(1)]), waits: true),
  ]

  @Test("writes of others", arguments: cases)
  func write(_ test: Case) async throws {
    let fixture = try makeDatabase(mode: .permissive, documents: Self.documents)
    let id = try fixture.begin()
    _ = try await fixture.run(test.query, id)
    try await expect(test.write, waits: test.waits, for: id, fixture)
  }

  @Test("the transaction itself writes what it likes", arguments: cases.filter { $0.id != "QL-invalid-write" })
  func ownWrite(_ test: Case) async throws {
    let fixture = try makeDatabase(mode: .permissive, documents: Self.documents)
    let id = try fixture.begin()
    _ = try await fixture.run(test.query, id)
    try await fixture.commit([test.write], id)
  }

  @Test(
    "listings lock the collection",
    arguments: [
      ("QL-list-created", Write.set("c/z", [:]), true), ("QL-list-deleted", .delete("c/a"), true),
      ("QL-list-changed", .merge("c/a", ["x": .integer(1)]), true),
      ("QL-list-below", .set("c/a/c/z", [:]), false), ("QL-list-other", .set("d/a", [:]), false),
    ])
  func listing(_ id: String, _ write: Write, _ waits: Bool) async throws {
    let fixture = try makeDatabase(mode: .permissive, documents: Self.documents)
    let id = try fixture.begin()
    _ = try await fixture.transactions.snapshot(
      for: .collection(collectionPath("c")), in: id, of: fixture.database.store)
    try await expect(write, waits: waits, for: id, fixture)
  }

  @Test("QL-narrowed-wakes: whoever waits for what turns out not to be looked at goes on")
  func narrowing() async throws {
    let fixture = try makeDatabase(mode: .permissive, documents: Self.documents)
    let id = try fixture.begin()
    let text = "c orderBy n limit 2"
    let asked = try query(text)
    let normalized = try asked.normalized(database: ServiceFixture.name)
    let store = fixture.database.store
    let snapshot = try await fixture.transactions.snapshot(for: .query(normalized), in: id, of: store)
    async let write = fixture.commit([.set("c/z", ["n": .integer(3)])])
    await fixture.waitForRequests(1)
    let result = try fixture.database.configuration.engine.run(asked, on: snapshot)
    fixture.transactions.narrow(normalized, to: result.window, in: id)
    _ = try await write
    #expect(try await fixture.run(text, id) == ["c/a", "c/b"])
    try await expect(.set("c/y", ["n": .integer(0)]), waits: true, for: id, fixture)
  }

  @Test("QL-reader-behind-writer: a query waits behind an older write of what it would find")
  func readerWaits() async throws {
    let fixture = try makeDatabase(mode: .permissive, documents: Self.documents)
    let holder = try fixture.begin()
    _ = try await fixture.read("c/b", holder)
    async let write = fixture.commit([.merge("c/b", ["n": .integer(1)])])
    await fixture.waitForRequests(1)
    let (touched, untouched) = (try fixture.begin(), try fixture.begin())
    #expect(try await fixture.run("c where n == 4", untouched) == ["c/d"])
    async let found = fixture.run("c where n == 1", touched)
    await fixture.waitForRequests(2)
    try fixture.transactions.rollback(holder)
    _ = try await write
    #expect(try await found == ["c/a", "c/b"])
  }

  private func expect(_ write: Write, waits: Bool, for id: TransactionID, _ fixture: ServiceFixture) async throws {
    guard waits else {
      try await fixture.commit([write])
      return
    }
    async let refused = refusal { try await fixture.commit([write]) }
    await fixture.waitForRequests(1)
    try fixture.transactions.rollback(id)
    let isInvalid = await refused?.status == .invalidArgument
    #expect(isInvalid == (write.operation == .set(["__x__": .integer(1)])))
  }
}
