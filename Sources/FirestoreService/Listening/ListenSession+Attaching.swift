import DocumentStore
import FirestoreModel
import FirestoreRulesEnforcement
import Metering
import QueryExecution
import QueryModel
import QueryPlanner

// How a target begins: whole, or with what changed since the client saw it last.

extension ListenSession {
  /// In production's order: what the client says has to be valid, the rules have to allow it, and only then an index is
  /// looked for, which is why only a missing index is told after the target was acknowledged (observed).
  func attach(_ request: ListenTarget, _ plan: inout StepPlan) {
    guard targets[request.id] == nil else {
      let error = FirestoreError(.alreadyExists, "Target ID already exists: \(request.id)")
      refuse(request, error)
      return
    }
    let target: AttachedTarget
    let start: Start
    do throws(FirestoreError) {
      if let breakdown = plan.configuration.breakdown { throw FirestoreError(.failedPrecondition, breakdown) }
      start = try beginning(of: request, &plan)
      target = try valid(request, plan.configuration)
    } catch {
      refuse(request, error)
      return
    }
    let decision = judge(target, plan)
    if let error = decision.error {
      report(denial: decision, of: target, as: .listenInitial)
      urgent.append(.removed([request.id], cause: error))
      return
    }
    targets.insert(target)
    target.note(decision)
    targets.setDependents(decision.ruleReads, of: target)
    unmoved.append(target)
    urgent.append(.added([request.id]))
    if case .version(let version, let since) = start { confirm(version, since) }
    do throws(FirestoreError) {
      try begin(target, start, &plan)
    } catch {
      end(target, error, as: .listenInitial)
    }
  }

  private func refuse(_ request: ListenTarget, _ error: FirestoreError) {
    report(refusal: error, of: request)
    urgent.append(.removed([request.id], cause: error))
  }

  private func valid(
    _ request: ListenTarget, _ configuration: DatabaseConfiguration
  ) throws(FirestoreError) -> AttachedTarget {
    var request = request
    let watch: AttachedTarget.Watch
    switch request.subject {
    case .query(let query): watch = .query(try queryTarget(query, configuration))
    case .documents(let paths):
      var documents: [DocumentPath: DocumentTarget] = [:]
      var distinct: [DocumentPath] = []
      for path in paths where documents[path] == nil {
        try path.validate()
        documents[path] = DocumentTarget(path)
        distinct.append(path)
      }
      request.subject = .documents(distinct)
      watch = .documents(distinct, documents)
    }
    targetCount += 1
    return AttachedTarget(id: request.id, number: targetCount, request: request, watch: watch)
  }

  func queryTarget(_ query: Query, _ configuration: DatabaseConfiguration) throws(FirestoreError) -> QueryTarget {
    try QueryTarget(
      query, engine: configuration.engine, takesEverySource: configuration.listensEverywhere)
  }
}

// MARK: - Where it begins

extension ListenSession {
  /// A target that goes on is first told the point from which it does (observed in production), unless that would lead
  /// targets back in time that the stream has already brought further.
  private func confirm(_ version: Int, _ time: Timestamp) {
    guard time >= confirmedTime else { return }
    confirmedTime = time
    let token = ResumeToken(epoch: epoch, version: version, readTime: time)
    urgent.append(.consistent(token: token.bytes, readTime: time))
  }
}

extension ListenSession {
  /// What the client knows already.
  enum Start {
    case unknown
    /// It knows something, but not anything that can be gone on from.
    case forgotten(since: Timestamp)
    /// - Parameters:
    ///   - version: everything up to it.
    ///   - since: when the client was told last.
    case version(Int, since: Timestamp)
  }

  /// - Throws: INVALID_ARGUMENT for what was never handed out.
  private func beginning(of request: ListenTarget, _ plan: inout StepPlan) throws(FirestoreError) -> Start {
    switch request.resumption {
    case nil: return .unknown
    case .token(let bytes) where bytes.isEmpty: return .unknown
    case .token(let bytes):
      guard let token = ResumeToken(bytes) else {
        // Observed in production, as is that the target is not acknowledged.
        throw FirestoreError(.invalidArgument, "bad resume token")
      }
      let known = token.epoch == epoch && remember(token.version, at: token.readTime, &plan)
      return known ? .version(token.version, since: token.readTime) : .forgotten(since: token.readTime)
    case .readTime(let time):
      let version: Int
      do throws(FirestoreError) {
        version = try database.store.snapshot(at: time, now: plan.readTime).version
      } catch {
        // What was current so long ago is forgotten; what will be current is not known.
        if time > plan.readTime { throw error }
        return .forgotten(since: time)
      }
      return remember(version, at: time, &plan) ? .version(version, since: time) : .forgotten(since: time)
    }
  }

  /// Finds what happened since a version that was current at `time`; false when that is not known any more.
  private func remember(_ version: Int, at time: Timestamp, _ plan: inout StepPlan) -> Bool {
    guard version <= plan.snapshot.version, time <= plan.readTime else { return false }
    if plan.earlier[version] == nil {
      guard let commits = database.store.commits(after: version) else { return false }
      let passed = commits.filter { $0.version <= plan.snapshot.version }
      plan.earlier[version] = EarlierVersion(changes: Commit.merged(passed), changedAt: passed.first?.time)
    }
    // A token that names a version which began after it was handed out is not of this life of the database.
    return plan.earlier[version]?.changedAt.map { time < $0 } ?? true
  }

  /// The database as it was at a version that is remembered; nil when it cannot be had any more.
  private func earlierSnapshot(_ version: Int, _ plan: inout StepPlan) -> Snapshot? {
    guard let earlier = plan.earlier[version] else { return nil }
    if let snapshot = earlier.snapshot { return snapshot }
    guard let changedAt = earlier.changedAt else { return plan.snapshot }
    let time = Timestamp(microseconds: changedAt.microseconds - 1)
    // As of the newest commit, not of the present: nothing else makes the store forget.
    let found: Snapshot? = try? database.store.snapshot(at: time, now: plan.snapshot.time)
    guard let found, found.version == version else { return nil }
    plan.earlier[version]?.snapshot = found
    return found
  }
}

// MARK: - The first state

extension ListenSession {
  private func begin(_ target: AttachedTarget, _ start: Start, _ plan: inout StepPlan) throws(FirestoreError) {
    let token = token(of: plan.snapshot)
    switch start {
    case .version(let version, let since):
      if let resumed = try resume(target, from: version, &plan) {
        report(resumed, of: target, since: since, on: plan.snapshot)
        var notices = DocumentNotices()
        if let movement = resumed.movement {
          notices.add(movement, of: target, showsContent: reading(plan))
        }
        plan.begin(target, notices)
        plan.tell(count(of: target), of: target)
      } else {
        try restart(target, since: since, &plan)
      }
    case .forgotten(let since): try restart(target, since: since, &plan)
    case .unknown:
      let whole = try whole(target, on: plan.snapshot)
      report(whole, of: target, since: nil)
      plan.begin(target, whole.state)
    }
    plan.complete(target, token: token)
  }

  /// Sends the whole result in place of what the client has.
  func restart(_ target: AttachedTarget, since: Timestamp, _ plan: inout StepPlan) throws(FirestoreError) {
    let whole = try whole(target, on: plan.snapshot)
    report(whole, of: target, since: since)
    plan.tell(.reset([target.id]), of: target)
    plan.begin(target, whole.state)
  }

  /// The whole result and what it took.
  struct WholeResult {
    var state: ListenStep.InitialState
    var work: ReadWork
    var bytes: Int64
    var missingIndexes: [MissingIndex] = []
  }

  func whole(_ target: AttachedTarget, on snapshot: Snapshot) throws(FirestoreError) -> WholeResult {
    switch target.watch {
    case .query(var query):
      let result = try query.attach(on: snapshot)
      target.watch = .query(query)
      target.plan = result.plan
      return WholeResult(
        state: .window(result.window), work: result.readWork, bytes: WireBytes.result(result, database.name),
        missingIndexes: result.missingIndexes)
    case .documents(let paths, var documents):
      var found: [Document] = []
      for path in paths {
        if let document = documents[path]?.attach(on: snapshot) { found.append(document) }
      }
      target.watch = .documents(paths, documents)
      // Every name is a listener of its own: one read whether the document exists or not. Of a single one that does
      // not, the minimum says so.
      let documents = paths.count == 1 ? found.count : paths.count
      return WholeResult(
        state: .documents(paths), work: ReadWork(documents: Int64(documents)),
        bytes: found.reduce(0) { $0 + WireBytes.document($1, database.name) })
    }
  }

  /// A target that goes on.
  struct ResumedResult {
    /// Nil: nothing changed.
    var movement: TargetMovement?
    var missingIndexes: [MissingIndex] = []
  }

  /// Nil when the version is forgotten.
  private func resume(
    _ target: AttachedTarget, from version: Int, _ plan: inout StepPlan
  ) throws(FirestoreError) -> ResumedResult? {
    guard let changes = plan.earlier[version]?.changes.filter({ target.covers($0.key) }) else { return nil }
    switch target.watch {
    case .documents(let paths, _):
      let movement = TargetMovement(changes: paths.compactMap { changes[$0].map { TargetChange(ofDocument: $0) } })
      _ = try whole(target, on: plan.snapshot)
      return ResumedResult(movement: movement.changes.isEmpty ? nil : movement)
    case .query:
      if changes.isEmpty {
        return ResumedResult(missingIndexes: try whole(target, on: plan.snapshot).missingIndexes)
      }
      guard let snapshot = earlierSnapshot(version, &plan) else { return nil }
      let missing = try whole(target, on: snapshot).missingIndexes
      let movement = try target.advance(to: plan.snapshot, changed: changes)
      return ResumedResult(movement: movement, missingIndexes: missing)
    }
  }

  /// With the number of matching documents the client finds out whether it holds others, as it does when it comes back
  /// with a token of another query; with their names, which.
  private func count(of target: AttachedTarget) -> ListenEvent {
    let count = target.count
    var names = BloomFilter()
    if let expected = target.request.expectedCount, expected > 0 {
      names = BloomFilter(of: target.names.lazy.map { $0.resourceName(in: self.database.name) }, count: count)
    }
    return .filter(target: target.id, count: Int32(clamping: count), names: names)
  }
}

extension TargetChange {
  /// A document that is listened to by its name.
  fileprivate init(ofDocument change: DocumentChange) {
    switch (change.old, change.new) {
    case (nil, _): self.init(cause: .entered, path: change.path)
    case (_, nil): self.init(cause: .deleted, path: change.path)
    default: self.init(cause: .modified, path: change.path)
    }
  }
}
