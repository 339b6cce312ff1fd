import DocumentStore
import FirestoreModel
import Testing

@testable import FirestoreService

/// What the id of a transaction answers in every state of its life: one case per row of the recorded table.
@Suite("Lives of transactions") struct TransactionLivesTests {
  enum Answer: String, Sendable {
    case ok, abortedExpired, invalidExpired, invalid, contention

    var error: FirestoreError? {
      switch self {
      case .ok: nil
      case .abortedExpired:
        FirestoreError(.aborted, "The referenced transaction has expired or is no longer valid.")
      case .invalidExpired:
        FirestoreError(.invalidArgument, "The referenced transaction has expired or is no longer valid.")
      case .invalid: FirestoreError(.invalidArgument, "Invalid transaction.")
      case .contention: FirestoreError(.aborted, "Too much contention on these documents. Please try again.")
      }
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var id: String
    /// Brings a new transaction into the state.
    var state: @Sendable (ServiceFixture) async throws -> TransactionID
    var use: Answer
    /// A commit with writes, where it is answered otherwise.
    var commit: Answer?
    var rollback: Answer
    /// BeginTransaction that names it as the attempt before.
    var retry: Answer? = .ok

    var testDescription: String { id }
  }

  static let rows: [Row] = [
    Row(
      id: "TX-open",
      state: { try $0.begin() }, use: .ok, rollback: .ok),
    Row(
      id: "TX-committed-with-writes",
      state: { fixture in
        let id = try fixture.begin()
        try await fixture.commit([.set("c/a", ["n": .integer(1)])], id)
        return id
      }, use: .abortedExpired, rollback: .abortedExpired),
    Row(
      id: "TX-committed-without-writes",
      state: { fixture in
        let id = try fixture.begin()
        try await fixture.commit([], id)
        return id
      }, use: .abortedExpired, rollback: .abortedExpired),
    Row(
      id: "TX-committed-read-only",
      state: { fixture in
        let id = try fixture.begin(.readOnly(at: nil))
        try await fixture.commit([], id)
        return id
      }, use: .abortedExpired, rollback: .abortedExpired, retry: nil),
    Row(
      id: "TX-rolled-back",
      state: { fixture in
        let id = try fixture.begin()
        try fixture.transactions.rollback(id)
        return id
      }, use: .abortedExpired, rollback: .ok),
    Row(
      id: "TX-refused-by-precondition",
      state: { fixture in
        let id = try fixture.begin()
        let error = await refusal { try await fixture.commit([.merge("c/a", [:], if: .exists(true))], id) }
        #expect(error == FirestoreError(.notFound, "No document to update: \(ServiceFixture.fullName("c/a"))"))
        return id
      }, use: .invalidExpired, rollback: .ok),
    Row(
      id: "TX-read-only-after-refused-write",
      state: { fixture in
        let id = try fixture.begin(.readOnly(at: nil))
        let error = await refusal { try await fixture.commit([.delete("c/a")], id) }
        #expect(
          error == FirestoreError(.invalidArgument, "Cannot modify entities in a read-only transaction."))
        return id
      }, use: .invalidExpired, rollback: .ok, retry: nil),
    Row(
      id: "TX-almost-idle",
      state: { fixture in
        let id = try fixture.begin()
        fixture.clock.advance(by: 119_999_999)
        return id
      }, use: .ok, rollback: .ok),
    Row(
      id: "TX-idle",
      state: { fixture in
        let id = try fixture.begin()
        fixture.clock.advance(seconds: 120)
        return id
      }, use: .abortedExpired, rollback: .ok),
    Row(
      id: "TX-idle-since-a-read",
      state: { fixture in
        let id = try fixture.begin()
        fixture.clock.advance(seconds: 100)
        _ = try await fixture.read("c/a", id)
        fixture.clock.advance(seconds: 120)
        return id
      }, use: .abortedExpired, rollback: .ok),
    Row(
      id: "TX-kept-busy",
      state: { fixture in
        let id = try fixture.begin()
        for _ in 1...2 {
          fixture.clock.advance(seconds: 100)
          _ = try await fixture.read("c/a", id)
        }
        fixture.clock.advance(seconds: 69)
        return id
      }, use: .ok, rollback: .ok),
    Row(
      id: "TX-older-than-270-s",
      state: { fixture in
        let id = try fixture.begin()
        for _ in 1...3 {
          fixture.clock.advance(seconds: 89)
          _ = try await fixture.read("c/a", id)
        }
        fixture.clock.advance(seconds: 3)
        return id
      }, use: .abortedExpired, rollback: .abortedExpired),
    Row(
      id: "TX-idle-and-older-than-270-s",
      state: { fixture in
        let id = try fixture.begin()
        fixture.clock.advance(seconds: 150)
        #expect(await refusal { _ = try await fixture.read("c/a", id) } == Answer.abortedExpired.error)
        fixture.clock.advance(seconds: 120)
        return id
      }, use: .abortedExpired, rollback: .abortedExpired),
    Row(
      id: "TX-forgotten-open",
      state: { fixture in
        let id = try fixture.begin()
        fixture.clock.advance(seconds: 300)
        return id
      }, use: .invalid, rollback: .invalid, retry: .invalid),
    Row(
      id: "TX-forgotten-committed",
      state: { fixture in
        let id = try fixture.begin()
        try await fixture.commit([], id)
        fixture.clock.advance(seconds: 300)
        return id
      }, use: .invalid, rollback: .invalid, retry: .invalid),
    Row(
      id: "TX-never-issued",
      state: { _ in TransactionID(bytes: Array("no transaction at all".utf8)) },
      use: .invalid, rollback: .invalid, retry: .invalid),
    Row(
      id: "TX-empty", state: { _ in TransactionID(bytes: []) }, use: .invalid, rollback: .invalid, retry: .invalid),
    Row(
      id: "TX-of-another-database",
      state: { fixture in
        let other = TransactionTable(
          clock: fixture.clock, policy: TransactionPolicy(), database: DatabaseName(project: "other"))
        _ = try fixture.begin()
        return try other.begin(.readWrite(retrying: nil, concurrency: nil))
      }, use: .invalid, rollback: .invalid, retry: .invalid),
    Row(
      id: "TX-altered",
      state: { fixture in
        var id = try fixture.begin()
        id.bytes[id.bytes.count - 5] ^= 1
        return id
      }, use: .invalid, rollback: .invalid, retry: .invalid),
    Row(
      id: "TX-wounded",
      state: { fixture in
        let older = try fixture.begin()
        let id = try fixture.begin()
        _ = try await fixture.read("c/a", id)
        try await fixture.commit([.set("c/a", [:])], older)
        return id
      }, use: .ok, commit: .contention, rollback: .ok),
    Row(
      id: "TX-wounded-and-told",
      state: { fixture in
        let older = try fixture.begin()
        let id = try fixture.begin()
        _ = try await fixture.read("c/a", id)
        try await fixture.commit([.set("c/a", [:])], older)
        #expect(await refusal { try await fixture.commit([.set("c/b", [:])], id) } == Answer.contention.error)
        return id
      }, use: .abortedExpired, rollback: .ok),
    Row(
      id: "TX-dropped-with-all-data",
      state: { fixture in
        let id = try fixture.begin()
        fixture.transactions.dropAll()
        return id
      }, use: .abortedExpired, rollback: .ok),
    Row(
      id: "TX-retried",
      state: { fixture in
        let id = try fixture.begin()
        _ = try fixture.begin(.readWrite(retrying: id, concurrency: nil))
        return id
      }, use: .ok, rollback: .ok),
  ]

  @Test("reads", arguments: rows)
  func read(_ row: Row) async throws {
    let fixture = try makeDatabase()
    let id = try await row.state(fixture)
    #expect(await refusal { _ = try await fixture.read("c/a", id) } == row.use.error)
  }

  @Test("queries", arguments: rows)
  func query(_ row: Row) async throws {
    let fixture = try makeDatabase()
    let id = try await row.state(fixture)
    #expect(await refusal { _ = try await fixture.run("c", id) } == row.use.error)
  }

  @Test("empty commits", arguments: rows)
  func emptyCommit(_ row: Row) async throws {
    let fixture = try makeDatabase()
    let id = try await row.state(fixture)
    #expect(await refusal { try await fixture.commit([], id) } == row.use.error)
  }

  @Test("commits", arguments: rows)
  func commit(_ row: Row) async throws {
    let fixture = try makeDatabase()
    let id = try await row.state(fixture)
    let version = fixture.database.store.current.version
    let answer = row.commit ?? row.use
    #expect(await refusal { try await fixture.commit([.set("d/b", [:])], id) } == answer.error)
    #expect(fixture.database.store.current.version == version + (answer == .ok ? 1 : 0))
  }

  @Test("rollbacks, and the same once more", arguments: rows)
  func rollback(_ row: Row) async throws {
    let fixture = try makeDatabase()
    let id = try await row.state(fixture)
    for _ in 1...2 {
      #expect(await refusal { try fixture.transactions.rollback(id) } == row.rollback.error)
    }
  }

  @Test("new attempts", arguments: rows)
  func retry(_ row: Row) async throws {
    let fixture = try makeDatabase()
    let id = try await row.state(fixture)
    let error = await refusal { _ = try fixture.begin(.readWrite(retrying: id, concurrency: nil)) }
    #expect(
      error
        == row.retry.map(\.error)
        ?? FirestoreError(.invalidArgument, "Cannot retry a read-only transaction"))
  }
}

@Suite("Versions that transactions see") struct TransactionVersionTests {
  @Test("read-only: that of the first read")
  func firstRead() async throws {
    let fixture = try makeDatabase(documents: ["c/a": ["n": .integer(1)]])
    let id = try fixture.begin(.readOnly(at: nil))
    try await fixture.commit([.set("c/a", ["n": .integer(2)])])
    let first = try await fixture.snapshot("c/a", id)
    fixture.clock.advance(seconds: 1)
    try await fixture.commit([.set("c/a", ["n": .integer(3)])])
    let second = try await fixture.snapshot("c/a", id)
    #expect(first.document(documentPath("c/a"))?.fields == ["n": .integer(2)])
    #expect(second.document(documentPath("c/a"))?.fields == ["n": .integer(2)])
    #expect(first.time == second.time)
    try await fixture.commit([], id)
  }

  @Test("read-only: that of the read time")
  func readTime() async throws {
    let fixture = try makeDatabase(documents: ["c/a": ["n": .integer(1)], "c/b": [:]])
    let time = Timestamp(microseconds: ServiceFixture.start.microseconds + 1000)
    let id = try fixture.begin(.readOnly(at: time))
    #expect(try await fixture.read("c/a", id)?.fields == ["n": .integer(1)])
    #expect(try await fixture.read("c/b", id) == nil)
  }

  @Test(
    "read times that cannot be read at",
    arguments: [
      (ServiceFixture.start.after(2_000_000), "The requested 'read_time' cannot be in the future."),
      (
        Timestamp(microseconds: ServiceFixture.start.microseconds - 1),
        "The requested 'read_time' cannot be before database creation time."
      ),
    ])
  func refusedReadTime(_ time: Timestamp, _ message: String) async throws {
    let fixture = try makeDatabase()
    let expected = FirestoreError(.invalidArgument, message)
    let early = await refusal { _ = try fixture.transactions.begin(.readOnly(at: time), of: fixture.database.store) }
    #expect(early == expected)
    let id = try fixture.begin(.readOnly(at: time))
    #expect(await refusal { _ = try await fixture.read("c/a", id) } == expected)
  }

  @Test("optimistic: all reads see that of the first")
  func optimistic() async throws {
    let fixture = try makeDatabase(documents: ["c/a": ["n": .integer(1)], "c/b": ["n": .integer(1)]])
    let id = try fixture.begin(.readWrite(retrying: nil, concurrency: .optimistic))
    #expect(try await fixture.read("c/a", id)?.fields == ["n": .integer(1)])
    try await fixture.commit([.set("c/b", ["n": .integer(2)])])
    #expect(try await fixture.read("c/b", id)?.fields == ["n": .integer(1)])
    try await fixture.commit([], id)
  }

  @Test("pessimistic: every read sees the newest")
  func pessimistic() async throws {
    let fixture = try makeDatabase(documents: ["c/a": ["n": .integer(1)], "c/b": ["n": .integer(1)]])
    let id = try fixture.begin()
    #expect(try await fixture.read("c/a", id)?.fields == ["n": .integer(1)])
    try await fixture.commit([.set("c/b", ["n": .integer(2)])])
    #expect(try await fixture.read("c/b", id)?.fields == ["n": .integer(2)])
  }

  @Test("reads are earlier than what is committed afterwards")
  func times() async throws {
    let fixture = try makeDatabase()
    let id = try fixture.begin()
    let snapshot = try await fixture.snapshot("c/a", id)
    let result = try await fixture.commit([.set("c/a", [:])], id)
    #expect(snapshot.time == fixture.clock.now)
    #expect(snapshot.time < result.commitTime)
  }
}
