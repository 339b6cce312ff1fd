import Diagnostics
import DocumentStore
import FirestoreModel
import FirestoreRulesEnforcement
import Metering
import QueryExecution
import QueryModel
import QueryPlanner
import Workloads

// Writes of actors: commits, batches, transactions, and what waits for the connection to come back.

extension CellSimulation {
  /// One commit of all writes; offline it waits in the queue of the device.
  func commit(
    _ operations: [WriteOperation], _ step: Step, _ scope: Scope, _ task: StepTask, _ instance: ActorInstance
  ) {
    do throws(ExpressionError) {
      let writes = try prepare(operations, scope, task, at: instance.commitTime(at: now))
      let commit = QueuedCommit(writes: writes, step: step)
      let device = instance.device
      guard !device.isOffline else {
        if device.isServer {
          refuse(FirestoreError(.unavailable, "The client is offline."), step, instance)
        } else {
          device.queuedCommits.append(commit)
        }
        return
      }
      send(commit, from: device, of: instance)
    } catch {
      notes.report(error)
    }
  }

  func send(_ commit: QueuedCommit, from device: ClientDevice, of instance: ActorInstance) {
    notes.ran(commit.step.operation, shape: commit.step.shapeText, plan: nil)
    do throws(FirestoreError) {
      try apply(commit.writes, verifying: [], commit.step, device, instance)
    } catch {
      notes.refused(error, commit.step, by: instance)
    }
  }

  /// Asks the rules, commits and bills, then wakes listeners. A denial is noted here; it is no error of the commit.
  /// - Throws: what the commit failed with; it is billed as such.
  private func apply(
    _ writes: [Write], verifying verified: [DocumentPath], _ step: Step, _ device: ClientDevice,
    _ instance: ActorInstance
  ) throws(FirestoreError) {
    var ruleReads = RuleReads.none
    let time = instance.commitTime(at: now)
    let result: CommitResult
    do throws(FirestoreError) {
      if let decision = try decideCommit(writes, verifying: verified, at: time, instance) {
        ruleReads = RuleReads(decision)
        guard decision.isAllowed else {
          bill(failed: writes, .denied, ruleReads, step, instance)
          note(decision, step, instance)
          return
        }
      }
      result = try world.commit(writes, at: time, fanOut: .times(instance.multiplicity))
      instance.noteCommit(at: time)
    } catch {
      bill(failed: writes, .failed, ruleReads, step, instance)
      throw error
    }
    var work = WriteWork(writes)
    work.verifies = Int64(verified.count)
    let changed = Set(result.commit?.changes.map(\.path) ?? [])
    work.withoutEffect = Int64(writes.count { $0.operation != .delete && !changed.contains($0.path) })
    var event = BillingEvent.commit(work)
    event.bill(ruleReads)
    event.responseBytes = WireBytes.commit
    emit(event, step.operation, instance)
    if let commit = result.commit {
      device.noteWritten(commit)
      remember(commit, of: writes, on: device)
      deliver(commit, from: device)
    }
    let expired = world.takeExpired()
    if !expired.isEmpty { commitOutside(expired.map { Write($0, .delete) }, at: time, span: step.span) }
    trimLog()
  }

  private func bill(
    failed writes: [Write], _ outcome: BillingEvent.Outcome, _ ruleReads: RuleReads, _ step: Step,
    _ instance: ActorInstance
  ) {
    var event = BillingEvent.commit(WriteWork(writes), outcome: outcome)
    event.bill(ruleReads)
    emit(event, step.operation, instance)
  }

  // MARK: Transactions

  /// How often SDKs begin anew.
  private static let maximumAttempts = 5

  /// Every attempt pays its reads, the committed one its writes. Optimistic clients verify what they read and did not
  /// write.
  func perform(
    _ transaction: TransactionStep, _ step: Step, _ scope: Scope, _ task: StepTask, _ instance: ActorInstance
  ) {
    notes.ran(step.operation, shape: nil, plan: nil)
    let device = instance.device
    transactionIsCounted = false
    defer { transactionIsCounted = nil }
    var commits = false
    do {
      if device.isOffline { throw FirestoreError(.unavailable, "The client is offline.") }
      var attempt = 1
      while true {
        let read = try read(transaction.reads, step, scope, task, instance)
        let writes = try prepare(transaction.writes, scope, task, at: instance.commitTime(at: now))
        if attempt < Self.maximumAttempts, random(of: task).happens(transaction.conflictProbability) {
          attempt += 1
          continue
        }
        // Optimistic clients send what they read and did not write as `verify`.
        let unwritten = device.isServer ? [] : read.subtracting(writes.map(\.path)).sortedByName
        guard !writes.isEmpty || !unwritten.isEmpty else { return }
        commits = true
        try apply(writes, verifying: unwritten, step, device, instance)
        return
      }
    } catch let error as FirestoreError {
      // A commit that failed is billed where it failed; before it, a read has ended the transaction.
      if error.status != .unavailable, !commits {
        emit(.commit(WriteWork(), outcome: .failed), step.operation, instance)
      }
      notes.refused(error, step, by: instance)
    } catch let denied as DeniedAccess {
      deny(denied, step, instance)
    } catch let error as ExpressionError {
      notes.report(error)
    } catch {
      notes.internalError("\(error)", at: step.span)
    }
  }

  /// The reads of one attempt. Returns the documents that were read by name.
  private func read(
    _ targets: [ReadTarget], _ step: Step, _ scope: Scope, _ task: StepTask, _ instance: ActorInstance
  ) throws -> Set<DocumentPath> {
    var environment = environment(of: instance, task: task, scope: scope)
    var named: Set<DocumentPath> = []
    for target in targets {
      switch target {
      case .document(let pattern): named.insert(try pattern.documentPath(in: &environment))
      case .query(let template):
        let query = try template.bound(in: &environment)
        let ruleReads = try allowList(query, instance)
        let result = try world.engine.run(query, on: world.snapshot)
        record(result, origin: .server, ruleReads: ruleReads, step, instance)
      case .aggregation(let template, let aggregations):
        let query = AggregationQuery(query: try template.bound(in: &environment), aggregations: aggregations)
        let ruleReads = try allowList(query, instance)
        let result = try world.engine.aggregate(query, on: world.snapshot)
        var event = result.billingEvent
        event.bill(ruleReads)
        event.responseBytes = WireBytes.aggregation(result)
        emit(event, step.operation, instance)
      }
    }
    guard !named.isEmpty else { return named }
    let ruleReads = try allowBatchGet(named.sortedByName, instance)
    let documents = named.sortedByName.map { world.snapshot.document($0) }
    let found = documents.count { $0 != nil }
    var event = BillingEvent.batchGet(found: Int64(found), missing: Int64(documents.count - found))
    event.bill(ruleReads)
    event.responseBytes = documents.reduce(0) { $0 + WireBytes.document($1, world.snapshot.database) }
    emit(event, step.operation, instance)
    return named
  }

  // MARK: Filling in

  func prepare(
    _ operations: [WriteOperation], _ scope: Scope, _ task: StepTask, at time: Timestamp
  ) throws(ExpressionError) -> [Write] {
    var writes: [Write] = []
    for operation in operations { writes.append(try prepare(operation, scope, task, at: time)) }
    return writes
  }

  private func prepare(
    _ operation: WriteOperation, _ scope: Scope, _ task: StepTask, at time: Timestamp
  ) throws(ExpressionError) -> Write {
    var environment = environment(of: task.instance, task: task, scope: scope, at: time)
    let path = try operation.path.documentPath(in: &environment)
    if let name = operation.result { task.assign(.string(path.id), to: name.text) }
    if operation.kind == .delete { return Write(path, .delete) }
    environment.scope.values["id"] = .string(path.id)
    let place = GenerationPlace(clock: workload.clock, origin: time)
    var generator = FieldGenerator(
      environment: environment, random: random(of: task).branch(), place: place)
    let fields = try generator.fields(operation.fields)
    switch operation.kind {
    case .set(let merge): return Write(path, fields: fields, merge: merge)
    case .update: return Write(path, fields: fields, merge: true, precondition: .exists(true))
    case .create: return Write(path, fields: fields, merge: false, precondition: .exists(false))
    case .delete: return Write(path, .delete)
    }
  }
}

extension Write {
  /// A set, or a merge of exactly these fields.
  init(_ path: DocumentPath, fields: [GeneratedAssignment], merge: Bool, precondition: Precondition? = nil) {
    var map = MapValue()
    var mask: [FieldPath] = []
    var transforms: [FieldTransform] = []
    for assignment in fields {
      switch assignment.field {
      case .value(let value):
        map.set(value, at: assignment.path)
        mask.append(assignment.path)
      case .delete: mask.append(assignment.path)
      case .serverTime: transforms.append(FieldTransform(assignment.path, .requestTime))
      case .increment(let amount): transforms.append(FieldTransform(assignment.path, .increment(amount)))
      case .arrayUnion(let elements):
        transforms.append(FieldTransform(assignment.path, .appendMissingElements(elements)))
      case .arrayRemove(let elements):
        transforms.append(FieldTransform(assignment.path, .removeAllFromArray(elements)))
      }
    }
    self.init(
      path, merge ? .merge(map, mask: mask) : .set(map), transforms: transforms, precondition: precondition)
  }
}

extension Set<DocumentPath> {
  fileprivate var sortedByName: [DocumentPath] { sorted { $0.description < $1.description } }
}

extension WriteWork {
  init(_ writes: [Write]) {
    let deletes = writes.count { $0.operation == .delete }
    self.init(writes: Int64(writes.count - deletes), deletes: Int64(deletes))
  }
}
