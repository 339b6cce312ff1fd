import DocumentStore
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreService
import Metering
import Synchronization
import Testing

@Suite("Commits") struct CommitTests {
  static let rules = """
    match /open/{d} { allow read, write: if true; }
    match /log/{d} { allow create: if true; }
    match /paid/{d} {
      allow write: if exists(/databases/$(database)/documents/staff/$(request.auth.uid))
        && getAfter(/databases/$(database)/documents/open/total).data.n == 2;
    }
    """

  struct Row: Sendable, CustomTestStringConvertible {
    var id: String
    var writes: [Write]
    var isAdmin = false
    /// Nil: committed.
    var status: StatusCode?
    var message: String?
    var outcome: BillingEvent.Outcome
    var writeCount: Int64 = 0
    var deletes: Int64 = 0
    var reads: Int64 = 0
    var testDescription: String { "id: \(id)" }
  }

  static let denied = "Missing or insufficient permissions."
  static let rows = [
    Row(
      id: "two writes and a delete", writes: [.set("open/x", [:]), .set("open/x", ["a": .null]), .delete("open/none")],
      outcome: .served, writeCount: 2, deletes: 1),
    Row(id: "nothing", writes: [], outcome: .served),
    Row(
      id: "no effect", writes: [.merge("open/a", ["n": .integer(1)])], outcome: .served, writeCount: 1),
    Row(
      id: "verify", writes: [.verify("open/a", if: .exists(true)), .set("open/b", [:])], outcome: .served,
      writeCount: 1, reads: 1),
    Row(
      id: "precondition", writes: [.set("open/none", [:], if: .exists(true))], status: .notFound,
      message: "No document to update: \(ServiceFixture.fullName("open/none"))", outcome: .failed),
    Row(
      id: "denied before the precondition", writes: [.merge("log/a", [:], if: .exists(true))],
      status: .permissionDenied, message: denied, outcome: .denied),
    Row(
      id: "allowed to create, and there already", writes: [.set("log/a", [:], if: .exists(false))],
      status: .alreadyExists, message: "Document already exists: \(ServiceFixture.fullName("log/a"))",
      outcome: .failed),
    Row(
      id: "one denied write denies all", writes: [.set("open/b", [:]), .delete("log/a")],
      status: .permissionDenied, message: denied, outcome: .denied),
    Row(
      id: "invalid before denied", writes: [.set("log/a", ["__x__": .null])], status: .invalidArgument,
      outcome: .refused),
    Row(
      id: "invalid path", writes: [.set("log/..", [:])], status: .invalidArgument,
      message: "Resource id \"..\" is invalid because it is reserved.", outcome: .refused),
    Row(
      id: "V104: a denied write, rule reads 2 documents", writes: [.set("paid/x", [:])], status: .permissionDenied,
      message: denied, outcome: .denied, reads: 2),
    Row(
      id: "rules see what the commit leaves behind",
      writes: [.set("paid/x", [:]), .set("open/total", ["n": .integer(2)])],
      outcome: .served, writeCount: 2, reads: 2),
    Row(
      id: "a failed precondition bills what rules have read",
      writes: [.set("paid/x", [:], if: .exists(true)), .set("open/total", ["n": .integer(2)])], status: .notFound,
      outcome: .failed, reads: 2),
    Row(
      id: "admin", writes: [.delete("log/a"), .set("elsewhere/x", [:])], isAdmin: true, outcome: .served,
      writeCount: 1, deletes: 1),
  ]

  @Test("the order of checks, and what each outcome bills", arguments: rows)
  func row(_ row: Row) async throws {
    let fixture = try makeDatabase(
      rules: Self.rules, documents: ["open/a": ["n": .integer(1)], "log/a": [:], "staff/u1": [:]])
    let before = fixture.database.store.current
    let context = row.isAdmin ? ServiceFixture.admin : ServiceFixture.user("u1")
    let refused = await refusal { _ = try await fixture.database.commit(row.writes, context) }
    #expect(refused?.status == row.status)
    if let message = row.message { #expect(refused?.message == message) }
    if row.status != nil { #expect(fixture.database.store.current.version == before.version) }
    let served = try #require(fixture.observer.requests.first)
    #expect(fixture.observer.requests.count == 1)
    #expect(served.billing?.kind == .commit)
    #expect(served.billing?.outcome == row.outcome)
    let tally = try #require(served.billing?.tally())
    #expect([tally.writes, tally.deletes, tally.reads] == [row.writeCount, row.deletes, row.reads])
    if case .denied = served.outcome { #expect(row.status == .permissionDenied) }
  }

  @Test("the documents as the commit leaves them, whatever they were before")
  func documents() async throws {
    let fixture = try makeDatabase(documents: ["c/a": ["n": .integer(1)]])
    let database = fixture.database
    let before = database.store.current.document(documentPath("c/a"))
    let same = try await database.commit(
      [.merge("c/a", ["n": .integer(1)])], as: .updateDocument, ServiceFixture.admin)
    #expect(same.documents == [before])
    #expect(same.results == [WriteResult(updateTime: before?.updateTime, transformResults: [])])
    let increment = FieldTransform(FieldPath(segments: ["n"]), .increment(.integer(2)))
    let answer = try await database.commit(
      [.set("c/b", ["n": .integer(1)], [increment]), .delete("c/a"), .merge("c/b", ["m": .null])],
      ServiceFixture.admin)
    let stored = Document(
      path: documentPath("c/b"), fields: ["n": .integer(3), "m": .null], createTime: answer.commitTime,
      updateTime: answer.commitTime)
    #expect(answer.documents == [stored, nil, stored])
    #expect(
      answer.results
        == [
          WriteResult(updateTime: answer.commitTime, transformResults: [.integer(3)]),
          WriteResult(updateTime: nil, transformResults: []),
          WriteResult(updateTime: answer.commitTime, transformResults: []),
        ])
    #expect(fixture.observer.requests.map(\.method) == [.updateDocument, .commit])
    #expect(fixture.observer.requests.map(\.target) == ["c/a", "3 writes"])
    #expect(fixture.observer.requests.compactMap(\.billing?.write.withoutEffect) == [1, 0])
  }

  @Test("commit times ascend although the clock stands still")
  func times() async throws {
    let fixture = try makeDatabase()
    var times: [Timestamp] = []
    for n in 0..<20 {
      times.append(
        try await fixture.database.commit([.set("c/a", ["n": .integer(Int64(n))])], ServiceFixture.admin).commitTime)
    }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("listeners are woken by what changes something")
  func signal() async throws {
    let fixture = try makeDatabase(documents: ["c/a": [:]])
    let subscriber = fixture.database.changes.subscribe()
    _ = try await fixture.database.commit([.set("c/a", [:])], ServiceFixture.admin)
    _ = try await fixture.database.commit([.set("c/a", ["n": .null])], ServiceFixture.admin)
    #expect(await fixture.database.changes.next(subscriber) == .commits)
    fixture.database.changes.unsubscribe(subscriber)
  }

  @Test("what is acknowledged is durable, and so is what it rests on")
  func journal() async throws {
    let journal = StubbornJournal()
    let fixture = try makeDatabase(documents: ["c/a": [:]], journal: journal)
    _ = try await fixture.database.commit([.set("c/a", ["n": .null])], ServiceFixture.admin)
    _ = try await fixture.database.commit([.set("c/a", ["n": .null])], ServiceFixture.admin)
    _ = try await fixture.database.batchWrite([.set("c/b", [:]), .set("c/c", [:])], ServiceFixture.admin)
    _ = try await fixture.database.clear()
    #expect(journal.waits == [2, 2, 4, 5])
    journal.break()
    let refused = await refusal {
      _ = try await fixture.database.commit([.set("c/a", ["n": .integer(2)])], ServiceFixture.admin)
    }
    #expect(refused == FirestoreError(.unavailable, "the disk is full"))
    #expect(fixture.observer.requests.last?.outcome == .refused(FirestoreError(.unavailable, "the disk is full")))
    #expect(fixture.observer.requests.last?.billing?.tally().writes == 0)
  }
}

/// Remembers what was waited for, and may break.
private final class StubbornJournal: CommitJournal {
  private let state = Mutex((waits: [Int](), isBroken: false))

  var waits: [Int] { state.withLock { $0.waits } }

  func `break`() { state.withLock { $0.isBroken = true } }

  func enqueue(_ commit: Commit) {}

  func waitUntilDurable(_ version: Int) async throws(FirestoreError) {
    let isBroken = state.withLock { state in
      state.waits.append(version)
      return state.isBroken
    }
    if isBroken { throw FirestoreError(.unavailable, "the disk is full") }
  }
}

@Suite("Batch writes") struct BatchWriteTests {
  @Test("every write has its own result, and only those that happened are billed")
  func mixed() async throws {
    let fixture = try makeDatabase(documents: ["c/a": ["n": .integer(1)], "c/b": [:]])
    let results = try await fixture.database.batchWrite(
      [
        .set("c/new", [:], if: .exists(false)), .set("c/none", [:], if: .exists(true)),
        .set("c/b", [:], if: .exists(false)), .delete("c/gone"), .merge("c/a", ["n": .integer(1)]),
      ], ServiceFixture.admin)
    let texts = results.map { result in
      switch result {
      case .success(let result): result.updateTime == nil ? "gone" : "stored"
      case .failure(let error): error.status.name
      }
    }
    #expect(
      texts
        == ["stored", "NOT_FOUND", "ALREADY_EXISTS", "gone", "stored"])
    let served = try #require(fixture.observer.requests.first)
    #expect(fixture.observer.requests.count == 1)
    #expect(served.outcome == .served)
    #expect(served.target == "5 writes")
    #expect(served.billing?.write == WriteWork(writes: 2, deletes: 1, withoutEffect: 1))
  }

  @Test("a document may appear once")
  func duplicates() async throws {
    let fixture = try makeDatabase()
    let refused = await refusal {
      _ = try await fixture.database.batchWrite([.set("c/a", [:]), .delete("c/a")], ServiceFixture.admin)
    }
    #expect(refused?.status == .invalidArgument)
    #expect(fixture.database.store.current.documentCount == 0)
    #expect(fixture.observer.tally.writes == 0)
  }
}
