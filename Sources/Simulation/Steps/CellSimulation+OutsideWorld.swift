import Diagnostics
import DocumentStore
import FirestoreModel
import Metering
import QueryExecution
import Workloads

// The outside world: it changes data and wakes listeners, asks no rules and is billed to nobody unless `metered`.

extension CellSimulation {
  /// The initial documents, as one commit before the clock starts.
  func generateData() {
    var room = Int128(WorkLimit.documents)
    let remembersIDs = workload.hasWarmStores
    for (position, entry) in workload.data.enumerated() {
      guard let entry = cell.restricted(entry) else { continue }
      room -= entry.plannedDocuments ?? 0
      guard room >= 0 else {
        notes.unsupported(
          "more than \(Grouped.count(WorkLimit.documents)) documents to begin with", at: entry.span, isTooMuch: true)
        return
      }
      var generator = DocumentGenerator(entry, at: position, seed: workload.seed, clock: workload.clock)
      var writes: [Write] = []
      do throws(ExpressionError) {
        while let document = try generator.next() {
          if remembersIDs { world.initialIDs.insert(document.path.id) }
          writes.append(Write(document.path, .set(document.fields)))
          if writes.count == Self.batchSize { commitInitial(&writes, entry) }
        }
        commitInitial(&writes, entry)
      } catch {
        notes.report(error)
      }
    }
  }

  private static var batchSize: Int { 10_000 }

  private func commitInitial(_ writes: inout [Write], _ entry: DataEntry) {
    do throws(FirestoreError) {
      _ = try world.commit(writes, at: calendar.start.advanced(by: TimeSpan(microseconds: -1)))
    } catch {
      notes.report(ExpressionError("the documents cannot be stored: \(error.message)", span: entry.span))
    }
    let expired = world.takeExpired()
    if !expired.isEmpty { commitOutside(expired.map { Write($0, .delete) }, at: calendar.start, span: entry.span) }
    writes = []
  }

  func scheduleBackground() {
    for activity in workload.background {
      guard let write = cell.restricted(activity.write) else { continue }
      let step = Step(action: .outsideWrite(write), span: activity.span)
      switch activity.rate {
      case .perDay(let quantity):
        for day in 0..<calendar.days {
          let midnight = calendar.start.advanced(by: TimeSpan(microseconds: Int64(day) * TimeSpan.day.microseconds))
          let count = random.of(step).draw(quantity)
          start(OutsideStream(step, count: count, from: midnight, .spread(Spread(.gap), over: .day), nil))
        }
      case .interval(let interval):
        guard interval > .zero else { continue }
        let period = calendar.end.microseconds - calendar.start.microseconds
        let count = (period - 1) / interval.microseconds
        start(OutsideStream(step, count: count, from: calendar.start.advanced(by: interval), .every(interval), nil))
      }
    }
  }

  /// Places steps of the outside world in a stretch, evenly unless they say otherwise.
  /// - Parameter isSpread: whether steps that say nothing are placed over the whole stretch, or at its start.
  func schedule(_ steps: [Step], in stretch: Stretch, of instance: ActorInstance?, isSpread: Bool = true) {
    for step in steps {
      let random = (instance?.random ?? random).of(step)
      var single = step
      var count: Int64 = 1
      var spread = step.spread
      if let repetition = step.repetition {
        count = random.draw(repetition)
        single.repetition = nil
      } else if case .outsideWrite(var write) = step.action {
        count = random.draw(write.count)
        spread = write.spread ?? spread
        write.count = .constant(1)
        write.spread = nil
        single.action = .outsideWrite(write)
      }
      single.spread = nil
      if spread == nil, isSpread { spread = Spread(.gap) }
      start(OutsideStream(single, count: count, from: stretch.start, placement(spread, stretch), instance))
    }
  }

  private func placement(_ spread: Spread?, _ stretch: Stretch) -> Placement {
    guard let spread else { return .atOnce }
    switch spread.interval {
    case .duration(let length): return .spread(spread, over: length)
    case .gap, .length: return .spread(spread, over: stretch.length)
    }
  }

  private func start(_ stream: OutsideStream) {
    guard let time = stream.nextTime else { return }
    expect(stream.count(before: calendar.end), at: stream.step.span)
    queue.schedule(.outside(stream), at: time)
  }

  /// Does the next of a stream, and while nobody could notice the difference, those that follow with it.
  func advance(_ stream: OutsideStream) {
    if let write = stream.plainWrite {
      runAhead(stream, write)
    } else {
      stream.skip()
      run(
        StepTask(instance: stream.instance, purpose: .outside, steps: [stream.step], scope: stream.scope))
    }
    if let next = stream.nextTime { queue.schedule(.outside(stream), at: next) }
  }

  /// Until the next event nobody acts. What is written till then to places that nobody listens to can be one commit:
  /// every field has its own moment all the same.
  private func runAhead(_ stream: OutsideStream, _ write: OutsideWrite) {
    notes.reached(stream.step)
    var batch: [Write] = []
    var last = now
    let task = StepTask(instance: stream.instance, purpose: .outside, steps: [], scope: stream.scope)
    task.step = stream.step
    while let time = stream.nextTime, time < calendar.end {
      if !batch.isEmpty, let next = queue.nextTime, time >= next { break }
      guard countAction(at: write.span) else { break }
      let writes = outsideWrites(write, number: stream.number, of: stream.count, at: time, task, Scope())
      let isNoticed = writes.contains { world.live.cover($0.path) }
      if isNoticed, !batch.isEmpty { break }
      stream.skip()
      batch += writes
      last = time
      if isNoticed || batch.count >= Self.batchSize || write.readsExistingChildren { break }
    }
    commitOutside(batch, at: last, by: stream.instance, span: write.span)
    meter(write, stream.step, batch, stream.instance)
  }

  /// The writes of one moment: one per combination of the loops.
  private func outsideWrites(
    _ write: OutsideWrite, number: Int64, of count: Int64, at time: Timestamp, _ task: StepTask, _ scope: Scope
  ) -> [Write] {
    var writes: [Write] = []
    var loops = LoopCombination(write.loops)
    guard !loops.isEmpty else { return [] }
    repeat {
      var scope = scope
      scope.values.merge(loops.values) { $1 }
      do throws(ExpressionError) {
        writes.append(try outsideWrite(write, number: number, of: count, at: time, task, scope))
      } catch {
        notes.report(error)
      }
    } while loops.advance()
    return writes
  }

  private func outsideWrite(
    _ write: OutsideWrite, number: Int64, of count: Int64, at time: Timestamp, _ task: StepTask, _ scope: Scope
  ) throws(ExpressionError) -> Write {
    var environment = environment(of: task.instance, task: task, scope: scope, at: time)
    let path = try write.path.documentPath(in: &environment)
    if let name = write.result { task.locals[name.text] = .string(path.id) }
    switch write.kind {
    case .delete: return Write(path, .delete)
    case .set(let merge):
      environment.scope.values["id"] = .string(path.id)
      var assignments = write.fields
      if assignments == nil, let entry = workload.dataEntry(for: write.path) {
        assignments = entry.fields
        environment.scope.values.merge(entry.loopBindings(of: path.segments)) { $1 }
      }
      let place = GenerationPlace(clock: workload.clock, number: number, count: count, moment: time, origin: time)
      var generator = FieldGenerator(
        environment: environment, random: random(of: task).branch(), place: place)
      let fields = try generator.fields(assignments ?? [])
      return Write(path, fields: fields, merge: merge)
    }
  }

  /// Commits, removes what `retention` no longer keeps, and wakes listeners.
  func commitOutside(_ writes: [Write], at time: Timestamp, by instance: ActorInstance? = nil, span: Span) {
    guard !writes.isEmpty else { return }
    do throws(FirestoreError) {
      let result = try world.commit(writes, at: time, fanOut: instance.map { .times($0.multiplicity) } ?? .copies)
      for write in writes { notes.outsideWrites.add(instance?.multiplicity ?? cell.copies(of: write.path)) }
      if let commit = result.commit { deliver(commit, from: nil) }
    } catch {
      notes.outsideWriteFailed(error, at: span)
    }
    let expired = world.takeExpired()
    if !expired.isEmpty { commitOutside(expired.map { Write($0, .delete) }, at: time, by: instance, span: span) }
    trimLog()
  }

  private func meter(_ write: OutsideWrite, _ step: Step, _ writes: [Write], _ instance: ActorInstance?) {
    guard write.isMetered else { return }
    var work = WriteWork()
    switch write.kind {
    case .set: work.writes = 1
    case .delete: work.deletes = 1
    }
    notes.ran(step.operation, shape: write.path.sourceText, plan: nil)
    for written in writes {
      let copies = instance?.multiplicity ?? cell.copies(of: written.path)
      guard copies > 0 else { continue }
      var event = BillingEvent.commit(work)
      event.responseBytes = WireBytes.commit
      emit(event, step.operation, nil, multiplicity: copies)
    }
  }

  /// A write that stands in a list of steps: at this moment, unless it is spread from here on.
  func writeOutside(_ write: OutsideWrite, _ step: Step, _ scope: Scope, _ task: StepTask) {
    let count = random(of: task).draw(write.count)
    if let spread = write.spread {
      var single = step
      var plain = write
      plain.count = .constant(1)
      plain.spread = nil
      single.action = .outsideWrite(plain)
      let stretch = Stretch(start: now, end: task.instance?.sessionEnd ?? calendar.end)
      start(OutsideStream(single, count: count, from: now, placement(spread, stretch), task.instance))
      return
    }
    for number in 0..<max(0, count) {
      guard countAction(at: write.span) else { return }
      let moment = now.advanced(by: TimeSpan(microseconds: number))
      let writes = outsideWrites(write, number: number, of: count, at: moment, task, scope)
      commitOutside(writes, at: moment, by: task.instance, span: write.span)
      meter(write, step, writes, task.instance)
    }
  }

  /// What an actor's step does when the outside world does it: data changes, nobody is billed.
  func actOutside(_ step: Step, _ scope: Scope, _ task: StepTask) -> Progress {
    switch step.action {
    case .write(let write): writeOutside([write], step, scope, task)
    case .batch(let writes): writeOutside(writes, step, scope, task)
    case .transaction(let transaction): writeOutside(transaction.writes, step, scope, task)
    case .device(let event):
      guard let instance = task.instance else { break }
      return perform(event, task, instance)
    case .read, .page, .detach: notes.unsupported("a read in a step of the outside world", at: step.span)
    case .realtime(let request): writeOutside(request, step, scope, task)
    case .assign, .condition, .pause, .perform, .group, .outsideWrite: break
    }
    return .proceed
  }

  private func writeOutside(_ operations: [WriteOperation], _ step: Step, _ scope: Scope, _ task: StepTask) {
    do throws(ExpressionError) {
      let prepared = try prepare(operations, scope, task, at: now)
      commitOutside(prepared, at: now, by: task.instance, span: step.span)
    } catch {
      notes.report(error)
    }
  }
}

extension OutsideStream {
  /// The write, when the step is nothing else.
  fileprivate var plainWrite: OutsideWrite? {
    guard step.chance == nil, step.repetition == nil, step.forEach == nil, step.retry == nil,
      case .outsideWrite(let write) = step.action, write.spread == nil, write.count.constant == 1
    else { return nil }
    return write
  }

  fileprivate var scope: Scope { Scope() }
}

extension OutsideWrite {
  /// `{any}` and `{latest}` depend on what was written just before.
  fileprivate var readsExistingChildren: Bool {
    path.segments.contains { template in
      template.parts.contains { part in
        switch part {
        case .anyChild, .latestChild: true
        case .literal, .expression, .newID: false
        }
      }
    }
  }
}

extension RetentionPattern {
  /// Nil when the entry keeps everything. A drawn retention makes no sense and is taken as none.
  init?(_ entry: DataEntry) {
    guard let limit = entry.retention?.constant else { return nil }
    self.init(
      segments: entry.path.segments.dropLast().map { $0.literal.map { Text($0) } }, limit: Int(clamping: max(0, limit)))
  }
}
