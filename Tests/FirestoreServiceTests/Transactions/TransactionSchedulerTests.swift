import DocumentStore
import FirestoreModel
import Testing

@testable import FirestoreService

/// Decisions one by one, without tasks: who goes on, who waits until when, who is woken in which order.
@Suite("Transaction scheduler") struct TransactionSchedulerTests {
  private static let start = ServiceFixture.start
  private static let readWrite = TransactionOptions.readWrite(retrying: nil, concurrency: .pessimistic)

  private var scheduler = TransactionScheduler(policy: TransactionPolicy(), names: TransactionNames(epoch: 7))

  private func at(_ seconds: Int64) -> Timestamp { Self.start.after(seconds * 1_000_000) }

  private mutating func begin(_ seconds: Int64 = 0) throws -> TransactionID {
    try scheduler.begin(Self.readWrite, now: at(seconds))
  }

  /// Nil: the read goes on.
  private mutating func read(
    _ path: String, _ id: TransactionID, _ request: Int? = nil, _ seconds: Int64 = 0
  ) throws -> WaitOrder? {
    switch try scheduler.read(.documents([documentPath(path)]), in: id, request: request, now: at(seconds)) {
    case .newest: return nil
    case .wait(let order): return order
    case .version, .first:
      Issue.record("not pessimistic")
      return nil
    }
  }

  /// Nil: it was done.
  private mutating func commit(
    _ paths: [String], _ id: TransactionID? = nil, _ request: Int? = nil, _ seconds: Int64 = 0,
    _ outcome: CommitOutcome = .committed
  ) throws -> WaitOrder? {
    let commit = CommitRequest(paths: Set(paths.map(documentPath)), isEmpty: paths.isEmpty)
    switch try scheduler.commit(commit, in: id, request: request, now: at(seconds), changes: { [] }) {
    case .wait(let order): return order
    case .perform(let grant):
      scheduler.finish(grant, outcome, now: at(seconds))
      return nil
    }
  }

  @Test("a wait is over with the lock wait, or when the holder may have expired")
  mutating func until() throws {
    let holder = try begin()
    for path in ["c/a", "c/b", "c/c"] { #expect(try read(path, holder) == nil) }
    #expect(try commit(["c/a"], nil, nil, 10)?.until == at(25))
    #expect(try commit(["c/b"], nil, nil, 110)?.until == at(120))
    #expect(try read("c/a", holder, nil, 119) == nil)
    #expect(try commit(["c/c"], nil, nil, 119)?.until == at(134))
  }

  @Test("the end of a wait does not move when a request is asked for again")
  mutating func deadline() throws {
    let holder = try begin()
    #expect(try read("c/a", holder) == nil)
    let order = try #require(try commit(["c/a"]))
    #expect(try commit(["c/a"], nil, order.request, 14) == WaitOrder(request: order.request, until: at(15)))
    #expect(throws: FirestoreError(.aborted, TransactionPolicy.contention)) {
      try commit(["c/a"], nil, order.request, 15)
    }
    #expect(scheduler.waiting.isEmpty)
  }

  @Test("a request that waits keeps its transaction from idling, but not from growing old")
  mutating func activity() throws {
    scheduler = TransactionScheduler(
      policy: TransactionPolicy(lockWait: 1_000_000_000), names: TransactionNames(epoch: 7))
    let (older, younger) = (try begin(), try begin(1))
    #expect(try read("c/a", older, nil, 1) == nil)
    let order = try #require(try commit(["c/a"], younger, nil, 1))
    #expect(order.until == at(121))
    for time in [100, 200] as [Int64] {
      #expect(try read("c/b", older, nil, time) == nil)
      #expect(try commit(["c/a"], younger, order.request, time)?.until == at(min(time + 120, 270)))
    }
    #expect(throws: FirestoreError.expiredTransaction(.aborted)) {
      try commit(["c/a"], younger, order.request, 271)
    }
    #expect(scheduler.waiting.isEmpty)
  }

  @Test("who waits is woken by the end of what it waits for, and nobody else is")
  mutating func woken() throws {
    let (first, second) = (try begin(), try begin())
    #expect(try read("c/a", first) == nil)
    #expect(try read("c/b", second) == nil)
    let a = try #require(try commit(["c/a"]))
    let b = try #require(try commit(["c/b"]))
    #expect(scheduler.takeWoken() == [])
    #expect(try commit([], second) == nil)
    #expect(scheduler.takeWoken() == [b.request])
    #expect(try commit(["c/b"], nil, b.request) == nil)
    #expect(scheduler.takeWoken() == [])
    try scheduler.rollback(first, now: at(1))
    #expect(scheduler.takeWoken() == [a.request])
    #expect(scheduler.takeWoken() == [])
  }

  @Test("writers of one document go one after another, readers that came later after all of them")
  mutating func queue() throws {
    let holder = try begin()
    #expect(try read("c/a", holder) == nil)
    let orders = try (0..<3).map { _ in try #require(try commit(["c/a"])) }
    let reader = try begin()
    let read = try #require(try read("c/a", reader))
    try scheduler.rollback(holder, now: at(1))
    for order in orders {
      #expect(scheduler.takeWoken() == [order.request])
      #expect(try commit(["c/a"], nil, order.request, 1) == nil)
    }
    #expect(scheduler.takeWoken() == [read.request])
    #expect(try self.read("c/a", reader, read.request, 1) == nil)
    #expect(scheduler.waiting.isEmpty)
  }

  @Test("a writer that gives up lets those behind it go on")
  mutating func leave() throws {
    let holder = try begin()
    #expect(try read("c/a", holder) == nil)
    let writer = try #require(try commit(["c/a", "c/b"]))
    let younger = try begin()
    let read = try #require(try read("c/b", younger))
    scheduler.leave(writer.request, now: at(1))
    #expect(scheduler.takeWoken() == [read.request])
    #expect(try self.read("c/b", younger, read.request, 1) == nil)
  }

  @Test("a younger holder loses its lock with the commit of an older one, not before")
  mutating func wound() throws {
    let (older, younger) = (try begin(), try begin())
    #expect(try read("c/a", younger) == nil)
    #expect(try commit(["c/a"], older, nil, 0, .refused) == nil)
    #expect(try read("c/b", younger) == nil)
    let third = try begin()
    let plain = try #require(try commit(["c/b"]))
    #expect(try read("c/c", third) == nil)
    // The writer has come before the fourth began.
    let fourth = try begin()
    #expect(try commit(["c/c"], third) == nil)
    let read = try #require(try read("c/b", fourth))
    #expect(throws: FirestoreError.expiredTransaction(.invalidArgument)) { try commit([], older) }
    try scheduler.rollback(younger, now: at(1))
    #expect(scheduler.takeWoken() == [plain.request])
    #expect(try commit(["c/b"], nil, plain.request, 1) == nil)
    #expect(scheduler.takeWoken() == [read.request])
  }

  @Test("a commit that could not win anyway does not keep an older one waiting")
  mutating func olderPasses() throws {
    let (old, middle, young) = (try begin(), try begin(), try begin())
    #expect(try read("c/a", middle) == nil)
    let order = try #require(try commit(["c/a"], young))
    #expect(try read("c/a", old) == nil)
    #expect(try commit(["c/a"], old) == nil)
    #expect(scheduler.takeWoken() == [order.request])
    #expect(try commit(["c/a"], young, order.request) == nil)
    #expect(throws: FirestoreError.expiredTransaction(.aborted)) { try commit(["c/b"], middle) }
  }

  @Test("ids: read back, and nothing else is one")
  func names() throws {
    let names = TransactionNames(epoch: .max)
    for number in [0, 1, 255, 256, .max] {
      let id = names.id(of: number)
      #expect(names.number(of: id) == number)
      #expect(TransactionNames(epoch: 1).number(of: id) == nil)
      for index in id.bytes.indices {
        var altered = id
        altered.bytes[index] ^= 0x80
        #expect(names.number(of: altered) == nil)
        #expect(names.number(of: TransactionID(bytes: Array(id.bytes[..<index]))) == nil)
      }
      #expect(names.number(of: TransactionID(bytes: id.bytes + [0])) == nil)
    }
  }

  @Test("what has ended is forgotten after 300 s, also by those who only write")
  mutating func forgetting() throws {
    for second in 0..<100 as Range<Int64> { try scheduler.rollback(try begin(second), now: at(second)) }
    _ = try begin(100)
    #expect(scheduler.ended.count == 100)
    #expect(try commit(["c/a"], nil, nil, 349) == nil)
    #expect(scheduler.ended.count == 50)
    #expect(try commit(["c/a"], nil, nil, 400) == nil)
    #expect(scheduler.ended.isEmpty)
    #expect(scheduler.open.isEmpty)
  }
}
