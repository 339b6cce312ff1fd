/// A day of the proleptic Gregorian calendar.
struct CivilDate {
  var year: Int64
  var month: Int64
  var day: Int64

  /// The years that timestamps have.
  static let years: ClosedRange<Int64> = 1...9999

  /// Nil when there is no such day in the years of timestamps.
  init?(year: Int64, month: Int64, day: Int64) {
    guard CivilDate.years.contains(year), (1...12).contains(month),
      (1...CivilDate.dayCount(of: month, in: year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The year is taken to start in March, so that the leap day is its last day and months have the regular lengths of
  /// (153·m + 2) / 5.
  init(daysSinceEpoch: Int64) {
    let days = daysSinceEpoch + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
  }

  var daysSinceEpoch: Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// 1…366.
  var dayOfYear: Int64 {
    (1..<month).reduce(day) { $0 + CivilDate.dayCount(of: $1, in: year) }
  }

  private static func dayCount(of month: Int64, in year: Int64) -> Int64 {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
