/// Counts as people read them: `50,000,000`.
enum Grouped {
  static func count(_ value: Int64) -> String {
    let digits = decimal(String(value.magnitude))
    return value < 0 ? "−" + digits : digits
  }

  static func signed(_ value: Int64) -> String { value > 0 ? "+" + count(value) : count(value) }

  /// Groups the digits in front of the point.
  static func decimal(_ text: String) -> String {
    let whole = text.prefix { $0 != "." && $0 != "…" }
    var result = ""
    for (index, digit) in whole.enumerated() {
      if index > 0, digit != "-", (whole.count - index).isMultiple(of: 3), result != "-" { result.append(",") }
      result.append(digit)
    }
    return result + text.dropFirst(whole.count)
  }

  /// `30.0 M` from a million on: for columns where the size matters, not the digits.
  static func short(_ value: Int64) -> String {
    guard value.magnitude >= 1_000_000 else { return count(value) }
    let tenths = value.magnitude / 100_000
    return (value < 0 ? "−" : "") + count(Int64(tenths / 10)) + ".\(tenths % 10) M"
  }
}

/// Shares with one decimal, cut and not rounded up, so that 99.99 % is never 100 %.
enum Percentage {
  static func text(_ part: Int64, of whole: Int64) -> String {
    guard whole > 0 else { return "–" }
    let permille = Int128(part) * 1000 / Int128(whole)
    let magnitude = permille.magnitude
    return (permille < 0 ? "−" : "") + "\(magnitude / 10).\(magnitude % 10) %"
  }

  /// The change from one count to another: `−95.0 %`.
  static func change(from base: Int64, to value: Int64) -> String {
    guard base > 0 else { return "–" }
    let text = text(value - base, of: base)
    return value > base ? "+" + text : value == base ? "±0.0 %" : text
  }
}
