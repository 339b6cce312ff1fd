import Diagnostics
import Metering
import Project
import Workloads

/// One workload on the first screen: what it costs and why, what is cheaper, and first of all what fails.
struct RunSummaryBlock {
  let report: RunReport
  let style: TerminalStyle
  /// Columns that lists may take.
  var width = 100
  /// Lines that a list may take.
  var rows = 2
  /// Of the names and of what they stand for, so that blocks stand in columns.
  var widths = (name: 0, basis: 0, cost: 0)

  private static let steps = 3
  private static let failures = 4

  // MARK: The title

  var name: String { QuotedText.singleLine(report.workload) }

  var basis: String { RunBasis(report).text }

  var cost: String {
    guard let baseline = report.variants.first else { return "not played" }
    if report.book != nil { return "\(FigureText.bill(baseline.month))/mo" }
    return "\(FigureText.perDay(baseline.reads, days: report.period.days)) reads/day"
  }

  /// What was asked of it, and what came of that.
  private var verdict: String {
    let broken = report.assertions.count { !$0.passed }
    let exceeded = report.budgets.count(where: \.isBroken)
    var parts: [String] = []
    if broken > 0 { parts.append("\(broken) of \(report.assertions.count) assertions fail") }
    if exceeded > 0 {
      parts.append("\(exceeded) of \(report.budgets.count) budgets exceeded")
    }
    if parts.isEmpty, report.outcome == .findings {
      parts.append(Grouped.counted(Int64(report.findings.count(where: \.fails)), "error"))
    }
    if !parts.isEmpty { return style.paint(parts.joined(separator: ", "), .red) }
    let left = report.demandsLeftOut
    guard left == 0 else {
      let looked =
        report.assertions.isEmpty ? "" : "\(Grouped.counted(Int64(report.assertions.count), "assertion")) passed, "
      return style.paint("\(looked)\(Grouped.count(left)) of what is demanded left out", .yellow)
    }
    guard !report.assertions.isEmpty else { return report.budgets.isEmpty ? "" : "all budgets kept" }
    return style.paint("all assertions hold", .green)
  }

  var title: String {
    let columns = [
      style.bold(fill(name, widths.name)), fill(basis, widths.basis),
      String(repeating: " ", count: max(0, widths.cost - DisplayWidth.of(cost))) + cost, verdict,
    ]
    return columns.filter { !$0.isEmpty }.joined(separator: "   ")
  }

  private func fill(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
  }

  /// The title, and what may be saved.
  var line: String {
    guard let best = RunReportSelection(report).recommended else { return title }
    let measure = report.comparesBills ? "" : " reads"
    let change = report.comparison(of: best) + measure
    let text = change.first?.isLetter == true ? "(\(change))" : change
    return "\(title)  \(style.arrow) \(QuotedText.singleLine(best.name)) \(text)"
  }

  // MARK: What stands below it

  var lines: [String] {
    [title] + (failures + repair + warnings + claims + leftOut + unpriced + steps + variants).map { "  \($0)" }
  }

  /// What the bill is without, so that nobody takes it for the whole.
  private var leftOut: [String] {
    let codes: [DiagnosticCode] = [
      .stepNeverReached, .rulesNotEvaluated, .partialWeek, .collectionWithoutData, .baselineMisses,
    ]
    let found = report.sortedFindings.filter { found in
      !found.isExpected && found.diagnostic.severity == .warning && codes.contains(found.diagnostic.code)
    }
    return first(of: found.map(text), mark: style.paint("!", .yellow), rest: "like these")
  }

  /// Why a bill is unknown, or known in part.
  var unpriced: [String] {
    let parts = report.variants.first?.month?.unpriced ?? []
    guard !parts.isEmpty else { return [] }
    let place = report.book?.location.map { " in \(QuotedText.singleLine($0))" } ?? ""
    return ["no price is known for \(parts.map(\.rawValue).joined(separator: ", "))\(place): --location, --prices"]
  }

  /// Assertions and budgets first, then every other finding that fails the run.
  private var failures: [String] {
    let assertions = report.assertions.filter { !$0.passed }.map { assertion in
      "\(assertion.notes.first ?? assertion.text)   \(assertion.location.lineText)"
    }
    let budgets = overdrawn { $0.isBroken }
    let demanded: [DiagnosticCode] = [.assertionFailed, .budgetExceeded]
    let others = report.sortedFindings.filter { $0.fails && !demanded.contains($0.diagnostic.code) }.map(text)
    return first(of: assertions + budgets + others, mark: style.paint(style.cross, .red), rest: "fail")
  }

  /// One command adds every index that is missing, however many there are.
  private var repair: [String] {
    let isLacking = report.findings.contains { $0.fails && $0.diagnostic.needs != nil }
    return isLacking ? ["\(style.arrow) add what is missing: firebreak indexes suggest --write"] : []
  }

  /// What documents say, where the run says something else.
  private var claims: [String] {
    let others = report.claims.filter { $0.verdict != .reproduced }
    guard let first = others.first else { return [] }
    let named = "\(first.id) is \(first.verdict.words)" + (others.count == 1 ? "" : ", \(others.count - 1) more")
    let text = "claims: \(ClaimReport.summary(report.claims)): \(named)   \(first.location.lineText)"
    return ["\(style.paint("!", .yellow)) \(QuotedText.singleLine(text))"]
  }

  private func text(_ finding: ReportedFinding) -> String {
    let place = finding.diagnostic.location.map { "   \($0.lineText)" } ?? ""
    return "\(finding.diagnostic.code.id) \(finding.diagnostic.message)\(place)"
  }

  /// As many as a reader takes in, and how many more there are.
  private func first(of all: [String], mark: String, rest: String) -> [String] {
    let shown = all.prefix(Self.failures).map { "\(mark) \(QuotedText.singleLine($0))" }
    return shown + (all.count > Self.failures ? ["\(all.count - Self.failures) more \(rest): -v"] : [])
  }

  /// One line for each budget, however many variants exceed it.
  private func overdrawn(_ isShown: (BudgetReport) -> Bool) -> [String] {
    var places: [[BudgetReport]] = []
    for budget in report.budgets where isShown(budget) {
      let same = places.firstIndex { $0[0].isSameBudget(as: budget) }
      if let same { places[same].append(budget) } else { places.append([budget]) }
    }
    return places.map { budgets in
      let budget = budgets[0]
      let period =
        switch budget.period {
        case "run": "in the run in"
        // Steps show the mean.
        case "call": "in the largest call of"
        default: "per \(budget.period) in"
        }
      let others = budgets.count == 1 ? "" : " and \(Grouped.counted(Int64(budgets.count - 1), "other variant"))"
      return "budget \(budget.scope): \(budget.measuredText) of \(Grouped.decimal(budget.maximum)) \(budget.metric) "
        + "\(period) \(budget.variant)\(others)   \(budget.location.lineText)"
    }
  }

  /// Budgets that only say what they find.
  private var warnings: [String] {
    first(
      of: overdrawn { $0.isOverdrawn && $0.level == .warn }, mark: style.paint("!", .yellow), rest: "budgets like these"
    )
  }

  private var steps: [String] {
    guard let baseline = report.variants.first else { return [] }
    let shares = BillShares(baseline)
    // A hundredth and more, and the first whatever it has.
    let worth = shares.operations.enumerated().filter {
      $1.share > .zero && ($0 == 0 || Percentage.permille($1.share) >= 10)
    }
    var rows = worth.map(\.element).prefix(Self.steps).map { operation, share in
      (name: operation.name, share: share, text: OperationSummary(operation).text)
    }
    if Percentage.permille(shares.storage) >= 50 {
      rows.append(("storage", shares.storage, "\(FigureText.bytes(baseline.storedBytes)) on average"))
    }
    guard !rows.isEmpty else { return [] }
    var table = TextTable([.left, .left, .right, .left])
    for row in rows {
      table.add([row.name, style.bar(row.share), Percentage.whole(row.share), row.text])
    }
    return table.lines()
  }

  private var variants: [String] {
    let selection = RunReportSelection(report)
    return [
      list("cheaper and shows as much:", selection.cheaper) { "\(price($0)) (\(change($0)))" },
      list("reads less, writes more:", selection.undecided) { "\(price($0)) (\(change($0)))" },
      list("cheaper but wrong:", selection.cheaperButWrong) { "(\(why($0)))" },
      list("what if:", selection.variants(.scenario)) { price($0) },
    ].flatMap(\.self)
  }

  /// As many as there is room for.
  private func list(
    _ title: String, _ variants: [VariantReport], _ text: (VariantReport) -> String
  ) -> [String] {
    let column = 27
    var lines: [String] = []
    for (index, variant) in variants.enumerated() {
      let item = "\(QuotedText.singleLine(variant.name)) \(text(variant))"
      guard var line = lines.popLast() else {
        lines.append(title + String(repeating: " ", count: max(1, column - title.count)) + item)
        continue
      }
      let longer = "\(line) \(style.dot) \(item)"
      if DisplayWidth.of(longer) <= width - 12 {
        lines.append(longer)
      } else if lines.count + 1 < rows {
        lines += [line, String(repeating: " ", count: column) + item]
      } else {
        line += " \(style.dot) \(variants.count - index) more"
        return lines + [line]
      }
    }
    return lines
  }

  private func change(_ variant: VariantReport) -> String {
    ([report.comparison(of: variant)] + report.added(by: variant)).joined(separator: ", ")
  }

  private func why(_ variant: VariantReport) -> String {
    QuotedText.singleLine((variant.shortcomings.first ?? "").replacing(" documents", with: "", maxReplacements: 1))
  }

  /// Money where that is what is compared.
  private func price(_ variant: VariantReport) -> String {
    report.comparesBills
      ? FigureText.bill(variant.month)
      : "\(FigureText.perDay(variant.reads, days: report.period.days)) reads/day"
  }
}

extension BudgetReport {
  fileprivate func isSameBudget(as other: BudgetReport) -> Bool {
    (scope, metric, period, maximum) == (other.scope, other.metric, other.period, other.maximum)
      && location == other.location
  }
}
