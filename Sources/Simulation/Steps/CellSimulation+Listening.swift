import Diagnostics
import DocumentStore
import FirestoreModel
import Metering
import QueryExecution
import QueryModel
import QueryPlanner
import Workloads

// Listeners: attaching, what a commit delivers, detaching.

extension CellSimulation {
  func listen(
    _ read: ReadStep, _ step: Step, _ scope: Scope, _ task: StepTask, _ instance: ActorInstance
  ) throws -> Progress {
    var environment = environment(of: instance, task: task, scope: scope)
    let key: ListenKey
    switch read.target {
    case .document(let pattern): key = .document(try pattern.documentPath(in: &environment))
    case .query(let template):
      let query = try template.bound(in: &environment)
      checkBounds(query, template, step)
      key = .query(query)
    case .aggregation:
      throw FirestoreError(.invalidArgument, "Aggregations are not supported by real-time queries.")
    }
    let device = instance.device
    if let name = read.result { detach(resultNamed: name.text, device) }
    let attachment = Attachment(
      key: key, step: ListenStep(step: step, read: read, scope: scope), instance: instance, device: device,
      state: .waiting)
    guard !device.isOffline else {
      device.attachments.append(attachment)
      return .proceed
    }
    let held = try attach(attachment)
    device.attachments.append(attachment)
    return try deliverFirst(held, to: attachment, task)
  }

  /// Attaches to the live target, makes it if nobody listens yet, and bills what the client has to pay.
  func attach(_ attachment: Attachment) throws -> HeldResult {
    let device = attachment.device
    let isShared = device.attachments.contains { other in
      guard other !== attachment, other.key == attachment.key else { return false }
      if case .live = other.state { return true } else { return false }
    }
    let repeatsOtherClient =
      world.live[attachment.key]?.listeners.attachments.contains { $0.device !== device } ?? false
    // A second attach of the same client is no request of its own.
    let dependents = isShared ? RuleReads.none : try permission(of: attachment, .listenInitial)
    let current = try currentWork(of: attachment)
    remember(current.held, of: attachment.key, on: device)
    var event: BillingEvent
    if isShared {
      event = .listenInitial(current.work)
      event.origin = .sharedTarget
    } else if let earlier = device.recall(attachment.key) {
      event = try reconnection(
        earlier, reason: earlier.wasKilled ? .restarted : .reattached, current: current, attachment)
    } else {
      event = .listenInitial(current.work)
      event.responseBytes = current.bytes
    }
    event.repeatsOtherClient = repeatsOtherClient && !isShared
    event.bill(dependents)
    emit(event, attachment.step.operation, attachment.instance)
    notes.attached(attachment.step.operation, resumed: event.kind == .listenResume, attachment.instance.multiplicity)
    attachment.isShared = isShared
    attachment.attachedAt = now
    attachment.state = .live
    subscribe(attachment, current.result, dependents)
    return current.held
  }

  /// What the server would send to someone who knows nothing.
  struct CurrentResult {
    var work: ReadWork
    var bytes: Int64
    var result: MovingResult
    var held: HeldResult
  }

  func currentWork(of attachment: Attachment) throws(FirestoreError) -> CurrentResult {
    let step = attachment.step
    switch attachment.key {
    case .document(let path):
      try path.validate()
      var target = DocumentTarget(path)
      let document = target.attach(on: world.snapshot)
      notes.ran(step.operation, shape: step.read.target.text, plan: nil)
      return CurrentResult(
        work: ReadWork(documents: document == nil ? 0 : 1),
        bytes: WireBytes.document(document, world.snapshot.database), result: .document(target),
        held: .single(document))
    case .query(let query):
      let target: QueryTarget
      let result: QueryResult
      // What others listen to has moved with every commit.
      if let known = world.live.queryTarget(attachment.key), let latest = known.latest,
        !isTracked(step.read.result, step.step)
      {
        (target, result) = (known, latest)
      } else {
        var fresh = try QueryTarget(query, engine: world.engine)
        result = try fresh.attach(on: world.snapshot)
        target = fresh
      }
      notes.ran(step.operation, shape: step.read.target.text, plan: result.plan.indexesUsed.map(\.properties))
      notes.assumed(result.missingIndexes, step.step)
      let part = ResultPart(window: result.window, shown: result.window.count, leadingOrder: result.leadingOrder)
      return CurrentResult(
        work: result.readWork, bytes: WireBytes.result(result, world.snapshot.database), result: .query(target),
        held: .windows([part]))
    }
  }

  func subscribe(_ attachment: Attachment, _ result: MovingResult, _ dependents: RuleReads) {
    _ = world.live.add(attachment, result)
    setDependents(dependents, of: attachment)
  }
}

extension CellSimulation {
  /// The first snapshot of an attachment; its `onChange` and `each` are done before the steps that follow.
  private func deliverFirst(_ held: HeldResult, to attachment: Attachment, _ task: StepTask) throws -> Progress {
    let step = attachment.step
    let kept = try keep(held, step.read.keep, step.step, step.scope, task, attachment.instance)
    if let name = step.read.result { attachment.device.results[name.text] = kept }
    if !tellLater(attachment, held) {
      show(
        kept, unless: step.read.intended, isFiltered: step.read.keep != nil, by: step.operation, to: attachment.instance
      )
    }
    try observeWhole(held, attachment, task)
    if !step.read.each.isEmpty { task.frames.append(.each(step.read.each, HeldDocuments(kept), step.scope)) }
    var scope = step.scope
    scope.change = SnapshotChange(all: kept, changes: nil)
    return open(step.read.onChange, scope, task)
  }

  /// Tells the observer that a whole result is on the device.
  func observeWhole(_ held: HeldResult, _ attachment: Attachment, _ task: StepTask?) throws {
    let step = attachment.step
    guard let observer = observer(of: step.read.result, step.step, attachment.device) else { return }
    let isTracked = isTracked(step.read.result, step.step)
    switch (attachment.key, held) {
    case (.document(let path), .single(let document)): observer.saw(document, at: path)
    case (.query(let query), .windows(let parts)):
      for part in parts {
        if isTracked {
          observer.saw(part.window, of: query, isMoving: step.hasMovingBound, log: world.log)
        } else {
          observer.sawCount(part.window.count)
        }
      }
    default: break
    }
    try observeIntention(
      step.read.intended, of: step.step, isTracked ? observer : nil, step.scope, task, attachment.instance)
  }
}

// MARK: - Detaching

extension CellSimulation {
  func detach(resultNamed name: String, _ device: ClientDevice) {
    for attachment in device.attachments where attachment.step.read.result?.text == name { detach(attachment) }
    detachRealtime(resultNamed: name, device)
  }

  func detachAll(_ device: ClientDevice) {
    for attachment in device.attachments { detach(attachment) }
  }

  private func detach(_ attachment: Attachment) {
    let device = attachment.device
    device.attachments.removeAll { $0 === attachment }
    noteEnd(of: attachment)
    switch attachment.state {
    case .waiting, .ended: return
    case .disconnected(let since, let target, let position):
      device.remember(DetachedTarget(key: attachment.key, since: since, target: target, position: position))
    case .live:
      let dependents = attachment.dependents
      guard let target = unsubscribe(attachment) else { return }
      // While another listener of the app keeps the target, nothing is forgotten, and it goes on paying.
      if let heir = device.attachments.first(where: { $0.key == attachment.key }) {
        if !attachment.isShared {
          heir.isShared = false
          setDependents(dependents, of: heir)
        }
        return
      }
      device.forgetResults(detachedBefore: now.advanced(by: TimeSpan(microseconds: -Reconnection.longestGap)))
      device.remember(
        DetachedTarget(
          key: attachment.key, since: now, target: device.keepsCache ? target.live.result : nil,
          position: world.log.position))
    }
    trimLog()
  }

  /// Remembers how long a listener was attached, whether the device could reach the server all the time or not.
  func noteEnd(of attachment: Attachment) {
    guard let start = attachment.attachedAt else { return }
    attachment.attachedAt = nil
    notes.listened(
      attachment.step.operation, microseconds: now.microseconds - start.microseconds, attachment.instance.multiplicity)
  }

  /// Takes the attachment off its live target, which ends with its last listener.
  @discardableResult
  func unsubscribe(_ attachment: Attachment) -> LiveTarget? {
    setDependents(.none, of: attachment)
    guard let target = world.live[attachment.key] else { return nil }
    tell(attachment)
    remember(target.live.held, of: attachment.key, on: attachment.device)
    attachment.instance.shown.stopFollowing(target.live)
    target.leave(attachment)
    target.remove(attachment)
    if target.listeners.isEmpty { world.live.remove(target) }
    return target
  }

  func trimLog() {
    world.trimLog {
      let oldest = now.advanced(by: TimeSpan(microseconds: -Reconnection.longestGap))
      var needed = world.log.position
      for device in instances.lazy.flatMap(\.devices) {
        device.forgetResults(detachedBefore: oldest)
        needed = device.neededPositions.min().map { min($0, needed) } ?? needed
      }
      return needed
    }
  }
}

extension ClientDevice {
  /// Positions of the change log that something on the device may look back to.
  var neededPositions: [Int] {
    var positions = detached.filter { $0.target != nil }.map(\.position)
    for attachment in attachments {
      if case .disconnected(_, _, let position) = attachment.state { positions.append(position) }
    }
    positions += answers.values.map(\.position)
    return positions + observers.values.compactMap(\.neededPosition)
  }
}

extension ListenStep {
  var operation: OperationID { step.operation }

  var hasMovingBound: Bool {
    if case .query(let template) = read.target { template.hasMovingBound } else { false }
  }
}
