/// An exact fraction in lowest terms. Arithmetic that does not fit 128 bits gives nil instead of a wrong result.
package struct Rational: Hashable, Sendable {
  package let numerator: Int128
  /// INVARIANT: positive, without a common factor with the numerator.
  package let denominator: Int128

  package init(_ value: Int64) {
    numerator = Int128(value)
    denominator = 1
  }

  /// Nil for a zero denominator or the one value whose sign cannot be changed.
  package init?(_ numerator: Int128, over denominator: Int128) {
    guard denominator != 0, numerator != .min, denominator != .min else { return nil }
    let divisor = Rational.greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
    let sign: Int128 = denominator < 0 ? -1 : 1
    self.numerator = sign * numerator / Int128(divisor)
    self.denominator = sign * denominator / Int128(divisor)
  }

  /// A decimal number as written: digits, at most one point. Nil for anything else and for more than 30 digits.
  package init?(decimal text: String) {
    var digits: Int128 = 0
    var scale: Int128 = 1
    var seenPoint = false
    var count = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        count += 1
        guard count <= 30 else { return nil }
        digits = digits * 10 + Int128(byte - UInt8(ascii: "0"))
        if seenPoint { scale *= 10 }
      case UInt8(ascii: ".") where !seenPoint && count > 0: seenPoint = true
      default: return nil
      }
    }
    guard count > 0, !text.hasSuffix(".") else { return nil }
    self.init(digits, over: scale)
  }

  package static let zero = Rational(0)

  private static func greatestCommonDivisor(_ first: UInt128, _ second: UInt128) -> UInt128 {
    var (a, b) = (first, second)
    while b != 0 { (a, b) = (b, a % b) }
    return a == 0 ? 1 : a
  }
}

extension Rational {
  package func adding(_ other: Rational) -> Rational? {
    guard let left = product(numerator, other.denominator), let right = product(other.numerator, denominator),
      let below = product(denominator, other.denominator)
    else { return nil }
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? nil : Rational(sum, over: below)
  }

  package func subtracting(_ other: Rational) -> Rational? { other.negated.flatMap(adding) }

  package func multiplied(by other: Rational) -> Rational? {
    // Cancelling crosswise first keeps intermediate products small.
    guard let first = Rational(numerator, over: other.denominator),
      let second = Rational(other.numerator, over: denominator),
      let above = product(first.numerator, second.numerator),
      let below = product(first.denominator, second.denominator)
    else { return nil }
    return Rational(above, over: below)
  }

  /// Nil for a division by zero, too.
  package func divided(by other: Rational) -> Rational? {
    Rational(other.denominator, over: other.numerator).flatMap(multiplied)
  }

  package var negated: Rational? { Rational(0 - numerator, over: denominator) }

  private func product(_ first: Int128, _ second: Int128) -> Int128? {
    let (result, overflow) = first.multipliedReportingOverflow(by: second)
    return overflow ? nil : result
  }
}

extension Rational: Comparable {
  /// By continued fractions, so that it never overflows.
  package static func < (lhs: Rational, rhs: Rational) -> Bool {
    var (a, b, c, d) = (lhs.numerator, lhs.denominator, rhs.numerator, rhs.denominator)
    var flipped = false
    while true {
      let (left, right) = (floorDivision(a, b), floorDivision(c, d))
      if left.quotient != right.quotient { return (left.quotient < right.quotient) != flipped }
      if left.remainder == 0 || right.remainder == 0 {
        let isLess = left.remainder == 0 && right.remainder != 0
        let isGreater = right.remainder == 0 && left.remainder != 0
        return flipped ? isGreater : isLess
      }
      (a, b, c, d) = (b, left.remainder, d, right.remainder)
      flipped.toggle()
    }
  }

  private static func floorDivision(_ a: Int128, _ b: Int128) -> (quotient: Int128, remainder: Int128) {
    let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
    return remainder < 0 ? (quotient - 1, remainder + b) : (quotient, remainder)
  }
}

extension Rational: CustomStringConvertible {
  /// The exact decimal when it ends within 12 places, otherwise rounded half up to 6 places.
  package var description: String {
    for places in 0...12 {
      if let exact = scaled(places: places), exact.denominator == 1 {
        return Rational.decimal(exact.numerator, places: places)
      }
    }
    guard let half = scaled(places: 6)?.adding(Rational(1, over: 2) ?? .zero) else {
      return "\(numerator)/\(denominator)"
    }
    let rounded = Rational.floorDivision(half.numerator, half.denominator).quotient
    return "\(Rational.decimal(rounded, places: 6))…"
  }

  private func scaled(places: Int) -> Rational? {
    var factor: Int128 = 1
    for _ in 0..<places { factor *= 10 }
    return Rational(factor, over: 1).flatMap(multiplied)
  }

  private static func decimal(_ unscaled: Int128, places: Int) -> String {
    guard places > 0 else { return String(unscaled) }
    let digits = String(unscaled.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return (unscaled < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
  }
}
