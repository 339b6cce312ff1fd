import DocumentStore
import FirestoreModel
import QueryExecution
import QueryModel
import RealtimeDatabase
import Workloads

// What stands on the screen where the baseline listens and a variant asks once.

extension CellSimulation {
  /// Remembers the answer of a one-time read, and compares the one before that it replaces.
  /// - Parameter target: what the user should see, or what was asked for.
  func keepOnScreen(
    _ target: ReadTarget, _ step: Step, as result: Name?, filter: Expression?, _ scope: Scope, _ task: StepTask?,
    _ instance: ActorInstance
  ) throws {
    guard settings.askingOnce.contains(step.operation.name) else { return }
    var environment = environment(of: instance, task: task, scope: scope)
    let content: ShownAnswer.Content
    var place = result?.text ?? step.operation.name.string
    switch target {
    case .document(let pattern):
      let path = try pattern.documentPath(in: &environment)
      content = .document(path, world.snapshot.document(path))
      if result == nil { place += " \(path)" }
    case .query(let template):
      let query = try template.bound(in: &environment)
      content = .query(query, try settings.observingEngine.run(query, on: world.snapshot).window)
    case .aggregation: return
    }
    show(content, at: place, step, as: result, filter: filter, scope, instance)
  }

  /// The pages that were read are one answer. One that ended before a page was full holds all that there was.
  func keepOnScreen(_ paging: Paging, _ task: StepTask, _ instance: ActorInstance) throws {
    let page = paging.page
    if let intended = page.intended {
      return try keepOnScreen(
        intended, paging.step, as: page.result, filter: nil, paging.scope, task, instance)
    }
    guard settings.askingOnce.contains(paging.step.operation.name) else { return }
    var query = paging.query
    if paging.parts.last.map({ $0.shown == paging.size }) ?? false {
      query.limit = Int32(clamping: paging.parts.reduce(0) { $0 + $1.shown })
    }
    let window = try settings.observingEngine.run(query, on: world.snapshot).window
    show(
      .query(query, window), at: page.result?.text ?? paging.step.operation.name.string, paging.step, as: page.result,
      filter: page.keep, paging.scope, instance)
  }

  func keepOnScreen(
    _ window: RealtimeWindow, _ path: RealtimePath, _ spec: RealtimeQuerySpec, _ request: RealtimeStep, _ step: Step,
    _ scope: Scope, _ instance: ActorInstance
  ) {
    guard settings.askingOnce.contains(step.operation.name) else { return }
    let place = request.result?.text ?? "\(step.operation.name) \(path)"
    show(.children(path, spec, window), at: place, step, as: request.result, filter: nil, scope, instance)
  }

  private func show(
    _ content: ShownAnswer.Content, at place: String, _ step: Step, as result: Name?, filter: Expression?,
    _ scope: Scope, _ instance: ActorInstance
  ) {
    let device = instance.device
    let answer = ShownAnswer(
      content: content, step: step, result: result, filter: filter, scope: scope, position: world.log.position,
      time: now)
    // What had come meanwhile is seen now, later than it should have been.
    if let earlier = device.answers.updateValue(answer, forKey: place) {
      let changes = changes(since: earlier, instance)
      note(OverlookedChanges(came: 0, changed: changes.came + changes.changed), earlier, device)
    }
  }

  /// The app shows nothing of it any more.
  func leaveScreen(resultNamed name: String, _ device: ClientDevice, _ instance: ActorInstance) {
    guard let answer = device.answers.removeValue(forKey: name) else { return }
    note(changes(since: answer, instance), answer, device)
  }

  func leaveScreens(_ device: ClientDevice, _ instance: ActorInstance) {
    for answer in device.answers.values { note(changes(since: answer, instance), answer, device) }
    device.answers = [:]
  }

  private func note(_ changes: OverlookedChanges, _ answer: ShownAnswer, _ device: ClientDevice) {
    guard changes.came + changes.changed > 0 else { return }
    // A screen that may be so old, and was no longer there, has overlooked nothing.
    if case .read(let read) = answer.step.action, let maxAge = read.maxAge, now <= answer.time.advanced(by: maxAge) {
      return
    }
    observer(of: answer.result, answer.step, device)?.overlooked(changes)
  }

  // MARK: What changed meanwhile

  private func changes(since answer: ShownAnswer, _ instance: ActorInstance) -> OverlookedChanges {
    switch answer.content {
    case .document(let path, let before): changes(of: path, since: before, answer)
    case .query(let query, let before): changes(of: query, since: before, answer, instance)
    case .children(let path, let spec, let before):
      OverlookedChanges(before, RealtimeWindow(spec, over: world.realtime.root[path]))
    }
  }

  private func changes(
    of path: DocumentPath, since before: Document?, _ answer: ShownAnswer
  ) -> OverlookedChanges {
    let current = world.snapshot.document(path)
    guard current?.updateTime != before?.updateTime, answer.written[path] != .some(current?.updateTime) else {
      return OverlookedChanges()
    }
    return before == nil ? OverlookedChanges(came: 1) : OverlookedChanges(changed: 1)
  }

  private func changes(
    of query: Query, since before: ResultWindow, _ answer: ShownAnswer, _ instance: ActorInstance
  ) -> OverlookedChanges {
    var found = OverlookedChanges()
    guard answer.position < world.log.position,
      let after = try? settings.observingEngine.run(query, on: world.snapshot).window,
      let delta = world.log.delta(from: before, at: answer.position, to: after, of: query)
    else { return found }
    for change in delta.changes {
      let current = world.snapshot.document(change.path)
      guard change.cause != .evicted, answer.written[change.path] != .some(current?.updateTime) else { continue }
      let wasShown = change.kind != .added && isShown(before.document(change.path), answer, instance)
      let isToBeShown = change.kind != .removed && isShown(current, answer, instance)
      if wasShown { found.changed += 1 } else if isToBeShown { found.came += 1 }
    }
    return found
  }

  private func isShown(_ document: Document?, _ answer: ShownAnswer, _ instance: ActorInstance) -> Bool {
    guard let filter = answer.filter, let document else { return true }
    let scope = answer.scope.adding(id: document.path.id, document: document)
    return (try? filter.evaluateCondition(in: environment(of: instance, task: nil, scope: scope))) ?? true
  }
}

extension OverlookedChanges {
  /// Of a location of the Realtime Database, whose own value counts where it has no children.
  init(_ before: RealtimeWindow, _ after: RealtimeWindow) {
    let old = Dictionary(before.entries.map { ($0.key, $0.node) }) { first, _ in first }
    let new = Dictionary(after.entries.map { ($0.key, $0.node) }) { first, _ in first }
    for (key, node) in new {
      guard let known = old[key] else {
        came += 1
        continue
      }
      if known != node { changed += 1 }
    }
    changed += old.keys.count { new[$0] == nil && !after.location.child($0).exists }
    if old.isEmpty, new.isEmpty, before.location != after.location { changed += 1 }
  }
}

extension ClientDevice {
  /// The app knows what it writes itself.
  func noteWritten(_ commit: Commit) {
    for place in answers.keys {
      for change in commit.changes { answers[place]?.written.updateValue(change.new?.updateTime, forKey: change.path) }
    }
  }
}
