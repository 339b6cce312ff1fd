/// An exact fraction: prices, quantities and money. Nothing is rounded until it is shown.
///
/// Every operation is exact while numerator and denominator fit 128 bits, which is far more than bills of real prices
/// need. Beyond that the operands are rounded to 12 places first, and what still does not fit stays at the largest
/// amount.
package struct Amount: Hashable, Sendable {
  package let numerator: Int128
  /// INVARIANT: positive, without a common factor with the numerator.
  package let denominator: Int128

  package init(_ value: Int64) { self.init(reduced: Int128(value), 1) }

  private init(reduced numerator: Int128, _ denominator: Int128) {
    self.numerator = numerator
    self.denominator = denominator
  }

  private init(_ numerator: Int128, over denominator: Int128) {
    let divisor = Amount.greatestCommonDivisor(numerator, denominator)
    self.init(reduced: numerator / divisor, denominator / divisor)
  }

  /// A decimal number as people write prices: `0.06`, `-2`, `6e-2` is none. Nil for more than 18 digits.
  package init?(decimal text: String) {
    var digits: Int128 = 0
    var scale: Int128 = 1
    var (count, seenPoint) = (0, false)
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    for byte in text.utf8.dropFirst(isNegative ? 1 : 0) {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        count += 1
        guard count <= 18 else { return nil }
        digits = digits * 10 + Int128(byte - UInt8(ascii: "0"))
        if seenPoint { scale *= 10 }
      case UInt8(ascii: ".") where !seenPoint && count > 0: seenPoint = true
      default: return nil
      }
    }
    guard count > 0, text.utf8.last != UInt8(ascii: ".") else { return nil }
    self.init(isNegative ? -digits : digits, over: scale)
  }

  /// What ``exactText`` or ``description`` wrote. Nil for anything else, and for numbers beyond 38 digits.
  package init?(exact text: String) {
    let bytes = text.utf8
    guard bytes.count <= 96, !bytes.contains(UInt8(ascii: "+")) else { return nil }
    if let slash = bytes.firstIndex(of: UInt8(ascii: "/")) {
      guard let numerator = Int128(String(text[..<slash])), numerator != .min,
        let denominator = Int128(String(text[bytes.index(after: slash)...])), denominator > 0
      else { return nil }
      self.init(numerator, over: denominator)
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
    self.init(digits, over: Amount.powerOfTen(places))
  }

  package static let zero = Amount(0)

  package var isZero: Bool { numerator == 0 }

  private static func greatestCommonDivisor(_ first: Int128, _ second: Int128) -> Int128 {
    var (a, b) = (first.magnitude, second.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    // Denominators are positive and below 2^127, hence so is the divisor.
    return Int128(max(a, 1))
  }
}

extension Amount {
  package static func + (lhs: Amount, rhs: Amount) -> Amount {
    exactSum(lhs, rhs) ?? exactSum(lhs.coarse, rhs.coarse) ?? largest(negative: lhs.numerator < 0)
  }

  package static func - (lhs: Amount, rhs: Amount) -> Amount { lhs + Amount(reduced: -rhs.numerator, rhs.denominator) }

  package static func * (lhs: Amount, rhs: Amount) -> Amount {
    exactProduct(lhs, rhs) ?? exactProduct(lhs.coarse, rhs.coarse)
      ?? largest(negative: (lhs.numerator < 0) != (rhs.numerator < 0))
  }

  /// - Precondition: the divisor is not zero; a zero gives zero instead of a crash.
  package static func / (lhs: Amount, rhs: Amount) -> Amount {
    guard rhs.numerator != 0 else { return .zero }
    let sign: Int128 = rhs.numerator < 0 ? -1 : 1
    return lhs * Amount(reduced: sign * rhs.denominator, sign * rhs.numerator)
  }

  private static func exactSum(_ lhs: Amount, _ rhs: Amount) -> Amount? {
    let shared = greatestCommonDivisor(lhs.denominator, rhs.denominator)
    let (left, o1) = lhs.numerator.multipliedReportingOverflow(by: rhs.denominator / shared)
    let (right, o2) = rhs.numerator.multipliedReportingOverflow(by: lhs.denominator / shared)
    let (below, o3) = lhs.denominator.multipliedReportingOverflow(by: rhs.denominator / shared)
    let (sum, o4) = left.addingReportingOverflow(right)
    return o1 || o2 || o3 || o4 || sum == .min ? nil : Amount(sum, over: below)
  }

  private static func exactProduct(_ lhs: Amount, _ rhs: Amount) -> Amount? {
    // Cancelling crosswise first keeps intermediate products small.
    let first = Amount(lhs.numerator, over: rhs.denominator)
    let second = Amount(rhs.numerator, over: lhs.denominator)
    let (above, o1) = first.numerator.multipliedReportingOverflow(by: second.numerator)
    let (below, o2) = first.denominator.multipliedReportingOverflow(by: second.denominator)
    return o1 || o2 || above == .min ? nil : Amount(above, over: below)
  }

  /// Rounded to 12 places, or to a whole number where that does not fit.
  private var coarse: Amount {
    if let scaled = roundedScaled(places: 12) { return Amount(scaled, over: Amount.powerOfTen(12)) }
    return Amount(reduced: numerator / denominator, 1)
  }

  private static func largest(negative: Bool) -> Amount {
    Amount(reduced: negative ? -Int128(Int64.max) : Int128(Int64.max), 1)
  }

  fileprivate static func powerOfTen(_ places: Int) -> Int128 { (0..<places).reduce(1) { power, _ in power * 10 } }

  /// The amount times 10^places, rounded half away from zero. Nil when it does not fit.
  fileprivate func roundedScaled(places: Int) -> Int128? {
    let power = Amount.powerOfTen(places)
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

extension Amount: Comparable {
  /// By continued fractions, so that it never overflows.
  package static func < (lhs: Amount, rhs: Amount) -> Bool {
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

extension Amount: CustomStringConvertible {
  /// The exact decimal digits for JSON: `0.0000125`. Fractions that never end are rounded to 12 places.
  package var description: String {
    var (places, fives, twos) = (0, 0, 0)
    var rest = denominator
    while rest % 2 == 0 { (rest, twos) = (rest / 2, twos + 1) }
    while rest % 5 == 0 { (rest, fives) = (rest / 5, fives + 1) }
    places = max(twos, fives)
    guard rest == 1, places <= 36, places == 0 || exactDigits(places: places) != nil else {
      return Amount.trimmed(decimal(places: 12))
    }
    return exactDigits(places: places) ?? decimal(places: 12)
  }

  /// The amount without any loss: its decimal digits, or a fraction such as `1/3`.
  package var exactText: String {
    let digits = description
    return Amount(exact: digits) == self ? digits : "\(numerator)/\(denominator)"
  }

  /// A fixed number of places, rounded half away from zero.
  package func decimal(places: Int) -> String {
    guard let scaled = roundedScaled(places: places) else { return String(numerator / denominator) }
    return Amount.text(isNegative: scaled < 0, digits: String(scaled.magnitude), places: places)
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
    return Amount.text(isNegative: numerator < 0, digits: digits, places: places)
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

extension Amount: AdditiveArithmetic {}
