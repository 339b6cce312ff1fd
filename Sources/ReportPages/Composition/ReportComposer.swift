import Diagnostics
import FirestoreModel
import Metering
import RunReports
import Simulation
import Workloads

/// Turns one report into what the templates show. It chooses and arranges; every figure is the report's own.
struct ReportComposer {
  let report: RunReport
  let id: String
  /// Of the report's heading.
  let level: Int
  let version: String
  let listing: SourceListing
  let recommended: String?

  init(_ report: RunReport, id: String, level: Int, version: String) {
    self.report = report
    self.id = id
    self.level = level
    self.version = version
    listing = SourceListing(report, prefix: id)
    recommended = RunReportSelection(report).recommended?.name
  }

  var baseline: VariantReport? { report.variants.first }
  var currency: String? { report.book?.currency }

  var view: ReportView {
    // What is not kept is the first thing to know.
    let opening = [isBroken ? demands : nil, fails ? findings : nil, costs, comparison].compactMap(\.self)
    let closing =
      [
        isSeveral ? nil : claims?.collapsed(), isBroken ? nil : demands?.collapsed(),
        fails ? nil : foldsFindings ? findings?.collapsed() : findings,
      ].compactMap(\.self) + [assumptions, prices, foundations, sources].compactMap { $0?.collapsed() }
    let variants = variantViews
    let entries =
      opening.map { ReportView.Entry(id: $0.id, title: $0.title) }
      + variants.map { ReportView.Entry(id: $0.id, title: $0.name) }
      + closing.map { ReportView.Entry(id: $0.id, title: $0.title) }
    return ReportView(
      id: id, name: report.workload, level: level, about: report.about.map { ProseView($0) },
      story: story, facts: facts,
      tiles: tiles, opening: opening,
      variants: variants, closing: closing, contents: entries, hasContents: level == 1 && !entries.isEmpty,
      bar: billBar, overview: overview, hasFailed: report.outcome != .clean, month: baseline?.month?.amount,
      claims: claimRows, codes: Set(report.findings.map(\.diagnostic.code)))
  }

  /// In the offset of the clock.
  private var firstDay: String {
    report.variants.first?.days.first?.date.description ?? String(report.period.start.description.prefix(10))
  }

  private var facts: String {
    var parts = [
      Grouped.counted(report.period.days, "day") + " from \(firstDay)",
      Grouped.counted(Int64(report.variants.count), "variant"),
    ]
    if let book = report.book {
      parts.append((["prices \(book.name)", book.location, book.asOf].compactMap { $0 }).joined(separator: ", "))
    }
    if let saved = report.saved { parts.append(saved.text) }
    return parts.joined(separator: " · ")
  }

  // MARK: Verdict

  private var tiles: [ReportView.Tile] {
    var tiles = [verdict, found]
    if report.saved?.staleness != nil { tiles.append(ReportView.Tile(label: "Figures", value: "Stale", tone: "bad")) }
    if !report.assertions.isEmpty { tiles.append(assertions) }
    if !report.budgets.isEmpty { tiles.append(budgets) }
    if !report.claims.isEmpty {
      let count = report.claims.count { $0.verdict == .reproduced }
      tiles.append(ReportView.Tile(label: "Claims", value: "\(count) of \(report.claims.count)", note: "reproduced"))
    }
    guard let baseline else { return tiles }
    tiles.append(
      report.book == nil
        ? ReportView.Tile(
          label: "Reads a day", value: FigureText.daily(baseline.reads, report), note: baseline.name)
        : ReportView.Tile(label: "Month", value: FigureText.bill(baseline.month), note: baseline.name))
    if let best = report.variants.first(where: { $0.name == recommended }) {
      tiles.append(
        ReportView.Tile(label: "Cheaper, shows as much", value: change(to: best), note: best.name, tone: "good"))
    }
    return tiles
  }

  private var verdict: ReportView.Tile {
    let isClean = report.outcome == .clean
    return ReportView.Tile(label: "Verdict", value: isClean ? "Passed" : "Failed", tone: isClean ? "good" : "bad")
  }

  private var found: ReportView.Tile {
    let list = FindingList(report.unexpectedFindings)
    let expected = report.findings.count(where: \.isExpected)
    return ReportView.Tile(
      label: "Findings", value: Grouped.count(Int64(list.diagnostics.count)),
      note: ([list.isEmpty ? nil : list.summary] + [expected == 0 ? nil : "\(expected) expected"]).compactMap { $0 }
        .joined(separator: ", "),
      tone: list.worst == .error ? "bad" : list.worst == .warning ? "warn" : nil)
  }

  private var assertions: ReportView.Tile {
    let passed = report.assertions.count(where: \.passed)
    return ReportView.Tile(
      label: "Assertions", value: "\(passed) of \(report.assertions.count)", note: "passed",
      tone: passed == report.assertions.count ? nil : "bad")
  }

  private var budgets: ReportView.Tile {
    let kept = report.budgets.count { $0.verdict == .passed || $0.verdict == .nearlyUsed }
    let meant = report.budgets.count { $0.verdict == .exceeded && $0.isExpected }
    return ReportView.Tile(
      label: "Budgets", value: "\(kept) of \(report.budgets.count)",
      note: meant == 0 ? "kept" : "kept, \(meant) meant to break", tone: hasBrokenBudget ? "bad" : nil)
  }

  private var hasBrokenBudget: Bool { report.budgets.contains(where: \.isBroken) }

  /// Something in it is an error.
  var fails: Bool { report.findings.contains(where: \.fails) }

  private var isBroken: Bool { hasBrokenBudget || report.assertions.contains { !$0.passed } }

  private var billBar: BarList.Bar? {
    guard let month = baseline?.month, month.amount > .zero else { return nil }
    return BarList.Bar(
      name: report.workload, figure: "\(FigureText.bill(month)) a month",
      parts: [BarList.Part(name: "", value: month.amount.approximate, style: "s2")])
  }

  private var overview: TableView.Row {
    let isClean = report.outcome == .clean
    let best = report.variants.first { $0.name == recommended }
    var name = TableView.Cell.name(report.workload)
    name.link = "#\(id)"
    return TableView.Row(cells: [
      name, TableView.Cell(text: "", badge: BadgeView(isClean ? "passed" : "failed", isClean ? .good : .bad)),
      .count(Int64(report.variants.count)),
      baseline.map {
        .figure(FigureText.daily($0.reads, report), Rational($0.reads) / Rational(max(1, report.period.days)))
      }
        ?? .words(""),
      baseline?.month.map { .figure(FigureText.bill($0), $0.amount) } ?? .figure("–", nil),
      .words(best?.name ?? "–"), best.map { .figure(change(to: $0), changedBy($0)) } ?? .figure("–", nil),
    ])
  }

  // MARK: Variants

  private var variantViews: [ReportView.Variant] {
    let detailed = Set(RunReportSelection(report).detailed.map(\.name))
    return report.variants.enumerated().compactMap { index, variant in
      // Of the others a page of many runs has the figures side by side.
      guard !isSeveral || detailed.contains(variant.name) else { return nil }
      let composer = VariantComposer(report: self, variant: variant, id: "\(id)-v\(index + 1)")
      return ReportView.Variant(
        id: composer.id, name: variant.name, level: level + 1,
        badges: badges(variant),
        line: [
          "\(FigureText.daily(variant.reads, report)) reads a day",
          variant.month.map { "\(FigureText.bill($0)) a month" },
        ].compactMap { $0 }.joined(separator: " · "),
        sections: composer.sections(isSeveral ? .withoutTime : .all))
    }
  }

  /// The page has other runs as well.
  var isSeveral: Bool { level > 1 }

  /// Against the baseline.
  func change(to variant: VariantReport) -> String { report.comparison(of: variant) }

  /// Orders changes as they are shown.
  func changedBy(_ variant: VariantReport) -> Rational? {
    guard let baseline, variant.name != baseline.name else { return nil }
    guard report.comparesBills else { return Rational(variant.reads) - Rational(baseline.reads) }
    guard let after = variant.month?.amount, let before = baseline.month?.amount else { return nil }
    return after - before
  }

  func badges(_ variant: VariantReport) -> [BadgeView] {
    var badges: [BadgeView] = []
    switch report.standing(of: variant) {
    case .baseline: badges.append(BadgeView("baseline", .plain))
    case .cheaper: badges.append(BadgeView("cheaper", .good))
    case .notCheaper: break
    case .doesLess: badges.append(BadgeView("does less", .bad))
    case .scenario: badges.append(BadgeView("what if", .plain))
    }
    if variant.correctness.missed > 0 { badges.append(BadgeView("misses documents", .bad)) }
    if variant.refusedUnexpectedly > 0 { badges.append(BadgeView("is refused", .bad)) }
    if variant.correctness.stale > 0 { badges.append(BadgeView("stale documents", .warn)) }
    return badges
  }
}

extension FigureText {
  static func daily(_ count: Int64, _ report: RunReport) -> String {
    perDay(count, days: report.period.days)
  }
}
