package import Diagnostics
package import RulesEvaluator
import RulesLanguage

/// What of some rules files the tests have evaluated.
package struct CoverageSummary: Sendable {
  /// In the order of their paths.
  package var reports: [CoverageReport]

  package init(_ set: RuleTestSet, _ coverage: [String: Coverage]) {
    reports = set.rules.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.compactMap { path in
      set.rules[path]?.report(coverage[path] ?? Coverage())
    }
  }

  /// Expressions of all files together.
  package var expressions: CoverageReport.Share {
    CoverageReport.Share(
      covered: reports.reduce(0) { $0 + $1.expressionShare.covered },
      total: reports.reduce(0) { $0 + $1.expressionShare.total })
  }

  /// FB5003 when fewer than `threshold` hundredths of the expressions were evaluated.
  package func findings(threshold: CoverageThreshold) -> [Diagnostic] {
    let share = expressions
    guard !threshold.isReached(by: share) else { return [] }
    return [
      Diagnostic(
        .coverageBelowThreshold,
        "\(share.covered) of \(share.total) expressions are evaluated by the tests, \(share.percentText) %, less than "
          + "\(threshold.text) %",
        at: reports.first?.source.start, help: "add cases for what `firebreak rules coverage` lists")
    ]
  }
}

extension CoverageReport.Share {
  /// Rounded down to one digit: `88.4`; what is complete is `100.0`.
  package var percentText: String {
    guard total > 0 else { return "100.0" }
    let tenths = covered * 1000 / total
    return "\(tenths / 10).\(tenths % 10)"
  }

  package var text: String { "\(covered)/\(total)" }
}

/// A percentage as it is written, compared exactly.
package struct CoverageThreshold: Hashable, Sendable {
  package let text: String
  /// In thousandths of a percent.
  private let thousandths: Int

  /// Nil unless the text is a number from 0 to 100 with at most three decimals.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = (UInt8(ascii: "0")...UInt8(ascii: "9"))
    guard let whole = parts.first, (1...3).contains(whole.utf8.count), whole.utf8.allSatisfy(digits.contains),
      let number = Int(whole), number <= 100
    else { return nil }
    var fraction = 0
    if parts.count == 2 {
      guard (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy(digits.contains),
        let value = Int(String(parts[1]) + String(repeating: "0", count: 3 - parts[1].utf8.count))
      else { return nil }
      fraction = value
    }
    guard number < 100 || fraction == 0 else { return nil }
    self.text = text
    thousandths = number * 1000 + fraction
  }

  func isReached(by share: CoverageReport.Share) -> Bool {
    share.total == 0 || share.covered * 100_000 >= thousandths * share.total
  }
}

/// One place that the tests have not shown both sides of.
package struct CoverageGap: Hashable, Sendable {
  package var span: Span
  package var line: Int
  package var text: String
  /// `never evaluated`, `never true`, `never false`, …
  package var what: String
}

extension CoverageReport {
  /// Statements and conditions that are not covered, in the order of the source.
  package var gaps: [CoverageGap] {
    let lines = LineTable(source)
    func gap(_ span: Span, _ what: String) -> CoverageGap {
      CoverageGap(span: span, line: lines.position(of: span.start).line, text: source.line(of: span), what: what)
    }
    let untried = statements.filter { !$0.isTried }
    var gaps = untried.map { gap($0.span, "never evaluated") }
    for condition in conditions {
      // What stands in a statement that was never tried is said once.
      if untried.contains(where: { $0.span.start <= condition.span.start && condition.span.end <= $0.span.end }) {
        continue
      }
      if condition.isTrue == 0 && condition.isFalse == 0 {
        gaps.append(gap(condition.span, "never evaluated"))
      } else if condition.isTrue == 0 {
        gaps.append(gap(condition.span, "never true"))
      } else if condition.isFalse == 0 {
        gaps.append(gap(condition.span, "never false"))
      } else if !condition.isCovered {
        gaps.append(
          gap(condition.span, condition.decidedTrue == 0 ? "never lets through alone" : "never refuses alone"))
      }
    }
    return gaps.sorted { ($0.span.start, $0.span.end) < ($1.span.start, $1.span.end) }
  }
}
