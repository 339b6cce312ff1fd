import Metering

extension TimeSpan {
  /// Reads `30s`, `16m`, `2h`, `-90d`, `+4h`, `0.5s`, `250ms`: exact, nil when it is nothing of the sort or does not
  /// fit. A bare `0` is a length of time, too.
  package init?(parsing text: String) {
    var bytes = Array(text.utf8)[...]
    var sign: Int128 = 1
    if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      sign = first == UInt8(ascii: "-") ? -1 : 1
      bytes = bytes.dropFirst()
    }
    let number = bytes.prefix { $0.isDigitByte || $0 == UInt8(ascii: ".") }
    let unit = String(decoding: bytes[number.endIndex...], as: UTF8.self)
    guard let value = Rational(unsigned: String(decoding: number, as: UTF8.self)),
      let scale = TimeSpan.microseconds(of: unit) ?? (value == .zero && unit.isEmpty ? 1 : nil),
      let total = Rational(scale).multiplied(by: value), total.denominator == 1,
      let microseconds = Int64(exactly: sign * total.numerator)
    else { return nil }
    self.init(microseconds: microseconds)
  }

  private static func microseconds(of unit: String) -> Int64? {
    switch unit {
    case "ms": 1000
    case "s": 1_000_000
    case "m": 60_000_000
    case "h": 3_600_000_000
    case "d": 86_400_000_000
    default: nil
    }
  }

  /// Reads a time of day: `08:00`, `23:59:30`, `24:00`; nil for anything else.
  package init?(timeOfDay text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else { return nil }
    var values: [Int64] = []
    for part in parts {
      guard (1...2).contains(part.count), part.allSatisfy(\.isDigitByte), let value = Int64(String(part) ?? "") else {
        return nil
      }
      values.append(value)
    }
    let seconds = values[0] * 3600 + values[1] * 60 + (values.count == 3 ? values[2] : 0)
    guard values[0] <= 24, values.dropFirst().allSatisfy({ $0 < 60 }), seconds <= 86_400 else { return nil }
    self = .seconds(seconds)
  }
}
