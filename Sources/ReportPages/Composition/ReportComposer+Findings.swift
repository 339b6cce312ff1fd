import Diagnostics
import Metering
import Project
import RunReports
import Simulation

extension ReportComposer {
  /// What the workload asks of itself.
  var demands: SectionView? {
    guard !report.assertions.isEmpty || !report.budgets.isEmpty else { return nil }
    var section = SectionView(id: "\(id)-demands", "Assertions and budgets", level: level + 1)
    if !report.budgets.isEmpty { section.tables.append(budgetTable) }
    if !report.assertions.isEmpty { section.tables.append(assertionTable) }
    return section
  }

  private var assertionTable: TableView {
    TableView(
      id: "\(id)-assertions", "Assertions", [.text("Assertion"), .text("Verdict"), .text("Why"), .text("Source")],
      cells: report.assertions.map { assertion in
        [
          TableView.Cell(text: assertion.text, style: "mono name", tag: "th scope=\"row\"", end: "th"),
          TableView.Cell(
            text: "", badge: assertion.passed ? BadgeView("passed", .good) : BadgeView("failed", .bad)),
          .words(assertion.notes.joined(separator: "; ")), .place(listing.place(assertion.location)),
        ]
      }
    ).omittingEmpty(["Why"])
  }

  private var budgetTable: TableView {
    TableView(
      id: "\(id)-budgets", "Budgets",
      [
        .text("Budget"), .text("Variant"), .text("Metric"), .number("Measured"), .number("Maximum"), .text("Verdict"),
        .text("Source"),
      ],
      cells: report.budgets.map { budget in
        let per = budget.period == "run" ? "in the run" : "per \(budget.period)"
        return [
          .name(budget.scope), .words(budget.variant), .words("\(budget.metric) \(per)"),
          TableView.Cell(
            text: budget.measuredText, style: "num",
            sort: budget.measured.flatMap { exact($0) }),
          TableView.Cell(text: Grouped.decimal(budget.maximum), style: "num", sort: exact(budget.maximum)),
          TableView.Cell(text: "", badge: badge(budget)), .place(listing.place(budget.location)),
        ]
      })
  }

  /// Fractions that never end are printed with an ellipsis.
  private func exact(_ text: String) -> String? {
    let number = text.hasSuffix("…") ? String(text.dropLast()) : text
    return Rational(decimal: number) == nil ? nil : number
  }

  private func badge(_ budget: BudgetReport) -> BadgeView {
    switch budget.verdict {
    case .passed: BadgeView("kept", .good)
    case .nearlyUsed: BadgeView("nearly used", .warn)
    case .exceeded:
      budget.isExpected ? BadgeView("meant to break", .plain) : BadgeView("exceeded", budget.isBroken ? .bad : .warn)
    case .unknownStep: BadgeView("no such step", .warn)
    }
  }

  var findings: SectionView? {
    // What fails comes first, whatever it is about.
    let sorted = report.sortedFindings.enumerated().sorted { first, second in
      (second.element.diagnostic.severity, first.offset) < (first.element.diagnostic.severity, second.offset)
    }.map(\.element)
    var section = SectionView(id: "\(id)-findings", findingsTitle, level: level + 1)
    let views = sorted.map { finding($0) }
    section.findings = zip(sorted, views).filter { !$0.0.isExpected }.map(\.1)
    let expected = zip(sorted, views).filter(\.0.isExpected).map(\.1)
    if !expected.isEmpty {
      section.folded = expected
      section.foldedTitle = "\(expected.count) that the workload expects"
    }
    if sorted.isEmpty { section.notes = [ProseView("No findings.")] }
    return section
  }

  /// Folded, it says how many there are.
  private var findingsTitle: String {
    let found = FindingList(report.unexpectedFindings)
    return foldsFindings && !found.isEmpty ? "Findings: \(found.summary)" : "Findings"
  }

  /// On a page of many runs only those that fail stand open.
  var foldsFindings: Bool { isSeveral && !fails }

  private func finding(_ found: ReportedFinding) -> FindingView {
    let diagnostic = found.diagnostic
    let tone: BadgeView.Tone =
      switch diagnostic.severity {
      case .error: found.isExpected ? .plain : .bad
      case .warning: found.isExpected ? .plain : .warn
      case .info: .plain
      }
    return FindingView(
      severity: diagnostic.severity.rawValue, tone: tone.rawValue,
      code: "\(diagnostic.code.id) \(diagnostic.code.name)", meaning: CodeView.anchor(of: diagnostic.code),
      place: listing.place(diagnostic.location),
      message: ProseView(diagnostic.message),
      remarks: diagnostic.notes.map { ProseView($0) }
        + diagnostic.related.map { ProseView("\($0.message): \($0.location.lineText)") },
      help: diagnostic.help.map { ProseView($0) },
      fixes: diagnostic.fixes.map { fix in
        FindingView.Fix(
          title: ProseView(fix.title),
          edits: fix.edits.map { FindingView.Edit(place: $0.location.lineText, replacement: $0.replacement) })
      },
      shownBy: found.variants.isEmpty || report.variants.count == 1
        ? nil
        : found.variants.count == report.variants.count
          ? "In every variant" : "In \(found.variants.joined(separator: ", "))")
  }
}
