/// Storage is sampled once a day; the month is billed by the average.
package struct StorageSamples: Hashable, Sendable {
  package private(set) var count: Int64 = 0
  private var sum = Rational.zero

  package init() {}

  package mutating func add(bytes: Int64) {
    sum = sum + Rational(bytes)
    count += 1
  }

  /// Nil without a sample.
  package var average: Rational? { count == 0 ? nil : sum / Rational(count) }

  /// The average cut to whole bytes, as reports show it; 0 without a sample.
  package var averageBytes: Int64 { average.map { Int64(clamping: $0.numerator / $0.denominator) } ?? 0 }
}
