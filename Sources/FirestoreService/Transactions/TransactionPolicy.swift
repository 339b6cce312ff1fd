import FirestoreModel

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

  var contentionError: FirestoreError { FirestoreError(.aborted, contentionMessage) }
}

/// The spans of a transaction's life, in microseconds.
enum TransactionLife {
  /// Without a request; documented are 60 s, recorded was an end between 110.7 and 123 s.
  static let idle: Int64 = 120_000_000
  /// From the beginning, whatever it does.
  static let total: Int64 = 270_000_000
  /// From the beginning until its id means nothing any more.
  static let remembered: Int64 = 300_000_000
}

extension Timestamp {
  /// The time so many microseconds later; the end of time for spans that reach beyond it.
  func after(_ span: Int64) -> Timestamp {
    let (sum, isTooLate) = microseconds.addingReportingOverflow(max(0, span))
    return isTooLate ? .maximum : Timestamp(microseconds: min(sum, Timestamp.maximum.microseconds))
  }
}
