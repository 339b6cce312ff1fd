import DocumentStore
import FirestoreModel
import FirestoreService
import Metering
import QueryExecution
import RulesEnforcement
import Testing

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
    let answer = try await database.commit([.set("c/b", read.found[0].fields)], in: id, ServiceFixture.admin)
    #expect(answer.documents.first??.fields == ["n": .integer(1)])
    let refused = await refusal { _ = try await database.get(documentPath("c/a"), .transaction(id), ServiceFixture.admin) }
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
