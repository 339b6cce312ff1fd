import DocumentStore
import FirestoreModel
import Metering
import QueryExecution
import Workloads

// Lost connections: what a listener has to catch up with, and what that costs.

extension CellSimulation {
  /// The connection is lost: listeners stay in the app, but nothing reaches them.
  func disconnect(_ device: ClientDevice) {
    for attachment in device.attachments {
      guard case .live = attachment.state, let target = unsubscribe(attachment) else { continue }
      attachment.state = .disconnected(since: now, target: target.live.result, position: world.log.position)
    }
  }

  /// The connection is back: what was written meanwhile is sent, then every listener catches up.
  func reconnect(_ device: ClientDevice, of instance: ActorInstance) {
    guard let until = device.offlineUntil, until <= now else { return }
    device.offlineUntil = nil
    reconnectRealtime(device, of: instance)
    let queued = device.queuedCommits
    device.queuedCommits = []
    for commit in queued { send(commit, from: device, of: instance) }
    for attachment in device.attachments {
      do {
        try reattach(attachment)
      } catch let error as FirestoreError {
        refuse(error, attachment.step.step, instance)
        end(attachment)
      } catch let denied as DeniedAccess {
        deny(denied, attachment.step.step, instance)
        end(attachment)
      } catch {
        notes.internalError("\(error)", at: attachment.step.step.span)
      }
    }
  }

  private func reattach(_ attachment: Attachment) throws {
    switch attachment.state {
    case .live, .ended: return
    case .waiting:
      let held = try attach(attachment)
      try observeWhole(held, attachment, nil)
      deliver(held, changes: nil, to: attachment)
    case .disconnected(let since, let target, let position):
      let earlier = DetachedTarget(key: attachment.key, since: since, target: target, position: position)
      let dependents = attachment.isShared ? RuleReads.none : try permission(of: attachment, .listenReissue)
      let current = try currentWork(of: attachment)
      if !attachment.isShared {
        var event = try reconnection(earlier, reason: .connectionLost, current: current, attachment)
        event.bill(dependents)
        emit(event, attachment.step.operation, attachment.instance)
      }
      let movement = try moved(earlier)
      attachment.state = .live
      subscribe(attachment, current.result, dependents)
      try observeWhole(current.held, attachment, nil)
      guard let movement else { return }
      deliver(current.held, changes: movement.changes, to: attachment)
    }
  }

  /// The event of coming back to a result that was known before.
  func reconnection(
    _ earlier: DetachedTarget, reason: Reconnection.Reason, current: CurrentResult, _ attachment: Attachment
  ) throws(FirestoreError) -> BillingEvent {
    let reconnection = Reconnection(
      reason: reason, persistence: attachment.device.keepsCache,
      gap: now.microseconds - earlier.since.microseconds)
    let movement: TargetMovement?
    switch reconnection.resumption {
    case .resumed, .reissuedUnlessTokenDecides: movement = try moved(earlier)
    case .reissued: movement = nil
    }
    var event = BillingEvent.reconnect(reconnection, changes: changes(movement), current: current.work)
    switch reconnection.resumption {
    case .resumed: event.responseBytes = bytes(movement)
    case .reissued, .reissuedUnlessTokenDecides: event.responseBytes = current.bytes
    }
    return event
  }

  /// What happened to a result since the server was heard last.
  private func moved(_ earlier: DetachedTarget) throws(FirestoreError) -> TargetMovement? {
    switch earlier.target {
    case .query(var target)?:
      let collection = target.query.collection
      let changed = world.log.changes(since: earlier.position, in: collection)
      return try target.advance(to: world.snapshot, changed: changed).map(TargetMovement.query)
    case .document(var target)?:
      return target.advance(to: world.snapshot).map { .document($0, world.snapshot.document(target.path)) }
    case nil: return nil
    }
  }
}
