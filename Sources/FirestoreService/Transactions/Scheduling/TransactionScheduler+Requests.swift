import DocumentStore
import FirestoreModel
import QueryModel

/// A request has to wait: until it is woken, at the latest until a time, and is then asked for again by its number.
struct WaitOrder: Hashable, Sendable {
  var request: Int
  var until: Timestamp
}

/// What a read is told.
enum ReadStep: Sendable {
  /// Reads the newest version; what it is about to see is locked.
  case newest
  case version(Snapshot)
  /// Reads what ``TransactionScheduler/fix(_:of:)`` is to be told of: the newest version, or that of a time.
  case first(number: Int, at: Timestamp?)
  case wait(WaitOrder)
}

/// What a commit is told.
enum CommitStep: Sendable {
  /// Goes ahead now, before anybody else is asked, and reports to ``TransactionScheduler/finish(_:_:now:)``.
  case perform(CommitGrant)
  case wait(WaitOrder)
}

struct CommitGrant: Sendable {
  let transaction: Int?
  fileprivate let request: Int?
  /// Younger ones that hold what is written.
  fileprivate let victims: [Int]
  var hasVictims: Bool { !victims.isEmpty }
  /// What an optimistic transaction has read, and when: must still be so.
  let validation: (reads: ReadSet, snapshot: Snapshot)?
}

enum CommitOutcome: Hashable, Sendable {
  case committed
  /// The commit has failed for a reason of its own.
  case refused
  /// What the transaction has read was changed by others.
  case overtaken
}

// MARK: - Reading

extension TransactionScheduler {
  /// - Parameter request: the number of a read that has waited.
  mutating func read(
    _ scope: ReadScope, in id: TransactionID, request: Int? = nil, now: Timestamp
  ) throws(FirestoreError) -> ReadStep {
    let number = try use(id, now: now)
    // No copy of the transaction: what it has read grows in place.
    guard let mode = open[number]?.mode, let seniority = open[number]?.seniority else { throw .invalidTransaction }
    let snapshot = open[number]?.snapshot
    switch mode {
    case .readOnly(let time): return snapshot.map(ReadStep.version) ?? .first(number: number, at: time)
    case .optimistic:
      open[number]?.reads.add(scope)
      return snapshot.map(ReadStep.version) ?? .first(number: number, at: nil)
    case .pessimistic:
      if let snapshot { return .version(snapshot) }
      if let commit = waiting.commitBefore(seniority, of: number, reading: scope) {
        return .wait(try wait(.read, as: request, seniority, transaction: number, for: commit, now: now))
      }
      if let request { leave(request, now: now) }
      lock(scope, for: number)
      return .newest
    }
  }

  private mutating func lock(_ scope: ReadScope, for number: Int) {
    open[number]?.reads.add(scope)
    switch scope {
    case .documents(let paths): locks.add(paths, of: number)
    case .range: locks.set(open[number]?.reads.ranges ?? [], of: number)
    }
  }

  /// From now on the transaction reads this version.
  mutating func fix(_ snapshot: Snapshot, of number: Int) { open[number]?.snapshot = snapshot }

  /// A limited query has not looked beyond a document, or at none at all (nil): what lies behind it is free again.
  mutating func narrow(_ query: NormalizedQuery, to last: Document?, in id: TransactionID) {
    guard let number = names.number(of: id), open[number]?.reads.end(query, at: last) == true else { return }
    releaseRanges(of: number)
  }

  /// A page of a listing has not looked beyond a name.
  mutating func narrow(
    _ collection: CollectionPath, after first: DocumentPath?, to last: DocumentPath, in id: TransactionID
  ) {
    guard let number = names.number(of: id), open[number]?.reads.end(collection, after: first, at: last) == true
    else { return }
    releaseRanges(of: number)
  }

  private mutating func releaseRanges(of number: Int) {
    guard case .pessimistic? = open[number]?.mode else { return }
    locks.set(open[number]?.reads.ranges ?? [], of: number)
    woken += waiting.release(behind: number)
  }
}

// MARK: - Committing

extension TransactionScheduler {
  /// - Parameters:
  ///   - id: nil: a commit on its own.
  ///   - number: the number of a commit that has waited.
  ///   - changes: what the commit would do at this moment; asked only when somebody may depend on it.
  mutating func commit(
    _ commit: CommitRequest, in id: TransactionID?, request number: Int? = nil, now: Timestamp,
    changes: () -> [DocumentChange]
  ) throws(FirestoreError) -> CommitStep {
    // The versions that forgotten ones see cost memory when something is written.
    forget(now)
    var own: Int?
    var validation: (ReadSet, Snapshot)?
    if let id {
      let transaction = try use(id, now: now)
      own = transaction
      if !commit.isEmpty { validation = try admitWrites(of: transaction, now: now) }
    }
    if commit.paths.isEmpty || locks.isEmpty && waiting.isEmpty {
      return .perform(CommitGrant(transaction: own, request: number, victims: [], validation: validation))
    }
    let request = number ?? nextNumber()
    let seniority = own.flatMap { open[$0]?.seniority } ?? Seniority(age: request, number: request)
    let known = locks.hasRanges ? changes() : nil
    let (blocker, victims) = obstacles(to: commit, known ?? [], seniority, transaction: own, now: now)
    if let blocker {
      // Others are told what it wants to do as long as it waits.
      let want = WaitingRequest.Want.commit(commit, changes: known ?? changes())
      return .wait(try wait(want, as: request, seniority, transaction: own, for: blocker, now: now))
    }
    return .perform(CommitGrant(transaction: own, request: request, victims: victims, validation: validation))
  }

  /// Ends a transaction that wants to write and cannot; otherwise says what has to be checked before.
  private mutating func admitWrites(
    of number: Int, now: Timestamp
  ) throws(FirestoreError) -> (ReadSet, Snapshot)? {
    guard let transaction = open[number] else { return nil }
    switch transaction.mode {
    case .readOnly:
      end(number, .refused, now: now)
      throw .readOnlyModification
    case .optimistic: return transaction.snapshot.map { (transaction.reads, $0) }
    case .pessimistic:
      guard transaction.isWounded else { return nil }
      end(number, .rolledBack, now: now)
      throw policy.contentionError
    }
  }

  /// Whom a commit has to wait for; nobody: whom it takes the locks from.
  private mutating func obstacles(
    to commit: CommitRequest, _ changes: [DocumentChange], _ seniority: Seniority, transaction: Int?, now: Timestamp
  ) -> (blocker: Int?, victims: [Int]) {
    if let commit = waiting.commitBefore(seniority, of: transaction, writing: commit) { return (commit, []) }
    let repeated = transaction.flatMap { open[$0]?.repeated }
    var blocker: (number: Int, seniority: Seniority)?
    var victims: [Int] = []
    for number in locks.holders(of: commit, changes: changes).sorted() where number != transaction {
      expire(number, now: now)
      guard let holder = open[number]?.seniority else { continue }
      if holder > seniority || number == repeated {
        victims.append(number)
      } else if blocker.map({ $0.seniority < holder }) ?? true {
        blocker = (number, holder)
      }
    }
    return (blocker?.number, victims)
  }

  /// - Parameter snapshot: the version before the commit, when it has victims; without it they cannot even read on.
  mutating func finish(
    _ grant: CommitGrant, _ outcome: CommitOutcome, before snapshot: Snapshot? = nil, now: Timestamp
  ) {
    if let request = grant.request { leave(request, now: now) }
    switch outcome {
    case .committed:
      if let transaction = grant.transaction { end(transaction, .committed, now: now) }
      for victim in grant.victims {
        if let snapshot { wound(victim, reading: snapshot, now: now) } else { end(victim, .rolledBack, now: now) }
      }
    case .refused:
      if let transaction = grant.transaction { end(transaction, .refused, now: now) }
    case .overtaken:
      if let transaction = grant.transaction { end(transaction, .rolledBack, now: now) }
    }
  }
}

// MARK: - Waiting

extension TransactionScheduler {
  /// Puts a request to sleep, or ends it and its transaction when it has slept for too long.
  private mutating func wait(
    _ want: WaitingRequest.Want, as number: Int?, _ seniority: Seniority, transaction: Int?, for blocker: Int,
    now: Timestamp
  ) throws(FirestoreError) -> WaitOrder {
    let number = number ?? nextNumber()
    let deadline = waiting[number]?.deadline ?? deadline(of: transaction, now: now)
    guard now < deadline else {
      leave(number, now: now)
      if let transaction { end(transaction, .rolledBack, now: now) }
      throw policy.contentionError
    }
    waiting.set(
      WaitingRequest(
        seniority: seniority, transaction: transaction, deadline: deadline, want: want, blocker: blocker),
      number: number)
    if let transaction { open[transaction]?.waiting.insert(number) }
    // Of a blocker that waits itself its own sleep takes care.
    let expiry = open[blocker]?.earliestExpiry(at: now)
    return WaitOrder(request: number, until: expiry.map { min($0, deadline) } ?? deadline)
  }

  private func deadline(of transaction: Int?, now: Timestamp) -> Timestamp {
    let deadline = now.after(policy.lockWait)
    guard let transaction = transaction.flatMap({ open[$0] }) else { return deadline }
    return min(deadline, transaction.begin.after(TransactionLife.total))
  }

  /// A request does not wait any more: it goes on, or its client is gone.
  mutating func leave(_ request: Int, now: Timestamp) {
    guard let left = waiting[request] else { return }
    waiting.remove(request)
    woken += waiting.release(behind: request)
    if let transaction = left.transaction, open[transaction]?.waiting.remove(request) != nil {
      open[transaction]?.lastUse = now
    }
  }
}
