import DocumentStore
import FirestoreModel
import QueryModel
import Testing

@testable import FirestoreService

/// Several clients at once; the first ones are scenarios recorded against production.
@Suite("Contention") struct ContentionTests {
  @Test(
    "two transactions read and write one document, the second within the first",
    arguments: ["CT-existing", "CT-missing"])
  func innerAndOuter(_ id: String) async throws {
    let fixture = try makeDatabase(documents: id == "CT-existing" ? ["c/a": ["n": .integer(0)]] : [:])
    let (outerHasRead, innerHasRead) = (Gate(), Gate())
    async let innerTries = {
      await outerHasRead.pass()
      var inner = ClientTransaction(fixture)
      try await inner.run { id, _ in
        let count = try await fixture.read("c/a", id)?.fields["n"] ?? .integer(0)
        await innerHasRead.open()
        return [.set("c/a", ["n": count.plusOne])]
      }
      return inner.tries
    }()
    var outer = ClientTransaction(fixture)
    try await outer.run { id, _ in
      let count = try await fixture.read("c/a", id)?.fields["n"] ?? .integer(0)
      await outerHasRead.open()
      await innerHasRead.pass()
      await fixture.waitForRequests(1)
      return [.set("c/a", ["n": count.plusOne])]
    }
    #expect(outer.tries == 1)
    #expect(try await innerTries == 2)
    #expect(fixture.fields("c/a") == ["n": .integer(2)])
  }

  @Test("CT-distinct: transactions on distinct documents never conflict")
  func distinctDocuments() async throws {
    let fixture = try makeDatabase()
    let tries = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 1...50 {
        group.addTask {
          var client = ClientTransaction(fixture)
          try await client.run { id, _ in
            _ = try await fixture.read("c/d\(number)", id)
            return [.set("c/d\(number)", ["n": .integer(1)])]
          }
          return client.tries
        }
      }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(tries == [1])
  }

  @Test("CT-increments: two increments in one transaction give 2")
  func increments() async throws {
    let fixture = try makeDatabase()
    let id = try fixture.begin()
    let increment = FieldTransform(FieldPath(name: "n"), .increment(.integer(1)))
    let write = Write(documentPath("c/a"), .merge([:], mask: []), transforms: [increment])
    try await fixture.commit([write, write], id)
    #expect(fixture.fields("c/a") == ["n": .integer(2)])
  }

  @Test("CT-creators: of two racing creators one wins and the other finds the document")
  func creators() async throws {
    let fixture = try makeDatabase()
    let (first, second) = (try fixture.begin(), try fixture.begin())
    for id in [second, first] { #expect(try await fixture.read("c/a", id) == nil) }
    async let late = refusal { try await fixture.commit([.set("c/a", [:], if: .exists(false))], second) }
    await fixture.waitForRequests(1)
    try await fixture.commit([.set("c/a", ["by": .integer(1)], if: .exists(false))], first)
    #expect(await late == FirestoreError.contention)
    #expect(fixture.fields("c/a") == ["by": .integer(1)])
  }

  @Test("CT-deadlock: two transactions that have read both documents crosswise", arguments: [true, false])
  func deadlock(_ youngerCommitsFirst: Bool) async throws {
    let fixture = try makeDatabase()
    let (older, younger) = (try fixture.begin(), try fixture.begin())
    for (path, id) in [("c/a", older), ("c/b", younger), ("c/b", older), ("c/a", younger)] {
      _ = try await fixture.read(path, id)
    }
    let writes = [Write.set("c/a", [:]), .set("c/b", [:])]
    async let late = refusal {
      if !youngerCommitsFirst { while fixture.fields("c/a") == nil { await Task.yield() } }
      try await fixture.commit(writes, younger)
    }
    if youngerCommitsFirst { await fixture.waitForRequests(1) }
    try await fixture.commit(writes, older)
    #expect(await late == FirestoreError.contention)
  }

  @Test("CT-first-rights: who has read a document first changes it, whoever has found it in a query meanwhile")
  func firstRights() async throws {
    let fixture = try makeDatabase(
      documents: ["c/a": ["t": .string("x")], "c/b": ["t": .string("x"), "n": .integer(2)]])
    let first = try fixture.begin()
    _ = try await fixture.read("c/b", first)
    var second = ClientTransaction(fixture)
    try await second.run { id, attempt in
      let found = try await fixture.run("c where t == \"x\" and n == 2", id)
      #expect(found == (attempt == 1 ? ["c/b"] : []))
      if attempt == 1 { try await fixture.commit([.set("c/b", ["t": .string("y")])], first) }
      return found.isEmpty ? [] : [.set("c/a", ["t": .string("z")])]
    }
    #expect(second.tries == 2)
    #expect(fixture.fields("c/a") == ["t": .string("x")])
    #expect(fixture.fields("c/b") == ["t": .string("y")])
  }

  @Test("CT-increment-race: many counters, no update is lost", arguments: [ConcurrencyMode.pessimistic, .optimistic])
  func manyIncrements(_ mode: ConcurrencyMode) async throws {
    let fixture = try makeDatabase()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...30 {
        group.addTask {
          while true {
            var client = ClientTransaction(fixture)
            do {
              try await client.run(mode) { id, _ in
                let count = try await fixture.read("c/a", id)?.fields["n"] ?? .integer(0)
                await Task.yield()
                return [.set("c/a", ["n": count.plusOne])]
              }
              return
            } catch let error as FirestoreError where error.status == .aborted {
              continue
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(fixture.fields("c/a") == ["n": .integer(30)])
    #expect(fixture.transactions.waitingRequests == 0)
  }
}

// MARK: - Turns

extension ContentionTests {
  @Test("CT-turns: writers go in the order of their coming")
  func turns() async throws {
    let fixture = try makeDatabase()
    let holder = try fixture.begin()
    _ = try await fixture.read("c/a", holder)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...5 {
        group.addTask { try await fixture.commit([.set("c/a", ["by": .integer(Int64(number))])]) }
        await fixture.waitForRequests(number)
      }
      try fixture.transactions.rollback(holder)
      try await group.waitForAll()
    }
    let writers = try #require(fixture.database.store.commits(after: 0)).map { $0.changes[0].new?.fields["by"] }
    #expect(writers == (1...5).map { .integer($0) })
  }

  @Test("CT-starvation: who begins after a writer has come reads after it")
  func starvation() async throws {
    let fixture = try makeDatabase()
    let (holder, older) = (try fixture.begin(), try fixture.begin())
    _ = try await fixture.read("c/a", holder)
    async let write: CommitResult = fixture.commit([.set("c/a", ["n": .integer(1)])])
    await fixture.waitForRequests(1)
    // Would be waited for by the writer, had it read before.
    #expect(try await fixture.read("c/a", older) == nil)
    let younger = try fixture.begin()
    async let read = fixture.read("c/a", younger)
    await fixture.waitForRequests(2)
    try fixture.transactions.rollback(holder)
    try fixture.transactions.rollback(older)
    _ = try await write
    #expect(try await read?.fields == ["n": .integer(1)])
  }

  @Test("CT-age: whoever tries again is as old as the first attempt, and wins")
  func age() async throws {
    let fixture = try makeDatabase()
    let first = try fixture.begin()
    let other = try fixture.begin()
    try fixture.transactions.rollback(first)
    let retry = try fixture.begin(.readWrite(retrying: first, concurrency: nil))
    for id in [other, retry] { _ = try await fixture.read("c/a", id) }
    async let late = refusal { try await fixture.commit([.set("c/a", [:])], other) }
    await fixture.waitForRequests(1)
    try await fixture.commit([.set("c/a", [:])], retry)
    #expect(await late == FirestoreError.contention)
  }

  @Test("CT-attempt: an attempt that is still open gives way to the one that retries it")
  func attempt() async throws {
    let fixture = try makeDatabase()
    let first = try fixture.begin()
    _ = try await fixture.read("c/a", first)
    let retry = try fixture.begin(.readWrite(retrying: first, concurrency: nil))
    _ = try await fixture.read("c/a", first)
    _ = try await fixture.read("c/a", retry)
    try await fixture.commit([.set("c/a", [:])], retry)
    #expect(await refusal { try await fixture.commit([.set("c/a", [:])], first) } == FirestoreError.contention)
  }

  @Test("CT-young-commit: an older one that only holds a lock is waited for, a younger one gives way")
  func wound() async throws {
    let fixture = try makeDatabase()
    let (old, middle, young) = (try fixture.begin(), try fixture.begin(), try fixture.begin())
    for id in [old, middle, young] { _ = try await fixture.read("c/a", id) }
    async let commit: CommitResult = fixture.commit([.set("c/a", ["by": .string("middle")])], middle)
    await fixture.waitForRequests(1)
    // Nobody was hurt as long as it waits.
    _ = try await fixture.read("c/b", young)
    try await fixture.commit([], old)
    _ = try await commit
    #expect(fixture.fields("c/a") == ["by": .string("middle")])
    #expect(await refusal { try await fixture.commit([.set("c/b", [:])], young) } == FirestoreError.contention)
  }

  @Test("CT-wounded-reads: who has lost its locks reads on in the version that it has read, and may end without writes")
  func woundedReads() async throws {
    let fixture = try makeDatabase(documents: ["c/a": ["n": .integer(1)], "c/b": ["n": .integer(1)]])
    let (old, young) = (try fixture.begin(), try fixture.begin())
    _ = try await fixture.read("c/a", young)
    try await fixture.commit([.set("c/a", ["n": .integer(2)]), .set("c/b", ["n": .integer(2)])], old)
    #expect(try await fixture.read("c/b", young)?.fields == ["n": .integer(1)])
    #expect(try await fixture.run("c where n == 1", young) == ["c/a", "c/b"])
    // It holds nothing any more.
    try await fixture.commit([.delete("c/b")])
    #expect(try await fixture.read("c/b", young)?.fields == ["n": .integer(1)])
    try await fixture.commit([], young)
  }

  @Test("CT-wounded-waiting: who loses its locks while it waits for another does not wait any more")
  func woundedWaiting() async throws {
    let fixture = try makeDatabase()
    let (oldest, old) = (try fixture.begin(), try fixture.begin())
    _ = try await fixture.read("c/a", oldest)
    async let write = fixture.commit([.set("c/a", [:])])
    await fixture.waitForRequests(1)
    let young = try fixture.begin()
    _ = try await fixture.read("c/b", young)
    async let read = fixture.read("c/a", young)
    await fixture.waitForRequests(2)
    try await fixture.commit([.set("c/b", [:])], old)
    #expect(try await read == nil)
    #expect(await refusal { try await fixture.commit([.set("c/d", [:])], young) } == FirestoreError.contention)
    try await fixture.commit([], oldest)
    _ = try await write
  }

  @Test("CT-precondition: a commit that is refused hurts nobody")
  func refusedCommit() async throws {
    let fixture = try makeDatabase()
    let (old, young) = (try fixture.begin(), try fixture.begin())
    _ = try await fixture.read("c/a", young)
    #expect(await refusal { try await fixture.commit([.set("c/a", [:], if: .exists(true))], old) }?.status == .notFound)
    try await fixture.commit([.set("c/a", [:])], young)
  }

  @Test("CT-two-requests: a transaction that reads in parallel waits in all of them and is ended in all of them")
  func parallelRequests() async throws {
    let fixture = try makeDatabase()
    let holder = try fixture.begin()
    _ = try await fixture.read("c/a", holder)
    async let write: CommitResult = fixture.commit([.set("c/a", [:]), .set("c/b", [:])])
    await fixture.waitForRequests(1)
    let id = try fixture.begin()
    async let first = refusal { _ = try await fixture.read("c/a", id) }
    async let second = refusal { _ = try await fixture.read("c/b", id) }
    await fixture.waitForRequests(3)
    try fixture.transactions.rollback(id)
    let expired = FirestoreError(.aborted, "The referenced transaction has expired or is no longer valid.")
    #expect(await [first, second] == [expired, expired])
    try fixture.transactions.rollback(holder)
    _ = try await write
  }
}
