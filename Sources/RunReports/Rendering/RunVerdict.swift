import Diagnostics

/// A run in one line: what was asked of it, what it costs, and what could be saved.
package struct RunVerdict {
  private let report: RunReport

  package init(_ report: RunReport) { self.report = report }

  package var isPassed: Bool { report.outcome == .clean }

  /// `2 of 2 assertions, 3 of 3 budgets`, and where something failed `1 of 2 assertions hold, 3 of 3 budgets kept`, which
  /// cannot be taken for how many failed; empty when nothing was asked.
  package var demands: [String] {
    var parts: [String] = []
    if !report.assertions.isEmpty {
      let holding = "\(report.assertions.count(where: \.passed)) of \(report.assertions.count) assertions"
      parts.append(isPassed ? holding : "\(holding) hold")
    }
    if !report.budgets.isEmpty {
      let kept = report.budgets.count { $0.verdict == .passed || $0.verdict == .nearlyUsed || $0.isExpected }
      let budgets = "\(kept) of \(report.budgets.count) budgets"
      parts.append(isPassed ? budgets : "\(budgets) kept")
    }
    if report.demandsLeftOut > 0 { parts.append("\(Grouped.count(report.demandsLeftOut)) left out") }
    return parts
  }

  /// `$5,400.00 a month`, or reads where nothing has a price.
  package var cost: String {
    guard let baseline = report.variants.first else { return "nothing was played" }
    if report.book != nil { return "\(FigureText.bill(baseline.month)) a month" }
    return "\(FigureText.perDay(baseline.reads, days: report.period.days)) reads a day"
  }

  /// Name and change of the variant to be recommended.
  package var saving: (name: String, change: String)? {
    RunReportSelection(report).recommended.map { ($0.name, report.comparison(of: $0)) }
  }

  /// Alternatives that would be cheaper, each with why it is none.
  package var unsound: [(name: String, why: String)] {
    RunReportSelection(report).cheaperButWrong.map { ($0.name, $0.shortcomings.joined(separator: ", ")) }
  }
}
