import DocumentStore
import FirebreakTestSupport
import FirestoreModel
import QueryExecution
import QueryModel
import Testing

@testable import FirestoreService

/// Many clients of one scheduler, without tasks: in every step one of those that can go on does so.
struct Interleaving {
  struct Mix: Sendable {
    var clients = 8
    var modes: [ConcurrencyMode] = [.pessimistic]
    /// In hundred clients.
    var readOnly = 0
    var plainWriters = 25
    /// In hundred steps: the client is never heard of again.
    var crashes = 0
    /// In hundred reads.
    var queries = 40
    /// Everybody repeats the latest attempt, whosever it was, as threads do that share one decorated function of the
    /// Python client.
    var sharesAttempts = false
  }

  enum Read: Sendable {
    case document(DocumentPath)
    case query(Query, NormalizedQuery)
  }

  enum Phase: Equatable { case idle, open, waiting(WaitOrder), gone }

  struct Client {
    var mode: ConcurrencyMode?
    var isReadOnly = false
    var reads: [Read] = []
    var writes: [Write] = []

    var phase = Phase.idle
    var id: TransactionID?
    var attempts = 0
    /// What the reads of this attempt have found, and at which version.
    var found: [[Document]] = []
    var versions: Set<Int> = []
    var hasCrashed = false
    var hasCommitted = false
  }

  private var random: SeededGenerator
  private let mix: Mix
  private let store: DocumentStore
  private let engine: QueryEngine
  private(set) var scheduler: TransactionScheduler
  private(set) var now: Timestamp
  private(set) var clients: [Client] = []
  private var woken: Set<Int> = []
  private var latestAttempt: TransactionID?

  init(seed: UInt64, mix: Mix) throws {
    let fixture = try makeDatabase(
      mode: .permissive,
      documents: ["c/d0": ["v": .integer(0)], "c/d1": ["v": .integer(1)], "c/d2": ["v": .integer(1)]])
    random = SeededGenerator(seed: seed)
    self.mix = mix
    store = fixture.database.store
    engine = fixture.database.configuration.engine
    now = fixture.clock.now
    scheduler = TransactionScheduler(policy: TransactionPolicy(), names: TransactionNames(epoch: seed))
    for _ in 0..<mix.clients { clients.append(try makeClient()) }
  }
}

// MARK: - Clients

extension Interleaving {
  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private mutating func path() -> DocumentPath { documentPath("c/d\(Int.random(in: 0..<5, using: &random))") }

  private mutating func makeClient() throws -> Client {
    var client = Client()
    if !chance(mix.plainWriters) {
      client.isReadOnly = chance(mix.readOnly)
      client.mode = mix.modes[Int.random(in: 0..<mix.modes.count, using: &random)]
      for _ in 0..<Int.random(in: 1...3, using: &random) { client.reads.append(try makeRead()) }
      if client.isReadOnly { return client }
    }
    for _ in 0..<Int.random(in: client.mode == nil ? 1...2 : 0...2, using: &random) {
      let value = Value.integer(Int64.random(in: 0..<3, using: &random))
      client.writes.append(Write(path(), chance(20) ? .delete : .set(["v": value])))
    }
    return client
  }

  private mutating func makeRead() throws -> Read {
    guard chance(mix.queries) else { return .document(path()) }
    let value = Int.random(in: 0..<3, using: &random)
    let texts = ["c where v == \(value)", "c orderBy v desc limit 1", "c where v >= \(value) orderBy v limit 2"]
    let asked = try query(texts[Int.random(in: 0..<texts.count, using: &random)])
    return .query(asked, try asked.normalized(database: ServiceFixture.name))
  }

  /// What a read finds, and for a limited query that has found enough the last document it has looked at.
  private func find(_ read: Read, on snapshot: Snapshot) throws -> (documents: [Document], last: Document?) {
    switch read {
    case .document(let path): return ([snapshot.document(path)].compactMap(\.self), nil)
    case .query(let query, let normalized):
      let documents = try engine.run(query, on: snapshot).documents()
      return (documents, normalized.limit.map { documents.count < Int($0) } ?? true ? nil : documents.last)
    }
  }
}

// MARK: - Steps

extension Interleaving {
  /// Lets everybody come to an end.
  mutating func run() throws {
    for _ in 0..<20_000 {
      woken.formUnion(scheduler.takeWoken())
      let able = clients.indices.filter { canGoOn(clients[$0]) }
      if let next = able.randomElement(using: &random) {
        try step(next)
      } else if !letTimePass() {
        return
      }
    }
    Issue.record("the history does not end")
  }

  private func canGoOn(_ client: Client) -> Bool {
    switch client.phase {
    case .idle, .open: true
    case .waiting(let order): woken.contains(order.request) || order.until <= now
    case .gone: false
    }
  }

  /// Moves the clock to where the first of those who wait wakes; false when nobody does.
  private mutating func letTimePass() -> Bool {
    let times = clients.compactMap { client -> Timestamp? in
      if case .waiting(let order) = client.phase { order.until } else { nil }
    }
    guard let first = times.min() else { return false }
    #expect(clients.contains { $0.hasCrashed }, "everybody waits and nobody has crashed: a deadlock")
    now = first
    return true
  }

  private mutating func step(_ index: Int) throws {
    var client = clients[index]
    now = now.after(1)
    if client.mode != nil, chance(mix.crashes), client.phase == .open {
      client.phase = .gone
      client.hasCrashed = true
    } else {
      do throws(FirestoreError) {
        try advance(&client)
      } catch {
        #expect(error.status == .aborted)
        client.phase = client.mode == nil ? .gone : .idle
      }
    }
    clients[index] = client
  }

  private mutating func advance(_ client: inout Client) throws(FirestoreError) {
    var request: Int?
    if case .waiting(let order) = client.phase {
      request = order.request
      woken.remove(order.request)
    }
    if client.phase == .idle, let mode = client.mode {
      client.attempts += 1
      (client.found, client.versions) = ([], [])
      client.id = try scheduler.begin(
        client.isReadOnly
          ? .readOnly(at: nil)
          : .readWrite(retrying: mix.sharesAttempts ? latestAttempt : client.id, concurrency: mode), now: now)
      if !client.isReadOnly { latestAttempt = client.id }
      client.phase = .open
    } else if client.found.count < client.reads.count, let id = client.id {
      try read(client.reads[client.found.count], in: id, request, &client)
    } else {
      try commit(request, &client)
    }
  }

  private mutating func read(
    _ read: Read, in id: TransactionID, _ request: Int?, _ client: inout Client
  ) throws(FirestoreError) {
    let scope: ReadScope
    switch read {
    case .document(let path): scope = .documents([path])
    case .query(_, let query): scope = .range(try ReadRange(query, database: store.database))
    }
    let snapshot: Snapshot
    switch try scheduler.read(scope, in: id, request: request, now: now) {
    case .wait(let order):
      client.phase = .waiting(order)
      return
    case .newest: snapshot = store.current
    case .version(let version): snapshot = version
    case .first(let number, _):
      snapshot = store.current
      scheduler.fix(snapshot, of: number)
    }
    if scheduler.transaction(id)?.isWounded == true { checkReads(of: client, on: snapshot) }
    guard let (documents, last) = try? find(read, on: snapshot) else {
      throw FirestoreError(.internal, "a query failed")
    }
    if case .query(_, let query) = read, let last { scheduler.narrow(query, to: last, in: id) }
    client.found.append(documents)
    client.versions.insert(snapshot.version)
    client.phase = .open
  }

  private mutating func commit(_ request: Int?, _ client: inout Client) throws(FirestoreError) {
    let (writes, store, now) = (client.writes, store, now)
    let step = try scheduler.commit(CommitRequest(writes), in: client.id, request: request, now: now) {
      store.changes(of: writes, at: now)
    }
    switch step {
    case .wait(let order): client.phase = .waiting(order)
    case .perform(let grant):
      let since = grant.validation.map { store.commits(after: $0.snapshot.version) ?? [] } ?? []
      if grant.validation?.reads.isCurrent(after: since) == false {
        scheduler.finish(grant, .overtaken, now: now)
        throw scheduler.policy.contentionError
      }
      let version = client.id.flatMap { scheduler.transaction($0)?.snapshot }
      // Where nothing is written the place in the serial order is that of the only version seen.
      checkReads(of: client, on: writes.isEmpty ? version ?? store.current : store.current)
      let before = store.current
      _ = try store.commit(writes, at: now)
      scheduler.finish(grant, .committed, before: before, now: now)
      client.phase = .gone
      client.hasCommitted = true
    }
  }

  /// The commits are a serial order: whatever was read would be read the same at the moment of the commit.
  private func checkReads(of client: Client, on snapshot: Snapshot) {
    if client.isReadOnly || client.mode == .optimistic { #expect(client.versions.count <= 1) }
    for (read, found) in zip(client.reads, client.found) {
      let present = try? find(read, on: snapshot).documents
      #expect(present == found, "\(read)")
    }
  }

  /// Long after everything has come to an end, nothing of it is left.
  mutating func forget() throws {
    now = now.after(TransactionLife.remembered)
    let id = try scheduler.begin(.readOnly(at: nil), now: now)
    try scheduler.rollback(id, now: now)
  }
}

extension TransactionScheduler {
  fileprivate func transaction(_ id: TransactionID) -> OpenTransaction? { names.number(of: id).flatMap { open[$0] } }
}
