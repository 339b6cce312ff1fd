import Diagnostics
import Metering

/// The report as a comment on a change or a job summary: money first.
package struct RunReportMarkdown {
  private let report: RunReport

  package init(_ report: RunReport) { self.report = report }

  package var text: String {
    let sections = [headline, demands, variants] + RunReportSelection(report).detailed.map { steps($0) } + [
      assumptions, findings, remarks,
    ]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private var headline: [String] {
    guard let baseline = report.variants.first else { return [] }
    let money = report.book == nil ? "" : ", \(FigureText.bill(baseline.month)) a month"
    let reads = Grouped.decimal(FigureText.perDay(baseline.reads, days: report.period.days))
    return ["### \(escaped(report.workload)): \(reads) reads a day\(money)"]
  }

  private var demands: [String] {
    var lines: [String] = []
    if !report.assertions.isEmpty {
      let passed = report.assertions.count(where: \.passed)
      lines.append("\(passed) of \(report.assertions.count) assertions passed")
      for assertion in report.assertions where !assertion.passed {
        lines.append("- ✗ \(escaped(assertion.notes.joined(separator: "; ")))")
      }
    }
    for budget in report.budgets {
      let mark =
        switch budget.verdict {
        case .passed: "✓"
        case .nearlyUsed: "!"
        case .exceeded, .unknownStep: "✗"
        }
      let per = budget.period == "run" ? "in the run" : "per \(budget.period)"
      let note = budget.isExpected && budget.verdict == .exceeded ? " (expected)" : ""
      lines.append(
        "- \(mark) `\(budget.scope)` in `\(budget.variant)`: "
          + "\(budget.measured.map(Grouped.decimal) ?? "not run") of \(Grouped.decimal(budget.maximum)) "
          + "\(budget.metric) \(per)\(note)")
    }
    return lines
  }

  private var variants: [String] {
    let baseline = report.variants.first
    let money = report.book != nil
    let realtime = report.usesRealtimeDatabase
    let moneyHeader = money ? " reads/month | bill/month |" : ""
    let moneyRule = money ? "---:|---:|" : ""
    var lines = [
      "| Variant | reads/day |\(realtime ? " rtdb/day |" : "")\(moneyHeader) vs \(escaped(baseline?.name ?? "")) | missed | |",
      "|---|---:|\(realtime ? "---:|" : "")\(moneyRule)---:|---:|---|",
    ]
    for variant in report.variants {
      let reads = Grouped.decimal(FigureText.perDay(variant.reads, days: report.period.days))
      let cost = money ? " \(FigureText.reads(variant.month)) | \(FigureText.bill(variant.month)) |" : ""
      let traffic =
        realtime ? " \(FigureText.traffic((variant.realtime?.bytes ?? 0) / max(1, report.period.days))) |" : ""
      let notes = VariantNotes(variant, in: report).all.joined(separator: "; ")
      lines.append(
        "| \(escaped(variant.name)) | \(reads) |\(traffic)\(cost) \(report.comparison(of: variant)) | \(Grouped.short(variant.correctness.missed)) "
          + "| \(escaped(notes)) |")
    }
    return lines
  }

  private func steps(_ variant: VariantReport) -> [String] {
    var lines = [
      "**\(escaped(variant.name))**", "",
      "| Step | calls | reads/call | reads | made of | index |", "|---|---:|---:|---:|---|---|",
    ]
    for operation in variant.listedOperations {
      let plan = operation.plan.map { $0.map { "`\($0)`" }.joined(separator: " + ") } ?? ""
      lines.append(
        "| \(escaped(operation.name)) | \(Grouped.count(operation.calls)) | \(FigureText.perCall(operation)) "
          + "| \(Grouped.count(operation.reads)) | \(FigureText.components(operation.tally)) | \(plan) |")
    }
    return lines + realtime(variant)
  }

  private func realtime(_ variant: VariantReport) -> [String] {
    guard let realtime = variant.realtime else { return [] }
    let figures = RealtimeTable(realtime, currency: realtime.book == nil ? nil : variant.month?.currency)
    func row(_ cells: [String]) -> String { "| " + cells.map { escaped($0) }.joined(separator: " | ") + " |" }
    let rule = "|" + figures.isNumeric.map { $0 ? "---:|" : "---|" }.joined()
    return ["", "Realtime Database", "", row(figures.header), rule] + figures.rows.map(row) + [""]
      + figures.lines.map { "- \($0)" }
  }

  private var assumptions: [String] {
    report.assumptions.filter { $0.variant == report.variants.first?.name }.map { assumption in
      "- `\(assumption.name)=\(assumption.alternative)` would change \(FigureText.change(assumption, report.book)): "
        + assumption.summary
    }
  }

  private var findings: [String] {
    let text = MarkdownRenderer.text(FindingList(report.unexpectedFindings.filter { $0.code != .behaviourUnverified }))
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private var remarks: [String] { report.remarks.map { "> \(escaped($0))" } }

  private func escaped(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("<", with: "&lt;")
  }
}
