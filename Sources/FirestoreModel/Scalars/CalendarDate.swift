/// A day of the proleptic Gregorian calendar, without a time zone.
package struct CalendarDate: Hashable, Sendable {
  /// Days since 1970-01-01.
  package let daysSinceEpoch: Int

  package init(daysSinceEpoch: Int) { self.daysSinceEpoch = daysSinceEpoch }

  /// The day that a moment belongs to.
  package init(secondsSinceEpoch seconds: Int64) {
    daysSinceEpoch = Int(seconds / 86_400) - (seconds % 86_400 < 0 ? 1 : 0)
  }

  /// A day beyond the end of the month counts on into the next one.
  /// - Precondition: the month is 1…12.
  package init(year: Int, month: Int, day: Int) {
    // The year is taken to start in March, so that the leap day is its last day and months have the regular lengths of
    // (153·m + 2) / 5.
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    daysSinceEpoch = era * 146_097 + dayOfEra - 719_468
  }

  /// Nil for days that do not exist, and outside the years of timestamps, 1…9999.
  package init?(exactly date: (year: Int, month: Int, day: Int)) {
    guard (1...9999).contains(date.year), (1...12).contains(date.month), (1...31).contains(date.day) else {
      return nil
    }
    self.init(year: date.year, month: date.month, day: date.day)
    guard components == date else { return nil }
  }

  /// `2026-11-21`. Nil for anything else, and for days that do not exist.
  package init?(iso text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy(digits.contains) }) else { return nil }
    let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
    self.init(exactly: (numbers[0], numbers[1], numbers[2]))
  }

  package var year: Int { components.year }
  package var month: Int { components.month }
  package var day: Int { components.day }

  /// 0 is Sunday.
  package var weekday: Int { ((daysSinceEpoch + 4) % 7 + 7) % 7 }

  /// 1…366.
  package var dayOfYear: Int { daysSinceEpoch - CalendarDate(year: year, month: 1, day: 1).daysSinceEpoch + 1 }

  package var components: (year: Int, month: Int, day: Int) {
    let days = daysSinceEpoch + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }
}

extension CalendarDate: Comparable, CustomStringConvertible {
  package static func < (lhs: CalendarDate, rhs: CalendarDate) -> Bool { lhs.daysSinceEpoch < rhs.daysSinceEpoch }

  package var description: String {
    let date = components
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
  }
}

/// The number with at least so many digits.
func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
