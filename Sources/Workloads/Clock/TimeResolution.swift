package import FirestoreModel

extension ClockSetting {
  /// A moment of day `day` (from 1, the date of `start`), at a time of day in the clock's UTC offset.
  package func moment(day: Int, timeOfDay: TimeSpan) -> Timestamp {
    let dayLength = Int128(TimeSpan.day.microseconds)
    let local = Int128(start.microseconds) + Int128(utcOffset) * 1_000_000
    let (quotient, rest) = local.quotientAndRemainder(dividingBy: dayLength)
    let midnight = (rest < 0 ? quotient - 1 : quotient) * dayLength - Int128(utcOffset) * 1_000_000
    return Timestamp(clamping: midnight + Int128(day - 1) * dayLength + Int128(timeOfDay.microseconds))
  }
}

extension TimeReference {
  /// The moment that is meant.
  ///
  /// - Parameter origin: what `-7d` is counted from: `clock.start` in data and timeline, else the moment of use.
  package func moment(
    clock: ClockSetting, origin: Timestamp, in environment: some ExpressionEnvironment
  ) throws(ExpressionError) -> Timestamp {
    switch self {
    case .absolute(let timestamp): return timestamp
    case .dayTime(let day, let timeOfDay): return clock.moment(day: day, timeOfDay: timeOfDay)
    case .relative(let span):
      return Timestamp(clamping: Int128(origin.microseconds) + Int128(span.microseconds))
    case .now: return environment.now
    case .serverTime: return environment.serverNow
    case .expression(let expression):
      switch try expression.evaluate(in: environment) {
      case .timestamp(let timestamp): return timestamp
      case .integer(let milliseconds): return Timestamp(clamping: Int128(milliseconds) * 1000)
      case let other:
        throw ExpressionError("expected a time, found \(other.expressionTypeName)", span: expression.span)
      }
    }
  }
}
