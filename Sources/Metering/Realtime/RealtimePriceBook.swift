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

/// A month's traffic and data under a book.
package struct RealtimePricing: Hashable, Sendable {
  package var book: RealtimePriceBook
  package var assumptions: BillingAssumptions

  package init(book: RealtimePriceBook, assumptions: BillingAssumptions = .standard) {
    self.book = book
    self.assumptions = assumptions
  }

  /// - Parameters:
  ///   - downloaded: bytes of a month.
  ///   - stored: bytes, on average over the month; nil: unknown.
  func lines(downloaded: Rational, stored: Rational?) -> [MonthlyCost.Line] {
    [
      line(.rtdbDownload, downloaded, free: book.freeDownload, book.download),
      line(.rtdbStorage, stored, free: book.freeStorage, book.storage),
    ]
  }

  private func line(_ part: MonthlyCost.Part, _ quantity: Rational?, free: DataSize?, _ rate: Rate?) -> MonthlyCost.Line
  {
    let allowance = free.map { (isBinary ? $0.binary : $0).bytes } ?? .zero
    let billed = quantity.map { max(.zero, $0 - allowance) }
    var rate = rate
    if isBinary, let unit = rate?.unit { rate?.unit = unit.binary }
    return MonthlyCost.Line(
      part: part, quantity: quantity, billed: billed, amount: billed.flatMap { rate?.amount(for: $0) },
      isVerified: rate?.evidence != nil)
  }

  /// The pages say GB; whether they mean it is not known.
  private var isBinary: Bool { assumptions.takesAlternative(.rtdbGigabyte) }
}

extension DataSize {
  fileprivate var binary: DataSize { DataSize(count, unit.binary) }
}

extension PriceUnit {
  fileprivate var binary: PriceUnit {
    switch self {
    case .operations: self
    case .data(let unit): .data(unit.binary)
    case .dataMonth(let unit): .dataMonth(unit.binary)
    case .dataHour(let unit): .dataHour(unit.binary)
    }
  }
}

extension DataUnit {
  fileprivate var binary: DataUnit {
    switch self {
    case .kibibyte, .kilobyte: .kibibyte
    case .mebibyte, .megabyte: .mebibyte
    case .gibibyte, .gigabyte: .gibibyte
    case .tebibyte, .terabyte: .tebibyte
    }
  }
}
