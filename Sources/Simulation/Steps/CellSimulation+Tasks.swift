import Diagnostics
import DocumentStore
import FirestoreModel
import Workloads

// The interpreter. Every modifier of a step is taken off in its order (`chance`, `repeat`, `forEach`, `retry`), each as
// a frame of its own, and what is left is the action.

extension CellSimulation {
  /// How many levels of steps may be open at once; more means that procedures call one another without end.
  private static let maximumDepth = 256

  /// Does steps until they are done or have to wait.
  func run(_ task: StepTask) {
    while let frame = task.frames.popLast() {
      guard countAction(at: task.instance?.actor.span) else {
        task.frames = []
        return
      }
      if case .wait(let time) = advance(frame, of: task) {
        queue.schedule(.resume(task), at: max(now, time))
        return
      }
    }
    if task.purpose == .session, let instance = task.instance { finishSteps(of: instance) }
  }

  private func advance(_ frame: Frame, of task: StepTask) -> Progress {
    switch frame {
    case .steps(var steps, let scope):
      guard let step = steps.popFirst() else { return .proceed }
      if !steps.isEmpty { task.frames.append(.steps(steps, scope)) }
      return perform(step, scope, task)
    case .repeating(let step, let left, let scope):
      guard left > 0 else { return .proceed }
      if left > 1 { task.frames.append(.repeating(step, left: left - 1, scope)) }
      return perform(step, scope, task)
    case .forEach(let step, var members, let scope):
      guard let member = members.popFirst() else { return .proceed }
      if !members.isEmpty { task.frames.append(.forEach(step, members, scope)) }
      let document = member.path.flatMap { world.snapshot.document($0) }
      return perform(step, scope.adding(id: member.id, document: document), task)
    case .each(let steps, var documents, let scope):
      guard let document = documents.next() else { return .proceed }
      task.frames.append(.each(steps, documents, scope))
      return open(steps, scope.adding(id: document.path.id, document: document), task)
    case .paging(let paging): return advance(paging, task)
    case .retrying(let retrying): return advance(retrying, task)
    }
  }

  /// Chance of the step that is being done.
  func random(of task: StepTask) -> RandomSource { (task.instance?.random ?? random).of(task.step) }

  /// Puts a list of steps on top of what is left to do.
  func open(_ steps: [Step], _ scope: Scope, _ task: StepTask) -> Progress {
    guard !steps.isEmpty else { return .proceed }
    guard task.frames.count < Self.maximumDepth else {
      task.frames = []
      notes.report(
        ExpressionError("procedures call one another without end; this list is not done any more", span: steps[0].span))
      return .proceed
    }
    task.frames.append(.steps(steps[...], scope))
    return .proceed
  }

  private func perform(_ step: Step, _ scope: Scope, _ task: StepTask) -> Progress {
    task.step = step
    let random = random(of: task)
    if let chance = step.chance, !random.happens(chance) { return .proceed }
    var inner = step
    inner.chance = nil
    if let repetition = step.repetition {
      inner.repetition = nil
      task.frames.append(.repeating(inner, left: random.draw(repetition), scope))
      return .proceed
    }
    if let selection = step.forEach {
      inner.forEach = nil
      task.frames.append(.forEach(inner, selected(selection, inner, scope, task)[...], scope))
      return .proceed
    }
    if let policy = step.retry {
      inner.retry = nil
      task.frames.append(.retrying(Retrying(step: inner, policy: policy, scope: scope)))
      return .proceed
    }
    return act(inner, scope, task)
  }

  /// The action of a step without modifiers.
  func act(_ step: Step, _ scope: Scope, _ task: StepTask) -> Progress {
    notes.reached(step)
    switch step.action {
    case .assign(let assignments): assign(assignments, scope, task)
    case .condition(let condition, let then, let otherwise):
      do throws(ExpressionError) {
        let holds = try condition.evaluateCondition(in: environment(of: task.instance, task: task, scope: scope))
        return open(holds ? then : otherwise, scope, task)
      } catch {
        notes.report(error)
      }
    case .pause(let length): return .wait(until: now.advanced(by: random(of: task).draw(length)))
    case .perform(let name): return open(workload.procedure(named: name.text)?.steps ?? [], scope, task)
    case .group(let steps): return open(steps, scope, task)
    case .outsideWrite(let write): writeOutside(write, step, scope, task)
    case .read, .page, .detach, .device, .write, .batch, .transaction, .realtime:
      guard let instance = task.instance, task.purpose != .outside else {
        return actOutside(step, scope, task)
      }
      return act(step, scope, task, instance)
    }
    return .proceed
  }

  private func act(_ step: Step, _ scope: Scope, _ task: StepTask, _ instance: ActorInstance) -> Progress {
    switch step.action {
    case .read(let read): return perform(read, step, scope, task, instance)
    case .page(let page): return begin(page, step, scope, task, instance)
    case .detach(let name):
      leaveScreen(resultNamed: name.text, instance.device, instance)
      detach(resultNamed: name.text, instance.device)
    case .device(let event): return perform(event, task, instance)
    case .write(let write): commit([write], step, scope, task, instance)
    case .batch(let writes): commit(writes, step, scope, task, instance)
    case .transaction(let transaction): perform(transaction, step, scope, task, instance)
    case .realtime(let request): return perform(request, step, scope, task, instance)
    case .assign, .condition, .pause, .perform, .group, .outsideWrite: break
    }
    return .proceed
  }

  private func assign(_ assignments: [VariableAssignment], _ scope: Scope, _ task: StepTask) {
    for assignment in assignments {
      do throws(ExpressionError) {
        let value = try assignment.value.evaluate(in: environment(of: task.instance, task: task, scope: scope))
        guard let instance = task.instance, task.purpose != .outside else {
          task.locals[assignment.name.text] = value
          continue
        }
        let variable = instance.actor.variables.first { $0.name == assignment.name.text }
        if variable?.isFrozen != true { instance.device.variables[assignment.name.text] = value }
      } catch {
        notes.report(error)
      }
    }
  }

  private func selected(_ selection: IDSelection, _ step: Step, _ scope: Scope, _ task: StepTask) -> [ResultMember] {
    switch selection {
    case .result(let name):
      guard let instance = task.instance else { return [] }
      bringUpToDate(instance)
      return (instance.device.results[name.text]?.ids ?? []).map { ResultMember(id: $0) }
    case .snapshot(let part, let notInStore):
      let members = scope.change?.members(part) ?? []
      guard notInStore, let device = task.instance?.device else { return members }
      let unknown = members.filter { !device.storedIDs.contains($0.id) }
      for member in members where device.storedIDs.contains(member.id) { showStored(member.id, step, scope, task) }
      device.storedIDs.formUnion(unknown.map(\.id))
      return unknown
    }
  }

  /// What the app's own store has need not be fetched to be seen.
  private func showStored(_ id: Text, _ step: Step, _ scope: Scope, _ task: StepTask) {
    guard let instance = task.instance, case .read(let read) = step.action, case .document(let pattern) = read.target
    else { return }
    var environment = environment(of: instance, task: task, scope: scope.adding(id: id, document: nil))
    guard let path = try? pattern.documentPath(in: &environment), let document = world.snapshot.document(path) else {
      return
    }
    instance.shown.saw(document.path, by: step.operation)
  }
}
