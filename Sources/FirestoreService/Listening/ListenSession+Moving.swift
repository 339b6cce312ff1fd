import DocumentStore
import FirestoreModel
import FirestoreRulesEnforcement
import Metering
import QueryExecution
import QueryPlanner

// What commits, and replaced rules and indexes, do to targets that are there.

extension ListenSession {
  /// Brings the targets to the version of the step. Several commits are one consistent step.
  func deliver(_ commits: [Commit], _ plan: inout StepPlan) {
    guard !targets.isEmpty else { return }
    let changes = Commit.merged(commits)
    let mayRead = reading(plan)
    var reconsidered = targets.dependents(on: changes.keys)
    for (target, changes) in targets.concerned(by: changes) {
      do throws(FirestoreError) {
        guard let movement = try target.advance(to: plan.snapshot, changed: changes) else { continue }
        let dependsOnChange = reconsidered.removeValue(forKey: target.id) != nil
        guard mayDeliver(movement, to: target, dependsOnChange, plan) else { continue }
        report(movement, of: target, on: plan.snapshot)
        plan.notices.add(movement, of: target, showsContent: mayRead)
      } catch {
        end(target, error, as: .listenDelta)
      }
    }
    for target in reconsidered.values.sorted(by: { $0.number < $1.number }) {
      if renewPermission(of: target, plan) { report(.none, of: target) }
    }
  }

  /// Rules are asked again where their answer may have changed: the document itself, or one that they read. Otherwise
  /// the delivery pays for the same documents again.
  private func mayDeliver(
    _ movement: TargetMovement, to target: AttachedTarget, _ dependsOnChange: Bool, _ plan: StepPlan
  ) -> Bool {
    if dependsOnChange { return renewPermission(of: target, plan) }
    guard target.isJudgedByContent else { return true }
    guard case .documents(let paths, _) = target.watch, paths.count > 1 else {
      return renewPermission(of: target, plan)
    }
    return renewPermission(of: target, plan, about: movement.changes.map(\.path))
  }

  /// The client was away for longer than changes are kept: everything is sent anew.
  func restartAll(_ plan: inout StepPlan) {
    let token = token(of: plan.snapshot)
    for target in targets.all where renewPermission(of: target, plan) {
      do throws(FirestoreError) {
        try restart(target, since: .minimum, &plan)
        plan.complete(target, token: token)
      } catch {
        end(target, error, as: .listenReissue)
      }
    }
  }

  /// Rules or indexes were replaced. Targets that they now refuse end; the others pay for what the rules have read.
  func judgeAll(_ plan: inout StepPlan) {
    for target in targets.all where renewPermission(of: target, plan) {
      do throws(FirestoreError) {
        if case .query(let query) = target.watch, query.engine !== plan.configuration.engine {
          target.watch = .query(try queryTarget(query.query, plan.configuration))
          _ = try whole(target, on: position)
        }
        if !target.dependents.isEmpty { report(.none, of: target) }
      } catch {
        end(target, error, as: .listenDelta)
      }
    }
  }
}

// MARK: - Results that nothing moves

extension ListenSession {
  /// How many versions a result may lie behind.
  private static let longestLag = 4096

  /// Reads a result anew that was read too long ago, at most one in a step. The client notices nothing.
  func renewOldest(_ plan: inout StepPlan) {
    for _ in 0..<2 {
      guard let target = unmoved.popFirst() else { return }
      guard target.isAttached, case .query(let query) = target.watch, let window = query.current else { continue }
      unmoved.append(target)
      guard plan.snapshot.version - window.version > Self.longestLag else { return }
      do throws(FirestoreError) {
        _ = try whole(target, on: plan.snapshot)
      } catch {
        end(target, error, as: .listenDelta)
      }
      return
    }
  }
}

// MARK: - Permission

extension ListenSession {
  /// - Parameter paths: which documents of the target it is about; nil: all.
  func judge(_ target: AttachedTarget, _ plan: StepPlan, about paths: [DocumentPath]? = nil) -> AccessDecision {
    let access = plan.configuration.access
    let now = database.clock.now
    switch target.watch {
    case .documents(let all, _):
      return access.batchGet(paths ?? all, by: context.caller, on: plan.snapshot, at: now)
    case .query(let query):
      return access.list(query.normalized, by: context.caller, on: plan.snapshot, at: now)
    }
  }

  /// Asks the rules again; false when they now deny the target, which then ends.
  private func renewPermission(
    of target: AttachedTarget, _ plan: StepPlan, about paths: [DocumentPath]? = nil
  ) -> Bool {
    let decision = judge(target, plan, about: paths)
    if let error = decision.error {
      report(denial: decision, of: target, as: .listenDelta)
      urgent.append(.removed([target.id], cause: error))
      detach(target)
      return false
    }
    target.note(decision)
    // Asked about a part of it, the rest still rests on what was read before.
    let kept = paths == nil ? [] : target.dependents.filter { !decision.ruleReads.contains($0) }
    targets.setDependents(kept + decision.ruleReads, of: target)
    return true
  }

  /// Whether the client may see a document that is in no result of its own: its new content is told only then. Rules
  /// that allow a query say nothing about documents that do not match it.
  func reading(_ plan: StepPlan) -> (DocumentPath) -> Bool {
    let (access, snapshot, caller, now) = (plan.configuration.access, plan.snapshot, context.caller, database.clock.now)
    return { access.get($0, by: caller, on: snapshot, at: now).isAllowed }
  }

  /// Ends a target for a reason that is not the rules'.
  func end(_ target: AttachedTarget, _ error: FirestoreError, as kind: BillingEvent.Kind) {
    var missing: [MissingIndex] = []
    if error.status == .failedPrecondition, case .query(let query) = target.watch {
      missing = query.engine.missingIndexes(query.normalized)
    }
    report(refusal: error, of: target.request, as: kind, missing: missing)
    urgent.append(.removed([target.id], cause: error))
    detach(target)
  }
}
