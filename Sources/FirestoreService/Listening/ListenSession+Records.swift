import DocumentStore
import FirestoreModel
import FirestoreRulesEnforcement
import Metering
import QueryExecution
import QueryModel
import QueryPlanner

// Every attach and every delivery is one served request, with what it bills.

extension ListenSession {
  /// The first state of a target that begins, or begins anew (`since`: when the client was told last).
  func report(_ whole: WholeResult, of target: AttachedTarget, since: Timestamp?) {
    let ruleReads = target.ruleReads
    var event: BillingEvent
    switch (target.request.purpose, since) {
    case (.limboDocument?, _):
      event = .limbo(provesDeleted: target.count == 0, ruleReads: ruleReads)
    case (.existenceFilterMismatch?, _), (.existenceFilterMismatchBloom?, _):
      event = reconnection(.filterMismatch, since: since, .none, whole.work, ruleReads)
    case (nil, let since?): event = reconnection(.cacheLost, since: since, .none, whole.work, ruleReads)
    case (nil, nil): event = .listenInitial(whole.work, ruleReads: ruleReads)
    }
    event.responseBytes = whole.bytes
    report(event, of: target, missingIndexes: whole.missingIndexes)
  }

  /// A target that goes on: within 30 minutes only what changed is billed.
  func report(_ resumed: ResumedResult, of target: AttachedTarget, since: Timestamp, on snapshot: Snapshot) {
    var current = ReadWork()
    if readTime.microseconds - since.microseconds > Reconnection.longestGap {
      // The result is there already: what running the query anew would take is only counted.
      let copy = AttachedTarget(id: target.id, number: target.number, request: target.request, watch: target.watch)
      if let whole = try? whole(copy, on: snapshot) { current = whole.work }
    }
    let changes = resumed.movement?.billed ?? .none
    var event = reconnection(.connectionLost, since: since, changes, current, target.ruleReads)
    event.responseBytes = bytes(resumed.movement, on: snapshot)
    report(event, of: target, missingIndexes: resumed.missingIndexes)
  }

  /// One delivery after the first.
  func report(_ movement: TargetMovement, of target: AttachedTarget, on snapshot: Snapshot) {
    var event = BillingEvent.listenDelta(movement.billed, ruleReads: target.ruleReads)
    event.responseBytes = bytes(movement, on: snapshot)
    report(event, of: target)
  }

  /// Rules were asked again, and nothing of the result moved.
  func report(_ changes: ListenerChanges, of target: AttachedTarget) {
    report(.listenDelta(changes, ruleReads: target.ruleReads), of: target)
  }

  func report(denial decision: AccessDecision, of target: AttachedTarget, as kind: BillingEvent.Kind) {
    var served = request(target.request)
    served.plan = target.plan
    served.decision = decision
    if let denial = decision.denial { served.outcome = .denied(denial) }
    report(served, .denied(kind, ruleReads: Int64(decision.ruleReads.count)))
  }

  /// - Parameter missing: the indexes for want of which it is refused.
  func report(
    refusal error: FirestoreError, of target: ListenTarget, as kind: BillingEvent.Kind = .listenInitial,
    missing: [MissingIndex] = []
  ) {
    var served = request(target)
    served.outcome = .refused(error)
    served.missingIndexes = missing
    report(served, .refused(kind))
  }

  private func report(_ event: BillingEvent, of target: AttachedTarget, missingIndexes: [MissingIndex] = []) {
    var served = request(target.request)
    served.plan = target.plan
    served.missingIndexes = missingIndexes
    // Shown once: a delivery that the rules were not asked about has none.
    served.decision = target.newDecision
    target.newDecision = nil
    served.listener = note(served, event.kind, of: target)
    report(served, event)
  }

  /// A listener that is sent something is among the open ones from then on.
  private func note(_ served: ServedRequest, _ kind: BillingEvent.Kind, of target: AttachedTarget) -> Int? {
    guard target.isAttached else { return target.listener }
    if let known = target.listener {
      database.listeners.deliver(to: known, documents: target.count, at: served.time)
    } else {
      target.listener = database.listeners.attach(served, as: kind, documents: target.count, progress)
    }
    return target.listener
  }

  private func request(_ target: ListenTarget) -> ServedRequest {
    switch target.subject {
    case .query(let query):
      return ServedRequest(
        database: database.name, method: .listen, time: database.clock.now, context: context,
        target: RequestTarget.source(query.source), query: RecordedQuery(kind: .listen, query: query))
    case .documents(let paths):
      var served = ServedRequest(
        database: database.name, method: .listen, time: database.clock.now, context: context,
        target: RequestTarget.documents(paths))
      served.note(paths)
      return served
    }
  }

  private func report(_ served: ServedRequest, _ event: BillingEvent) {
    var (served, event) = (served, event)
    event.time = served.time
    event.operationName = context.operation ?? context.test ?? ""
    served.billing = event
    database.observer.record(served)
  }

  private func reconnection(
    _ reason: Reconnection.Reason, since: Timestamp?, _ changes: ListenerChanges, _ current: ReadWork,
    _ ruleReads: Int64
  ) -> BillingEvent {
    let (gap, overflow) = readTime.microseconds.subtractingReportingOverflow((since ?? readTime).microseconds)
    // A token is what the server sees of a client that keeps its cache.
    let reconnection = Reconnection(reason: reason, persistence: true, gap: overflow ? .max : gap)
    return .reconnect(reconnection, changes: changes, current: current, ruleReads: ruleReads)
  }

  /// The documents that came or changed; what left is one message without content.
  private func bytes(_ movement: TargetMovement?, on snapshot: Snapshot) -> Int64 {
    (movement?.changes ?? []).reduce(0) { sum, change in
      sum + WireBytes.document(change.kind == .removed ? nil : snapshot.stored(change.path))
    }
  }
}
