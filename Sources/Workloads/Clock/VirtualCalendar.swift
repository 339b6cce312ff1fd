package import FirestoreModel

/// The simulated period and its days.
package struct VirtualCalendar {
  private let clock: ClockSetting
  package let start: Timestamp
  /// The first moment that is no longer simulated.
  package let end: Timestamp
  package let days: Int

  package init(_ clock: ClockSetting) {
    self.clock = clock
    start = clock.start
    days = max(1, clock.days)
    let length = TimeSpan.day.microseconds.multipliedReportingOverflow(by: Int64(max(1, clock.days)))
    end = clock.start.advanced(by: TimeSpan(microseconds: length.overflow ? .max : length.partialValue))
  }

  /// A moment of day `number`, counted from 1, in the UTC offset of the clock.
  package func moment(day number: Int, timeOfDay: TimeSpan) -> Timestamp {
    clock.moment(day: number, timeOfDay: timeOfDay)
  }

  /// The day of the week of day `number`, in the UTC offset of the clock.
  package func weekday(ofDay number: Int) -> Weekday {
    let local = Int128(moment(day: number, timeOfDay: .zero).microseconds) + Int128(clock.utcOffset) * 1_000_000
    let (day, rest) = local.quotientAndRemainder(dividingBy: Int128(TimeSpan.day.microseconds))
    // The first day of the epoch was a Thursday.
    let index = (day - (rest < 0 ? 1 : 0) + 3) % 7
    return Weekday.allCases[Int(index < 0 ? index + 7 : index)]
  }

  /// The same, with fewer days.
  package func ending(afterDays days: Int) -> VirtualCalendar {
    var clock = clock
    clock.days = days
    return VirtualCalendar(clock)
  }

  /// How many calendar days the period touches.
  package var touchedDays: Int { moment(day: 1, timeOfDay: .zero) == start ? days : days + 1 }
}

extension Timestamp {
  /// Stops at the ends of what Firestore can store.
  package func advanced(by span: TimeSpan) -> Timestamp {
    let (sum, overflow) = microseconds.addingReportingOverflow(span.microseconds)
    if overflow { return span.microseconds < 0 ? .minimum : .maximum }
    return Swift.min(Swift.max(Timestamp(microseconds: sum), .minimum), .maximum)
  }
}
