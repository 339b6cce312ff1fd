import FirestoreModel
import Workloads

/// One session of an instance as it is planned; steps that take longer make it longer.
struct PlannedSession: Hashable {
  var start: Timestamp
  var length: TimeSpan

  var end: Timestamp { start.advanced(by: length) }
}

/// The sessions of one instance, one after another.
struct SessionSchedule {
  private static let hour: Int64 = 3_600_000_000

  private let plan: SessionPlan
  private var calendar: VirtualCalendar
  /// Sessions of the day at hand that have not been handed out, the next one last.
  private var pending: [PlannedSession] = []
  private var day = 0
  /// Draws how much later than others the instance starts; nil: it starts when the plan says.
  private let start: RandomSource?
  /// Whether a day had more sessions than are simulated.
  private(set) var leftOut = false
  /// Sessions of whole days that would begin after the end of the period.
  private(set) var beyondEnd: Int64 = 0

  init(_ plan: SessionPlan, calendar: VirtualCalendar, start: RandomSource?) {
    self.plan = plan
    self.calendar = calendar
    self.start = start
  }

  /// Nil when the period is over. Sessions that would start before or after the period do not take place.
  mutating func next(using random: RandomSource) -> PlannedSession? {
    while true {
      while let session = pending.popLast() {
        if session.start >= calendar.start, session.start < calendar.end { return session }
        if session.start >= calendar.end, calendar.touchedDays == calendar.days { beyondEnd += 1 }
      }
      guard day < calendar.touchedDays else { return nil }
      day += 1
      pending = sessions(ofDay: day, using: random).reversed()
    }
  }

  /// The period ends earlier than was planned.
  mutating func end(with calendar: VirtualCalendar) { self.calendar = calendar }

  /// What is still to come, by the time from a moment on.
  struct Position: Hashable {
    fileprivate var pending: [Int64]
    fileprivate var lengths: [TimeSpan]
    fileprivate var nextDay: Int64
  }

  func position(from time: Timestamp) -> Position {
    Position(
      pending: pending.map { $0.start.microseconds - time.microseconds }, lengths: pending.map(\.length),
      nextDay: calendar.moment(day: day + 1, timeOfDay: .zero).microseconds - time.microseconds)
  }

  private mutating func sessions(ofDay day: Int, using random: RandomSource) -> [PlannedSession] {
    if let days = plan.days, !days.contains(calendar.weekday(ofDay: day)) { return [] }
    let planned = random.draw(plan.perDay)
    if planned > WorkLimit.sessionsPerDay { leftOut = true }
    let count = min(max(0, planned), WorkLimit.sessionsPerDay)
    let delay = Delay(start)
    switch plan.placement {
    case .sequence(let first, let gap):
      var sessions: [PlannedSession] = []
      var start = calendar.moment(day: day, timeOfDay: first)
      for _ in 0..<count {
        let session = PlannedSession(start: start, length: random.draw(plan.length))
        sessions.append(session)
        start = session.end.advanced(by: gap)
      }
      let midnight = calendar.moment(day: day + 1, timeOfDay: .zero)
      let untilMidnight = midnight.microseconds - (sessions.last?.end ?? midnight).microseconds
      // Who names a time without a gap means about that time.
      let room = gap > .zero ? gap.microseconds : min(Self.hour, untilMidnight)
      let shift = TimeSpan(microseconds: delay.part(of: Int128(max(0, room))))
      for index in sessions.indices { sessions[index].start = sessions[index].start.advanced(by: shift) }
      return sessions
    case .even(let from, let to):
      let window = Int128(to.microseconds) - Int128(from.microseconds)
      return (0..<count).map { number in
        let offset = delay.part(of: window, after: number, outOf: count)
        let start = calendar.moment(day: day, timeOfDay: from).advanced(by: TimeSpan(microseconds: offset))
        return PlannedSession(start: start, length: random.draw(plan.length))
      }
    }
  }
}

/// How much later than the first somebody starts, as a part of the time in which all start.
private struct Delay {
  private static let whole: Int64 = 1 << 32
  private var part: Int64 = 0

  init(_ random: RandomSource?) {
    if let random { part = Int64(random.number(below: Int(Self.whole))) }
  }

  /// The part of one of several equal pieces of a length, and the pieces before it.
  func part(of length: Int128, after number: Int64 = 0, outOf count: Int64 = 1) -> Int64 {
    let (whole, parts) = (Int128(Self.whole), Int128(max(1, count)))
    return Int64(clamping: length * (Int128(number) * whole + Int128(part)) / (parts * whole))
  }
}
