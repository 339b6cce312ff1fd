import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A comparison of the request's time with a fixed moment.
struct TimeBound: Hashable {
  /// True only before it; otherwise only after it.
  var isUpper: Bool
  /// Seconds since 1970; nil where it is computed.
  var seconds: Int64?
}

extension Term {
  /// What the term says about the date when it says nothing else: `request.time < timestamp.date(2025, 1, 31)`.
  var timeBound: TimeBound? {
    guard case .binary(let op, let left, let right) = kind else { return nil }
    if left.isOfRequestTime, right.isFixed { return Self.bound(op, right, isFlipped: false) }
    if right.isOfRequestTime, left.isFixed { return Self.bound(op, left, isFlipped: true) }
    return nil
  }

  private static func bound(_ op: BinaryOperator, _ moment: Term, isFlipped: Bool) -> TimeBound? {
    switch op {
    case .less, .lessOrEqual: TimeBound(isUpper: !isFlipped, seconds: moment.seconds)
    case .greater, .greaterOrEqual: TimeBound(isUpper: isFlipped, seconds: moment.seconds)
    default: nil
    }
  }

  /// `request.time`, or what only grows with it; hours and days of the week come again.
  private var isOfRequestTime: Bool {
    if case .method(let receiver, let name, _) = kind {
      return ["toMillis", "date", "year"].contains(name) && receiver.isRequest("time")
    }
    return isRequest("time")
  }

  /// Whether it is the same in every request.
  private var isFixed: Bool {
    !contains { part in
      switch part.kind {
      case .opaque, .capture, .access, .name("request"), .name("resource"): true
      default: false
      }
    }
  }

  private var seconds: Int64? {
    switch kind {
    case .method(let space, "date", let arguments) where space.kind == .name("timestamp") && arguments.count == 3:
      guard case .integer(let year) = arguments[0].kind, case .integer(let month) = arguments[1].kind,
        case .integer(let day) = arguments[2].kind, (1...9999).contains(year), (1...12).contains(month),
        (1...31).contains(day)
      else { return nil }
      return Int64(CalendarDate(year: Int(year), month: Int(month), day: Int(day)).daysSinceEpoch) * 86_400
    case .method(let space, "value", let arguments) where space.kind == .name("timestamp") && arguments.count == 1:
      guard case .integer(let milliseconds) = arguments[0].kind else { return nil }
      return milliseconds.flooredDivision(by: 1000)
    // Compared with `request.time.toMillis()`; smaller numbers are years, hours and the like.
    case .integer(let milliseconds) where milliseconds > 100_000_000_000:
      return milliseconds.flooredDivision(by: 1000)
    default: return nil
    }
  }
}

extension Int64 {
  fileprivate func flooredDivision(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
