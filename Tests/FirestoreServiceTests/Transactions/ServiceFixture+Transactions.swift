import DocumentStore
import FirestoreModel
import QueryExecution
import QueryModel

@testable import FirestoreService

extension ServiceFixture {
  var transactions: TransactionTable { database.transactions }

  func begin(
    _ options: TransactionOptions = .readWrite(retrying: nil, concurrency: nil)
  ) throws -> TransactionID {
    try transactions.begin(options)
  }

  func snapshot(_ path: String, _ id: TransactionID) async throws -> Snapshot {
    try await transactions.snapshot(for: .documents([documentPath(path)]), in: id, of: database.store)
  }

  func read(_ path: String, _ id: TransactionID) async throws -> Document? {
    try await snapshot(path, id).document(documentPath(path))
  }

  /// Asks a query and tells the table how far it has looked.
  func run(_ text: String, _ id: TransactionID) async throws -> [String] {
    let query = try parsed(text)
    let normalized = try query.normalized(database: ServiceFixture.name)
    let snapshot = try await transactions.snapshot(for: .query(normalized), in: id, of: database.store)
    let result = try database.configuration.engine.run(query, on: snapshot)
    transactions.narrow(normalized, to: result.window, in: id)
    return result.documents().map(\.path.description)
  }

  @discardableResult
  func commit(_ writes: [Write], _ id: TransactionID? = nil) async throws -> CommitResult {
    let (store, clock) = (database.store, clock)
    return try await transactions.commit(writes, in: id, of: store) { () throws(FirestoreError) in
      try store.commit(writes, at: clock.now)
    }
  }

  /// Returns when so many requests wait for locks.
  func waitForRequests(_ count: Int = 1) async {
    while transactions.waitingRequests != count, !Task.isCancelled { await Task.yield() }
  }
}

/// A query in the one-line text form.
private func parsed(_ text: String) throws -> Query { try query(text) }

/// What a transaction of a client library does: up to five attempts, each telling which one it repeats.
struct ClientTransaction {
  let fixture: ServiceFixture
  private(set) var tries = 0

  init(_ fixture: ServiceFixture) { self.fixture = fixture }

  /// - Parameter body: reads, and answers what to write.
  mutating func run(
    _ concurrency: ConcurrencyMode? = nil, _ body: (TransactionID, _ attempt: Int) async throws -> [Write]
  ) async throws {
    var previous: TransactionID?
    while true {
      tries += 1
      let id = try fixture.begin(.readWrite(retrying: previous, concurrency: concurrency))
      do {
        try await fixture.commit(try await body(id, tries), id)
        return
      } catch let error as FirestoreError where error.status == .aborted && tries < 5 {
        try? fixture.transactions.rollback(id)
        previous = id
      }
    }
  }
}

/// Opens once; whoever waits goes on then.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  func pass() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }
}

extension FirestoreError {
  static let contention = FirestoreError(
    .aborted, "Too much contention on these documents. Please try again.")
}

extension Value {
  var plusOne: Value {
    if case .integer(let number) = self { .integer(number + 1) } else { .null }
  }
}

extension ServiceFixture {
  /// Seconds since the clock's start.
  var elapsed: Int64 { (clock.now.microseconds - ServiceFixture.start.microseconds) / 1_000_000 - 1 }

  func fields(_ path: String) -> MapValue? {
    database.store.current.document(documentPath(path))?.fields
  }
}
