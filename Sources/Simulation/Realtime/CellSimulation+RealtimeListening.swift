import Diagnostics
import FirestoreModel
import Metering
import RealtimeDatabase
import RealtimeRules
import Workloads

// Listeners of the Realtime Database: attaching, what a write delivers, coming back.

extension CellSimulation {
  func listen(
    _ request: RealtimeStep, _ step: Step, _ scope: Scope, _ task: StepTask, _ instance: ActorInstance
  ) throws -> Progress {
    var environment = environment(of: instance, task: task, scope: scope)
    let key = try listenKey(request, &environment, step)
    let device = instance.device
    if let name = request.result { detachRealtime(resultNamed: name.text, device) }
    let attachment = RealtimeAttachment(
      key, step: step, request: request, scope: scope, instance: instance, device: device)
    guard !device.isOffline else {
      device.realtime.attachments.append(attachment)
      return .proceed
    }
    let window = try attach(attachment, known: nil)
    device.realtime.attachments.append(attachment)
    return deliverFirst(window, to: attachment, task)
  }

  func unlisten(_ request: RealtimeStep, _ scope: Scope, _ task: StepTask, _ instance: ActorInstance) throws {
    var environment = environment(of: instance, task: task, scope: scope)
    let path = try request.path.realtimePath(in: &environment)
    let spec = try request.query.spec(in: &environment, at: request.span)
    for attachment in instance.device.realtime.attachments where attachment.key.path == path {
      if request.query.isEmpty || attachment.key.spec == spec?.sentByListeners { detach(attachment) }
    }
  }

  private func listenKey(
    _ request: RealtimeStep, _ environment: inout StepEnvironment, _ step: Step
  ) throws -> RealtimeListenKey {
    let path = try request.path.realtimePath(in: &environment)
    let spec = try request.query.spec(in: &environment, at: step.span)
    return RealtimeListenKey(path: path, spec: spec?.sentByListeners)
  }

  /// Asks the server for the data, unless another listener of the client has it.
  /// - Parameter known: what the client still has of it.
  private func attach(_ attachment: RealtimeAttachment, known: RealtimeNode?) throws(FirestoreError) -> RealtimeWindow {
    let (key, device) = (attachment.key, attachment.device)
    let request = attachment.request
    notes.ran(attachment.step.operation, shape: request.text, plan: nil)
    attachment.isShared = device.realtime.source(of: key, besides: attachment) != nil
    let isUnindexed = key.spec?.listenerIndex.map { !settings.realtime.isIndexed($0, at: key.path) } ?? false
    if !attachment.isShared {
      connect(device, attachment.step, attachment.instance)
      let consulted = try allow(.read(key.path, query: key.spec), attachment.instance)
      world.realtime.setConsulted(consulted, of: attachment)
    }
    let target = world.realtime.target(for: key, isUnindexed: isUnindexed)
    target.attachments.append(attachment)
    attachment.state = .live
    if !attachment.isShared { emitListen(attachment, target, known) }
    return target.view.window(world.realtime.root)
  }

  private func emitListen(_ attachment: RealtimeAttachment, _ target: RealtimeTarget, _ known: RealtimeNode?) {
    let path = target.key.path.byteCount
    let root = world.realtime.root
    let sent = Int64(target.view.sentBytes(from: root))
    var traffic = RealtimeTraffic(
      .listen, path: attachment.request.pattern, bytes: messages.listen(path: path, data: sent))
    if let known, known == target.view.sent(from: root) {
      traffic.bytes = messages.unchangedListen
      traffic.bytesIfIndexed = traffic.bytes
    } else if target.isUnindexed {
      traffic.bytesIfIndexed = messages.listen(path: path, data: Int64(target.indexedView.sentBytes(from: root)))
    }
    traffic.isUnindexed = target.isUnindexed
    if target.isUnindexed, let index = target.key.spec?.listenerIndex {
      notes.unindexed(attachment.step, attachment.request, index, traffic)
    }
    emit(.realtime(traffic), attachment.step.operation, attachment.instance)
    notes.attached(attachment.step.operation, resumed: false, attachment.instance.multiplicity)
  }

  /// The first data of a listener; its `onChange` and `each` are done before the steps that follow.
  private func deliverFirst(_ window: RealtimeWindow, to attachment: RealtimeAttachment, _ task: StepTask) -> Progress {
    let request = attachment.request
    let held = HeldResult.children(window)
    attachment.instance.shown.saw(window, at: attachment.key.path, by: attachment.step.operation)
    if let name = request.result { attachment.device.results[name.text] = held }
    if !request.each.isEmpty {
      let each = Step(action: .group(request.each), span: attachment.step.span)
      task.frames.append(.forEach(each, held.members[...], attachment.scope))
    }
    guard request.event == .value || request.event == .childAdded && window.count > 0 else { return .proceed }
    var scope = attachment.scope
    scope.change = SnapshotChange(all: held, changes: nil)
    return open(request.onChange, scope, task)
  }
}

// MARK: - Deliveries

extension CellSimulation {
  private static var maximumDeliveries: Int { 100_000 }

  /// Takes a change over and brings it to everybody who listens, the writer included.
  func deliver(_ change: RealtimeChange) {
    world.realtime.commit(change)
    for attachment in world.realtime.watchers(of: change) { reconsider(attachment) }
    for target in world.realtime.targets(touchedBy: change) {
      guard let movement = target.movement(change, messages) else { continue }
      var held: HeldResult?
      for attachment in target.attachments where attachment.isLive {
        if !attachment.isShared, movement.bytes > 0 {
          var traffic = RealtimeTraffic(.broadcast, path: attachment.request.pattern, bytes: movement.bytes)
          traffic.isUnindexed = target.isUnindexed
          traffic.bytesIfIndexed = movement.bytesIfIndexed
          emit(.realtime(traffic), attachment.step.operation, attachment.instance)
        }
        for case let added? in movement.events.map(\.change) where added.part == .added {
          attachment.instance.shown.saw(
            attachment.key.path.child(RealtimeKey(added.member.id.string)), by: attachment.step.operation)
        }
        guard attachment.hasReader else { continue }
        let result = held ?? .children(target.view.window(change.new))
        held = result
        let kinds = Set(movement.events.map(\.kind))
        deliver(result, kinds, movement.events.compactMap(\.change), to: attachment)
      }
    }
  }

  /// Puts a result where the app finds it, and does `onChange` at this moment, after what is being done.
  private func deliver(
    _ held: HeldResult, _ kinds: Set<RealtimeEvent.Kind>, _ changes: [IDChange], to attachment: RealtimeAttachment
  ) {
    let request = attachment.request
    if let name = request.result { attachment.device.results[name.text] = held }
    guard !request.onChange.isEmpty, kinds.contains(request.event.kind) else { return }
    deliveriesNow += 1
    guard deliveriesNow < Self.maximumDeliveries else {
      notes.report(ExpressionError("this listener's `onChange` wakes itself without end", span: attachment.step.span))
      return
    }
    var scope = attachment.scope
    scope.change = SnapshotChange(all: held, changes: changes)
    let task = StepTask(instance: attachment.instance, purpose: .other, steps: request.onChange, scope: scope)
    queue.schedule(.resume(task), at: now)
  }
}

// MARK: - Detaching and coming back

extension CellSimulation {
  func detachRealtime(resultNamed name: String, _ device: ClientDevice) {
    for attachment in device.realtime.attachments where attachment.request.result?.text == name { detach(attachment) }
  }

  func detach(_ attachment: RealtimeAttachment) {
    let device = attachment.device
    device.realtime.attachments.removeAll { $0 === attachment }
    let isSource = attachment.isLive && !attachment.isShared
    let held = unsubscribe(attachment)
    guard isSource, let held else { return }
    inherit(attachment, held)
  }

  /// Listeners that lived on another one's data ask for themselves; the client still has what they ask for.
  private func inherit(_ attachment: RealtimeAttachment, _ held: RealtimeNode) {
    let device = attachment.device
    for heir in device.realtime.attachments where heir.isLive && heir.isShared {
      guard device.realtime.source(of: heir.key, besides: heir) == nil else { continue }
      heir.isShared = false
      guard let target = world.realtime[heir.key] else { continue }
      do throws(FirestoreError) {
        let consulted = try allow(.read(heir.key.path, query: heir.key.spec), heir.instance)
        world.realtime.setConsulted(consulted, of: heir)
        emitListen(
          heir, target, attachment.key.path.contains(heir.key.path) ? target.view.sent(from: world.realtime.root) : held
        )
      } catch {
        refuse(error, heir.request, heir.step, heir.instance)
        unsubscribe(heir)
        device.realtime.attachments.removeAll { $0 === heir }
      }
    }
  }

  /// Data that rules have looked at for a listener has changed: they are asked again, before anything is sent. A listener
  /// that they deny now is over, and so is whatever else the app listens to with the same query.
  private func reconsider(_ attachment: RealtimeAttachment) {
    let key = attachment.key
    guard !attachment.isShared, world.realtime[key]?.attachments.contains(where: { $0 === attachment }) == true else {
      return
    }
    do throws(FirestoreError) {
      world.realtime.setConsulted(try allow(.read(key.path, query: key.spec), attachment.instance), of: attachment)
    } catch {
      notes.refused(error, attachment.step, by: attachment.instance)
      var traffic = RealtimeTraffic(.broadcast, path: attachment.request.pattern, bytes: messages.denial)
      traffic.isDenied = true
      emit(.realtime(traffic), attachment.step.operation, attachment.instance)
      let device = attachment.device
      let held = unsubscribe(attachment)
      for other in device.realtime.attachments where other.key == key { unsubscribe(other) }
      device.realtime.attachments.removeAll { $0.key == key }
      if let held { inherit(attachment, held) }
    }
  }

  /// Takes the listener off its target, which ends with its last listener.
  /// - Returns: What the client had.
  @discardableResult
  func unsubscribe(_ attachment: RealtimeAttachment) -> RealtimeNode? {
    world.realtime.setConsulted([], of: attachment)
    guard attachment.isLive, let target = world.realtime[attachment.key] else { return nil }
    target.attachments.removeAll { $0 === attachment }
    if target.attachments.isEmpty { world.realtime.remove(target) }
    return target.view.sent(from: world.realtime.root)
  }

  /// The connection is lost: listeners stay in the app, but nothing reaches them.
  func loseRealtime(_ device: ClientDevice) {
    for attachment in device.realtime.attachments {
      guard let held = unsubscribe(attachment) else { continue }
      attachment.state = .disconnected(held)
    }
  }

  /// The connection is back: listeners first, then what was written meanwhile.
  func reconnectRealtime(_ device: ClientDevice, of instance: ActorInstance) {
    for attachment in device.realtime.attachments {
      do throws(FirestoreError) {
        try reattach(attachment)
      } catch {
        refuse(error, attachment.request, attachment.step, instance)
        device.realtime.attachments.removeAll { $0 === attachment }
      }
    }
    let queued = device.realtime.queuedWrites
    device.realtime.queuedWrites = []
    for write in queued { send(write, of: instance, device) }
  }

  private func reattach(_ attachment: RealtimeAttachment) throws(FirestoreError) {
    switch attachment.state {
    case .live: return
    case .waiting:
      deliver(from: .absent, try attach(attachment, known: nil), to: attachment)
    case .disconnected(let known): deliver(from: known, try attach(attachment, known: known), to: attachment)
    }
  }

  /// What happened while nothing was heard.
  private func deliver(from known: RealtimeNode, _ window: RealtimeWindow, to attachment: RealtimeAttachment) {
    guard attachment.hasReader else { return }
    let place = RealtimePath.root.child("place")
    let change = RealtimeChange(
      old: RealtimeNode.absent.replacing(place, with: known),
      new: RealtimeNode.absent.replacing(place, with: window.location), addresses: [place])
    let events = RealtimeView(place, window.spec).events(for: change)
    if !events.isEmpty {
      deliver(.children(window), Set(events.map(\.kind)), events.compactMap(\.change), to: attachment)
    }
  }
}

extension RealtimeQuerySpec {
  /// A listener that only orders is sent as one without a query.
  var sentByListeners: RealtimeQuerySpec? { selectsEverything ? nil : self }
}
