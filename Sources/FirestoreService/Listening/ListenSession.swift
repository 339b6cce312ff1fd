import DocumentStore
package import FirestoreModel

/// One Listen stream: any number of targets that move through time together.
///
/// Messages are pulled: as long as nobody asks for the next ones nothing is made, so a client that does not read costs
/// nothing but its place in the change log.
package actor ListenSession {
  private enum Request {
    case add(ListenTarget)
    case remove(Int32)

    var id: Int32 {
      switch self {
      case .add(let target): target.id
      case .remove(let id): id
      }
    }
  }

  let database: FirestoreDatabase
  let context: RequestContext
  private let subscriber: Int

  private var requests: [Request] = []
  /// The largest id that the service chose; 0: the client chooses.
  private var assignedID: Int32 = 0
  private var isPulled = false
  private var hasEnded = false
  /// Why the session has ended by itself.
  package private(set) var failure: FirestoreError?
  /// Rules or indexes were replaced since the targets were judged.
  private var isReconfigured = false
  /// When the client heard something last.
  private var lastMessage: Timestamp

  var targets = TargetTable()
  /// How many targets there have been.
  var targetCount = 0
  /// What is sent at once, before anything of the step: acknowledgements and ends of targets.
  var urgent: [ListenEvent] = []
  /// The version that the targets have reached, or are on their way to.
  var position: Snapshot
  var readTime = Timestamp(microseconds: 1)
  /// Everything up to it was told to the client.
  var confirmedTime = Timestamp.minimum
  let progress = ListenProgress()
  /// Queries by how long ago their result was read, roughly: the first one first.
  var unmoved = UnmovedTargets()
  private var step: ListenStep?

  /// Clients take a stream that is silent for two minutes for dead.
  static let longestSilence: Int64 = 30_000_000
  /// How many documents are sent in one piece.
  private static let pieceLength = 256
  /// More requests than this are only open when the client does not read the answers.
  private static let requestLimit = 10_000

  package init(database: FirestoreDatabase, context: RequestContext) {
    self.database = database
    self.context = context
    subscriber = database.changes.subscribe()
    position = database.store.current
    lastMessage = database.clock.now
  }

  deinit { database.changes.unsubscribe(subscriber) }
}

// MARK: - Requests

extension ListenSession {
  /// - Throws: what ends the whole stream.
  package func add(_ target: ListenTarget) throws(FirestoreError) {
    guard !hasEnded else { return }
    var target = target
    // That these two end the stream was observed in production; the texts are not known.
    guard target.id >= 0 else {
      throw FirestoreError(.invalidArgument, "Invalid target ID: \(target.id)")
    }
    if target.id == 0 {
      repeat {
        guard assignedID < Int32.max else {
          throw FirestoreError(.invalidArgument, "No target ID is left to be assigned.")
        }
        assignedID += 1
      } while isTaken(assignedID)
      target.id = assignedID
    } else if assignedID > 0 {
      throw FirestoreError(
        .invalidArgument, "Target ID \(target.id) was given on a stream whose target IDs are assigned by the server.")
    }
    try enqueue(.add(target))
  }

  private func isTaken(_ id: Int32) -> Bool { targets[id] != nil || requests.contains { $0.id == id } }

  /// Nothing is answered for a target that is not there: it may have ended by itself a moment ago.
  package func remove(_ id: Int32) throws(FirestoreError) {
    guard !hasEnded else { return }
    if requests.contains(where: { $0.id == id }) {
      try enqueue(.remove(id))
    } else if let target = targets[id] {
      detach(target)
      urgent.append(.removed([id], cause: nil))
      database.changes.raise(.own, for: subscriber)
    }
  }

  private func enqueue(_ request: Request) throws(FirestoreError) {
    guard requests.count < Self.requestLimit else {
      throw FirestoreError(.resourceExhausted, "Too many listen requests are waiting for the client to read.")
    }
    requests.append(request)
    database.changes.raise(.own, for: subscriber)
  }

  /// Ends a target on the service's side.
  func detach(_ target: AttachedTarget) {
    target.isAttached = false
    if let listener = target.listener { database.listeners.detach(listener) }
    target.watch = .documents([], [:])
    targets.remove(target)
    step?.drop(target)
  }

  /// The client is gone.
  package func end() {
    hasEnded = true
    database.changes.unsubscribe(subscriber)
    requests = []
    urgent = []
    step = nil
    for target in targets.all {
      target.isAttached = false
      if let listener = target.listener { database.listeners.detach(listener) }
    }
    targets = TargetTable()
    unmoved = UnmovedTargets()
  }
}

// MARK: - Messages

extension ListenSession {
  /// The next messages, in order; waits for them. Nil when the session has ended, or the task is cancelled.
  package func next() async -> [ListenEvent]? {
    // One reader at a time: a second one would take messages out of their order.
    guard !isPulled else { return nil }
    isPulled = true
    defer { isPulled = false }
    while !hasEnded, !Task.isCancelled {
      let messages = produce()
      if !messages.isEmpty {
        do throws(FirestoreError) { try await database.waitUntilDurable(position.version) } catch {
          failure = error
          break
        }
        lastMessage = database.clock.now
        return messages
      }
      guard let changes = await waitForChanges() else { break }
      if changes.contains(.configuration) { isReconfigured = true }
    }
    end()
    return nil
  }

  private func produce() -> [ListenEvent] {
    var messages: [ListenEvent] = []
    repeat {
      if step == nil { step = makeStep() }
      messages += urgent
      urgent = []
      guard var current = step else { break }
      let (piece, finished) = current.next(Self.pieceLength)
      messages += piece
      step = current.isDone ? nil : current
      for target in finished { detach(target) }
    } while messages.isEmpty
    return messages
  }

  /// Waits until something was committed, configured or requested, or the silence has lasted too long.
  private func waitForChanges() async -> ChangeSignal.Changes? {
    let (signal, clock, subscriber) = (database.changes, database.clock, subscriber)
    let silent = Timestamp(microseconds: lastMessage.microseconds + Self.longestSilence)
    return await withTaskGroup(of: Void.self) { group in
      group.addTask {
        do throws(CancellationError) { try await clock.sleep(until: silent) } catch { return }
        signal.raise(.own, for: subscriber)
      }
      let changes = await signal.next(subscriber)
      group.cancelAll()
      return changes
    }
  }
}

// MARK: - Steps

extension ListenSession {
  /// The way to the newest version, with everything that was requested meanwhile; nil when there is nothing to tell.
  private func makeStep() -> ListenStep? {
    let isSilent = database.clock.now.microseconds - lastMessage.microseconds >= Self.longestSilence
    let (commits, newest) = database.store.changes(after: position.version)
    // Asked after the documents: rules that were replaced before a commit judge it.
    if database.changes.take(.configuration, for: subscriber) { isReconfigured = true }
    let isMoved = newest.version != position.version
    guard isMoved || isSilent || isReconfigured || !requests.isEmpty else { return nil }
    let configuration = database.configuration
    readTime = isSilent || !requests.isEmpty ? present(newest) : max(readTime, newest.time)
    var plan = StepPlan(configuration: configuration, snapshot: newest, readTime: readTime)
    if isReconfigured { judgeAll(&plan) }
    isReconfigured = false
    if let commits {
      if isMoved { deliver(commits, &plan) }
    } else {
      restartAll(&plan)
    }
    position = newest
    renewOldest(&plan)
    let requests = requests
    self.requests = []
    for request in requests {
      switch request {
      case .add(let target): attach(target, &plan)
      case .remove(let id):
        guard let target = targets[id] else { continue }
        detach(target)
        urgent.append(.removed([id], cause: nil))
      }
    }
    confirmedTime = max(confirmedTime, readTime)
    progress.confirm(confirmedTime)
    return plan.step(token: token(of: newest), isSilent: isSilent)
  }

  /// A time at which the newest version is still the newest, as late as possible: whatever is committed after it comes
  /// later. Never the zero that clients take for no time.
  private func present(_ newest: Snapshot) -> Timestamp {
    let earliest = max(readTime, newest.time)
    let now = max(earliest, database.clock.now)
    do throws(FirestoreError) {
      let pinned = try database.store.snapshot(at: now, now: now)
      // Something was committed in between: the next step tells of it.
      return pinned.version == newest.version ? now : earliest
    } catch {
      return earliest
    }
  }

  func token(of snapshot: Snapshot) -> [UInt8] {
    ResumeToken(epoch: epoch, version: snapshot.version, readTime: readTime).bytes
  }

  var epoch: UInt64 { ResumeToken.epoch(of: database.name, openedAt: database.openTime) }
}
