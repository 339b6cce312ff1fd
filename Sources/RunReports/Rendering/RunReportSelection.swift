import Metering
import Workloads

/// What may be said of a variant beside the baseline.
package enum VariantStanding: String, Hashable, Sendable, CaseIterable {
  case baseline
  /// Does the baseline's job for less: the only one that is ever recommended.
  case cheaper
  /// Does the baseline's job, and costs as much or more.
  case notCheaper
  /// Was to do the same job, and shows less or is refused.
  case doesLess
  /// Asks what happens if, and is compared with nothing.
  case scenario
}

/// Which variants are shown step by step, and which ones are worth having.
package struct RunReportSelection {
  private let report: RunReport

  package init(_ report: RunReport) { self.report = report }

  /// All of them when they are few; else the baseline and the one that is recommended.
  package var detailed: [VariantReport] {
    guard report.variants.count > 3, let baseline = report.variants.first else { return report.variants }
    return [baseline] + (recommended.map { [$0] } ?? [])
  }

  /// The one that costs least of those that do the baseline's job for less; nil: nothing is to be recommended.
  package var recommended: VariantReport? { cheaper.first }

  /// Those that do the baseline's job for less, the one that costs least first.
  package var cheaper: [VariantReport] { variants(.cheaper).sorted { $0.costsLess(than: $1) } }

  /// Those that would cost less, and only because they do less.
  package var cheaperButWrong: [VariantReport] {
    guard let baseline = report.variants.first else { return [] }
    return variants(.doesLess).filter { $0.costsLess(than: baseline) }
  }

  /// Those that do the baseline's job with fewer reads and more of something else, where no price tells which is less.
  package var undecided: [VariantReport] {
    guard let baseline = report.variants.first else { return [] }
    return variants(.notCheaper).filter { $0.reads < baseline.reads && $0.hasNoListPrice(beside: baseline) }
  }

  package func variants(_ standing: VariantStanding) -> [VariantReport] {
    report.variants.filter { report.standing(of: $0) == standing }
  }
}

extension RunReport {
  package func standing(of variant: VariantReport) -> VariantStanding {
    guard let baseline = variants.first, variant.name != baseline.name else { return .baseline }
    if variant.kind == .scenario { return .scenario }
    guard variant.shortcomings.isEmpty else { return .doesLess }
    return variant.costsLess(than: baseline) ? .cheaper : .notCheaper
  }
}

extension VariantReport {
  /// Nil where something that was used has no price.
  var completeBill: Rational? { month.flatMap { $0.unpriced.isEmpty ? $0.amount : nil } }

  /// By the bill; where it is the same for both, as it is within the free quota, by list prices without that quota. Where
  /// neither is known, by what is counted, when none of it is more.
  func costsLess(than other: VariantReport) -> Bool {
    if let bill = completeBill, let otherBill = other.completeBill {
      if bill != otherBill { return bill < otherBill }
      if let list = month?.listAmount, let otherList = other.month?.listAmount { return list < otherList }
    }
    let (mine, others) = (counts, other.counts)
    return mine != others && zip(mine, others).allSatisfy { $0 <= $1 }
  }

  fileprivate func hasNoListPrice(beside other: VariantReport) -> Bool {
    guard let bill = completeBill, let otherBill = other.completeBill else { return true }
    return bill == otherBill && (month?.listAmount == nil || other.month?.listAmount == nil)
  }

  private var counts: [Int64] {
    [tally.reads, tally.writes, tally.deletes, tally.ttlDeletes, tally.realtimeBytes]
  }
}
