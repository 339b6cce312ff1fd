package import FirestoreModel

/// Prices of the Realtime Database. They are the same in all locations.
package struct RealtimePriceBook: Hashable, Sendable {
  package var name: String
  package var asOf: CalendarDate?
  package var currency: String
  /// Per amount of data sent.
  package var download: Rate?
  /// Per amount of data kept for a month.
  package var storage: Rate?
  /// A month's free download.
  package var freeDownload: DataSize?
  package var freeStorage: DataSize?
  package var limits: Limits
  package var overhead: RealtimeOverhead

  /// What one database can take. Not billed, but worth knowing.
  package struct Limits: Hashable, Sendable {
    package var connections: Int64 = 200_000
    /// Of the plan without a bill.
    package var freeConnections: Int64 = 100
    package var response = DataSize(256, .megabyte)
    package var writesPerSecond: Int64 = 1_000
    package var writtenPerMinute = DataSize(64, .megabyte)

    package init() {}
  }

  package init(
    name: String, asOf: CalendarDate? = nil, currency: String = "USD", download: Rate? = nil, storage: Rate? = nil,
    freeDownload: DataSize? = nil, freeStorage: DataSize? = nil, limits: Limits = Limits(),
    overhead: RealtimeOverhead = RealtimeOverhead()
  ) {
    self.name = name
    self.asOf = asOf
    self.currency = currency
    self.download = download
    self.storage = storage
    self.freeDownload = freeDownload
    self.freeStorage = freeStorage
    self.limits = limits
    self.overhead = overhead
  }

  package static let builtinNames = ["google-rtdb"]

  package static func builtin(named name: String) -> RealtimePriceBook? { name == google.name ? google : nil }

  package static let google = RealtimePriceBook(
    name: "google-rtdb", asOf: CalendarDate(year: 2026, month: 11, day: 21),
    download: Rate(price: Rational(1), unit: .data(.gigabyte), evidence: "price page"),
    storage: Rate(price: Rational(5), unit: .dataMonth(.gigabyte), evidence: "billing page"),
    freeDownload: DataSize(10, .gigabyte), freeStorage: DataSize(1, .gigabyte))
}
