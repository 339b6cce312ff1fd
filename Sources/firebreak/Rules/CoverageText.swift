import Diagnostics
import FirestoreRulesEvaluator
import Project
import RulesTesting

/// Coverage for people: one line per rules file, then what is not covered.
struct CoverageText {
  private let summary: CoverageSummary
  private let threshold: CoverageThreshold?
  private static let maximumGaps = 60

  init(_ summary: CoverageSummary, threshold: CoverageThreshold?, isASCII: Bool) {
    self.summary = summary
    self.threshold = threshold
  }

  var text: String {
    var lines = summary.reports.flatMap(file)
    let wanted = threshold.map { " (threshold \($0.text) %)" } ?? ""
    lines.append("Expressions \(summary.expressions.percentText) %\(wanted)")
    return lines.joined(separator: "\n") + "\n"
  }

  private func file(_ report: CoverageReport) -> [String] {
    let name = report.source.path
    let padding = String(repeating: " ", count: max(3, 36 - DisplayWidth.of(name)))
    let head =
      "\(name)\(padding)rules \(report.statementShare.text)   expressions \(report.expressionShare.text)   "
      + "conditions \(report.conditionShare.text)"
    let gaps = report.gaps
    let shown = gaps.prefix(Self.maximumGaps)
    let numbers = shown.map { String($0.line) }
    let numberWidth = max(4, numbers.map(\.count).max() ?? 0)
    let width = min(shown.map { DisplayWidth.of($0.text) }.max() ?? 0, 100)
    let rows = zip(shown, numbers).map { gap, number in
      let left = String(repeating: " ", count: numberWidth - number.count) + number
      let right = String(repeating: " ", count: max(0, width - DisplayWidth.of(gap.text)))
      return " \(left)  \(gap.text)\(right)   \(gap.what)"
    }
    let more = gaps.count > shown.count ? ["      and \(gaps.count - shown.count) more"] : []
    return [head] + rows + more
  }
}
