import DocumentStore
import FirestoreModel
import Metering
import QueryExecution
import QueryModel
import QueryPlanner
import RulesEnforcement

// Every attach and every delivery is one served request, with what it bills.

extension ListenSession {
  /// The first state of a target that begins, or begins anew (`since`: when the client was told last).
  func report(_ whole: WholeResult, of target: AttachedTarget, since: Timestamp?) {
    let ruleReads = Int64(target.dependents.count)
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
    var event = reconnection(.connectionLost, since: since, changes, current, Int64(target.dependents.count))
    event.responseBytes = bytes(resumed.movement, on: snapshot)
    report(event, of: target, missingIndexes: resumed.missingIndexes)
  }

  /// One delivery after the first.
  func report(_ movement: TargetMovement, of target: AttachedTarget, on snapshot: Snapshot) {
    var event = BillingEvent.listenDelta(movement.billed, ruleReads: Int64(target.dependents.count))
    event.responseBytes = bytes(movement, on: snapshot)
    report(event, of: target)
  }

  /// Rules were asked again, and nothing of the result moved.
  func report(_ changes: ListenerChanges, of target: AttachedTarget) {
    report(.listenDelta(changes, ruleReads: Int64(target.dependents.count)), of: target)
  }

  func report(denial decision: AccessDecision, of target: AttachedTarget, as kind: BillingEvent.Kind) {
    var record = record(of: target.request)
    record.plan = target.plan
    record.decision = decision
    if let denial = decision.denial { record.outcome = .denied(denial) }
    record.billing = .denied(kind, ruleReads: Int64(decision.ruleReads.count))
    database.observer.record(record)
  }

  func report(refusal error: FirestoreError, of request: ListenTarget, as kind: BillingEvent.Kind = .listenInitial) {
    var record = record(of: request)
    record.outcome = .refused(error)
    record.billing = .refused(kind)
    database.observer.record(record)
  }

  private func report(_ event: BillingEvent, of target: AttachedTarget, missingIndexes: [MissingIndex] = []) {
    var record = record(of: target.request)
    record.plan = target.plan
    record.missingIndexes = missingIndexes
    record.decision = target.decision
    record.billing = event
    database.observer.record(record)
  }

  private func record(of request: ListenTarget) -> ServedRequest {
    switch request.subject {
    case .query(let query):
      ServedRequest(
        database: database.name, method: .listen, time: database.clock.now, context: context,
        target: query.source.listenText, query: RecordedQuery(kind: .listen, query: query))
    case .documents(let paths):
      ServedRequest(
        database: database.name, method: .listen, time: database.clock.now, context: context,
        target: paths.count == 1 ? paths[0].description : "\(paths.count) documents")
    }
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
      let document = change.kind == .removed ? nil : snapshot.document(change.path)
      return sum + MessageBytes.document(document, database.name)
    }
  }
}

/// Bytes of the messages that carry documents, as cost reports count them: a document, and 12 bytes around it.
enum MessageBytes {
  private static let message: Int64 = 12

  static func document(_ document: Document?, _ database: DatabaseName) -> Int64 {
    message + Int64(document?.wireSize(database: database) ?? 0)
  }

  static func result(_ result: QueryResult, _ database: DatabaseName) -> Int64 {
    guard result.window.count > 0 else { return message }
    guard result.plan.query.projection == nil else {
      return result.documents().reduce(0) { $0 + document($1, database) }
    }
    return Int64(result.window.wireSize) + message * Int64(result.window.count)
  }
}

extension QuerySource {
  /// `orders`, `users/u1/orders`, `group posts`.
  fileprivate var listenText: String {
    let id = collectionID.map(\.text) ?? "*"
    let parent = parent.segments.map(\.text).joined(separator: "/")
    if allDescendants, collectionID != nil { return "group \(id)" + (parent.isEmpty ? "" : " under \(parent)") }
    return parent.isEmpty ? id : "\(parent)/\(id)"
  }
}
