import Diagnostics
import DocumentStore
import FirestoreModel
import Metering
import QueryExecution
import QueryModel
import Workloads

// What a commit delivers to those who listen. What costs them the same is billed once for all of them, and who does
// nothing with a delivery is told when somebody looks: a commit costs what it changes, however many listen.

extension CellSimulation {
  /// How many snapshots one moment may bring to listeners that act on them, before it is taken for a workload that wakes
  /// itself.
  private var maximumDeliveries: Int { 100_000 + 1_000 * instances.count }

  /// Brings a commit to everybody who listens.
  func deliver(_ commit: Commit, from writer: ClientDevice?) {
    var reconsidered = Reconsidered(world.live.dependents(on: commit))
    for target in world.live.concerned(by: commit) {
      guard let movement = advance(target, after: commit) else { continue }
      // For the writer a change may cost less, and rules are asked again for those who depend on it.
      var alone = ListenerList()
      for attachment in (writer?.attachments ?? []) + reconsidered.attachments where attachment.live === target.live {
        settle(attachment)
        alone.insert(attachment)
      }
      var event = BillingEvent.listenDelta(changes(movement))
      event.responseBytes = bytes(movement)
      bill(event, to: target, except: alone)
      world.live.noteMovement(of: target, movement.changes)
      var visited = target.attentive
      for attachment in alone.attachments { visited.insert(attachment) }
      for attachment in visited.attachments {
        guard mayDeliver(to: attachment, &reconsidered) else { continue }
        guard mayAct(attachment) else { return }
        if !attachment.isShared, attachment.billedWith == nil || alone.contains(attachment) {
          bill(event, writer === attachment.device ? ownEchoes(movement, commit) : 0, to: attachment)
        }
        guard !attachment.isToldLater else { continue }
        deliver(target.live.held, changes: movement.changes, to: attachment)
        observe(movement, attachment)
      }
    }
    for attachment in reconsidered.remaining { reconsiderUnmoved(attachment) }
  }

  private func mayAct(_ attachment: Attachment) -> Bool {
    guard !attachment.step.read.onChange.isEmpty else { return true }
    deliveriesNow += 1
    if deliveriesNow < maximumDeliveries { return true }
    notes.report(
      ExpressionError("this listener's `onChange` wakes itself without end", span: attachment.step.step.span))
    return false
  }

  private func advance(_ target: LiveTarget, after commit: Commit) -> TargetMovement? {
    do throws(FirestoreError) {
      switch target.live.result {
      case .query(var query):
        let delta = try query.advance(to: world.snapshot, after: commit)
        target.live.result = .query(query)
        return delta.map(TargetMovement.query)
      case .document(var document):
        let change = document.advance(to: world.snapshot)
        target.live.result = .document(document)
        return change.map { .document($0, world.snapshot.document(document.path)) }
      }
    } catch {
      // A query that could be attached can be run again: indexes do not change during a run.
      notes.internalError(error.message, at: target.listeners.attachments.first?.step.step.span ?? Span(0, 0))
      return nil
    }
  }

  // MARK: Bills

  private func bill(_ delivery: BillingEvent, _ ownEchoes: Int64, to attachment: Attachment) {
    var event = delivery
    event.changes.ownEchoes = ownEchoes
    event.bill(attachment.dependents)
    emit(event, attachment.step.operation, attachment.instance)
  }

  /// Bills a delivery to all that pay together.
  private func bill(_ delivery: BillingEvent, to target: LiveTarget, except alone: ListenerList) {
    var event = delivery
    event.time = billedTime
    for listeners in target.classes {
      let others = alone.attachments.filter { $0.billedWith === listeners }
      let count = listeners.count - others.count
      guard count > 0 else { continue }
      event.ruleReads = listeners.key.ruleReads
      event.ruleReadSites = listeners.key.ruleReadSites
      event.operationName = listeners.key.operation.name
      event.multiplicity = listeners.key.multiplicity
      event.actor = BillingEvent.Actor(role: listeners.key.role)
      let usage = ledger.record(event, ofActors: count)
      if usage.day != listeners.usage.day {
        for attachment in target.listeners.attachments where attachment.billedWith === listeners { settle(attachment) }
      }
      listeners.usage.add(usage)
      for attachment in others { attachment.settled = listeners.usage.usage }
    }
  }

  /// Billed changes of documents that this commit wrote.
  private func ownEchoes(_ movement: TargetMovement, _ commit: Commit) -> Int64 {
    let written = Set(commit.changes.map(\.path))
    return movement.changes.reduce(0) { sum, change in
      switch change.cause {
      case .entered, .modified, .leftByChange: written.contains(change.path) ? sum + 1 : sum
      case .refilled, .deleted, .evicted: sum
      }
    }
  }

  // MARK: Telling

  /// Puts a result where the app finds it, and does `onChange` at this moment, after what is being done.
  func deliver(_ held: HeldResult, changes: [TargetChange]?, to attachment: Attachment) {
    let step = attachment.step
    do throws(ExpressionError) {
      let kept = try keep(held, step.read.keep, step.step, step.scope, nil, attachment.instance)
      if let name = step.read.result { attachment.device.results[name.text] = kept }
      let isFiltered = step.read.keep != nil
      show(
        kept, changes: changes, unless: step.read.intended, isFiltered: isFiltered, by: step.operation,
        to: attachment.instance)
      guard !step.read.onChange.isEmpty else { return }
      var scope = step.scope
      scope.change = SnapshotChange(all: kept, changes: changes?.map { IDChange($0) })
      let task = StepTask(instance: attachment.instance, purpose: .other, steps: step.read.onChange, scope: scope)
      queue.schedule(.resume(task), at: now)
    } catch {
      notes.report(error)
    }
  }

  private func observe(_ movement: TargetMovement, _ attachment: Attachment) {
    guard let observer = observer(of: attachment.step.read.result, attachment.step.step, attachment.device) else {
      return
    }
    switch movement {
    case .document(let change, let document): observer.saw(document, at: change.path)
    case .query(let delta):
      guard isTracked(attachment.step.read.result, attachment.step.step), case .query(let query) = attachment.key else {
        observer.sawCount(delta.after.count)
        return
      }
      observer.saw(delta, of: query, isMoving: attachment.step.hasMovingBound, log: world.log)
    }
  }

  func changes(_ movement: TargetMovement?) -> ListenerChanges {
    switch movement {
    case .query(let delta)?: delta.listenerChanges
    case .document(let change, _)?: ListenerChanges(change)
    case nil: .none
    }
  }

  func bytes(_ movement: TargetMovement?) -> Int64 {
    switch movement {
    case .query(let delta)?: WireBytes.delta(delta, world.snapshot.database)
    case .document(_, let document)?: WireBytes.document(document, world.snapshot.database)
    case nil: WireBytes.message
    }
  }
}

// MARK: - Telling later

extension CellSimulation {
  /// A day that may be repeated needs every event.
  private var deliversEach: Bool { repetition != nil || settings.isTellingEach }

  /// Makes a listener one that is told later, if the app does nothing when a delivery comes.
  /// - Returns: Whether the first result is shown with that.
  func tellLater(_ attachment: Attachment, _ held: HeldResult) -> Bool {
    let step = attachment.step
    guard let target = world.live[attachment.key], target.live === attachment.live, !deliversEach,
      step.read.onChange.isEmpty, step.read.keep == nil, !isTracked(step.read.result, step.step)
    else { return false }
    switch (attachment.key, held) {
    case (.document, _):
      target.tellLater(attachment, true)
      return false
    case (.query(let query), .windows(let parts)):
      guard step.read.intended == nil else {
        target.tellLater(attachment, true)
        return false
      }
      guard let id = query.source.collectionID?.literal, let part = parts.first, parts.count == 1,
        attachment.instance.shown.follow(target.live, part, ofCollection: id, by: step.operation)
      else { return false }
      target.tellLater(attachment, true)
      return true
    case (.query, _): return false
    }
  }

  /// Brings everything that an instance knows and has paid up to this moment.
  func bringUpToDate(_ instance: ActorInstance) {
    guard instance.upToDate != world.live.movements else { return }
    instance.upToDate = world.live.movements
    for device in instance.devices {
      for attachment in device.attachments {
        settle(attachment)
        tell(attachment)
      }
    }
  }

  /// From now on every change is told: what was shown is counted anew.
  func tellAtOnce(_ instance: ActorInstance) {
    bringUpToDate(instance)
    for device in instance.devices {
      for attachment in device.attachments where attachment.isToldLater {
        world.live[attachment.key]?.tellLater(attachment, false)
      }
    }
  }

  /// Adds to an actor's own account what it was billed together with others.
  func settle(_ attachment: Attachment) {
    guard let listeners = attachment.billedWith, listeners.usage.usage != attachment.settled else { return }
    let instance = attachment.instance
    ledger.settle(
      listeners.usage.since(attachment.settled), of: billedActor(instance), multiplicity: instance.multiplicity)
    attachment.settled = listeners.usage.usage
  }

  /// The app and the observer get the result as it is now.
  func tell(_ attachment: Attachment) {
    guard attachment.isToldLater, let live = attachment.live, attachment.told < live.movements else { return }
    let step = attachment.step
    if let name = step.read.result { attachment.device.results[name.text] = live.held }
    let observer = observer(of: step.read.result, step.step, attachment.device)
    switch (live.result, attachment.key) {
    case (.document(let target), .document(let path)):
      observer?.saw(target.current ?? nil, at: path)
      if step.read.intended == nil, live.lastShown > attachment.told {
        attachment.instance.shown.saw(path, by: step.operation)
      }
    case (.query(let target), _): observer?.sawCount(target.current?.count ?? 0)
    case (.document, .query): break
    }
    attachment.told = live.movements
  }

  /// Sets the documents that rules read to allow a listener, and with them who pays the same as it does.
  func setDependents(_ reads: RuleReads, of attachment: Attachment) {
    settle(attachment)
    world.live.setDependents(reads, of: attachment)
    guard let target = world.live[attachment.key], target.live === attachment.live else { return }
    target.leave(attachment)
    guard !deliversEach, !attachment.isShared, !isJudgedByContent(attachment) else { return }
    target.join(attachment)
  }
}

extension TargetMovement {
  var changes: [TargetChange] {
    switch self {
    case .query(let delta): delta.changes
    case .document(let change, _): [change]
    }
  }
}

extension ListenerChanges {
  init(_ change: TargetChange) {
    self.init()
    switch change.cause {
    case .entered: added = 1
    case .refilled: refill = 1
    case .modified: modified = 1
    case .leftByChange: leftByChange = 1
    case .deleted: deleted = 1
    case .evicted: evicted = 1
    }
  }
}
