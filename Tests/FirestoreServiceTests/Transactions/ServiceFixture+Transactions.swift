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
    while transactions.waitingRequests != count { await Task.yield() }
  }
}

/// A query in the one-line text form.
private func parsed(_ text: String) throws -> Query { try query(text) }
