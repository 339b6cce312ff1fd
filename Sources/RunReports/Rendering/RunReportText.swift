import Diagnostics
import Metering
import Project

/// The report for people at a terminal: verdicts first, then what it costs and why.
package struct RunReportText {
  private let report: RunReport
  private let colours: Bool
  private let width: Int

  package init(_ report: RunReport, colours: Bool = false, width: Int = 100) {
    self.report = report
    self.colours = colours
    self.width = width
  }

  /// The whole report, ending with a line break.
  package var text: String {
    let sections = [verdict, demands, variants] + stepSections + [claims, assumptions, findings, remarks]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  // MARK: Demands

  /// `PASSED 5 of 5 assertions · $5,400.00 a month · after −95.0 %`
  private var verdict: [String] {
    let verdict = RunVerdict(report)
    let word = verdict.isPassed ? paint("PASSED", .green) : paint("FAILED", .red)
    var parts = verdict.demands + [verdict.cost]
    if let saving = verdict.saving { parts.append("\(QuotedText.singleLine(saving.name)) \(saving.change)") }
    let warnings = verdict.unsound.map {
      "  \(paint("✗", .red)) \(QuotedText.singleLine($0.name)) would be cheaper and is no alternative: \(QuotedText.singleLine($0.why))"
    }
    return ["\(word) \(parts.joined(separator: " · "))"] + warnings
  }

  private var demands: [String] { assertions + budgets }

  private var assertions: [String] {
    guard !report.assertions.isEmpty else { return [] }
    let passed = report.assertions.count(where: \.passed)
    var lines = ["ASSERTIONS \(passed) of \(report.assertions.count) passed"]
    for assertion in report.assertions where !assertion.passed {
      lines.append(
        "  \(paint("✗", .red)) \(QuotedText.singleLine("\(assertion.text)   \(assertion.location.lineText)"))")
      lines += assertion.notes.map { "      \(QuotedText.singleLine($0))" }
    }
    return lines
  }

  private var budgets: [String] {
    guard !report.budgets.isEmpty else { return [] }
    var table = TextTable([.left, .left, .left, .right, .left])
    for budget in report.budgets {
      let mark: String =
        switch budget.verdict {
        case .passed: paint("✓", .green)
        case .nearlyUsed: paint("!", .yellow)
        case .exceeded, .unknownStep:
          budget.isExpected ? "·" : budget.level == .error ? paint("✗", .red) : paint("!", .yellow)
        }
      let per = budget.period == "run" ? "in the run" : "per \(budget.period)"
      table.add(
        [
          budget.scope, budget.variant, "\(budget.metric) ≤ \(Grouped.decimal(budget.maximum)) \(per)",
          budget.measuredText,
          budget.isExpected && budget.verdict == .exceeded ? "(expected)" : "",
        ], mark: mark)
    }
    return ["BUDGETS"] + table.lines(indent: 2)
  }

  // MARK: Variants

  private var variants: [String] {
    let money = report.book != nil
    let baseline = report.variants.first?.name ?? ""
    let realtime = report.usesRealtimeDatabase
    var alignments: [TextTable.Alignment] = [.left, .right]
    var header = ["VARIANTS", "reads/day"]
    if realtime {
      alignments.append(.right)
      header.append("rtdb/day")
    }
    if money {
      alignments.append(.right)
      header.append("bill/month")
    }
    var table = TextTable(alignments + [.right, .right, .left])
    table.add(header + ["\(report.comparesBills ? "bill" : "reads") vs \(baseline)", "missed", ""])
    for variant in report.variants {
      var row = [variant.name, FigureText.perDay(variant.reads, days: report.period.days)]
      if realtime { row.append(FigureText.traffic((variant.realtime?.bytes ?? 0) / max(1, report.period.days))) }
      if money { row.append(FigureText.bill(variant.month)) }
      row += [report.comparison(of: variant), Grouped.short(variant.correctness.missed), notes(variant)]
      table.add(row)
    }
    return table.lines(indent: 2, headerOutdent: true)
  }

  private func notes(_ variant: VariantReport) -> String {
    VariantNotes(variant, in: report).all.joined(separator: "; ")
  }

  // MARK: Steps

  private var stepSections: [[String]] { report.variants.map { steps($0) } }

  private func steps(_ variant: VariantReport) -> [String] {
    var table = TextTable([.left, .right, .right, .right, .left])
    table.add(["STEPS \(variant.name)", "calls", "reads/call", "reads", "made of"])
    let operations = BillShares(variant).operations.map(\.operation)
    for operation in operations {
      table.add([
        operation.name, Grouped.count(operation.calls) + "×", FigureText.perCall(operation),
        Grouped.count(operation.reads), FigureText.components(operation.tally),
      ])
    }
    var rows = table.lines(indent: 2, headerOutdent: true)[...]
    var lines = [rows.removeFirst()]
    for (row, operation) in zip(rows, operations) {
      lines.append(row)
      if let plan = operation.plan, !plan.isEmpty {
        lines.append("    index \(QuotedText.singleLine(plan.joined(separator: " + ")))")
      }
    }
    let breakdowns = BreakdownTables(variant)
    lines.append("  TOTAL \(VariantTotal(variant).text)")
    if let hot = breakdowns.hot { lines.append("  HOT \(QuotedText.singleLine(hot))") }
    if let days = breakdowns.daysLine { lines.append("  \(days)") }
    return lines + realtime(variant) + breakdowns.all.flatMap { self.table($0) }
  }

  private func table(_ figures: FigureTable) -> [String] {
    var table = TextTable(figures.isNumeric.map { $0 ? .right : .left })
    table.add([figures.title.uppercased()] + figures.header.dropFirst())
    for row in figures.rows { table.add(row) }
    return [""] + table.lines(indent: 2, headerOutdent: true)
  }

  private func realtime(_ variant: VariantReport) -> [String] {
    guard let realtime = variant.realtime else { return [] }
    let figures = RealtimeTable(realtime, currency: realtime.book == nil ? nil : variant.month?.currency)
    var table = TextTable(figures.isNumeric.map { $0 ? .right : .left })
    table.add(["REALTIME DATABASE"] + figures.header.dropFirst())
    for row in figures.rows { table.add(row) }
    return [""] + table.lines(indent: 2, headerOutdent: true) + figures.lines.map { "  \(QuotedText.singleLine($0))" }
  }

  // MARK: What documents claim

  private var claims: [String] {
    guard !report.claims.isEmpty else { return [] }
    let claims = ClaimTable(report.claims)
    var table = TextTable(claims.figures.isNumeric.map { $0 ? .right : .left })
    table.add(claims.figures.header)
    for row in claims.figures.rows { table.add(row) }
    var rows = table.lines(indent: 2)[...]
    var lines = ["CLAIMS \(QuotedText.singleLine(claims.summary))", rows.removeFirst()]
    for (row, claim) in zip(rows, report.claims) {
      lines += [row, "    \(QuotedText.singleLine(ClaimTable.words(claim)))"]
    }
    return lines
  }

  // MARK: What the figures rest on

  private var assumptions: [String] {
    let relevant = report.assumptions.filter { $0.variant == report.variants.first?.name }
    guard !relevant.isEmpty else { return [] }
    var table = TextTable([.left, .left, .left])
    for assumption in relevant {
      table.add([
        "\(assumption.name)=\(assumption.value)",
        "\(assumption.alternative) would change \(FigureText.change(assumption, report.book))", assumption.summary,
      ])
    }
    return ["ASSUMPTIONS of \(QuotedText.singleLine(relevant[0].variant)) that nobody has verified"]
      + table.lines(indent: 2)
  }

  private var findings: [String] {
    let unexpected = FindingList(report.unexpectedFindings)
    var lines: [String] = []
    if !unexpected.isEmpty {
      let text = FullRenderer(colours: colours, width: width).text(unexpected)
      lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      while lines.last?.isEmpty == true { lines.removeLast() }
    }
    let expected = report.sortedFindings.filter(\.isExpected).map { finding in
      let code = finding.diagnostic.code
      return "expected in \(QuotedText.singleLine(finding.variants.joined(separator: ", "))): \(code.id) \(code.name)"
    }
    if !lines.isEmpty, !expected.isEmpty { lines.append("") }
    return lines + expected.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private var remarks: [String] {
    report.remarks.map { "note: \(QuotedText.singleLine($0))" }
      + [FindingList(report.unexpectedFindings).summary + (report.outcome == .clean ? "" : ", run failed")]
  }

  private enum Paint: String {
    case red = "31"
    case green = "32"
    case yellow = "33"
  }

  private func paint(_ text: String, _ paint: Paint) -> String {
    colours ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
  }
}
