/// Follows one actor, in one operation or in all of them, through its calls, sessions and days.
struct PeriodTracker: Hashable, Sendable {
  private(set) var peak = PeakUsage()
  /// The call that is still open.
  private(set) var call = Usage()
  private(set) var hasCall = false
  private(set) var multiplicity: Int64 = 1
  private var session = Usage()
  private var sessionNumber = 0
  private var userDay = Usage()
  private var dayNumber = Int64.min

  /// - Returns: the call that ended because this event starts a new one.
  mutating func record(_ event: BillingEvent, _ usage: Usage, dayNumber day: Int64) -> Usage? {
    var closed: Usage?
    if event.startsCall {
      closed = hasCall ? call : nil
      call = Usage()
      hasCall = true
    }
    add(usage, session: event.actor?.session ?? 0, dayNumber: day, multiplicity: event.multiplicity)
    return closed
  }

  /// What belongs to the call that is open.
  mutating func add(_ usage: Usage, session number: Int, dayNumber day: Int64, multiplicity: Int64) {
    self.multiplicity = multiplicity
    if number != sessionNumber { (session, sessionNumber) = (Usage(), number) }
    if day != dayNumber { (userDay, dayNumber) = (Usage(), day) }
    call.add(usage)
    session.add(usage)
    userDay.add(usage)
    peak.call.formMaximum(call)
    peak.session.formMaximum(session)
    peak.userDay.formMaximum(userDay)
  }
}
