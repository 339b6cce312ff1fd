import Diagnostics
import Metering

/// Which variants are shown step by step, and which one is worth having.
package struct RunReportSelection {
  private let report: RunReport

  package init(_ report: RunReport) { self.report = report }

  /// All of them when they are few; else the baseline and the cheapest variant that shows everything.
  package var detailed: [VariantReport] {
    guard report.variants.count > 3, let baseline = report.variants.first else { return report.variants }
    return [baseline] + (cheapest.map { [$0] } ?? [])
  }

  /// Of the variants beside the baseline that show everything and are refused nothing.
  private var cheapest: VariantReport? { report.variants.dropFirst().filter(\.isSound).min(by: isCheaper) }

  /// The cheapest variant, where it is sound and cheaper than the baseline; nil: nothing is to be recommended.
  package var recommended: VariantReport? {
    guard let baseline = report.variants.first, let cheapest, isCheaper(cheapest, baseline) else { return nil }
    return cheapest
  }

  private func isCheaper(_ first: VariantReport, _ second: VariantReport) -> Bool {
    guard report.usesRealtimeDatabase, let one = first.month?.amount, let other = second.month?.amount, one != other
    else { return first.reads < second.reads }
    return one < other
  }
}

extension VariantReport {
  /// Whether it shows every document in its newest version, and no request is refused: only then is cheaper better.
  package var isSound: Bool { correctness.missed == 0 && correctness.stale == 0 && refused == 0 }
}

/// What stands beside a variant's figures.
package struct VariantNotes {
  private let variant: VariantReport
  private let report: RunReport

  package init(_ variant: VariantReport, in report: RunReport) {
    self.variant = variant
    self.report = report
  }

  package var all: [String] { observations + findings }

  private var observations: [String] {
    var notes: [String] = []
    let correctness = variant.correctness
    if correctness.duplicates > 0 { notes.append(duplicates(correctness.duplicates)) }
    if variant.refused > 0 { notes.append("\(Grouped.count(variant.refused)) refused") }
    if correctness.stale > 0 { notes.append("\(Grouped.count(correctness.stale)) stale") }
    return notes
  }

  /// Per attach of the operations that read anything.
  private func duplicates(_ count: Int64) -> String {
    let calls = variant.operations.filter { $0.reads > 0 }.reduce(Int128(0)) { $0 + Int128($1.calls) }
    let perCall = calls == 0 ? 0 : (Int128(count) + calls / 2) / calls
    guard perCall > 0, abs(perCall * calls - Int128(count)) * 10 <= calls else {
      return Grouped.counted(count, "duplicate")
    }
    return Grouped.counted(Int64(clamping: perCall), "duplicate") + " per open"
  }

  private var findings: [String] {
    report.sortedFindings.filter { $0.variants.contains(variant.name) && $0.diagnostic.severity == .error }
      .map { $0.diagnostic.code.id + ($0.isExpected ? " (expected)" : "") }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
