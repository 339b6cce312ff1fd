/// An exact fraction in lowest terms: prices, quantities and money. Nothing is rounded until it is shown.
///
/// Every operation is exact while numerator and denominator fit 128 bits, which is far more than bills of real prices
/// need. Beyond that the methods (``adding(_:)`` and the like) give nil; the operators round both sides to 12 places
/// first, and what still does not fit stays at the largest number.
package struct Rational: Hashable, Sendable {
  package let numerator: Int128
  /// INVARIANT: positive, without a common factor with the numerator.
  package let denominator: Int128

  package init(_ value: Int64) { self.init(reduced: Int128(value), 1) }

  init(reduced numerator: Int128, _ denominator: Int128) {
    self.numerator = numerator
    self.denominator = denominator
  }

  private init(reducing numerator: Int128, over denominator: Int128) {
    let divisor = Rational.greatestCommonDivisor(numerator, denominator)
    self.init(reduced: numerator / divisor, denominator / divisor)
  }

  /// Nil for a zero denominator or the one value whose sign cannot be changed.
  package init?(_ numerator: Int128, over denominator: Int128) {
    guard denominator != 0, numerator != .min, denominator != .min else { return nil }
    let sign: Int128 = denominator < 0 ? -1 : 1
    self.init(reducing: sign * numerator, over: sign * denominator)
  }

  /// A decimal number as people write prices: `0.06`, `-2`, `6e-2` is none. Nil for more than 18 digits.
  package init?(decimal text: String) {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let digits = String(Substring(text.utf8.dropFirst(isNegative ? 1 : 0)))
    guard let magnitude = Rational(unsigned: digits, digits: 18) else { return nil }
    self = isNegative ? magnitude.negated : magnitude
  }

  /// A decimal number without a sign: digits, at most one point within them. Nil for more digits than those.
  /// - Parameter limit: at most 38, which fit 128 bits.
  package init?(unsigned text: String, digits limit: Int = 30) {
    var digits: Int128 = 0
    var scale: Int128 = 1
    var (count, seenPoint) = (0, false)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        count += 1
        guard count <= limit else { return nil }
        digits = digits * 10 + Int128(byte - UInt8(ascii: "0"))
        if seenPoint { scale *= 10 }
      case UInt8(ascii: ".") where !seenPoint && count > 0: seenPoint = true
      default: return nil
      }
    }
    guard count > 0, text.utf8.last != UInt8(ascii: ".") else { return nil }
    self.init(reducing: digits, over: scale)
  }

  /// What ``exactText`` or ``description`` wrote. Nil for anything else, and for numbers beyond 38 digits.
  package init?(exact text: String) {
    let bytes = text.utf8
    guard bytes.count <= 96, !bytes.contains(UInt8(ascii: "+")) else { return nil }
    if let slash = bytes.firstIndex(of: UInt8(ascii: "/")) {
      guard let numerator = Int128(String(text[..<slash])), numerator != .min,
        let denominator = Int128(String(text[bytes.index(after: slash)...])), denominator > 0
      else { return nil }
      self.init(reducing: numerator, over: denominator)
      return
    }
    guard let point = bytes.firstIndex(of: UInt8(ascii: ".")) else {
      guard let whole = Int128(text), whole != .min else { return nil }
      self.init(reduced: whole, 1)
      return
    }
    let places = bytes.distance(from: point, to: bytes.endIndex) - 1
    guard (1...38).contains(places), let digits = Int128(text[..<point] + text[bytes.index(after: point)...]),
      digits != .min, bytes.first != UInt8(ascii: ".")
    else { return nil }
    self.init(reducing: digits, over: Rational.powerOfTen(places))
  }

  package static let zero = Rational(0)

  package var isZero: Bool { numerator == 0 }

  private static func greatestCommonDivisor(_ first: Int128, _ second: Int128) -> Int128 {
    var (a, b) = (first.magnitude, second.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    // Denominators are positive and below 2^127, hence so is the divisor.
    return Int128(max(a, 1))
  }
}

extension Rational {
  package func adding(_ other: Rational) -> Rational? {
    let shared = Rational.greatestCommonDivisor(denominator, other.denominator)
    let (left, o1) = numerator.multipliedReportingOverflow(by: other.denominator / shared)
    let (right, o2) = other.numerator.multipliedReportingOverflow(by: denominator / shared)
    let (below, o3) = denominator.multipliedReportingOverflow(by: other.denominator / shared)
    let (sum, o4) = left.addingReportingOverflow(right)
    return o1 || o2 || o3 || o4 || sum == .min ? nil : Rational(reducing: sum, over: below)
  }

  package func subtracting(_ other: Rational) -> Rational? { adding(other.negated) }

  package func multiplied(by other: Rational) -> Rational? {
    // Cancelling crosswise first keeps intermediate products small.
    let first = Rational(reducing: numerator, over: other.denominator)
    let second = Rational(reducing: other.numerator, over: denominator)
    let (above, o1) = first.numerator.multipliedReportingOverflow(by: second.numerator)
    let (below, o2) = first.denominator.multipliedReportingOverflow(by: second.denominator)
    return o1 || o2 || above == .min ? nil : Rational(reducing: above, over: below)
  }

  /// Nil for a division by zero, too.
  package func divided(by other: Rational) -> Rational? { other.inverse.flatMap(multiplied) }

  package var negated: Rational { Rational(reduced: -numerator, denominator) }

  /// Nil for zero.
  private var inverse: Rational? {
    guard numerator != 0 else { return nil }
    return numerator < 0 ? Rational(reduced: -denominator, -numerator) : Rational(reduced: denominator, numerator)
  }
}

extension Rational: AdditiveArithmetic {
  package static func + (lhs: Rational, rhs: Rational) -> Rational {
    lhs.adding(rhs) ?? lhs.coarse.adding(rhs.coarse) ?? largest(negative: lhs.numerator < 0)
  }

  package static func - (lhs: Rational, rhs: Rational) -> Rational { lhs + rhs.negated }

  package static func * (lhs: Rational, rhs: Rational) -> Rational {
    lhs.multiplied(by: rhs) ?? lhs.coarse.multiplied(by: rhs.coarse)
      ?? largest(negative: (lhs.numerator < 0) != (rhs.numerator < 0))
  }

  /// - Precondition: the divisor is not zero; a zero gives zero instead of a crash.
  package static func / (lhs: Rational, rhs: Rational) -> Rational {
    rhs.inverse.map { lhs * $0 } ?? .zero
  }

  /// Rounded to 12 places, or to a whole number where that does not fit.
  private var coarse: Rational {
    if let scaled = roundedScaled(places: 12) { return Rational(reducing: scaled, over: Rational.powerOfTen(12)) }
    return Rational(reduced: numerator / denominator, 1)
  }

  private static func largest(negative: Bool) -> Rational {
    Rational(reduced: negative ? -Int128(Int64.max) : Int128(Int64.max), 1)
  }

  static func powerOfTen(_ places: Int) -> Int128 { (0..<places).reduce(1) { power, _ in power * 10 } }

  /// The amount times 10^places, rounded half away from zero. Nil when it does not fit.
  func roundedScaled(places: Int) -> Int128? {
    let power = Rational.powerOfTen(places)
    let (whole, rest) = numerator.magnitude.quotientAndRemainder(dividingBy: denominator.magnitude)
    guard let whole = Int128(exactly: whole), let rest = Int128(exactly: rest) else { return nil }
    let (scaledWhole, o1) = whole.multipliedReportingOverflow(by: power)
    let (scaledRest, o2) = rest.multipliedReportingOverflow(by: power)
    guard !o1, !o2 else { return nil }
    let (quotient, remainder) = scaledRest.quotientAndRemainder(dividingBy: denominator)
    let roundsUp = remainder >= denominator - remainder
    let (sum, o3) = scaledWhole.addingReportingOverflow(quotient + (roundsUp ? 1 : 0))
    return o3 ? nil : numerator < 0 ? -sum : sum
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

  static func floorDivision(_ a: Int128, _ b: Int128) -> (quotient: Int128, remainder: Int128) {
    let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
    return remainder < 0 ? (quotient - 1, remainder + b) : (quotient, remainder)
  }
}
