import DocumentStore
import FirestoreModel
import FirestoreRulesEnforcement
import Metering
import QueryExecution
import QueryModel
import Testing

@testable import FirestoreService

/// Transactions as requests see them; how they are kept apart is tested with the table.
@Suite("Requests in transactions") struct TransactionRequestTests {
  static let readWrite = TransactionOptions.readWrite(retrying: nil, concurrency: nil)
  static let expired = "The referenced transaction has expired or is no longer valid."

  @Test("read, then write what was read")
  func readThenWrite() async throws {
    let fixture = try makeDatabase(documents: ["c/a": ["n": .integer(1)]])
    let database = fixture.database
    let read = try await database.batchGet(
      [documentPath("c/a"), documentPath("c/b")], .newTransaction(Self.readWrite), ServiceFixture.admin)
    let id = try #require(read.transaction)
    let again = try await database.run(query("c"), .transaction(id), ServiceFixture.admin)
    #expect(again.transaction == nil)
    let answer = try await database.commit([.set("c/b", read.found[0].document.fields)], in: id, ServiceFixture.admin)
    #expect(answer.documents.first??.fields == ["n": .integer(1)])
    let refused = await refusal {
      _ = try await database.get(documentPath("c/a"), .transaction(id), ServiceFixture.admin)
    }
    #expect(refused == FirestoreError(.aborted, Self.expired))
    #expect(fixture.observer.requests.map(\.method) == [.batchGetDocuments, .runQuery, .commit, .getDocument])
    #expect(fixture.observer.requests.map(\.billedReads) == [2, 1, 0, 0])
    #expect(fixture.observer.requests.last?.billing?.outcome == .refused)
  }

  @Test("beginning and rolling back are reported, and free")
  func beginAndRollBack() async throws {
    let fixture = try makeDatabase(documents: ["c/a": [:]])
    let id = try await fixture.database.beginTransaction(Self.readWrite, ServiceFixture.admin)
    try await fixture.database.rollback(id, ServiceFixture.admin)
    let refused = await refusal {
      _ = try await fixture.database.commit([.delete("c/a")], in: id, ServiceFixture.admin)
    }
    #expect(refused == FirestoreError(.aborted, Self.expired))
    #expect(fixture.observer.requests.map(\.method) == [.beginTransaction, .rollback, .commit])
    #expect(fixture.observer.requests.map(\.target).first == "read-write")
    #expect(fixture.observer.requests.map { $0.billing == nil } == [true, true, false])
    #expect(fixture.observer.requests.last?.billing?.outcome == .failed)
    #expect(fixture.observer.tally == Tally())
  }

  @Test("a read-only transaction sees one version, at a time of its choice, and writes nothing")
  func readOnly() async throws {
    let fixture = try makeDatabase(documents: ["c/a": ["n": .integer(1)], "c/b": [:]])
    let database = fixture.database
    let first = Timestamp(microseconds: ServiceFixture.start.microseconds + 1000)
    let user = ServiceFixture.admin
    let id = try await database.beginTransaction(.readOnly(at: first), user)
    #expect(try await database.run(query("c"), .transaction(id), user).result?.window.count == 1)
    #expect(try await database.run(query("c"), .transaction(id), user).readTime == first)
    let refused = await refusal { _ = try await database.commit([.delete("c/a")], in: id, user) }
    #expect(refused == FirestoreError(.invalidArgument, "Cannot modify entities in a read-only transaction."))
    let future = Timestamp(microseconds: fixture.clock.now.microseconds + 1)
    let later = await refusal { _ = try await database.beginTransaction(.readOnly(at: future), user) }
    #expect(later == FirestoreError(.invalidArgument, "The requested 'read_time' cannot be in the future."))
  }

  @Test("end users may begin read-only transactions")
  func readOnlyUser() async throws {
    let fixture = try makeDatabase(
      rules: "match /c/{d} { allow read: if request.auth != null; }", documents: ["c/a": [:]])
    let user = ServiceFixture.user("u1")
    let id = try await fixture.database.beginTransaction(.readOnly(at: nil), user)
    _ = try await fixture.database.get(documentPath("c/a"), .transaction(id), user)
    let answer = try await fixture.database.run(query("c"), .newTransaction(.readOnly(at: nil)), user)
    #expect(answer.transaction != nil)
  }

  @Test("a read that fails leaves no transaction behind that it has begun")
  func failedRead() async throws {
    let fixture = try makeDatabase(documents: ["c/a": ["n": .integer(1), "m": .integer(1)]])
    let refused = await refusal {
      _ = try await fixture.database.run(
        query("c where n == 1 orderBy m"), .newTransaction(Self.readWrite), ServiceFixture.admin)
    }
    #expect(refused?.status == .failedPrecondition)
    // Would wait for the lock, which the manual clock never ends.
    _ = try await fixture.database.commit([.set("c/a", ["n": .integer(2)])], ServiceFixture.admin)
  }

  @Test("a limit locks only what was found")
  func limited() async throws {
    let fixture = try makeDatabase(documents: ["c/a": [:], "c/b": [:], "c/d": [:]])
    let answer = try await fixture.database.run(
      query("c orderBy __name__ limit 2"), .newTransaction(Self.readWrite), ServiceFixture.admin)
    #expect(answer.transaction != nil)
    _ = try await fixture.database.commit([.delete("c/d")], ServiceFixture.admin)
    #expect(fixture.database.store.current.documentCount == 2)
  }

  @Test(
    "no result, a bounded count and a page lock what was looked at", arguments: ["none", "count", "page", "ordered"])
  func scanned(read: String) async throws {
    let fixture = try makeDatabase(
      documents: ["c/a": ["n": .integer(1)], "c/b": ["n": .integer(2)], "c/d": ["n": .integer(3)]])
    let database = fixture.database
    let id = try await database.beginTransaction(Self.readWrite, ServiceFixture.admin)
    switch read {
    case "none": _ = try await database.run(query("c limit 0"), .transaction(id), ServiceFixture.admin)
    case "count":
      _ = try await database.aggregate(
        AggregationQuery(query: query("c"), aggregations: [Aggregation(.count(upTo: 1), alias: "n")]), .transaction(id),
        ServiceFixture.admin)
    case "page":
      let listing = DocumentListing(parent: nil, collectionID: "c", pageSize: 1)
      let page = try await database.listDocuments(listing, .transaction(id), ServiceFixture.admin)
      var next = listing
      next.pageToken = page.nextPageToken
      _ = try await database.listDocuments(next, .transaction(id), ServiceFixture.admin)
    default:
      let listing = DocumentListing(
        parent: nil, collectionID: "c", pageSize: 2, orders: [Order(FieldPath(name: "n"))])
      _ = try await database.listDocuments(listing, .transaction(id), ServiceFixture.admin)
    }
    // Would wait for the lock, which the manual clock never ends.
    _ = try await database.commit([.merge("c/d", ["x": .null])], ServiceFixture.admin)
    if read == "none" {
      _ = try await database.commit([.merge("c/a", ["x": .null])], ServiceFixture.admin)
    } else {
      async let write = database.commit([.merge("c/a", ["x": .null])], ServiceFixture.admin)
      while database.transactions.waitingRequests != 1, !Task.isCancelled { await Task.yield() }
      try await database.rollback(id, ServiceFixture.admin)
      _ = try await write
    }
  }

  @Test("a bounded read takes nothing away from what was read before", arguments: ["count", "page", "ordered"])
  func widerBefore(read: String) async throws {
    let fixture = try makeDatabase(
      documents: ["c/a": ["n": .integer(1)], "c/b": ["n": .integer(2)], "c/d": ["n": .integer(3)]])
    let database = fixture.database
    let id = try await database.beginTransaction(Self.readWrite, ServiceFixture.admin)
    var listing = DocumentListing(parent: nil, collectionID: "c")
    if read == "ordered" { listing.orders = [Order(FieldPath(name: "n"))] }
    for size: Int32 in [0, 1] {
      if read == "count" {
        let aggregation = Aggregation(.count(upTo: size == 0 ? nil : 1), alias: "n")
        _ = try await database.aggregate(
          AggregationQuery(query: query("c"), aggregations: [aggregation]), .transaction(id), ServiceFixture.admin)
      } else {
        listing.pageSize = size
        _ = try await database.listDocuments(listing, .transaction(id), ServiceFixture.admin)
      }
    }
    async let write = database.commit([.merge("c/d", ["n": .integer(7)])], ServiceFixture.admin)
    while database.transactions.waitingRequests != 1, !Task.isCancelled { await Task.yield() }
    try await database.rollback(id, ServiceFixture.admin)
    _ = try await write
  }

  @Test("clearing ends what was begun before")
  func cleared() async throws {
    let fixture = try makeDatabase(documents: ["c/a": [:]])
    let id = try await fixture.database.beginTransaction(Self.readWrite, ServiceFixture.admin)
    _ = try await fixture.database.get(documentPath("c/a"), .transaction(id), ServiceFixture.admin)
    #expect(try await fixture.database.clear() == 1)
    let refused = await refusal { _ = try await fixture.database.commit([], in: id, ServiceFixture.admin) }
    #expect(refused != nil)
  }
}
