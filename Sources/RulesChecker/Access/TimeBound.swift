import RulesEvaluator
import RulesLanguage

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
      return CivilDate(year: year, month: month, day: day).daysSince1970 * 86_400
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

/// A day of the Gregorian calendar.
struct CivilDate: Hashable {
  var year: Int64
  var month: Int64
  var day: Int64

  init(year: Int64, month: Int64, day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }

  init(secondsSince1970 seconds: Int64) {
    // Days are counted from 0000-03-01, so that a leap day is the last one of its year.
    let days = seconds.flooredDivision(by: 86_400) + 719_468
    let era = days.flooredDivision(by: 146_097)
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// For years from 1 to 9999.
  var daysSince1970: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.flooredDivision(by: 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// `2025-01-31`
  var text: String {
    func padded(_ value: Int64, _ width: Int) -> String {
      String(repeating: "0", count: max(0, width - String(value).count)) + String(value)
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}

extension Int64 {
  fileprivate func flooredDivision(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
