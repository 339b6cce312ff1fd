import FirestoreModel

/// A time that needs no expression, as it is written.
enum TimeWord {
  /// Nil: not one of the fixed forms; the text may still be an expression.
  static func read(_ text: String) -> TimeReference? {
    switch text {
    case "now": return .now
    case "serverTime", "serverNow": return .serverTime
    default: break
    }
    if let span = TimeSpan(parsing: text) { return .relative(span) }
    if let timestamp = Timestamp(rfc3339: text) { return .absolute(timestamp) }
    return dayTime(text)
  }

  /// `day 3 10:00`, `day 3`
  private static func dayTime(_ text: String) -> TimeReference? {
    let words = text.split(separator: " ")
    guard words.count == 2 || words.count == 3, words[0] == "day", let day = Int(words[1]), (1...100_000).contains(day)
    else { return nil }
    guard words.count == 3 else { return .dayTime(day: day, timeOfDay: .zero) }
    return TimeSpan(timeOfDay: String(words[2])).map { .dayTime(day: day, timeOfDay: $0) }
  }

  /// Seconds east of UTC of an RFC 3339 text that has been read.
  static func utcOffset(of text: String) -> Int {
    let suffix = Array(text.utf8.suffix(6))
    guard suffix.count == 6, suffix[0] == UInt8(ascii: "+") || suffix[0] == UInt8(ascii: "-"),
      [1, 2, 4, 5].allSatisfy({ suffix[$0].isDigitByte })
    else { return 0 }
    let digit = { (position: Int) in Int(suffix[position] - UInt8(ascii: "0")) }
    let seconds = (digit(1) * 10 + digit(2)) * 3600 + (digit(4) * 10 + digit(5)) * 60
    return suffix[0] == UInt8(ascii: "-") ? -seconds : seconds
  }
}
