import FirestoreModel
import Metering
import Simulation

extension RealtimeReport {
  /// Nil when the variant does nothing with the Realtime Database.
  init?(_ outcome: VariantOutcome, pricing: Pricing?, month: MonthlyCost?) {
    let ledger = outcome.ledger.realtime
    guard !ledger.isEmpty || outcome.realtimeStorage.averageBytes > 0 else { return nil }
    let download = month?.line(.rtdbDownload)?.amount
    rows = ledger.rows.map { row in
      let share = ledger.bytes == 0 ? Rational.zero : Rational(row.bytes) / Rational(ledger.bytes)
      return Row(
        path: row.path.string, operation: row.operation, step: row.name.string, count: row.count, bytes: row.bytes,
        bytesIfIndexed: row.bytesIfIndexed, unindexed: row.unindexed, denied: row.denied, largest: row.largest,
        monthlyCost: download.map { $0 * share })
    }
    bytes = ledger.bytes
    bytesIfIndexed = rows.reduce(0) { $0.addingClamped($1.bytesIfIndexed) }
    storedBytes = outcome.realtimeStorage.averageBytes
    peakConnections = ledger.peakConnections
    largestResponse = ledger.largestResponse?.largest ?? 0
    largestPath = ledger.largestResponse?.path.string ?? ""
    writes = ledger.writes
    peakWritesPerMinute = ledger.peakWritesPerMinute
    peakBytesWrittenPerMinute = ledger.peakBytesWrittenPerMinute
    limits = pricing?.realtime?.limits ?? RealtimePriceBook.Limits()
    book = pricing?.realtime?.name
  }
}
