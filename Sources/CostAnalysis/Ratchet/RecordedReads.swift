package import Metering

/// Billed reads of one call as the ratchet keeps them: thousandths, what is beyond them rounded up, so that an average
/// never exceeds the record that was made of it.
package struct RecordedReads: Hashable, Sendable, Comparable {
  package let thousandths: Int128

  /// - Parameter thousandths: not negative.
  package init(thousandths: Int128) { self.thousandths = max(0, thousandths) }

  /// The average of so many calls; nil when there was none.
  package init?(reads: Int64, calls: Int64) {
    guard calls > 0, reads >= 0 else { return nil }
    let (whole, rest) = (Int128(reads) * 1000).quotientAndRemainder(dividingBy: Int128(calls))
    self.init(thousandths: rest == 0 ? whole : whole + 1)
  }

  /// `22`, `46.25`. Nil for anything but a plain number with at most three decimals, and beyond 64 bits.
  package init?(decimal text: String) {
    guard !text.utf8.contains(UInt8(ascii: "/")), let amount = Rational(exact: text), amount >= .zero,
      amount <= Rational(.max)
    else { return nil }
    let scaled = amount * Rational(1000)
    guard scaled.denominator == 1 else { return nil }
    self.init(thousandths: scaled.numerator)
  }

  package var amount: Rational {
    let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
    return Rational(Int64(clamping: whole)) + Rational(Int64(rest)) / Rational(1000)
  }

  package static func < (lhs: RecordedReads, rhs: RecordedReads) -> Bool { lhs.thousandths < rhs.thousandths }
}

extension RecordedReads: CustomStringConvertible {
  /// Digits that JSON can hold, without zeros at the end.
  package var description: String {
    let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
    guard rest > 0 else { return String(whole) }
    var digits = String(String(1000 + rest).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}
