package import Diagnostics
package import FirestoreRulesEvaluator

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
