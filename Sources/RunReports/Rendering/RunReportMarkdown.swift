import Diagnostics
import Metering

/// The report as a comment on a change or a job summary: money first, details folded.
package struct RunReportMarkdown {
  private let report: RunReport

  package init(_ report: RunReport) { self.report = report }

  /// The reports of one run, one below the other, within what a comment may hold.
  package static func comment(_ reports: [RunReport]) -> String {
    var comment = LimitedText(limit: lengthLimit)
    // Every report's verdict before anybody's details.
    let rendered = reports.map { RunReportMarkdown($0) }
    for report in rendered { comment.reserve(report.summary) }
    for report in rendered {
      comment.appendReserved(report.summary)
      for section in report.details { comment.append(section) }
    }
    return comment.text
  }

  package var text: String { Self.comment([report]) }

  /// Hosts of repositories refuse comments of more than 65,536 characters.
  static let lengthLimit = 65_000
  /// Rows of one table.
  private static let rowLimit = 100

  // MARK: Always shown

  private var summary: String { joined([headline, demands, variants]) }

  private var headline: [String] {
    let verdict = RunVerdict(report)
    var line = "### \(verdict.cost)"
    if report.book != nil, let baseline = report.variants.first {
      line += ", \(FigureText.perDay(baseline.reads, days: report.period.days)) reads a day"
    }
    line += ": \(MarkdownText.plain(report.workload))"
    var lines = [line]
    if let staleness = report.saved?.staleness { lines += ["", "**Stale:** \(MarkdownText.sentence(staleness))"] }
    if let saving = verdict.saving {
      // A bill that the free quota covers has no share that is saved.
      let change =
        saving.change.first?.isLetter == true
        ? "is **\(saving.change)**"
        : "would change \(report.comparesBills ? "it" : "the reads") by **\(saving.change)**"
      lines += ["", "\(MarkdownText.code(saving.name)) \(change), and shows as much"]
    }
    for (name, why) in verdict.unsound {
      lines += [
        "", "✗ \(MarkdownText.code(name)) would be cheaper and is no alternative: \(MarkdownText.sentence(why))",
      ]
    }
    return lines
  }

  private var demands: [String] {
    var lines: [String] = []
    if !report.assertions.isEmpty {
      let passed = report.assertions.count(where: \.passed)
      lines.append("\(passed) of \(report.assertions.count) assertions passed")
      for assertion in report.assertions.filter({ !$0.passed }).prefix(Self.rowLimit) {
        lines.append("- ✗ \(MarkdownText.sentence(assertion.notes.joined(separator: "; ")))")
      }
    }
    for budget in report.budgets.prefix(Self.rowLimit) {
      let mark =
        switch budget.verdict {
        case .passed: "✓"
        case .nearlyUsed: "!"
        case .exceeded, .unknownStep: budget.level == .error ? "✗" : "!"
        }
      let per = budget.period == "run" ? "in the run" : "per \(budget.period)"
      let note = budget.isExpected && budget.verdict == .exceeded ? " (expected)" : ""
      lines.append(
        "- \(mark) \(MarkdownText.code(budget.scope)) in \(MarkdownText.code(budget.variant)): "
          + "\(budget.measuredText) of \(Grouped.decimal(budget.maximum)) "
          + "\(MarkdownText.plain(budget.metric)) \(MarkdownText.plain(per))\(note)")
    }
    return lines
  }

  private var variants: [String] {
    let money = report.book != nil
    let realtime = report.usesRealtimeDatabase
    var columns: [(name: String, isNumeric: Bool)] = [("Variant", false), ("reads/day", true)]
    if realtime { columns.append(("rtdb/day", true)) }
    if money { columns.append(("bill/month", true)) }
    columns += [
      ("\(report.comparesBills ? "bill" : "reads") vs \(report.variants.first?.name ?? "")", true), ("missed", true),
      ("", false),
    ]
    let rows = report.variants.map { variant in
      var row = [variant.name, FigureText.perDay(variant.reads, days: report.period.days)]
      if realtime { row.append(FigureText.traffic((variant.realtime?.bytes ?? 0) / max(1, report.period.days))) }
      if money { row.append(FigureText.bill(variant.month)) }
      row += [
        report.comparison(of: variant), Grouped.short(variant.correctness.missed),
        VariantNotes(variant, in: report).all.joined(separator: "; "),
      ]
      return row
    }
    return lines(of: FigureTable("variants", columns, rows))
  }

  // MARK: Details

  private var details: [String] {
    let variants = RunReportSelection(report).detailed.map { steps($0) }
    return variants.filter { !$0.isEmpty }
      + [claims, folded("Assumptions that nobody has verified", assumptions), joined([findings]), joined([remarks])]
      .filter { !$0.isEmpty }
  }

  private func steps(_ variant: VariantReport) -> String {
    let operations = BillShares(variant).operations.map { operation, _ in
      [
        operation.name, Grouped.count(operation.calls), FigureText.perCall(operation), Grouped.count(operation.reads),
        Percentage.text(operation.reads, of: variant.reads), FigureText.components(operation.tally),
        operation.plan?.joined(separator: " + ") ?? "",
      ]
    }
    let table = FigureTable(
      "steps",
      [
        ("Step", false), ("calls", true), ("reads/call", true), ("reads", true), ("share", true), ("made of", false),
        ("index", false),
      ], operations)
    let breakdowns = BreakdownTables(variant)
    let total = ["Total: \(VariantTotal(variant).text)"]
    var parts = [lines(of: table), total, realtime(variant)] + breakdowns.all.map { lines(of: $0) }
    if variant.days.count > 1 { parts.append(lines(of: breakdowns.days)) }
    let title = "Steps of \(MarkdownText.plain(variant.name)): \(Grouped.counted(variant.reads, "read"))"
    return folded(title, [joined(parts)])
  }

  private func realtime(_ variant: VariantReport) -> [String] {
    guard let realtime = variant.realtime else { return [] }
    let figures = RealtimeTable(realtime, currency: realtime.book == nil ? nil : variant.month?.currency)
    let columns = zip(figures.header, figures.isNumeric).map { (name: $0, isNumeric: $1) }
    return ["Realtime Database", ""] + lines(of: FigureTable("traffic", columns, figures.rows)) + [""]
      + figures.lines.map { "- \(MarkdownText.plain($0))" }
  }

  private var claims: String {
    let claims = ClaimTable(report.claims)
    return report.claims.isEmpty ? "" : folded("Claims: \(claims.summary)", lines(of: claims.whole))
  }

  private var assumptions: [String] {
    report.assumptions.filter { $0.variant == report.variants.first?.name }.map { assumption in
      "- \(MarkdownText.code("\(assumption.name)=\(assumption.alternative)")) would change "
        + "\(FigureText.change(assumption, report.book)): \(MarkdownText.plain(assumption.summary))"
    }
  }

  private var findings: [String] {
    let text = MarkdownRenderer.text(FindingList(report.unexpectedFindings))
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private var remarks: [String] {
    (report.remarks + [report.saved?.dateText].compactMap(\.self)).map { "> \(MarkdownText.sentence($0))" }
  }

  // MARK: Form

  private func lines(of table: FigureTable) -> [String] {
    func row(_ cells: [String]) -> String { "| " + cells.map(MarkdownText.plain).joined(separator: " | ") + " |" }
    let rule = "|" + table.isNumeric.map { $0 ? "---:|" : "---|" }.joined()
    var lines = [row(table.header), rule] + table.rows.prefix(Self.rowLimit).map(row)
    let rest = table.rows.count - Self.rowLimit
    if rest > 0 { lines += ["", "… and \(Grouped.counted(Int64(rest), "row")) more: see the JSON report"] }
    return lines
  }

  private func folded(_ title: String, _ lines: [String]) -> String {
    lines.isEmpty ? "" : "<details><summary>\(title)</summary>\n\n\(lines.joined(separator: "\n"))\n\n</details>"
  }

  private func joined(_ sections: [[String]]) -> String {
    sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }
}

/// Sections of a text that may only be so long. What does not fit is left out, and that is said.
struct LimitedText {
  private let limit: Int
  private var sections: [String] = []
  private var length = 0
  private var reserved = 0
  private var left = 0

  init(limit: Int) { self.limit = limit - Self.noteLength }

  private static let noteLength = 200

  /// Keeps room for a section that comes later.
  mutating func reserve(_ section: String) { reserved += size(section) }

  mutating func appendReserved(_ section: String) {
    reserved -= size(section)
    append(section)
  }

  mutating func append(_ section: String) {
    guard length + reserved + size(section) <= limit else {
      left += 1
      return
    }
    length += size(section)
    sections.append(section)
  }

  private func size(_ section: String) -> Int { section.utf8.count + 2 }

  var text: String {
    let note =
      left == 0
      ? []
      : [
        "*\(left == 1 ? "One section is" : "\(left) sections are") left out: a comment holds no more. The JSON report has everything.*"
      ]
    return (sections + note).joined(separator: "\n\n") + "\n"
  }
}
