import DocumentStore
import FirestoreModel

/// Who goes first when two want the same: the smaller one, which is the older one.
struct Seniority: Hashable, Comparable, Sendable {
  /// The number of the first attempt: whoever tries again keeps it, and so comes first some day.
  var age: Int
  var number: Int

  static func < (left: Seniority, right: Seniority) -> Bool {
    left.age == right.age ? left.number < right.number : left.age < right.age
  }
}

/// A transaction that can go on.
struct OpenTransaction: Sendable {
  enum Mode: Sendable {
    case readOnly(at: Timestamp?)
    case optimistic
    case pessimistic

    var isReadOnly: Bool {
      if case .readOnly = self { true } else { false }
    }
  }

  let mode: Mode
  let seniority: Seniority
  /// The attempt before, when it was still open. It never keeps this one waiting, though it came first: its client has
  /// most likely given it up.
  let repeated: Int?
  let begin: Timestamp
  /// When its last request began or ended.
  var lastUse: Timestamp
  /// Its requests that wait for others.
  var waiting: Set<Int> = []
  /// Of a pessimistic transaction these are its locks; of a read-only one nothing is kept.
  var reads = ReadSet()
  /// What all its reads see, from the first one on. Pessimistic ones see the newest, which their locks hold fast; this
  /// is what they see when an older one has taken the locks away: the last version in which everything is as they have
  /// read.
  var snapshot: Snapshot?
  /// Its locks are gone, so it can read on, but not write.
  var isWounded = false

  func hasExpired(at now: Timestamp) -> Bool {
    now >= begin.after(TransactionLife.total) || waiting.isEmpty && now >= lastUse.after(TransactionLife.idle)
  }

  /// Expires at this time if no request comes meanwhile, and not earlier in any case.
  func earliestExpiry(at now: Timestamp) -> Timestamp {
    min(begin.after(TransactionLife.total), (waiting.isEmpty ? lastUse : max(now, lastUse)).after(TransactionLife.idle))
  }
}

/// A transaction that has ended, remembered for what its id still answers.
///
/// The answers are recorded ones of production.
struct EndedTransaction: Sendable {
  enum End: Hashable, Sendable {
    case committed
    case rolledBack
    /// A precondition or the rules refused its commit, or it was read-only and wanted to write.
    case refused
    /// Nothing was heard of it for too long, or it went on for too long.
    case expired
  }

  var end: End
  let isReadOnly: Bool
  let age: Int
  let begin: Timestamp

  /// What a read, a query or a commit is answered.
  var refusal: FirestoreError {
    switch end {
    case .committed, .rolledBack, .expired: .expiredTransaction(.aborted)
    case .refused: .expiredTransaction(.invalidArgument)
    }
  }

  /// What a rollback is answered; nil: that it is done.
  func rollbackRefusal(at now: Timestamp) -> FirestoreError? {
    switch end {
    case .rolledBack, .refused: nil
    case .committed: .expiredTransaction(.aborted)
    case .expired: now >= begin.after(TransactionLife.total) ? .expiredTransaction(.aborted) : nil
    }
  }
}

extension FirestoreError {
  /// Clients look for a part of the text, and at the status, before they try again.
  static func expiredTransaction(_ status: StatusCode) -> FirestoreError {
    FirestoreError(status, "The referenced transaction has expired or is no longer valid.")
  }

  static let invalidTransaction = FirestoreError(.invalidArgument, "Invalid transaction.")
  static let retriedReadOnly = FirestoreError(.invalidArgument, "Cannot retry a read-only transaction")
  static let readOnlyModification = FirestoreError(
    .invalidArgument, "Cannot modify entities in a read-only transaction.")
  /// Its client does not learn of it any more; the text is not known.
  static let cancelledRequest = FirestoreError(.cancelled, "The request was cancelled.")
}
