import DocumentStore
import FirestoreModel
import QueryModel
import Testing

@testable import FirestoreService

/// What was read is checked with the commit.
@Suite("Optimistic transactions") struct OptimisticTransactionTests {
  static let optimistic = TransactionOptions.readWrite(retrying: nil, concurrency: .optimistic)

  @Test("CT-optimistic: what was read has changed")
  func overtaken() async throws {
    let fixture = try makeDatabase(policy: TransactionPolicy(concurrency: .optimistic))
    let id = try fixture.begin()
    _ = try await fixture.read("c/a", id)
    try await fixture.commit([.set("c/a", [:])])
    let version = fixture.database.store.current.version
    #expect(await refusal { try await fixture.commit([.set("c/b", [:])], id) } == FirestoreError.contention)
    #expect(fixture.database.store.current.version == version)
    #expect(await refusal { try await fixture.commit([], id) }?.status == .aborted)
    try fixture.transactions.rollback(id)
  }

  @Test("CT-optimistic-empty: without writes it never fails")
  func emptyCommit() async throws {
    let fixture = try makeDatabase()
    let id = try fixture.begin(Self.optimistic)
    _ = try await fixture.read("c/a", id)
    try await fixture.commit([.set("c/a", [:])])
    try await fixture.commit([], id)
  }

  @Test("CT-optimistic-query: a phantom counts, other documents do not")
  func phantoms() async throws {
    let fixture = try makeDatabase(documents: ["c/a": ["n": .integer(1)]])
    let (missing, hit) = (try fixture.begin(Self.optimistic), try fixture.begin(Self.optimistic))
    for id in [missing, hit] { #expect(try await fixture.run("c where n == 1", id) == ["c/a"]) }
    try await fixture.commit([.set("c/b", ["n": .integer(2)])])
    try await fixture.commit([.set("d/1", [:])], missing)
    try await fixture.commit([.set("c/c", ["n": .integer(1)])])
    #expect(await refusal { try await fixture.commit([.set("d/2", [:])], hit) } == FirestoreError.contention)
  }

  @Test("CT-optimistic-locks: it waits for the locks of pessimistic ones")
  func locks() async throws {
    let fixture = try makeDatabase()
    let (holder, id) = (try fixture.begin(), try fixture.begin(Self.optimistic))
    for id in [holder, id] { _ = try await fixture.read("c/a", id) }
    async let late = refusal { try await fixture.commit([.set("c/a", ["n": .integer(1)])], id) }
    await fixture.waitForRequests(1)
    try await fixture.commit([.set("c/a", [:])], holder)
    #expect(await late == FirestoreError.contention)
  }
}
