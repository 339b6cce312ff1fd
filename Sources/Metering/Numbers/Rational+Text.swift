extension Rational: CustomStringConvertible {
  /// The exact decimal digits for JSON: `0.0000125`. Fractions that never end are rounded to 12 places.
  package var description: String {
    var (places, fives, twos) = (0, 0, 0)
    var rest = denominator
    while rest % 2 == 0 { (rest, twos) = (rest / 2, twos + 1) }
    while rest % 5 == 0 { (rest, fives) = (rest / 5, fives + 1) }
    places = max(twos, fives)
    guard rest == 1, places <= 36, places == 0 || exactDigits(places: places) != nil else {
      return Rational.trimmed(decimal(places: 12))
    }
    return exactDigits(places: places) ?? decimal(places: 12)
  }

  /// The amount without any loss: its decimal digits, or a fraction such as `1/3`.
  package var exactText: String {
    let digits = description
    return Rational(exact: digits) == self ? digits : "\(numerator)/\(denominator)"
  }

  /// The exact decimal when it ends within 12 places, otherwise rounded half up to 6 places, and an ellipsis.
  package var abbreviated: String {
    for places in 0...12 {
      let scaled = multiplied(by: Rational(reduced: Rational.powerOfTen(places), 1))
      if let scaled, scaled.denominator == 1 { return Rational.text(scaled.numerator, places: places) }
    }
    let scaled = multiplied(by: Rational(1_000_000))
    guard let half = scaled?.adding(Rational(1) / Rational(2)) else { return "\(numerator)/\(denominator)" }
    return Rational.text(Rational.floorDivision(half.numerator, half.denominator).quotient, places: 6) + "…"
  }

  /// A whole number, rounded half away from zero.
  package var rounded: Int64 { Int64(clamping: roundedScaled(places: 0) ?? numerator / denominator) }

  /// A fixed number of places, rounded half away from zero.
  package func decimal(places: Int) -> String {
    guard let scaled = roundedScaled(places: places) else { return String(numerator / denominator) }
    return Rational.text(scaled, places: places)
  }

  private static func text(_ scaled: Int128, places: Int) -> String {
    text(isNegative: scaled < 0, digits: String(scaled.magnitude), places: places)
  }

  /// By long division, since the scaled number need not fit 128 bits.
  private func exactDigits(places: Int) -> String? {
    let whole = numerator.magnitude / denominator.magnitude
    var rest = numerator.magnitude % denominator.magnitude
    var digits = String(whole)
    for _ in 0..<places {
      let (scaled, overflow) = rest.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      digits += String(scaled / denominator.magnitude)
      rest = scaled % denominator.magnitude
    }
    return Rational.text(isNegative: numerator < 0, digits: digits, places: places)
  }

  private static func text(isNegative: Bool, digits: String, places: Int) -> String {
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = isNegative ? "-" : ""
    return places == 0 ? sign + padded : sign + padded.dropLast(places) + "." + padded.suffix(places)
  }

  private static func trimmed(_ decimal: String) -> String {
    guard decimal.utf8.contains(UInt8(ascii: ".")) else { return decimal }
    let end = decimal.utf8.lastIndex { $0 != UInt8(ascii: "0") } ?? decimal.startIndex
    let kept = decimal[...end]
    return String(kept.hasSuffix(".") ? kept.dropLast() : kept)
  }
}
