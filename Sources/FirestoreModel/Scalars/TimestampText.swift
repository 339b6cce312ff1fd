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
      let date = CalendarDate(exactly: (year, month, day)),
      hour < 24, minute < 60, second < 60, let nanoseconds = scanner.fraction(), let offset = scanner.offset(),
      scanner.isAtEnd
    else { return nil }
    self.init(
      seconds: Int64(date.daysSinceEpoch * 86_400 + hour * 3600 + minute * 60 + second - offset),
      nanoseconds: nanoseconds)
  }

  /// As protobuf JSON prints it: UTC with 0, 3 or 6 fractional digits.
  package var rfc3339: String {
    let secondsOfDay = Int(((seconds % 86_400) + 86_400) % 86_400)
    let micros = Int(nanoseconds) / 1000
    let fraction =
      micros == 0 ? "" : micros % 1000 == 0 ? "." + padded(micros / 1000, 3) : "." + padded(micros, 6)
    return "\(CalendarDate(secondsSinceEpoch: seconds))"
      + "T\(padded(secondsOfDay / 3600, 2)):\(padded(secondsOfDay / 60 % 60, 2)):\(padded(secondsOfDay % 60, 2))"
      + "\(fraction)Z"
  }
}

extension Timestamp: CustomStringConvertible {
  package var description: String { rfc3339 }
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
