import Diagnostics
import DocumentStore
import FirestoreModel
import Metering
import QueryExecution
import QueryModel
import QueryPlanner
import Workloads

/// What can happen in a simulation.
enum SimulationEvent {
  case session(ActorInstance, PlannedSession)
  case sessionEnd(ActorInstance)
  case resume(StepTask)
  /// The device's connection is back, unless it was cut again meanwhile.
  case reconnect(ClientDevice, ActorInstance)
  /// The server takes a connection for dead.
  case realtimeTimeout(ClientDevice, ActorInstance)
  case outside(OutsideStream)
  case timeline(Int)
  case sampleStorage
}

/// Runs one cell of one variant in virtual time: a deterministic discrete-event simulation, on one thread.
final class CellSimulation {
  let workload: Workload
  let cell: Cell
  let settings: SimulationSettings
  private(set) var calendar: VirtualCalendar
  let world: SimulatedDatabase
  var queue = EventQueue<SimulationEvent>()
  var instances: [ActorInstance] = []
  private(set) var now: Timestamp
  /// Receives every billing event; the only place where cost comes from.
  var ledger: Ledger
  var notes: RunNotes
  let random: RandomSource
  /// All names that `as:` gives.
  let resultNames: Set<String>
  /// Snapshots being delivered at this very moment, against workloads whose `onChange` wakes itself for ever.
  var deliveriesNow = 0
  /// While a transaction is done: whether one of its requests was counted as the call already.
  var transactionIsCounted: Bool?
  private var bounds: BoundCheck
  /// Nil: every day is simulated.
  var repetition: DayRepetition?
  /// Days that were not simulated: what happens from then on happens so much later.
  private(set) var daysLeftOut: Int64 = 0
  /// Steps and events so far.
  private var actions = 0
  /// Those of days that were left out.
  private var actionsLeftOut = 0
  private var report: ((_ fraction: Double) -> Void)?

  init(_ cell: Cell, of workload: Workload, settings: SimulationSettings, ledger: Ledger, notes: RunNotes) {
    self.workload = workload
    self.cell = cell
    self.settings = settings
    self.ledger = ledger
    self.notes = notes
    calendar = VirtualCalendar(workload.clock)
    now = calendar.start
    resultNames = workload.resultNames
    bounds = BoundCheck(written: settings.written, end: calendar.end)
    random = RandomSource(seed: workload.seed, purpose: "world", instance: cell.isolatedInstance ?? 0)
    let sizing = settings.assumptions.storageSizing
    world = SimulatedDatabase(
      engine: settings.engine, start: Timestamp(microseconds: calendar.start.microseconds - 1),
      storage: StorageMeter(catalog: settings.engine.planner.catalog, sizing: sizing, weighting: cell.weighting),
      creations: CreationOrder(
        patterns: workload.data.compactMap(RetentionPattern.init), remembersLatest: workload.usesLatestChild),
      copied: CopiedVersions(workload),
      keepsLog: workload.hasListeners || !settings.observed.isEmpty || !settings.askingOnce.isEmpty,
      asksEachTarget: settings.isTellingEach,
      realtime: SimulatedRealtimeDatabase(
        remembersLatest: workload.usesLatestRealtimeChild, copies: RealtimeCopies(cell)))
  }

  /// Runs the whole period.
  /// - Parameter progress: told from time to time which part of the period is over.
  func run(_ progress: (_ fraction: Double) -> Void = { _ in }) {
    withoutActuallyEscaping(progress) { progress in
      report = progress
      defer { report = nil }
      runPeriod()
    }
    progress(1)
  }

  /// Counts what is done.
  /// - Returns: False when it is more than a run may do; everything ends then.
  func countAction(at span: Span?) -> Bool {
    actions += 1
    if actions % WorkLimit.actionsPerReport == 0 {
      let length = Double(calendar.end.microseconds - calendar.start.microseconds)
      report?(Double(now.microseconds - calendar.start.microseconds) / max(1, length))
    }
    if actions <= settings.actions - actionsLeftOut { return true }
    notes.leaveUnfinished(
      "simulating more than \(Grouped.count(Int64(settings.actions))) steps and events", at: span ?? Span(0, 0))
    return false
  }

  /// Ends everything before it begins when it is certain to be more than a run may do.
  func expect(_ further: Int64, at span: Span) {
    guard further > Int64(settings.actions - actionsLeftOut - actions) else { return }
    notes.leaveUnfinished("simulating more than \(Grouped.count(Int64(settings.actions))) steps and events", at: span)
    actions = settings.actions
  }

  private func runPeriod() {
    if let step = cell.members.lazy.compactMap({ self.workload.stepDoneMore(than: self.settings.actions, by: $0.actor) }
    ).first {
      notes.leaveUnfinished(
        "simulating more than \(Grouped.count(Int64(settings.actions))) steps and events", at: step.span)
      now = calendar.end
      return finish()
    }
    generateData()
    world.begin()
    generateRealtimeData()
    makeInstances()
    scheduleTimeline()
    scheduleBackground()
    scheduleStorageSamples()
    while !notes.isFoldingRefuted, let (time, event) = queue.next() {
      guard time < calendar.end, countAction(at: nil) else { break }
      if time != now { deliveriesNow = 0 }
      now = max(now, time)
      handle(event)
    }
    now = calendar.end
    finish()
  }

  /// Remembers what is wrong with the values that a query was filled with.
  func checkBounds(_ query: Query, _ template: QueryTemplate, _ step: Step) {
    guard !template.bindings.isEmpty || query.filter != nil else { return }
    for finding in bounds.findings(on: query, template) { notes.found(finding, at: step) }
  }

  private func handle(_ event: SimulationEvent) {
    switch event {
    case .session(let instance, let session): begin(session, of: instance)
    case .sessionEnd(let instance): end(instance)
    case .resume(let task): run(task)
    case .reconnect(let device, let instance): reconnect(device, of: instance)
    case .realtimeTimeout(let device, let instance): if device.isOffline { disconnectRealtime(device, of: instance) }
    case .outside(let stream): advance(stream)
    case .timeline(let index): performTimelineEntry(index)
    case .sampleStorage:
      world.sampleStorage()
      endDay()
    }
  }

  /// Looks whether the days that follow are the one that ends now over again, and leaves them out.
  private func endDay() {
    guard var days = repetition else { return }
    repetition = nil
    guard let repeated = days.dayEnded(self, actions: actions) else {
      repetition = days
      return
    }
    let perDay = zip(instances, repeated.before.sessions).map { $0.sessionNumber - $1 }
    let places = Dictionary(instances.enumerated().map { (ActorPlace($1.actor.name, $1.number), perDay[$0]) }) {
      first, _ in first
    }
    for later in 1...repeated.count {
      for var event in repeated.events {
        event.time = event.time.advanced(by: TimeSpan(microseconds: later * TimeSpan.day.microseconds))
        if let actor = event.actor {
          let sessions = places[ActorPlace(actor.role.string, Int64(actor.instance))] ?? 0
          event.actor?.session = actor.session + Int(later) * sessions
        }
        ledger.record(event)
      }
    }
    notes.repeatDays(from: repeated.before.notes, to: repeated.after.notes, times: repeated.count)
    world.repeatDays(fanOut: repeated.before.fanOut, times: repeated.count)
    for (index, instance) in instances.enumerated() {
      instance.sessionNumber += Int(repeated.count) * perDay[index]
      for (name, observer) in instance.device.observers {
        let before = index < repeated.before.observers.count ? repeated.before.observers[index][name] : nil
        observer.repeatDays(from: before ?? ResultObserver.Counts(), times: Int(repeated.count))
      }
    }
    daysLeftOut = repeated.count
    actionsLeftOut = Int(repeated.count) * (repeated.after.actions - repeated.before.actions)
    calendar = calendar.ending(afterDays: calendar.days - Int(repeated.count))
    bounds.end = calendar.end
    for instance in instances { instance.schedule?.end(with: calendar) }
  }

  private struct ActorPlace: Hashable {
    var name: String
    var number: Int64

    init(_ name: String, _ number: Int64) { (self.name, self.number) = (name, number) }
  }

  private func scheduleStorageSamples() {
    for day in 1...max(1, calendar.days) {
      // The last moment of each day, so that what the day wrote is in it.
      let end = calendar.start.advanced(by: TimeSpan(microseconds: Int64(day) * TimeSpan.day.microseconds - 1))
      queue.schedule(.sampleStorage, at: end)
    }
  }

  private func finish() {
    notes.addFanOut(world.storage.fanOut)
    notes.addStorageSamples(world.storage.samples)
    notes.addRealtimeStorageSamples(world.realtime.samples)
    for instance in instances {
      bringUpToDate(instance)
      countShown(to: instance)
      noteCut(of: instance)
      for device in instance.devices {
        leaveScreens(device, instance)
        for attachment in device.attachments { noteEnd(of: attachment) }
        for (result, observer) in device.observers {
          notes.observed(observer, result: result, actor: instance.actor.name, multiplicity: instance.multiplicity)
        }
      }
    }
  }
}

// MARK: - Actors and their calendars

extension CellSimulation {
  private func makeInstances() {
    for (actor, members) in cell.members {
      for member in members {
        let instance = ActorInstance(
          actor: actor, number: member.number, multiplicity: member.multiplicity,
          random: RandomSource(seed: workload.seed, purpose: actor.name, instance: member.number))
        instances.append(instance)
        signIn(instance)
        setVariables(of: instance)
        warmStore(of: instance)
        if let sessions = actor.sessions {
          instance.schedule = SessionSchedule(
            sessions, calendar: calendar, start: member.isSpread ? startingMoments(of: instance) : nil)
          planNextSession(of: instance, after: calendar.start)
        }
      }
    }
  }

  /// Chance of its own, so that nothing else is drawn differently because people are spread.
  private func startingMoments(of instance: ActorInstance) -> RandomSource {
    RandomSource(seed: workload.seed, purpose: "start of \(instance.actor.name)", instance: instance.number)
  }

  /// Sets every variable of the device in hand to its initial value.
  func setVariables(of instance: ActorInstance) {
    for variable in instance.actor.variables {
      do throws(ExpressionError) {
        let value = try variable.initial.evaluate(in: environment(of: instance))
        instance.device.variables[variable.name] = value
      } catch {
        notes.report(error)
      }
    }
  }

  /// `store: warm` — everything that is there at the start has been fetched before.
  private func warmStore(of instance: ActorInstance) {
    guard instance.device.variables["store"] == .string("warm") else { return }
    instance.device.storedIDs = world.initialIDs
  }

  /// Plans the next session and puts the outside world into the stretch before it.
  private func planNextSession(of instance: ActorInstance, after end: Timestamp) {
    instance.upcoming = instance.schedule?.next(using: instance.random)
    if instance.schedule?.leftOut == true {
      notes.unsupported(
        "simulating more than \(Grouped.count(WorkLimit.sessionsPerDay)) sessions of one instance a day",
        at: instance.actor.span, isTooMuch: true)
    }
    guard let session = instance.upcoming else { return }
    let gap = Stretch(start: min(end, session.start), end: session.start)
    schedule(instance.actor.betweenSessions, in: gap, of: instance)
    queue.schedule(.session(instance, session), at: session.start)
  }

  private func begin(_ session: PlannedSession, of instance: ActorInstance) {
    guard instance.sessionTask == nil else {
      instance.delayed = session
      return
    }
    tellAtOnce(instance)
    instance.sessionNumber += 1
    countShown(to: instance)
    notes.sessionBegan(of: instance)
    if instance.takeUp(deviceNamed: nil) { setVariables(of: instance) }
    for device in instance.devices {
      leaveScreens(device, instance)
      device.forgetResults()
    }
    let end = now.advanced(by: session.length)
    schedule(instance.actor.during, in: Stretch(start: now, end: end), of: instance)
    let task = StepTask(instance: instance, purpose: .session, steps: instance.actor.steps, scope: Scope())
    instance.sessionTask = task
    instance.sessionEnd = end
    instance.plannedLength = session.length
    planNextSession(of: instance, after: end)
    run(task)
  }

  /// The steps of a session are done; the app stays open until the session's length is over.
  func finishSteps(of instance: ActorInstance) {
    if instance.plannedLength > .zero, now > instance.sessionEnd { noteOverrun(of: instance) }
    queue.schedule(.sessionEnd(instance), at: max(now, instance.sessionEnd))
  }

  private func end(_ instance: ActorInstance) {
    for device in instance.devices {
      leaveScreens(device, instance)
      detachAll(device)
      closeRealtime(device, of: instance)
    }
    instance.sessionTask = nil
    tellAtOnce(instance)
    countShown(to: instance)
    if let delayed = instance.delayed {
      instance.delayed = nil
      if delayed.start < now {
        notes.sessionFaults[instance.actor.name, default: SessionFaults()].late.add(instance.multiplicity)
      }
      begin(delayed, of: instance)
    }
  }
}

// MARK: - The script

extension CellSimulation {
  private func scheduleTimeline() {
    for (index, entry) in workload.timeline.enumerated() {
      guard let time = moment(of: entry.at) else { continue }
      queue.schedule(.timeline(index), at: time)
    }
  }

  /// A moment of the script, relative to `clock.start`.
  private func moment(of reference: TimeReference) -> Timestamp? {
    do throws(ExpressionError) {
      return try reference.moment(clock: workload.clock, origin: calendar.start, in: environment(of: nil))
    } catch {
      notes.report(error)
      return nil
    }
  }

  private func performTimelineEntry(_ index: Int) {
    let entry = workload.timeline[index]
    guard let actor = entry.actor else {
      schedule(entry.steps, in: Stretch(start: now, end: calendar.end), of: nil, isSpread: false)
      return
    }
    for instance in instances where instance.actor.name == actor.text {
      run(StepTask(instance: instance, purpose: .other, steps: entry.steps, scope: Scope()))
    }
  }
}
