package import FirestoreModel

/// Days in America/Los_Angeles: free quotas start anew at Pacific midnight.
///
/// Daylight saving time is that of United States law since 2007: from the second Sunday of March to the first Sunday of
/// November, changing at 02:00 local time. Firestore is younger, so earlier years follow the same rule.
package enum PacificCalendar {
  package static func day(of time: Timestamp) -> CalendarDate {
    let seconds = Int(time.seconds)
    let standard = CalendarDate(secondsSinceEpoch: Int64(seconds - standardOffset))
    guard isDaylight(seconds, year: standard.year) else { return standard }
    return CalendarDate(secondsSinceEpoch: Int64(seconds - daylightOffset))
  }

  /// The first moment of the day.
  package static func start(of day: CalendarDate) -> Timestamp {
    // Clocks change at 02:00, hence midnight of the day of change still has the old time.
    let (first, last) = daylightDays(in: day.year)
    let offset = day > first && day <= last ? daylightOffset : standardOffset
    return Timestamp(microseconds: Int64(day.daysSinceEpoch * 86_400 + offset) * 1_000_000)
  }

  /// 24, but 23 and 25 once a year each.
  package static func hours(in day: CalendarDate) -> Int {
    let next = CalendarDate(daysSinceEpoch: day.daysSinceEpoch + 1)
    return Int((start(of: next).microseconds - start(of: day).microseconds) / 3_600_000_000)
  }

  /// Seconds that local time is behind UTC.
  private static let standardOffset = 8 * 3600
  private static let daylightOffset = 7 * 3600

  private static func isDaylight(_ seconds: Int, year: Int) -> Bool {
    let (first, last) = daylightDays(in: year)
    let from = first.daysSinceEpoch * 86_400 + 2 * 3600 + standardOffset
    let to = last.daysSinceEpoch * 86_400 + 2 * 3600 + daylightOffset
    return seconds >= from && seconds < to
  }

  private static func daylightDays(in year: Int) -> (first: CalendarDate, last: CalendarDate) {
    (sunday(2, month: 3, year), sunday(1, month: 11, year))
  }

  private static func sunday(_ number: Int, month: Int, _ year: Int) -> CalendarDate {
    let first = CalendarDate(year: year, month: month, day: 1)
    let toSunday = (7 - first.weekday) % 7
    return CalendarDate(daysSinceEpoch: first.daysSinceEpoch + toSunday + 7 * (number - 1))
  }
}
