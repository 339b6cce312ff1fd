package import Metering

/// What each operation has of a variant's bill: every part of it divided by what was counted for that part. Where
/// nothing is to be paid, or not all prices are known, what it has of the reads.
package struct BillShares {
  private let variant: VariantReport
  private let bill: Rational?

  package init(_ variant: VariantReport) {
    self.variant = variant
    bill = variant.completeBill.flatMap { $0.isZero ? nil : $0 }
  }

  /// Whether shares are of money.
  package var areOfBill: Bool { bill != nil }

  /// Those that cost most first, then in the order of their names.
  package var operations: [(operation: OperationReport, share: Rational)] {
    let listed = variant.listedOperations.map { ($0, share(of: $0)) }
    return listed.enumerated().sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }.map(\.element)
  }

  /// Of the bill; what is stored belongs to no operation.
  package var storage: Rational {
    guard let bill else { return .zero }
    let parts: [MonthlyCost.Part] = [.storage, .rtdbStorage]
    return parts.reduce(.zero) { $0 + (variant.month?.line($1)?.amount ?? .zero) } / bill
  }

  private func share(of operation: OperationReport) -> Rational {
    guard let bill else { return Self.share(operation.reads, of: variant.reads) }
    let parts: [(MonthlyCost.Part, (Tally) -> Int64)] = [
      (.reads, \.reads), (.writes, \.writes), (.deletes, \.deletes), (.ttlDeletes, \.ttlDeletes), (.egress, \.bytes),
      (.rtdbDownload, \.realtimeBytes),
    ]
    let amount = parts.reduce(Rational.zero) { sum, part in
      let paid = variant.month?.line(part.0)?.amount ?? .zero
      return sum + paid * Self.share(part.1(operation.tally), of: part.1(variant.tally))
    }
    return amount / bill
  }

  private static func share(_ part: Int64, of whole: Int64) -> Rational {
    whole == 0 ? .zero : Rational(part) / Rational(whole)
  }
}
