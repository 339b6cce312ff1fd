import FirestoreModel

enum DurationMethods {
  static let signatures = [
    BuiltinSignature(.duration, "nanos", [], .integer),
    BuiltinSignature(.duration, "seconds", [], .integer),
  ]

  static let functions = [
    BuiltinSignature(nil, "duration.abs", [.duration], .duration),
    BuiltinSignature(nil, "duration.time", [.integer, .integer, .integer, .integer], .duration),
    BuiltinSignature(nil, "duration.value", [.integer, .string], .duration),
  ]

  /// What a unit has of nanoseconds.
  private static func nanoseconds(of unit: Text) -> Int128? {
    switch unit.string {
    case "w": 604_800_000_000_000
    case "d": 86_400_000_000_000
    case "h": 3_600_000_000_000
    case "m": 60_000_000_000
    case "s": 1_000_000_000
    case "ms": 1_000_000
    case "ns": 1
    default: nil
    }
  }

  /// Both parts have the sign of the duration, as in a protocol buffer (not recorded for negative durations).
  static func call(_ method: BuiltinMethod, _ span: RuleDuration, _ arguments: [RuleValue]) -> RuleOutcome? {
    guard arguments.isEmpty else { return nil }
    switch method {
    case .seconds: return .value(.integer(Int64(span.total / 1_000_000_000)))
    case .nanos: return .value(.integer(Int64(span.total % 1_000_000_000)))
    default: return nil
    }
  }

  static func call(_ function: BuiltinFunction, _ arguments: [RuleValue]) -> RuleOutcome? {
    switch function {
    case .durationAbs:
      guard case .duration(let span) = arguments[0] else { return nil }
      return outcome(span.total < 0 ? -span.total : span.total)
    case .durationValue:
      guard case .integer(let count) = arguments[0], case .string(let unit) = arguments[1] else { return nil }
      guard let size = nanoseconds(of: unit) else {
        return .error(.invalidArgument(function: "duration.value", argument: unit.string))
      }
      return outcome(Int128(count) * size)
    default:
      var total: Int128 = 0
      for (argument, size) in zip(arguments, [3_600_000_000_000, 60_000_000_000, 1_000_000_000, 1] as [Int128]) {
        guard case .integer(let count) = argument else { return nil }
        total += Int128(count) * size
      }
      return outcome(total)
    }
  }

  /// A span of so many nanoseconds; an error when the seconds are beyond 64 bits.
  static func outcome(_ nanoseconds: Int128) -> RuleOutcome {
    let seconds = nanoseconds.quotient(1_000_000_000)
    guard let whole = Int64(exactly: seconds) else { return .error(.overflow(operation: "duration")) }
    let rest = nanoseconds - seconds * 1_000_000_000
    return .value(.duration(RuleDuration(seconds: whole, nanoseconds: Int32(rest))))
  }
}

extension RuleDuration {
  /// In nanoseconds.
  var total: Int128 { Int128(seconds) * 1_000_000_000 + Int128(nanoseconds) }
}
