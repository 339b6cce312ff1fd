package import Diagnostics
package import Metering

/// What one operation of one variant did in a run, as a comparison needs it.
package struct MeasuredOperation: Sendable {
  /// Of the simulated period.
  package var calls: Int64
  package var tally: Tally
  /// Simulated days.
  package var days: Int64
  package var monthDays: Int64
  package var prices: UnitPrices
  package var shape: String?
  package var plan: [String]?
  /// `src/feed.ts:57`
  package var source: String?
  /// Codes of findings at its place: what is new among them is a likely cause.
  package var findings: [DiagnosticCode]

  /// Nil when it was not called.
  package var readsPerCall: Rational? { perCall(tally.reads) }

  func perCall(_ count: Int64) -> Rational? { calls > 0 ? Rational(count) / Rational(calls) : nil }

  /// Calls of a month, as many a day as were simulated.
  package var callsPerMonth: Rational { Rational(calls) * Rational(monthDays) / Rational(max(1, days)) }

  /// - Parameter calls: of a month; nil: as many as were simulated.
  func monthlyReads(calls: Rational?) -> Rational? { monthly(tally.reads, calls: calls) }

  /// What a month of it costs, before any free quota: reads, writes and deletes. Nil without prices, and where nobody
  /// knows how often it is called.
  func monthlyCost(calls: Rational?) -> KnownCost? {
    guard prices.currency != nil else { return nil }
    let parts: [(count: Int64, price: Rational?, part: MonthlyCost.Part)] = [
      (tally.reads, prices.read, .reads), (tally.writes, prices.write, .writes),
      (tally.deletes, prices.delete, .deletes),
      (tally.ttlDeletes, prices.ttlDelete, .ttlDeletes),
    ]
    var sum = KnownCost()
    for (count, price, part) in parts where count > 0 {
      guard let month = monthly(count, calls: calls) else { return nil }
      if let price {
        sum.add(price * month)
      } else if month > .zero {
        sum.add(month, of: KnownCost.Unpriced(part: part, list: prices.list))
      }
    }
    return sum
  }

  /// Whether a call of it costs what a call of the other costs, however often it is called.
  func costsAsMuch(as other: MeasuredOperation) -> Bool {
    let parts: [KeyPath<Tally, Int64>] = [\.reads, \.writes, \.deletes, \.ttlDeletes]
    return calls > 0 && other.calls > 0 && prices == other.prices
      && parts.allSatisfy { perCall(tally[keyPath: $0]) == other.perCall(other.tally[keyPath: $0]) }
  }

  private func monthly(_ count: Int64, calls: Rational?) -> Rational? {
    guard let calls else { return Rational(count) * Rational(monthDays) / Rational(max(1, days)) }
    return perCall(count).map { $0 * calls }
  }
}
