package import FirestoreModel

/// A moment as a workload names it.
package enum TimeReference: Hashable, Sendable {
  case absolute(Timestamp)
  /// `day 3 10:00`: day 1 is the date of `clock.start`, the time of day is in its UTC offset.
  case dayTime(day: Int, timeOfDay: TimeSpan)
  /// `-7d`: from the moment the text is used; in `data` and in the timeline that is `clock.start`.
  case relative(TimeSpan)
  /// The device's clock, skew included.
  case now
  /// The server's clock.
  case serverTime
  /// An actor variable or any expression that gives a time.
  case expression(Expression)

  /// Whether it is later than another that is counted from the same moment; nil: only the run knows.
  func isAfter(_ other: TimeReference) -> Bool? {
    switch (self, other) {
    case (.absolute(let time), .absolute(let other)): time > other
    case (.relative(let span), .relative(let other)): span > other
    case (.relative(let span), .now), (.relative(let span), .serverTime): span > .zero
    case (.now, .relative(let other)), (.serverTime, .relative(let other)): other < .zero
    case (.dayTime(let day, let time), .dayTime(let otherDay, let otherTime)): (day, time) > (otherDay, otherTime)
    default: nil
    }
  }
}
