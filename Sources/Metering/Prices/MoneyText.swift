extension Rational {
  /// As reports show money: `$5,400.00`, `$0.0040`, `12.50 EUR`. Two decimals, four below ten cents; rounding is for
  /// display only. `isVerified` false puts `≈` in front.
  package func money(currency: String, isVerified: Bool = true) -> String {
    let magnitude = self < .zero ? .zero - self : self
    let isSmall = !isZero && magnitude < Rational.tenCents
    let digits = Rational.grouped(magnitude.decimal(places: isSmall ? 4 : 2))
    // What rounds to nothing is neither saved nor lost.
    let sign = self < .zero && digits.contains { ("1"..."9").contains($0) } ? "−" : ""
    let text = currency == "USD" ? "\(sign)$\(digits)" : "\(sign)\(digits) \(currency)"
    return isVerified ? text : "≈ " + text
  }

  private static let tenCents = Rational(1) / Rational(10)

  /// Thousands separated by commas.
  private static func grouped(_ decimal: String) -> String {
    let whole = decimal.prefix { $0 != "." }
    var result = ""
    for (index, digit) in whole.enumerated() {
      if index > 0, (whole.count - index).isMultiple(of: 3) { result.append(",") }
      result.append(digit)
    }
    return result + decimal.dropFirst(whole.count)
  }
}
