import Diagnostics
import DocumentStore
import FirestoreModel
import Metering
import QueryExecution
import QueryModel
import QueryPlanner
import Workloads

// One-shot reads. What is billed follows from counts; documents are looked at only where the workload does.

extension CellSimulation {
  func perform(
    _ read: ReadStep, _ step: Step, _ scope: Scope, _ task: StepTask, _ instance: ActorInstance
  ) -> Progress {
    do {
      if read.kind == .listen { return try listen(read, step, scope, task, instance) }
      var environment = environment(of: instance, task: task, scope: scope)
      let held: HeldResult
      switch read.target {
      case .document(let pattern):
        let path = try pattern.documentPath(in: &environment)
        held = try .single(
          read.source == .copy
            ? copied(path, step, scope, instance)
            : get(path, read.source, mayBeMissing: read.mayBeMissing, step, instance))
      case .query(let template):
        let query = try template.bound(in: &environment)
        checkBounds(query, template, step)
        held = try .windows([ask(query, read, step, instance)])
      case .aggregation(let template, let aggregations):
        let query = try template.bound(in: &environment)
        let values = try aggregate(AggregationQuery(query: query, aggregations: aggregations), step, instance)
        held = .values(values, counted: aggregations.counted(values))
      }
      let kept = try keep(held, read.keep, step, scope, task, instance)
      if let name = read.result { instance.device.results[name.text] = kept }
      let copies = try copies(read, held, step, scope, task, instance)
      show(
        copies.map(HeldResult.documents) ?? kept, unless: read.intended, isFiltered: read.keep != nil,
        by: step.operation, to: instance)
      try observe(read, step, held, scope, task, instance)
      try keepOnScreen(
        read.intended ?? read.target, step, as: read.result, filter: read.intended == nil ? read.keep : nil, scope,
        task,
        instance)
      if !read.each.isEmpty { task.frames.append(.each(read.each, HeldDocuments(kept), scope)) }
    } catch let error as ExpressionError {
      notes.report(error)
    } catch let error as FirestoreError {
      refuse(error, step, instance)
      observeRefused(read, step, scope, task, instance)
    } catch let denied as DeniedAccess {
      deny(denied, step, instance)
      observeRefused(read, step, scope, task, instance)
    } catch {
      notes.internalError("\(error)", at: step.span)
    }
    return .proceed
  }

  // MARK: One document

  /// - Parameter mayBeMissing: that there is no such document is an answer like any other.
  func get(
    _ path: DocumentPath, _ source: ReadStep.Source, mayBeMissing: Bool = true, _ step: Step, _ instance: ActorInstance
  ) throws -> Document? {
    try path.validate()
    let origin = try origin(of: .document(path), source, instance.device)
    let ruleReads = origin == .server ? try allowGet(path, instance) : .none
    let document = origin == .cache ? cache(of: instance.device).document(path) : world.snapshot.document(path)
    // The SDKs fail for what they neither have nor can ask for; of a query they show what they have.
    if document == nil, origin == .cache, source == .default, !mayBeMissing {
      throw FirestoreError(.unavailable, "Failed to get document because the client is offline.")
    }
    if origin == .server { remember(.single(document), of: .document(path), on: instance.device) }
    if document != nil, origin == .cache { noteOutdated(.single(document), step, instance) }
    var event = BillingEvent.get(found: document != nil)
    event.bill(ruleReads)
    event.origin = origin
    event.responseBytes = event.origin == .server ? WireBytes.document(document, world.snapshot.database) : 0
    emit(event, step.operation, instance)
    notes.ran(step.operation, shape: step.shapeText, plan: nil)
    if document == nil, origin != .cache { notes.gotNothing(mayBeMissing: mayBeMissing, step.operation, by: instance) }
    return document
  }

  /// What the document at hand shows of another one. It holds nothing of what came to be after it was written, and goes on
  /// showing what was deleted since.
  private func copied(
    _ path: DocumentPath, _ step: Step, _ scope: Scope, _ instance: ActorInstance
  ) throws -> Document? {
    try path.validate()
    guard let holder = scope.documents["doc"] else {
      throw ExpressionError(
        "no document is at hand that could hold a copy: this is for `each` and `onChange`", span: step.span)
    }
    let time = world.copied.time(ofCopiesIn: holder)
    let current = world.snapshot.document(path).flatMap { $0.createTime <= time ? $0.copied(at: time) : nil }
    let document = current ?? world.copied.deleted(path, copiedAt: time)
    var event = BillingEvent.get(found: document != nil)
    event.origin = .cache
    emit(event, step.operation, instance)
    notes.ran(step.operation, shape: step.shapeText, plan: nil)
    return document
  }

  /// Where the answer comes from. A device without connection has only its cache.
  private func origin(
    of key: ListenKey, _ source: ReadStep.Source, _ device: ClientDevice
  ) throws(FirestoreError) -> BillingEvent.Origin {
    switch source {
    case .cache, .copy: return .cache
    case .server:
      if device.isOffline { throw FirestoreError(.unavailable, "The client is offline.") }
      return .server
    case .default:
      if device.isOffline { return .cache }
      if device.isServer { return .server }
      let isLive = device.attachments.contains { attachment in
        if case .live = attachment.state { attachment.key == key } else { false }
      }
      return isLive ? .liveTarget : .server
    }
  }

  // MARK: Queries

  private func ask(
    _ query: Query, _ read: ReadStep, _ step: Step, _ instance: ActorInstance
  ) throws -> ResultPart {
    let (result, isFromCache) = try answer(query, from: read.source, step, instance)
    let part = ResultPart(
      window: result.window, shown: result.window.count, leadingOrder: result.leadingOrder, isFromCache: isFromCache)
    if isFromCache { noteOutdated(.windows([part]), step, instance) }
    return part
  }

  /// The answer of the server or of the device, billed as what it is.
  /// - Parameter sharesListeners: what the app listens to is not asked for again.
  func answer(
    _ query: Query, from source: ReadStep.Source, sharesListeners: Bool = true, _ step: Step, _ instance: ActorInstance
  ) throws -> (result: QueryResult, isFromCache: Bool) {
    let device = instance.device
    var origin = try origin(of: .query(query), source, device)
    if origin == .liveTarget, !sharesListeners { origin = .server }
    guard origin != .cache else {
      let result = try cache(of: device).run(query)
      record(result, origin: .cache, ruleReads: .none, step, instance)
      return (result, true)
    }
    let ruleReads = origin == .server ? try allowList(query, instance) : .none
    let result = try world.engine.run(query, on: world.snapshot)
    record(result, origin: origin, ruleReads: ruleReads, step, instance)
    remember(.windows([ResultPart(window: result.window, shown: result.window.count)]), of: .query(query), on: device)
    return (result, false)
  }

  func record(
    _ result: QueryResult, origin: BillingEvent.Origin, ruleReads: RuleReads, _ step: Step, _ instance: ActorInstance
  ) {
    var event = result.billingEvent
    event.origin = origin
    event.bill(ruleReads)
    event.responseBytes = origin == .server ? WireBytes.result(result, world.snapshot.database) : 0
    emit(event, step.operation, instance)
    notes.ran(
      step.operation, shape: step.shapeText,
      plan: origin == .cache ? nil : result.plan.indexesUsed.map(\.properties))
    if origin != .cache { notes.assumed(result.missingIndexes, step) }
  }

  private func aggregate(
    _ query: AggregationQuery, _ step: Step, _ instance: ActorInstance
  ) throws -> [AggregationResult.Entry] {
    if instance.device.isOffline { throw FirestoreError(.unavailable, "The client is offline.") }
    let ruleReads = try allowList(query, instance)
    let result = try world.engine.aggregate(query, on: world.snapshot)
    var event = result.billingEvent
    event.bill(ruleReads)
    event.responseBytes = WireBytes.aggregation(result)
    emit(event, step.operation, instance)
    notes.ran(step.operation, shape: step.shapeText, plan: result.plan.indexesUsed.map(\.properties))
    notes.assumed(result.missingIndexes, step)
    return result.values
  }

  // MARK: What the app does with it

  /// What a document that holds copies shows: what was there when it was written last. Nil where no copies are read.
  private func copies(
    _ read: ReadStep, _ held: HeldResult, _ step: Step, _ scope: Scope, _ task: StepTask, _ instance: ActorInstance
  ) throws -> [Document]? {
    guard read.source == .copy || read.copied != nil else { return nil }
    var copies = held.documents
    if let copied = read.copied, let holder = copies.first {
      var environment = environment(of: instance, task: task, scope: scope)
      let snapshot = world.copied.snapshot(atLastWriteOf: holder.path) ?? world.snapshot
      let window = try intendedWindow(copied.bound(in: &environment), on: snapshot)
      let time = world.copied.time(ofCopiesIn: holder)
      copies = (0..<window.count).compactMap { window.document(at: $0) }.filter { $0.createTime <= time }
        .map { $0.copied(at: time) }
    }
    noteOutdated(.documents(copies), step, instance)
    let observer = observer(of: read.result, step, instance.device)
    if isTracked(read.result, step) { observer?.sawKept(copies) } else { observer?.sawCount(copies.count) }
    return copies
  }

  /// Applies the app's own filter and counts what it throws away.
  func keep(
    _ held: HeldResult, _ filter: Expression?, _ step: Step, _ scope: Scope, _ task: StepTask?,
    _ instance: ActorInstance
  ) throws(ExpressionError) -> HeldResult {
    guard let filter else { return held }
    var kept: [Document] = []
    let documents = held.documents
    for document in documents {
      let scope = scope.adding(id: document.path.id, document: document)
      if try filter.evaluateCondition(in: environment(of: instance, task: task, scope: scope)) { kept.append(document) }
    }
    notes.filtered(
      step.operation, returned: documents.count, kept: kept.count, multiplicity: instance.multiplicity)
    return .documents(kept)
  }

  /// Tells the observers what a one-shot read delivered, and what it should have.
  private func observe(
    _ read: ReadStep, _ step: Step, _ held: HeldResult, _ scope: Scope, _ task: StepTask, _ instance: ActorInstance
  ) throws {
    guard let observer = observer(of: read.result, step, instance.device) else { return }
    let isTracked = isTracked(read.result, step)
    switch (read.target, held) {
    // Of a list that is kept in one document its members are seen.
    case (.document, .single) where read.copied != nil || read.source == .copy: break
    case (.document(let pattern), .single(let document)):
      var environment = environment(of: instance, task: task, scope: scope)
      observer.saw(document, at: try pattern.documentPath(in: &environment))
    case (.query(let template), .windows(let parts)):
      for part in parts {
        guard isTracked else {
          observer.sawCount(part.window.count)
          continue
        }
        guard !part.isFromCache else {
          observer.sawKept(part.window.documents)
          continue
        }
        var environment = environment(of: instance, task: task, scope: scope)
        let query = try template.bound(in: &environment)
        observer.saw(part.window, of: query, isMoving: template.hasMovingBound, log: world.log)
      }
    default: break
    }
    try observeIntention(read.intended, of: step, isTracked ? observer : nil, scope, task, instance)
  }

  /// Nothing came of what the user should see.
  private func observeRefused(
    _ read: ReadStep, _ step: Step, _ scope: Scope, _ task: StepTask, _ instance: ActorInstance
  ) {
    do {
      let observer = isTracked(read.result, step) ? observer(of: read.result, step, instance.device) : nil
      try observeIntention(read.intended, of: step, observer, isRefused: true, scope, task, instance)
    } catch let error as ExpressionError {
      notes.report(error)
    } catch is FirestoreError {
      // What is to be seen cannot be asked for either, which was said when it was tried first.
    } catch {
      notes.internalError("\(error)", at: step.span)
    }
  }

  /// Compares with the set that the user should have seen. Of it the user sees what the device has.
  /// - Parameters:
  ///   - observer: nil: only whether the set can be asked for is of interest.
  ///   - isRefused: nothing was delivered.
  func observeIntention(
    _ intended: ReadTarget?, of step: Step, _ observer: ResultObserver?, isRefused: Bool = false, _ scope: Scope,
    _ task: StepTask?, _ instance: ActorInstance
  ) throws {
    defer { observer?.isCompared = false }
    guard let intended else { return }
    var environment = environment(of: instance, task: task, scope: scope)
    switch intended {
    case .document(let pattern):
      let path = try pattern.documentPath(in: &environment)
      let document = world.snapshot.document(path)
      observer?.intend(document, at: path, isShown: !isRefused)
      instance.intended.saw(.single(document), by: step.operation)
      if !(observer?.isMissing(path) ?? isRefused) { instance.shown.saw(.single(document), by: step.operation) }
    case .query(let template):
      let query = try template.bound(in: &environment)
      let window = try intendedWindow(query, on: world.snapshot)
      observer?.intend(window, of: query, isShown: !isRefused, log: world.log)
      let part = ResultPart(window: window, shown: window.count)
      instance.intended.saw(part, by: step.operation)
      guard let observer else {
        if !isRefused { instance.shown.saw(part, by: step.operation) }
        return
      }
      guard observer.missed > 0 else { return instance.shown.saw(part, by: step.operation) }
      for position in 0..<window.count {
        guard let path = window.path(at: position), !observer.isMissing(path) else { continue }
        instance.shown.saw(path, by: step.operation)
      }
    case .aggregation: break
    }
  }

  /// What the observer looks up is no request of the app: it needs no index of the catalog and costs nothing.
  private func intendedWindow(_ query: Query, on snapshot: Snapshot) throws(FirestoreError) -> ResultWindow {
    try settings.observingEngine.run(query, on: snapshot).window
  }

  /// Observers exist for every result; only tracked ones remember documents.
  func observer(of result: Name?, _ step: Step, _ device: ClientDevice) -> ResultObserver? {
    let name = result?.text ?? step.operation.name.string
    if let known = device.observers[name] { return known }
    let observer = ResultObserver()
    device.observers[name] = observer
    return observer
  }

  func isTracked(_ result: Name?, _ step: Step) -> Bool {
    settings.observed.contains(result?.text ?? step.operation.name.string)
  }

  // MARK: Billing

  /// The one place where simulated requests become billing events.
  func emit(
    _ event: BillingEvent, _ operation: OperationID, _ instance: ActorInstance?, multiplicity: Int64 = 1
  ) {
    if let instance { bringUpToDate(instance) }
    var event = event
    // Reads, commit and repeated attempts of a transaction are one call of the app.
    if let isCounted = transactionIsCounted {
      if isCounted { event.startsCall = false }
      transactionIsCounted = isCounted || event.startsCall
    }
    event.time = billedTime
    event.operationName = operation.name
    event.multiplicity = instance?.multiplicity ?? multiplicity
    event.actor = instance.map { billedActor($0) }
    ledger.record(event)
    repetition?.events.append(event)
  }

  var billedTime: Timestamp { now.advanced(by: TimeSpan(microseconds: daysLeftOut * TimeSpan.day.microseconds)) }

  func billedActor(_ instance: ActorInstance) -> BillingEvent.Actor {
    BillingEvent.Actor(role: instance.role, instance: Int(instance.number), session: instance.sessionNumber)
  }

  /// The service refused a request: billed as such, right if the workload expects it, otherwise a finding.
  func refuse(_ error: FirestoreError, _ step: Step, _ instance: ActorInstance) {
    notes.refused(error, step, by: instance)
    // What the client finds out by itself has asked nobody.
    if error.status == .unavailable, instance.device.isOffline { return }
    if let kind = step.readKind { emit(.refused(kind), step.operation, instance) }
  }
}

extension Step {
  /// What is asked, as the user wrote it.
  var shapeText: String? {
    switch action {
    case .read(let read): read.target.text
    case .page(let page): page.query.text
    case .write(let write): write.path.sourceText
    case .realtime(let request): request.text
    case .batch, .transaction, .detach, .device, .assign, .condition, .pause, .perform, .group, .outsideWrite: nil
    }
  }
}

extension QueryResult {
  /// The first clause of the order in which documents are handed out.
  var leadingOrder: Order? {
    guard var order = plan.query.order.first, !order.path.isDocumentName else { return nil }
    if plan.query.reversed { order.direction = order.direction.flipped }
    return order
  }
}

extension ResultWindow {
  fileprivate var documents: [Document] { (0..<count).compactMap { document(at: $0) } }
}

extension [Aggregation] {
  /// The first count among the values that the service answered with, in the order of the request.
  fileprivate func counted(_ values: [AggregationResult.Entry]) -> Int? {
    for (aggregation, entry) in zip(self, values) {
      if case .count = aggregation.op, case .integer(let count) = entry.value { return Int(clamping: count) }
    }
    return nil
  }
}
