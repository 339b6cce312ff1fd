/// Counts as people read them: `50,000,000`.
package enum Grouped {
  package static func count(_ value: Int64) -> String {
    let digits = decimal(String(value.magnitude))
    return value < 0 ? "−" + digits : digits
  }

  /// `1 read`, `1,000 reads`
  package static func counted(_ value: Int64, _ noun: String) -> String {
    "\(count(value)) \(noun)\(value == 1 ? "" : "s")"
  }

  package static func signed(_ value: Int64) -> String { value > 0 ? "+" + count(value) : count(value) }

  /// Groups the digits in front of the point.
  package static func decimal(_ text: String) -> String {
    let whole = text.prefix { $0 != "." && $0 != "…" }
    var result = ""
    for (index, digit) in whole.enumerated() {
      if index > 0, digit != "-", (whole.count - index).isMultiple(of: 3), result != "-" { result.append(",") }
      result.append(digit)
    }
    return result + text.dropFirst(whole.count)
  }

  /// `30.0 M` from a million on: for columns where the size matters, not the digits.
  package static func short(_ value: Int64) -> String {
    guard value.magnitude >= 1_000_000 else { return count(value) }
    let (tenths, rest) = value.magnitude.quotientAndRemainder(dividingBy: 100_000)
    let rounded = tenths + (rest >= 50_000 ? 1 : 0)
    return (value < 0 ? "−" : "") + count(Int64(rounded / 10)) + ".\(rounded % 10) M"
  }
}
