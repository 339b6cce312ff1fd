package import FirestoreModel

/// Adds up billing events: totals, per operation, per role and per Pacific quota day.
///
/// Events are not kept. What the other answer to an open question would change is added up at once, for the few events
/// that depend on one.
package struct Ledger: BillingListener, Sendable {
  package let assumptions: BillingAssumptions
  /// Seconds east of UTC in which the days of users are counted; nil: Pacific time.
  package let userDayOffset: Int?

  package private(set) var total = Tally()
  package private(set) var listeners: Int64 = 0
  package private(set) var events = 0
  package private(set) var waste = Waste()
  /// What the Realtime Database sent.
  package private(set) var realtime = RealtimeLedger()
  /// By Pacific quota day.
  package private(set) var days: [CalendarDate: Tally] = [:]
  package private(set) var roles: [Text: Tally] = [:]
  /// Reads by the place of the rules that asked for them, as events name it.
  package private(set) var ruleReads: [Int: Int64] = [:]
  /// The largest call, session and day of any one actor, over all operations.
  package private(set) var peak = PeakUsage()

  private var accounts: [OperationAccount] = []
  private var accountIndex: [Text: Int] = [:]
  private var trackers: [TrackerKey: PeriodTracker] = [:]
  private var deltas: [BillingSwitch: [CalendarDate: Tally]] = [:]
  /// The assumptions with the other answer to one question.
  private var alternatives: [BillingSwitch: BillingAssumptions] = [:]
  private var users = UserDayAccounts()
  private var lastDay: (day: CalendarDate, start: Int64, end: Int64)?

  /// Roles that are no users: their days are not among the days of a user.
  private let servers: Set<Text>

  private struct TrackerKey: Hashable {
    /// Nil: all operations.
    var account: Int?
    var role: Text?
    var instance: Int
  }

  package init(assumptions: BillingAssumptions = .standard, userDayOffset: Int? = nil, servers: Set<Text> = []) {
    self.servers = servers
    self.assumptions = assumptions
    self.userDayOffset = userDayOffset
  }

  package mutating func record(_ event: BillingEvent) {
    guard let recorded = add(event, count: 1) else { return }
    track(event, recorded)
  }

  /// The same event of several actors of one role. What the largest call, session and day of each of them were is known
  /// once ``settle(_:of:multiplicity:)`` was called for every one; totals are right at once.
  package mutating func record(_ event: BillingEvent, ofActors count: Int) -> UnsettledUsage {
    var all = event
    all.actor?.instance = 0
    all.multiplicity = SaturatingSum.product(event.multiplicity, Int64(count), plus: 0)
    guard let recorded = add(all, count: count) else { return UnsettledUsage(operation: event.operationName) }
    return UnsettledUsage(operation: event.operationName, usage: recorded.usage, day: recorded.day)
  }

  /// What one actor had of events that were recorded for several, all of them since its last own event, and on one day.
  package mutating func settle(_ unsettled: UnsettledUsage, of actor: BillingEvent.Actor, multiplicity: Int64) {
    let account = index(of: unsettled.operation)
    for key in [
      TrackerKey(account: account, role: actor.role, instance: actor.instance),
      TrackerKey(account: nil, role: actor.role, instance: actor.instance),
    ] {
      var tracker = trackers[key] ?? PeriodTracker()
      tracker.add(unsettled.usage, session: actor.session, dayNumber: unsettled.day, multiplicity: multiplicity)
      if key.account == nil {
        widen(by: tracker.peak, of: key.role)
      } else {
        accounts[account].peak.formMaximum(tracker.peak)
      }
      trackers[key] = tracker
    }
  }

  /// Everything but what has to be followed actor by actor.
  /// - Returns: Nil when the event belongs to no operation.
  private mutating func add(_ event: BillingEvent, count: Int) -> RecordedEvent? {
    events += count
    if let traffic = event.realtime, !recordsOperation(traffic, event) { return nil }
    let tally = event.tally(under: assumptions)
    let usage = Usage(tally, listeners: event.attachesListener ? 1 : 0)
    let cost = EventCost(tally: tally, usage: usage, day: quotaDay(of: event.time))
    total.add(tally, times: event.multiplicity)
    listeners = SaturatingSum.product(usage.listeners, event.multiplicity, plus: listeners)
    days[cost.day, default: Tally()].add(tally, times: event.multiplicity)
    if let actor = event.actor { roles[actor.role, default: Tally()].add(tally, times: event.multiplicity) }
    waste.add(event, tally)
    let account = index(of: event.operationName)
    accounts[account].record(event, cost)
    let day = userDay(of: event.time)
    users.add(tally, times: event.multiplicity, day: day.number, quotaDay: cost.day, hour: day.hour, account: account)
    if !event.ruleReadSites.isEmpty { recordRuleReads(event, tally) }
    recordAlternatives(of: event, cost)
    return RecordedEvent(usage: usage, account: account, day: day.number)
  }

  private struct RecordedEvent {
    var usage: Usage
    var account: Int
    var day: Int64
  }

  /// Traffic has a table of its own. False: it belongs to no operation.
  private mutating func recordsOperation(_ traffic: RealtimeTraffic, _ event: BillingEvent) -> Bool {
    realtime.record(traffic, event, sent: traffic.sent(under: assumptions))
    return traffic.operation != .disconnect
  }

  /// Sorted by name.
  package var operations: [OperationAccount] {
    var result = accounts
    for (key, tracker) in trackers where tracker.hasCall {
      guard let account = key.account else { continue }
      result[account].close(tracker.call, times: tracker.multiplicity)
    }
    return result.sorted { $0.name < $1.name }
  }

  /// All operations together, by Pacific quota day.
  package var dailyUsage: [CalendarDate: Usage] {
    accounts.reduce(into: [:]) { sum, account in
      for (day, usage) in account.days { sum[day, default: Usage()].add(usage) }
    }
  }

  package func operation(named name: Text) -> OperationAccount? { operations.first { $0.name == name } }

  package var usage: Usage { Usage(total, listeners: listeners) }

  /// Days of the users on which something was billed or asked, in their order.
  package var userDays: [UserDayAccount] { users.days.sorted { $0.day < $1.day } }

  /// Of one day of the users.
  package func reads(of operation: Text, on day: UserDayAccount) -> Int64 {
    accountIndex[operation].map { day.reads(ofAccount: $0) } ?? 0
  }

  private mutating func index(of name: Text) -> Int {
    if let known = accountIndex[name] { return known }
    accounts.append(OperationAccount(name: name))
    accountIndex[name] = accounts.count - 1
    return accounts.count - 1
  }

  /// Only what is billed: an open question may be answered so that nothing is.
  private mutating func recordRuleReads(_ event: BillingEvent, _ tally: Tally) {
    guard tally.ruleReads == Int64(event.ruleReadSites.count) else { return }
    for site in event.ruleReadSites {
      ruleReads[site] = SaturatingSum.of(ruleReads[site] ?? 0, event.multiplicity)
    }
  }

  private mutating func track(_ event: BillingEvent, _ recorded: RecordedEvent) {
    let account = recorded.account
    let instance = event.actor?.instance ?? 0
    let own = TrackerKey(account: account, role: event.actor?.role, instance: instance)
    var tracker = trackers[own] ?? PeriodTracker()
    let before = tracker.multiplicity
    if let closed = tracker.record(event, recorded.usage, dayNumber: recorded.day) {
      accounts[account].close(closed, times: before)
    }
    accounts[account].peak.formMaximum(tracker.peak)
    trackers[own] = tracker

    let all = TrackerKey(account: nil, role: event.actor?.role, instance: instance)
    var overall = trackers[all] ?? PeriodTracker()
    _ = overall.record(event, recorded.usage, dayNumber: recorded.day)
    widen(by: overall.peak, of: all.role)
    trackers[all] = overall
  }

  private mutating func widen(by other: PeakUsage, of role: Text?) {
    var other = other
    if let role, servers.contains(role) { other.userDay = Usage() }
    peak.formMaximum(other)
  }

  private mutating func recordAlternatives(of event: BillingEvent, _ cost: EventCost) {
    for named in event.candidateSwitches {
      let change = event.tally(under: alternative(of: named)) - cost.tally
      guard change != .zero else { continue }
      deltas[named, default: [:]][cost.day, default: Tally()].add(change, times: event.multiplicity)
    }
  }

  private mutating func alternative(of named: BillingSwitch) -> BillingAssumptions {
    if let known = alternatives[named] { return known }
    let alternative = assumptions.flipping(named)
    alternatives[named] = alternative
    return alternative
  }

  private mutating func quotaDay(of time: Timestamp) -> CalendarDate {
    if let lastDay, time.microseconds >= lastDay.start, time.microseconds < lastDay.end { return lastDay.day }
    let day = PacificCalendar.day(of: time)
    let next = CalendarDate(daysSinceEpoch: day.daysSinceEpoch + 1)
    lastDay = (day, PacificCalendar.start(of: day).microseconds, PacificCalendar.start(of: next).microseconds)
    return day
  }

  private func userDay(of time: Timestamp) -> (number: Int64, hour: Int) {
    guard let userDayOffset else {
      let hour = (time.microseconds - (lastDay?.start ?? 0)) / 3_600_000_000
      return (Int64(lastDay?.day.daysSinceEpoch ?? 0), Int(min(max(hour, 0), 23)))
    }
    let seconds = time.seconds + Int64(userDayOffset)
    let day = Int64(CalendarDate(secondsSinceEpoch: seconds).daysSinceEpoch)
    return (day, Int((seconds - day * 86_400) / 3_600))
  }
}

extension Ledger {
  /// What one switch would change, were it answered the other way.
  package struct AssumptionEffect: Hashable, Sendable {
    package let named: BillingSwitch
    package let value: String
    package let alternative: String
    /// Alternative minus present figures.
    package let change: Tally
    /// The same by quota day, for what it means in money.
    package let days: [CalendarDate: Tally]
  }

  /// Only the switches that would change a figure, in the order of their names.
  package var assumptionEffects: [AssumptionEffect] {
    deltas.keys.sorted().compactMap { named in
      guard let days = deltas[named] else { return nil }
      let change = days.values.reduce(into: Tally()) { $0.add($1) }
      return AssumptionEffect(
        named: named, value: assumptions.value(of: named), alternative: assumptions.flipping(named).value(of: named),
        change: change, days: days)
    }
  }
}

extension OperationAccount {
  mutating func close(_ call: Usage, times: Int64) {
    callsByReads[call.reads] = SaturatingSum.of(callsByReads[call.reads] ?? 0, times)
  }
}

/// What one actor has had of events that were recorded for several at once.
package struct UnsettledUsage: Sendable {
  package let operation: Text
  package internal(set) var usage = Usage()
  /// The day of the users of the latest of them.
  package internal(set) var day = Int64.min

  package init(operation: Text) { self.operation = operation }

  init(operation: Text, usage: Usage, day: Int64) {
    self.operation = operation
    self.usage = usage
    self.day = day
  }

  /// What came since an earlier moment, at which less had come.
  package func since(_ earlier: Usage) -> UnsettledUsage {
    var difference = self
    difference.usage.add(earlier, times: -1)
    return difference
  }

  package mutating func add(_ later: UnsettledUsage) {
    usage.add(later.usage)
    day = later.day
  }
}

extension PeakUsage {
  mutating func formMaximum(_ other: PeakUsage) {
    call.formMaximum(other.call)
    session.formMaximum(other.session)
    userDay.formMaximum(other.userDay)
  }
}

extension BillingEvent {
  /// Whether a listener is attached that was not there before.
  fileprivate var attachesListener: Bool {
    guard outcome == .served else { return false }
    return switch kind {
    case .listenInitial: true
    case .realtime: realtime?.operation == .listen
    case .listenResume, .listenReissue: startsCall
    case .get, .batchGet, .query, .aggregate, .nearest, .list, .collectionIds, .partition, .explain: false
    case .listenDelta, .limbo, .commit, .batchWrite, .ttl, .import, .export, .backup: false
    }
  }
}
