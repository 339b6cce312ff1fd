extension Timestamp {
  /// Nil outside 0001…9999 or when `nanoseconds` is not 0..<1,000,000,000. Digits below a microsecond are cut.
  package init?(seconds: Int64, nanoseconds: Int32) {
    guard (-62_135_596_800...253_402_300_799).contains(seconds), (0..<1_000_000_000).contains(nanoseconds) else {
      return nil
    }
    self.init(microseconds: seconds * 1_000_000 + Int64(nanoseconds / 1000))
  }

  /// Whole seconds since the epoch, rounded down.
  package var seconds: Int64 {
    let quotient = microseconds / 1_000_000
    return microseconds % 1_000_000 < 0 ? quotient - 1 : quotient
  }

  /// Nanoseconds within the second: 0..<1,000,000,000, a multiple of 1,000.
  package var nanoseconds: Int32 {
    let rest = microseconds % 1_000_000
    return Int32((rest < 0 ? rest + 1_000_000 : rest) * 1000)
  }

  /// Reads RFC 3339 as protobuf JSON writes it: `2020-01-02T03:04:05.678Z`, up to nine fractional digits, `Z` or an
  /// offset. Nil when the text is not a date and time, or is outside 0001…9999.
  package init?(rfc3339 text: String) {
    var scanner = DigitScanner(bytes: Array(text.utf8))
    guard
      let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2), scanner.take("-"),
      let day = scanner.number(2), scanner.take("T"), let hour = scanner.number(2), scanner.take(":"),
      let minute = scanner.number(2), scanner.take(":"), let second = scanner.number(2),
      (1...9999).contains(year), (1...12).contains(month), (1...Timestamp.days(in: month, of: year)).contains(day),
      hour < 24, minute < 60, second < 60, let nanoseconds = scanner.fraction(), let offset = scanner.offset(),
      scanner.isAtEnd
    else { return nil }
    let days = Timestamp.daysSinceEpoch(year: year, month: month, day: day)
    self.init(seconds: Int64(days * 86_400 + hour * 3600 + minute * 60 + second - offset), nanoseconds: nanoseconds)
  }

  /// As protobuf JSON prints it: UTC with 0, 3 or 6 fractional digits.
  package var rfc3339: String {
    let secondsOfDay = Int(((seconds % 86_400) + 86_400) % 86_400)
    let date = Timestamp.date(daysSinceEpoch: Int((seconds - Int64(secondsOfDay)) / 86_400))
    let micros = Int(nanoseconds) / 1000
    let fraction =
      micros == 0 ? "" : micros % 1000 == 0 ? "." + padded(micros / 1000, 3) : "." + padded(micros, 6)
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
      + "T\(padded(secondsOfDay / 3600, 2)):\(padded(secondsOfDay / 60 % 60, 2)):\(padded(secondsOfDay % 60, 2))"
      + "\(fraction)Z"
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days from 1970-01-01 in the proleptic Gregorian calendar, for years ≥ 1. The year is taken to start in March, so
  /// that the leap day is its last day and months have the regular lengths of (153·m + 2) / 5.
  private static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func date(daysSinceEpoch: Int) -> (year: Int, month: Int, day: Int) {
    let days = daysSinceEpoch + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }
}

extension Timestamp: CustomStringConvertible {
  package var description: String { rfc3339 }
}

private func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// Reads the fixed-width pieces of a timestamp.
private struct DigitScanner {
  let bytes: [UInt8]
  var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  private var digit: Int? {
    guard position < bytes.count, (0x30...0x39).contains(bytes[position]) else { return nil }
    return Int(bytes[position] - 0x30)
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
    position += 1
    return true
  }

  mutating func number(_ width: Int) -> Int? {
    var result = 0
    for _ in 0..<width {
      guard let next = digit else { return nil }
      result = result * 10 + next
      position += 1
    }
    return result
  }

  /// Nanoseconds; 0 when there is no fraction, nil when it is empty or longer than nine digits.
  mutating func fraction() -> Int32? {
    guard take(".") else { return 0 }
    var result: Int32 = 0
    var digits = 0
    while let next = digit {
      guard digits < 9 else { return nil }
      result = result * 10 + Int32(next)
      digits += 1
      position += 1
    }
    guard digits > 0 else { return nil }
    for _ in digits..<9 { result *= 10 }
    return result
  }

  /// Seconds east of UTC.
  mutating func offset() -> Int? {
    if take("Z") { return 0 }
    let negative = take("-")
    guard negative || take("+"), let hours = number(2), take(":"), let minutes = number(2), hours < 24, minutes < 60
    else { return nil }
    return (hours * 3600 + minutes * 60) * (negative ? -1 : 1)
  }
}
