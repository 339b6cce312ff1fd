import FirestoreModel

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
