import DocumentStore
import FirestoreModel
import QueryModel
import Testing

@testable import FirestoreService

/// Writes without a transaction, and what ends their waiting.
@Suite("Writers that wait") struct WaitingWriterTests {
  @Test("CT-write-waits: a write without a transaction waits for the lock and then succeeds")
  func writeWaits() async throws {
    let fixture = try makeDatabase()
    let id = try fixture.begin()
    _ = try await fixture.read("c/a", id)
    async let write = fixture.commit([.set("c/a", ["by": .integer(2)])])
    await fixture.waitForRequests(1)
    fixture.clock.advance(seconds: 5)
    try await fixture.commit([.set("c/a", ["by": .integer(1)])], id)
    _ = try await write
    #expect(fixture.fields("c/a") == ["by": .integer(2)])
  }

  @Test("CT-rollback-releases, and a refused commit does", arguments: [true, false])
  func release(_ rollsBack: Bool) async throws {
    let fixture = try makeDatabase()
    let id = try fixture.begin()
    _ = try await fixture.read("c/a", id)
    async let write = fixture.commit([.set("c/a", [:])])
    await fixture.waitForRequests(1)
    if rollsBack {
      try fixture.transactions.rollback(id)
    } else {
      #expect(await refusal { try await fixture.commit([.delete("c/b", if: .exists(true))], id) }?.status == .notFound)
    }
    _ = try await write
  }

  @Test(
    "CT-lock-wait: the wait ends",
    arguments: [
      (TransactionPolicy(), 15, "Too much contention on these documents. Please try again."),
      (
        TransactionPolicy(lockWait: 2_000_000, contentionMessage: TransactionPolicy.emulatorContention), 2,
        "Transaction lock timeout."
      ),
    ])
  func lockWait(_ policy: TransactionPolicy, _ seconds: Int64, _ message: String) async throws {
    let fixture = try makeDatabase(policy: policy)
    let id = try fixture.begin()
    _ = try await fixture.read("c/a", id)
    async let write = refusal { try await fixture.commit([.set("c/a", [:])]) }
    await fixture.clock.waitForSleepers()
    fixture.clock.advance(by: seconds * 1_000_000 - 1)
    #expect(fixture.transactions.waitingRequests == 1)
    fixture.clock.advance(by: 1)
    #expect(await write == FirestoreError(.aborted, message))
    #expect(fixture.transactions.waitingRequests == 0)
    try await fixture.commit([], id)
  }

  @Test("CT-lock-wait-transaction: who has waited for too long has lost its own locks, too")
  func lockWaitInTransaction() async throws {
    let fixture = try makeDatabase()
    let (older, younger) = (try fixture.begin(), try fixture.begin())
    _ = try await fixture.read("c/a", older)
    _ = try await fixture.read("c/b", younger)
    async let late = refusal { try await fixture.commit([.set("c/a", [:])], younger) }
    await fixture.clock.waitForSleepers()
    fixture.clock.advance(seconds: 15)
    #expect(await late == FirestoreError.contention)
    try await fixture.commit([.set("c/b", [:])])
    #expect(await refusal { try await fixture.commit([], younger) }?.status == .aborted)
  }

  @Test("CT-idle-holder: nobody waits longer than an idle holder lives")
  func idleHolder() async throws {
    let fixture = try makeDatabase(policy: TransactionPolicy(lockWait: 1_000_000_000))
    let id = try fixture.begin()
    _ = try await fixture.read("c/a", id)
    async let write = fixture.commit([.set("c/a", [:])])
    await fixture.clock.waitForSleepers()
    fixture.clock.advance(by: 119_999_999)
    #expect(fixture.transactions.waitingRequests == 1)
    fixture.clock.advance(by: 1)
    _ = try await write
  }

  @Test("CT-busy-holder: nobody waits longer than a busy holder lives")
  func busyHolder() async throws {
    let fixture = try makeDatabase(policy: TransactionPolicy(lockWait: 1_000_000_000))
    let id = try fixture.begin()
    _ = try await fixture.read("c/a", id)
    async let write = fixture.commit([.set("c/a", [:])])
    for _ in 1...2 {
      // Whoever waits looks again when the holder might have expired: 120 s after the start and after the first read.
      await fixture.clock.waitForSleepers()
      fixture.clock.advance(seconds: fixture.elapsed == 0 ? 90 : 60)
      _ = try await fixture.read("c/a", id)
      fixture.clock.advance(seconds: 30)
    }
    await fixture.clock.waitForSleepers()
    #expect(fixture.elapsed == 210)
    fixture.clock.advance(seconds: 60)
    _ = try await write
  }

  @Test("CT-cancelled: a client that is gone leaves its place at once")
  func cancelled() async throws {
    let fixture = try makeDatabase()
    let holder = try fixture.begin()
    _ = try await fixture.read("c/a", holder)
    let write = Task { await refusal { try await fixture.commit([.set("c/a", [:])]) } }
    await fixture.waitForRequests(1)
    let younger = try fixture.begin()
    async let read = fixture.read("c/a", younger)
    await fixture.waitForRequests(2)
    write.cancel()
    #expect(try await read == nil)
    #expect(await write.value?.status == .cancelled)
    #expect(fixture.transactions.waitingRequests == 0)
    #expect(fixture.database.store.current.version == 0)
  }

  @Test("CT-cancelled-early: a cancelled client that would have to wait does not")
  func cancelledEarly() async throws {
    let fixture = try makeDatabase()
    let holder = try fixture.begin()
    _ = try await fixture.read("c/a", holder)
    let gate = Gate()
    let write = Task {
      await gate.pass()
      return await refusal { try await fixture.commit([.set("c/a", [:])]) }
    }
    write.cancel()
    await gate.open()
    #expect(await write.value?.status == .cancelled)
    #expect(fixture.transactions.waitingRequests == 0)
  }

  @Test("CT-drop-all: cleared data wakes writers and ends transactions that wait")
  func dropAll() async throws {
    let fixture = try makeDatabase()
    let (older, younger) = (try fixture.begin(), try fixture.begin())
    _ = try await fixture.read("c/a", older)
    async let write: CommitResult = fixture.commit([.set("c/a", [:])])
    async let late = refusal { try await fixture.commit([.set("c/a", [:])], younger) }
    await fixture.waitForRequests(2)
    fixture.transactions.dropAll()
    #expect(try await write.results.count == 1)
    #expect(
      await late == FirestoreError(.aborted, "The referenced transaction has expired or is no longer valid."))
  }

  @Test("CT-verify: a document that is only verified is locked by nobody")
  func verify() async throws {
    let fixture = try makeDatabase(documents: ["c/a": [:]])
    let id = try fixture.begin()
    _ = try await fixture.read("c/a", id)
    try await fixture.commit([.verify("c/a", if: .exists(true)), .set("c/b", [:])])
    try await fixture.commit([.set("c/a", [:])], id)
  }
}
