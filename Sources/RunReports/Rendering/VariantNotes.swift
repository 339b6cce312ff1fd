import Diagnostics
import Metering

/// What stands beside a variant's figures.
package struct VariantNotes {
  private let variant: VariantReport
  private let report: RunReport

  package init(_ variant: VariantReport, in report: RunReport) {
    self.variant = variant
    self.report = report
  }

  package var all: [String] { standing + observations + findings }

  /// What a badge with the standing of the variant does not say.
  package var besideStanding: [String] {
    (report.standing(of: variant) == .doesLess ? standing : []) + observations + findings
  }

  private var standing: [String] {
    switch report.standing(of: variant) {
    case .baseline: []
    case .cheaper: ["cheaper"]
    case .notCheaper: []
    case .doesLess: variant.shortcomings
    case .scenario: ["what if"]
    }
  }

  private var observations: [String] {
    var notes = [.cheaper, .notCheaper].contains(report.standing(of: variant)) ? report.added(by: variant) : []
    let correctness = variant.correctness
    if correctness.duplicates > 0 { notes.append(duplicates(correctness.duplicates)) }
    guard report.standing(of: variant) != .doesLess else { return notes }
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
