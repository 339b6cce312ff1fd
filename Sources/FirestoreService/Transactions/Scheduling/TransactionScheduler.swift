import DocumentStore
import FirestoreModel

/// Decides which request of which transaction goes on, waits or is refused: wound-wait by age, without tasks or clocks.
///
/// A younger one waits for an older one, be it a transaction that holds what it wants or a commit that waits for the
/// same; an older one that commits takes the locks of younger ones away. So everybody waits for older ones only, nobody
/// in a circle, and the oldest never waits at all. A commit without a transaction is as old as its request.
///
/// Whoever calls it carries the decisions out: a request that waits is asked for again, with its number, when it is
/// among ``woken`` or its time has come.
struct TransactionScheduler: Sendable {
  var policy: TransactionPolicy
  let names: TransactionNames
  var open: [Int: OpenTransaction] = [:]
  var ended: [Int: EndedTransaction] = [:]
  /// Every transaction that is remembered, in the order of beginning.
  private var begun: ArraySlice<(number: Int, begin: Timestamp)> = []
  var locks = ReadLocks()
  var waiting = WaitingRequests()
  /// Requests that waited and are to be asked for again.
  var woken: [Int] = []
  private var lastNumber = 0

  init(policy: TransactionPolicy, names: TransactionNames) {
    self.policy = policy
    self.names = names
  }

  /// Transactions and requests are counted together.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  mutating func takeWoken() -> [Int] {
    defer { woken = [] }
    return woken
  }
}

// MARK: - Lives

extension TransactionScheduler {
  mutating func begin(_ options: TransactionOptions, now: Timestamp) throws(FirestoreError) -> TransactionID {
    forget(now)
    var repeated: (age: Int, open: Int?)?
    let mode: OpenTransaction.Mode
    switch options {
    case .readOnly(let time): mode = .readOnly(at: time)
    case .readWrite(let retried, let concurrency):
      if let retried { repeated = try retry(retried) }
      switch concurrency ?? policy.concurrency {
      case .optimistic: mode = .optimistic
      case .pessimistic: mode = .pessimistic
      }
    }
    let number = nextNumber()
    open[number] = OpenTransaction(
      mode: mode, seniority: Seniority(age: repeated?.age ?? number, number: number), repeated: repeated?.open,
      begin: now, lastUse: now)
    begun.append((number, now))
    return names.id(of: number)
  }

  /// The age of the attempt before, and its number should that still be open. It goes on then, and whichever of the two
  /// commits first takes the locks of the other.
  ///
  /// It may not be an attempt of the same client at all: a decorated function of the Python client remembers the last
  /// attempt of whichever thread has called it.
  private func retry(_ id: TransactionID) throws(FirestoreError) -> (age: Int, open: Int?) {
    guard let number = names.number(of: id) else { throw .invalidTransaction }
    if let transaction = open[number] {
      if transaction.mode.isReadOnly { throw .retriedReadOnly }
      return (transaction.seniority.age, number)
    }
    guard let transaction = ended[number] else { throw .invalidTransaction }
    if transaction.isReadOnly { throw .retriedReadOnly }
    return (transaction.age, nil)
  }

  mutating func rollback(_ id: TransactionID, now: Timestamp) throws(FirestoreError) {
    forget(now)
    guard let number = names.number(of: id) else { throw .invalidTransaction }
    expire(number, now: now)
    if open[number] != nil {
      end(number, .rolledBack, now: now)
      return
    }
    guard let transaction = ended[number] else { throw .invalidTransaction }
    if let refusal = transaction.rollbackRefusal(at: now) { throw refusal }
  }

  /// The transaction that a request belongs to, which is used by it: open now.
  mutating func use(_ id: TransactionID, now: Timestamp) throws(FirestoreError) -> Int {
    forget(now)
    guard let number = names.number(of: id) else { throw .invalidTransaction }
    expire(number, now: now)
    if open[number] != nil {
      open[number]?.lastUse = now
      return number
    }
    guard let transaction = ended[number] else { throw .invalidTransaction }
    throw transaction.refusal
  }

  /// All data was cleared: whatever was read is not so any more.
  mutating func dropAll(now: Timestamp) {
    for number in open.keys.sorted() { end(number, .rolledBack, now: now) }
  }

  mutating func end(_ number: Int, _ end: EndedTransaction.End, now: Timestamp) {
    guard let transaction = open.removeValue(forKey: number) else { return }
    ended[number] = EndedTransaction(
      end: end, isReadOnly: transaction.mode.isReadOnly, age: transaction.seniority.age, begin: transaction.begin)
    if case .pessimistic = transaction.mode { locks.release(transaction.reads, of: number) }
    wakeAll(transaction, number, now: now)
  }

  /// Takes the locks of a transaction away. It reads on in the version that its reads so far belong to, and fails only
  /// when it wants to write: some clients start over only when a commit is refused.
  mutating func wound(_ number: Int, reading snapshot: Snapshot, now: Timestamp) {
    guard var transaction = open[number] else { return }
    locks.release(transaction.reads, of: number)
    transaction.reads = ReadSet()
    transaction.snapshot = snapshot
    transaction.isWounded = true
    open[number] = transaction
    wakeAll(transaction, number, now: now)
  }

  /// Wakes those who wait for a transaction, and its own requests.
  private mutating func wakeAll(_ transaction: OpenTransaction, _ number: Int, now: Timestamp) {
    woken += waiting.release(behind: number)
    for request in transaction.waiting.sorted() {
      leave(request, now: now)
      woken.append(request)
    }
  }

  /// Ends a transaction whose time is over.
  mutating func expire(_ number: Int, now: Timestamp) {
    if open[number]?.hasExpired(at: now) == true { end(number, .expired, now: now) }
  }

  /// Lets go of transactions that are so old that their ids mean nothing any more.
  mutating func forget(_ now: Timestamp) {
    while let first = begun.first, now >= first.begin.after(TransactionLife.remembered) {
      begun.removeFirst()
      end(first.number, .expired, now: now)
      ended[first.number] = nil
    }
  }
}
