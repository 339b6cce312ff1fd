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
  package var readsPerCall: Amount? { perCall(tally.reads) }

  func perCall(_ count: Int64) -> Amount? { calls > 0 ? Amount(count) / Amount(calls) : nil }

  /// Calls of a month, as many a day as were simulated.
  package var callsPerMonth: Amount { Amount(calls) * Amount(monthDays) / Amount(max(1, days)) }

  /// - Parameter calls: of a month; nil: as many as were simulated.
  func monthlyReads(calls: Amount?) -> Amount? { monthly(tally.reads, calls: calls) }

  /// What a month of it costs, before any free quota: reads, writes and deletes. Nil where a price is not known.
  func monthlyCost(calls: Amount?) -> Amount? {
    let parts: [(count: Int64, price: Amount?)] = [
      (tally.reads, prices.read), (tally.writes, prices.write), (tally.deletes, prices.delete),
      (tally.ttlDeletes, prices.ttlDelete),
    ]
    var sum = Amount.zero
    for part in parts where part.count > 0 {
      guard let price = part.price, let count = monthly(part.count, calls: calls) else { return nil }
      sum = sum + price * count
    }
    return prices.currency == nil ? nil : sum
  }

  private func monthly(_ count: Int64, calls: Amount?) -> Amount? {
    guard let calls else { return Amount(count) * Amount(monthDays) / Amount(max(1, days)) }
    return perCall(count).map { $0 * calls }
  }
}
