import FirestoreModel

enum TimestampMethods {
  static let signatures =
    ["day", "dayOfWeek", "dayOfYear", "hours", "minutes", "month", "nanos", "seconds", "toMillis", "year"].map {
      BuiltinSignature(.timestamp, $0, [], .integer)
    } + [
      BuiltinSignature(.timestamp, "date", [], .timestamp),
      BuiltinSignature(.timestamp, "time", [], .duration),
    ]

  static let functions = [
    BuiltinSignature(nil, "timestamp.date", [.integer, .integer, .integer], .timestamp),
    BuiltinSignature(nil, "timestamp.value", [.integer], .timestamp),
  ]

  static func call(_ method: BuiltinMethod, _ time: RuleTimestamp, _ arguments: [RuleValue]) -> RuleOutcome? {
    guard arguments.isEmpty else { return nil }
    let date = CalendarDate(secondsSinceEpoch: time.seconds)
    let second = time.secondOfDay
    switch method {
    case .year: return .value(.integer(Int64(date.year)))
    case .month: return .value(.integer(Int64(date.month)))
    case .day: return .value(.integer(Int64(date.day)))
    case .hours: return .value(.integer(second / 3600))
    case .minutes: return .value(.integer(second / 60 % 60))
    case .seconds: return .value(.integer(second % 60))
    case .nanos: return .value(.integer(Int64(time.nanoseconds)))
    // Monday is 1, Sunday 7.
    case .dayOfWeek: return .value(.integer(Int64((date.weekday + 6) % 7 + 1)))
    case .dayOfYear: return .value(.integer(Int64(date.dayOfYear)))
    case .date: return .value(.timestamp(RuleTimestamp(seconds: time.seconds &- second, nanoseconds: 0)))
    case .time: return .value(.duration(RuleDuration(seconds: second, nanoseconds: time.nanoseconds)))
    case .toMillis: return .value(.integer(Int64(clamping: time.total.quotient(1_000_000))))
    default: return nil
    }
  }

  static func call(_ function: BuiltinFunction, _ arguments: [RuleValue]) -> RuleOutcome? {
    guard function == .timestampDate else {
      guard case .integer(let milliseconds) = arguments[0] else { return nil }
      return outcome(Int128(milliseconds) * 1_000_000)
    }
    guard case .integer(let year) = arguments[0], case .integer(let month) = arguments[1],
      case .integer(let day) = arguments[2]
    else { return nil }
    guard let date = CalendarDate(exactly: (Int(year), Int(month), Int(day))) else {
      return .error(.invalidArgument(function: "timestamp.date", argument: "\(year), \(month), \(day)"))
    }
    return .value(.timestamp(RuleTimestamp(seconds: Int64(date.daysSinceEpoch) * 86_400, nanoseconds: 0)))
  }

  /// The point in time so many nanoseconds after the epoch; an error outside the years 1 to 9999.
  static func outcome(_ nanoseconds: Int128) -> RuleOutcome {
    let seconds = nanoseconds.quotient(1_000_000_000)
    guard (-62_135_596_800...253_402_300_799).contains(seconds) else {
      return .error(.overflow(operation: "timestamp"))
    }
    let rest = nanoseconds - seconds * 1_000_000_000
    return .value(.timestamp(RuleTimestamp(seconds: Int64(seconds), nanoseconds: Int32(rest))))
  }
}

extension RuleTimestamp {
  /// Nanoseconds since the epoch.
  var total: Int128 { Int128(seconds) * 1_000_000_000 + Int128(nanoseconds) }

  fileprivate var secondOfDay: Int64 { (seconds % 86_400 + 86_400) % 86_400 }
}

extension Int128 {
  /// Divides by a positive number, rounding down.
  func quotient(_ divisor: Int128) -> Int128 { self / divisor - (self % divisor < 0 ? 1 : 0) }
}
