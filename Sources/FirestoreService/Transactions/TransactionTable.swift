package import DocumentStore
package import FirestoreModel
package import QueryExecution
package import QueryModel
import Synchronization

/// The transactions of one database: their lives, what they have read, and who waits for whom.
///
/// All commits go through it, also those without a transaction. It decides and performs one commit at a time, so what
/// was decided still holds while it is done.
package final class TransactionTable: Sendable {
  private struct State {
    var scheduler: TransactionScheduler
    var sleeping: [Int: CheckedContinuation<Void, Never>] = [:]
    /// Requests that were woken before they slept.
    var awake: Set<Int> = []
    /// Who has begun the transactions that are open, by their numbers, and whose requests wait, for people who look at them.
    var owners: [Int: RequestContext] = [:]
    var waiters: [Int: RequestContext] = [:]

    /// Those that go on now.
    mutating func takeWoken() -> [CheckedContinuation<Void, Never>] { scheduler.takeWoken().compactMap { wake($0) } }

    mutating func wake(_ request: Int) -> CheckedContinuation<Void, Never>? {
      if let continuation = sleeping.removeValue(forKey: request) { return continuation }
      awake.insert(request)
      return nil
    }
  }

  private let clock: any ServiceClock
  private let state: Mutex<State>

  /// - Parameter database: keeps its ids apart from those of other databases that began at the same time.
  package init(clock: any ServiceClock, policy: TransactionPolicy, database: DatabaseName? = nil) {
    self.clock = clock
    let now = UInt64(bitPattern: clock.now.microseconds)
    let names = TransactionNames(epoch: now ^ (database.map { StableHash($0.description.utf8).value } ?? 0))
    state = Mutex(State(scheduler: TransactionScheduler(policy: policy, names: names)))
  }

  /// Of transactions that begin from now on and do not ask for one.
  package var concurrency: ConcurrencyMode {
    get { state.withLock { $0.scheduler.policy.concurrency } }
    set { state.withLock { $0.scheduler.policy.concurrency = newValue } }
  }

  /// Whether somebody may go on with one: those whose time is over do not count.
  package var hasOpen: Bool {
    state.withLock { state in
      state.scheduler.forget(clock.now)
      return !state.scheduler.open.isEmpty
    }
  }

  func inspect<Facts>(_ look: (TransactionScheduler) -> Facts) -> Facts {
    state.withLock { state in
      state.scheduler.forget(clock.now)
      return look(state.scheduler)
    }
  }

  /// The same with who has begun each open transaction, and whose requests wait.
  func inspectOwners<Facts>(
    _ look: (TransactionScheduler, _ owners: [Int: RequestContext], _ waiters: [Int: RequestContext]) -> Facts
  ) -> Facts {
    state.withLock { state in
      state.scheduler.forget(clock.now)
      return look(state.scheduler, state.owners, state.waiters)
    }
  }

  /// How many requests wait for others at this moment.
  var waitingRequests: Int { state.withLock { $0.scheduler.waiting.count } }
}

/// What a read inside of a transaction is about to look at.
package enum TransactionRead: Sendable {
  case documents([DocumentPath])
  case query(NormalizedQuery)
  /// ListDocuments, behind a name or from the first one.
  case collection(CollectionPath, after: DocumentPath? = nil)
}

extension TransactionTable {
  /// - Parameters:
  ///   - store: nil: a read time is checked with the first read.
  ///   - owner: who begins it.
  package func begin(
    _ options: TransactionOptions, of store: DocumentStore? = nil, by owner: RequestContext? = nil
  ) throws(FirestoreError) -> TransactionID {
    var snapshot: Snapshot?
    if case .readOnly(let time?) = options { snapshot = try store?.snapshot(at: time, now: clock.now) }
    let id = try step { scheduler throws(FirestoreError) in
      let id = try scheduler.begin(options, now: clock.now)
      if let snapshot, let number = scheduler.names.number(of: id) { scheduler.fix(snapshot, of: number) }
      return id
    }
    if let owner {
      state.withLock { state in
        guard let number = state.scheduler.names.number(of: id) else { return }
        // Those that have ended since leave now: as many are kept as are open.
        if state.owners.count > 2 * state.scheduler.open.count {
          state.owners = state.owners.filter { state.scheduler.open[$0.key] != nil }
        }
        state.owners[number] = owner
      }
    }
    return id
  }

  package func rollback(_ id: TransactionID) throws(FirestoreError) {
    try step { scheduler throws(FirestoreError) in try scheduler.rollback(id, now: clock.now) }
  }

  /// The version that a read inside of a transaction sees. A pessimistic one first locks what it is about to read, and
  /// waits for older ones that are about to change it.
  package func snapshot(
    for read: TransactionRead, in id: TransactionID, of store: DocumentStore
  ) async throws(FirestoreError) -> Snapshot {
    let scope = try read.scope(in: store.database)
    var request: Int?
    while true {
      let (snapshot, order) = try step(request) { scheduler throws(FirestoreError) -> (Snapshot?, WaitOrder?) in
        let now = clock.now
        switch try scheduler.read(scope, in: id, request: request, now: now) {
        case .newest: return (store.latest(now: now), nil)
        case .version(let snapshot): return (snapshot, nil)
        case .first(let number, let time):
          let snapshot = if let time { try store.snapshot(at: time, now: now) } else { store.latest(now: now) }
          scheduler.fix(snapshot, of: number)
          return (snapshot, nil)
        case .wait(let order): return (nil, order)
        }
      }
      if let snapshot { return snapshot }
      if let order {
        request = order.request
        try await sleep(order)
      }
    }
  }

  /// A query with a limit has not looked beyond its last result, which was not known before: what lies behind it is
  /// free for others again.
  ///
  /// - Parameter window: what it has found in the version that ``snapshot(for:in:of:)`` gave.
  package func narrow(_ query: NormalizedQuery, to window: ResultWindow, in id: TransactionID) {
    guard let limit = query.limit, window.count >= Int(limit), query.nearest == nil else { return }
    if limit <= 0 { return wake { $0.scheduler.narrow(query, to: nil, in: id) } }
    guard let last = window.document(at: query.reversed ? 0 : window.count - 1) else { return }
    wake { $0.scheduler.narrow(query, to: last, in: id) }
  }

  /// The same for a query that has looked as far as a document for another reason than its limit.
  func narrow(_ query: NormalizedQuery, to last: Document, in id: TransactionID) {
    wake { $0.scheduler.narrow(query, to: last, in: id) }
  }

  /// A page of a listing by name has not looked beyond its last name.
  func narrow(_ collection: CollectionPath, after first: DocumentPath?, to last: DocumentPath, in id: TransactionID) {
    wake { $0.scheduler.narrow(collection, after: first, to: last, in: id) }
  }

  /// Runs `perform` once while nobody else holds a lock on what the writes change, and ends the transaction, whether it
  /// throws or not.
  ///
  /// Waits for others that hold locks, also without a transaction of its own (`id` nil). An optimistic transaction is
  /// checked first: what it has read must still be so.
  ///
  /// - Parameters:
  ///   - caller: who asks for it.
  ///   - perform: must not come back to this table.
  package func commit<Answer: Sendable>(
    _ writes: [Write], in id: TransactionID?, of store: DocumentStore, by caller: RequestContext? = nil,
    perform: () throws(FirestoreError) -> Answer
  ) async throws(FirestoreError) -> Answer {
    let commit = CommitRequest(writes)
    var request: Int?
    while true {
      let (answer, order) = try step(request) { scheduler throws(FirestoreError) -> (Answer?, WaitOrder?) in
        let now = clock.now
        let step = try scheduler.commit(commit, in: id, request: request, now: now) {
          store.changes(of: writes, at: now)
        }
        switch step {
        case .wait(let order): return (nil, order)
        case .perform(let grant): return (try Self.perform(grant, on: store, &scheduler, now: now, perform), nil)
        }
      }
      if let answer { return answer }
      if let order {
        request = order.request
        state.withLock { $0.waiters[order.request] = caller }
        defer { state.withLock { _ = $0.waiters.removeValue(forKey: order.request) } }
        try await sleep(order)
      }
    }
  }

  private static func perform<Answer>(
    _ grant: CommitGrant, on store: DocumentStore, _ scheduler: inout TransactionScheduler, now: Timestamp,
    _ perform: () throws(FirestoreError) -> Answer
  ) throws(FirestoreError) -> Answer {
    if let (reads, snapshot) = grant.validation {
      guard let commits = store.commits(after: snapshot.version), reads.isCurrent(after: commits) else {
        scheduler.finish(grant, .overtaken, now: now)
        throw scheduler.policy.contentionError
      }
    }
    let before = grant.hasVictims ? store.latest(now: now) : nil
    do throws(FirestoreError) {
      let answer = try perform()
      scheduler.finish(grant, .committed, before: before, now: now)
      return answer
    } catch {
      scheduler.finish(grant, .refused, now: now)
      throw error
    }
  }

  /// All data was cleared: nothing that was begun before goes on.
  package func dropAll() { wake { $0.scheduler.dropAll(now: clock.now) } }
}

// MARK: - Waiting

extension TransactionTable {
  /// Takes a step and wakes everybody for whom it makes a difference.
  ///
  /// - Parameter request: the one that takes it, when it has slept.
  private func step<Answer: Sendable>(
    _ request: Int? = nil, _ body: (inout TransactionScheduler) throws(FirestoreError) -> Answer
  ) throws(FirestoreError) -> Answer {
    let (answer, woken) = state.withLock { state in
      if let request { state.awake.remove(request) }
      let answer = Result { () throws(FirestoreError) in try body(&state.scheduler) }
      let woken = state.takeWoken()
      return (answer, woken)
    }
    for continuation in woken { continuation.resume() }
    return try answer.get()
  }

  private func wake(_ change: (inout State) -> Void) {
    let woken = state.withLock { state in
      change(&state)
      return state.takeWoken()
    }
    for continuation in woken { continuation.resume() }
  }

  /// Returns when the request is to be asked for again.
  ///
  /// - Throws: CANCELLED when the client is gone; the request has left its place then.
  private func sleep(_ order: WaitOrder) async throws(FirestoreError) {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        do throws(CancellationError) { try await self.clock.sleep(until: order.until) } catch { return }
        self.wake { $0.scheduler.woken.append(order.request) }
      }
      await suspend(order.request)
      group.cancelAll()
    }
    guard !Task.isCancelled else {
      wake { state in
        state.scheduler.leave(order.request, now: clock.now)
        state.awake.remove(order.request)
      }
      throw .cancelledRequest
    }
  }

  private func suspend(_ request: Int) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isAwake = state.withLock { state in
          if state.awake.contains(request) { return true }
          state.sleeping[request] = continuation
          return false
        }
        if isAwake { continuation.resume() }
      }
    } onCancel: {
      wake { state in
        state.scheduler.leave(request, now: clock.now)
        state.scheduler.woken.append(request)
      }
    }
  }
}

// MARK: - What requests are about

extension TransactionRead {
  fileprivate func scope(in database: DatabaseName) throws(FirestoreError) -> ReadScope {
    switch self {
    case .documents(let paths): .documents(paths)
    case .query(let query): .range(try ReadRange(query, database: database))
    case .collection(let collection, let first): .range(ReadRange(collection, after: first))
    }
  }
}

extension CommitRequest {
  init(_ writes: [Write]) {
    isEmpty = writes.isEmpty
    for write in writes {
      switch write.operation {
      case .set, .merge, .delete: paths.insert(write.path)
      case .verify: continue
      }
    }
  }
}

extension DocumentStore {
  /// The documents before and after writes, should they be made now.
  func changes(of writes: [Write], at now: Timestamp) -> [DocumentChange] {
    let paths = Set(writes.map(\.path))
    let preview: CommitPreview
    do throws(FirestoreError) { preview = try self.preview(writes, at: now) } catch {
      // No database could take them; the commit itself says so.
      let snapshot = current
      return paths.map { DocumentChange(path: $0, old: snapshot.document($0), new: nil) }
    }
    return paths.map {
      DocumentChange(path: $0, old: preview.snapshot.document($0), new: preview.documentAfter($0))
    }
  }
}
