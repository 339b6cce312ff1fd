package import DocumentStore
package import FirestoreModel
package import QueryModel

/// The transactions of one database: their lives, what they have read, and who waits for whom.
package final class TransactionTable: Sendable {
  private let clock: any ServiceClock
  private let policy: TransactionPolicy

  package init(clock: any ServiceClock, policy: TransactionPolicy) {
    self.clock = clock
    self.policy = policy
  }
}

/// What differs between modes and databases.
package struct TransactionPolicy: Hashable, Sendable {
  /// How long a request waits for a lock before it is aborted, in microseconds.
  package var lockWait: Int64
  /// Answered when the wait is over.
  package var contentionMessage: String
  /// Of transactions that do not ask for one.
  package var concurrency: ConcurrencyMode

  package init(
    lockWait: Int64 = 15_000_000, contentionMessage: String = Self.contention,
    concurrency: ConcurrencyMode = .pessimistic
  ) {
    self.lockWait = lockWait
    self.contentionMessage = contentionMessage
    self.concurrency = concurrency
  }

  /// Production's text.
  package static let contention = "Too much contention on these documents. Please try again."
  /// That of Google's emulator, which waits for two seconds.
  package static let emulatorContention = "Transaction lock timeout."
}

/// What a read inside of a transaction is about to look at.
package enum TransactionRead: Sendable {
  case documents([DocumentPath])
  case query(NormalizedQuery)
  /// ListDocuments.
  case collection(CollectionPath)
}

extension TransactionTable {
  package func begin(_ options: TransactionOptions) throws(FirestoreError) -> TransactionID {
    throw FirestoreError(.unimplemented, "transactions")
  }

  package func rollback(_ id: TransactionID) throws(FirestoreError) {
    throw FirestoreError(.unimplemented, "transactions")
  }

  /// The version that a read inside of a transaction sees. A pessimistic one first locks what it is about to read, and
  /// waits for others that hold it.
  package func snapshot(
    for read: TransactionRead, in id: TransactionID, of store: DocumentStore
  ) async throws(FirestoreError) -> Snapshot {
    throw FirestoreError(.unimplemented, "transactions")
  }

  /// Runs `perform` while nobody else holds a lock on what the writes change, and ends the transaction.
  ///
  /// Waits for others that hold locks, also without a transaction of its own (`id` nil). An optimistic transaction is
  /// checked first: what it has read must still be so.
  package func commit<Answer: Sendable>(
    _ writes: [Write], in id: TransactionID?, of store: DocumentStore,
    perform: () throws(FirestoreError) -> Answer
  ) async throws(FirestoreError) -> Answer {
    try perform()
  }

  /// All data was cleared: nothing that was begun before goes on.
  package func dropAll() {}
}
