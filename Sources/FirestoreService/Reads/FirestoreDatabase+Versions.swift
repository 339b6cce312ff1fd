import DocumentStore
import FirestoreModel
import FirestoreRulesEnforcement
import QueryModel

/// What a read made of a version, and the transaction that began with it.
struct VersionedAnswer<Answer> {
  var answer: Answer
  var readTime: Timestamp
  /// Nil unless the read has begun one.
  var transaction: TransactionID?
}

extension FirestoreDatabase {
  /// Finds the version that a read sees, and reads it.
  ///
  /// - Parameter read: what a transaction has to know about before.
  func reading<Answer>(
    _ read: TransactionRead, _ consistency: ReadConsistency, _ served: inout ServedRequest,
    _ perform: (Snapshot, inout ServedRequest) throws(FirestoreError) -> Answer
  ) async throws(FirestoreError) -> VersionedAnswer<Answer> {
    var begun: TransactionID?
    do throws(FirestoreError) {
      let snapshot: Snapshot
      switch consistency {
      case .strong: snapshot = store.latest(now: clock.now)
      case .at(let time): snapshot = try store.snapshot(at: time, now: clock.now)
      case .transaction(let id): snapshot = try await transactions.snapshot(for: read, in: id, of: store)
      case .newTransaction(let options):
        let id = try begin(options, as: .readInNewReadWriteTransaction, &served)
        begun = id
        snapshot = try await transactions.snapshot(for: read, in: id, of: store)
      }
      try await waitUntilDurable(snapshot.version)
      let answer = try perform(snapshot, &served)
      return VersionedAnswer(answer: answer, readTime: snapshot.time, transaction: begun)
    } catch {
      // Nobody has learnt of the transaction, so nobody will end it.
      if let begun { try? transactions.rollback(begun) }
      throw error
    }
  }

  /// The version of a read that cannot be part of a transaction.
  func snapshot(_ consistency: ReadConsistency) async throws(FirestoreError) -> Snapshot {
    let snapshot: Snapshot
    switch consistency {
    case .strong: snapshot = store.latest(now: clock.now)
    case .at(let time): snapshot = try store.snapshot(at: time, now: clock.now)
    case .transaction, .newTransaction:
      throw FirestoreError(.invalidArgument, "This request cannot be part of a transaction.")
    }
    try await waitUntilDurable(snapshot.version)
    return snapshot
  }

  /// Whoever tells a client about a version waits before: what somebody has seen is not lost when the process dies.
  ///
  /// - Throws: UNAVAILABLE where the version could not be stored.
  func waitUntilDurable(_ version: Int) async throws(FirestoreError) {
    if let journal { try await journal.waitUntilDurable(version) }
  }
}
