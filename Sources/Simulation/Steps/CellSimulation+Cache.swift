import DocumentStore
import FirestoreModel
import QueryExecution
import QueryModel
import Workloads

// What is on a device when the server is not asked.

extension CellSimulation {
  /// What the device can show by itself. Without persistence that is what its listeners hold.
  func cache(of device: ClientDevice) -> ClientCache {
    let cache =
      device.keepsCache ? persistentCache(of: device) : ClientCache(settings.observingEngine, at: calendar.start)
    for attachment in device.attachments {
      switch attachment.state {
      case .live: if let live = attachment.live { take(live.held, of: attachment.key, into: cache) }
      case .disconnected(_, let target, _): take(LiveResult(target).held, of: attachment.key, into: cache)
      case .waiting, .ended: break
      }
    }
    return cache
  }

  private func persistentCache(of device: ClientDevice) -> ClientCache {
    if let cache = device.cache { return cache }
    let cache = ClientCache(settings.observingEngine, at: calendar.start)
    device.cache = cache
    return cache
  }

  /// The server has answered: what it sent stays on the device.
  func remember(_ held: HeldResult, of key: ListenKey, on device: ClientDevice) {
    guard settings.readsCache, device.keepsCache else { return }
    take(held, of: key, into: persistentCache(of: device))
  }

  private func take(_ held: HeldResult, of key: ListenKey, into cache: ClientCache) {
    switch (held, key) {
    case (.windows(let parts), .query(let query)):
      cache.take(parts, of: query, now) { self.world.snapshot.document($0) }
    case (.single(let document), .document(let path)): cache.take(document, at: path, now)
    default: break
    }
  }

  /// Of a commit that the server has accepted the app knows whole documents, and those that it had before.
  func remember(_ commit: Commit, of writes: [Write], on device: ClientDevice) {
    guard settings.readsCache, device.keepsCache else { return }
    let cache = persistentCache(of: device)
    let whole = Set(writes.filter { if case .set = $0.operation { true } else { false } }.map(\.path))
    for change in commit.changes where whole.contains(change.path) || cache.document(change.path) != nil {
      cache.take(change.new, at: change.path, now)
    }
  }

  /// Counts what is shown without asking the server and is no longer so there.
  func noteOutdated(_ held: HeldResult, _ step: Step, _ instance: ActorInstance) {
    let result: Name?
    switch step.action {
    case .read(let read): result = read.result
    case .page(let page): result = page.result
    case .detach, .device, .write, .batch, .transaction, .assign, .condition, .pause, .perform, .group, .outsideWrite,
      .realtime:
      return
    }
    let count = held.documents.count { world.snapshot.document($0.path)?.updateTime != $0.updateTime }
    observer(of: result, step, instance.device)?.showed(outdated: count)
  }
}

extension Workload {
  /// Whether something is asked of the device alone.
  var readsCache: Bool {
    var found = false
    visitSteps { step in
      switch step.action {
      case .read(let read): if read.source == .cache { found = true }
      case .page(let page): if page.source == .cache { found = true }
      case .device(.offline): found = true
      case .detach, .device, .write, .batch, .transaction, .assign, .condition, .pause, .perform, .group,
        .outsideWrite, .realtime:
        break
      }
    }
    return found
  }
}
