package import Diagnostics
package import FirestoreRulesEvaluator
import FirestoreRulesLanguage
package import Project

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
