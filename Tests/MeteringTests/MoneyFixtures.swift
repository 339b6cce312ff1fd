import Diagnostics
import FirestoreModel
import StructuredText
import Testing

@testable import Metering

/// Books and periods of the money tests.
enum Money {
  /// The book of the audited documents: $0.36 per 100,000 reads, decimal units, no quota.
  static let doc = """
    book: doc
    reads:   {per: 100000, price: 0.36, evidence: the document}
    storage: {per: GB-month, price: 0.18, evidence: the document}
    egress:  [{per: GB, price: 0.12, evidence: the document}]
    free: none
    calendar: {monthDays: 30, yearMonths: 12}
    """

  static func book(_ text: String) throws -> PriceBook {
    let source = SourceText(path: "book.yaml", text: text)
    let result = YAMLReader.read(source)
    let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
    let book = result.node.flatMap { PriceBook.read($0, decoding) }
    #expect(decoding.diagnostics.map(\.message) == [])
    return try #require(book)
  }

  static func pricing(_ location: String, net: Bool = true, years: Int? = nil) -> Pricing {
    Pricing(
      book: .googleStandard, location: location, database: BilledDatabase(isFirstOfProject: net),
      commitmentYears: years)
  }

  /// The same operations on each of 30 days.
  static func month(
    reads: Int64 = 0, writes: Int64 = 0, deletes: Int64 = 0, stored: Rational? = nil, bytes: Int64 = 0
  ) -> BilledPeriod {
    var tally = Tally()
    (tally.documents, tally.writes, tally.deletes) = (reads, writes, deletes)
    var period = days([Int64](repeating: 0, count: 30))
    period.days = period.days.mapValues { _ in tally }
    if let first = period.days.keys.min() { period.days[first]?.bytes = bytes }
    period.storedBytes = stored
    return period
  }

  /// A month of days with these reads.
  static func days(_ reads: [Int64]) -> BilledPeriod {
    var days: [CalendarDate: Tally] = [:]
    for (index, count) in reads.enumerated() {
      days[CalendarDate(daysSinceEpoch: 20_458 + index), default: Tally()].documents = count
    }
    return BilledPeriod(days: days, simulatedDays: 30)
  }

  static func reads(_ pricing: Pricing, perDay reads: Int64) -> String? {
    pricing.month(of: month(reads: reads)).line(.reads)?.amount?.description
  }
}
