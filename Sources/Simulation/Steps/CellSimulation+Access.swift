import DocumentStore
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import Metering
import QueryExecution
import QueryModel
import QueryPlanner
import Workloads

// What rules say to the requests of actors. The service asks them before preconditions and before indexes.

/// A request that rules deny.
struct DeniedAccess: Error {
  var decision: AccessDecision
  /// What the request is billed as.
  var kind: BillingEvent.Kind
}

extension CellSimulation {
  /// Finds out who rules take an instance for. Server SDKs are privileged; end users have the uid and the claims that
  /// the workload gives them, or are not signed in.
  func signIn(_ instance: ActorInstance) {
    guard let auth = instance.actor.auth else { return }
    let environment = environment(of: instance)
    do throws(ExpressionError) {
      let uid = try auth.uid.text(in: environment)
      instance.uid = uid
      guard case .user = instance.caller else { return }
      // A stream of their own: claims never change what the instance draws later.
      let random = RandomStream(seed: workload.seed).stream("claims").stream(instance.actor.name).stream(
        instance.number)
      instance.caller = .user(
        try auth.context(of: uid, in: self.environment(of: instance), random: random, clock: workload.clock))
    } catch {
      notes.report(error)
    }
  }

  // MARK: Reads

  /// The documents that rules read to allow a get; none when they are not asked.
  func allowGet(_ path: DocumentPath, _ instance: ActorInstance) throws(DeniedAccess) -> RuleReads {
    guard let access = settings.access else { return .none }
    return try allow(access.get(path, by: instance.caller, on: world.snapshot, at: now), .get)
  }

  func allowBatchGet(_ paths: [DocumentPath], _ instance: ActorInstance) throws(DeniedAccess) -> RuleReads {
    guard let access = settings.access else { return .none }
    return try allow(access.batchGet(paths, by: instance.caller, on: world.snapshot, at: now), .batchGet)
  }

  /// - Throws: INVALID_ARGUMENT for a query that is refused before rules are asked, or the denial.
  func allowList(_ query: Query, _ instance: ActorInstance) throws -> RuleReads {
    guard let access = settings.access, instance.caller != .admin else { return .none }
    let normalized = try query.normalized(database: world.engine.planner.database)
    return try allow(access.list(normalized, by: instance.caller, on: world.snapshot, at: now), .query)
  }

  func allowList(_ aggregation: AggregationQuery, _ instance: ActorInstance) throws -> RuleReads {
    guard let access = settings.access, instance.caller != .admin else { return .none }
    let normalized = try aggregation.normalized(database: world.engine.planner.database)
    return try allow(access.list(normalized, by: instance.caller, on: world.snapshot, at: now), .aggregate)
  }

  private func allow(_ decision: AccessDecision, _ kind: BillingEvent.Kind) throws(DeniedAccess) -> RuleReads {
    guard decision.isAllowed else { throw DeniedAccess(decision: decision, kind: kind) }
    return RuleReads(decision)
  }

  // MARK: Writes

  /// What rules say to a commit, documents that are only verified included; nil when none are asked.
  /// - Throws: what the service answers to writes that no database could take.
  func decideCommit(
    _ writes: [Write], verifying verified: [DocumentPath], at time: Timestamp, _ instance: ActorInstance
  ) throws(FirestoreError) -> AccessDecision? {
    guard let access = settings.access, instance.caller != .admin else { return nil }
    let preview = try world.preview(writes + verified.map { Write($0, .verify) }, at: time)
    return access.commit(preview, by: instance.caller)
  }

  // MARK: Denials

  /// A read that rules deny: bills what they have read, and remembers why.
  func deny(_ denied: DeniedAccess, _ step: Step, _ instance: ActorInstance) {
    var event = BillingEvent.denied(denied.kind, ruleReads: 0)
    event.bill(RuleReads(denied.decision))
    emit(event, step.operation, instance)
    note(denied.decision, step, instance)
  }

  func note(_ denied: AccessDecision, _ step: Step, _ instance: ActorInstance) {
    notes.refused(denied.error ?? .missingPermissions, step, by: instance, denial: denied.denial)
  }
}

extension Step {
  /// What the request of a read is billed as; nil for steps that read nothing.
  var readKind: BillingEvent.Kind? {
    switch action {
    case .read(let read):
      switch (read.kind, read.target) {
      case (.listen, _): .listenInitial
      case (_, .document): .get
      case (_, .query): .query
      case (_, .aggregation): .aggregate
      }
    case .page: .query
    case .write, .batch, .transaction, .detach, .device, .assign, .condition, .pause, .perform, .group,
      .outsideWrite, .realtime:
      nil
    }
  }
}
