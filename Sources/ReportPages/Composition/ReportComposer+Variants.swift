import Metering
import RunReports
import Simulation

// The variants side by side.

extension ReportComposer {
  var comparison: SectionView? {
    guard let baseline else { return nil }
    var section = SectionView(id: "\(id)-compare", "Variants", level: level + 1, intro: verdictSentence)
    if report.variants.count > 1, let measure { section.figures.append(bars(baseline, measure)) }
    if !isSeveral { section.figures += CumulativeComposer(report: self).figures }
    section.tables = [table(id: "\(id)-variants")]
    section.notes = report.variants.compactMap { variant in
      let notes = VariantNotes(variant, in: report).besideStanding
      return notes.isEmpty ? nil : ProseView("`\(variant.name)`: \(notes.joined(separator: "; "))")
    }
    return section
  }

  private var verdictSentence: String? {
    guard report.variants.count > 1, let baseline else { return nil }
    guard let best = report.variants.first(where: { $0.name == recommended }) else {
      return "No variant does what `\(baseline.name)` does for less."
    }
    return "`\(best.name)` shows everything that the user of `\(baseline.name)` is to see: \(change(to: best)) "
      + (report.comparesBills ? "on the bill." : "reads.")
  }

  private func table(id: String) -> TableView {
    let realtime = report.usesRealtimeDatabase
    let money = report.book != nil
    var columns: [TableView.Column] =
      [.text("Variant"), .number("Reads")] + (report.period.days > 1 ? [.number("Reads a day")] : [])
    if realtime { columns.append(.number("Realtime Database")) }
    columns += [.number("Writes"), .number("Deletes"), .number("Sent"), .number("Average stored")]
    if money { columns.append(.number("Bill a month")) }
    columns += [.number("Change"), .number("Missed"), .number("Stale"), .number("Duplicates"), .number("Denied")]
    return TableView(
      id: id, "What each variant does in the simulated period", columns,
      report.variants.map { row($0, realtime, money) }
    ).omittingEmpty(["Writes", "Deletes", "Stale", "Duplicates", "Denied"])
  }

  private func row(_ variant: VariantReport, _ realtime: Bool, _ money: Bool) -> TableView.Row {
    let correctness = variant.correctness
    var cells: [TableView.Cell] = [
      .name(variant.name, badge: badges(variant).first { $0.text != "baseline" }), .count(variant.reads),
    ]
    if report.period.days > 1 {
      cells.append(
        .figure(FigureText.daily(variant.reads, report), Rational(variant.reads) / Rational(report.period.days)))
    }
    if realtime { cells.append(.traffic(variant.realtime?.bytes ?? 0)) }
    cells += [
      .count(variant.tally.writes), .count(variant.tally.deletes), .bytes(variant.tally.bytes),
      .bytes(variant.storedBytes),
    ]
    if money { cells.append(.figure(FigureText.bill(variant.month), variant.month?.amount)) }
    cells += [
      .figure(change(to: variant), changedBy(variant)),
      .count(correctness.missed), .count(correctness.stale), .count(correctness.duplicates), .count(correctness.denied),
    ]
    return TableView.Row(
      cells: cells, mark: isWrong(variant) ? "unsound" : variant.name == recommended ? "best" : nil)
  }

  /// What tells variants apart: the bill, else reads, else what the Realtime Database sends. Nil: nothing does.
  private var measure: Measure? {
    if report.variants.allSatisfy({ $0.month != nil }), baseline?.month?.amount.isZero == false { return .bill }
    if report.variants.contains(where: { $0.reads > 0 }) { return .reads }
    return report.variants.contains { $0.realtime.map { $0.bytes > 0 } ?? false } ? .traffic : nil
  }

  private enum Measure: String {
    case bill = "Bill a month"
    case reads = "Reads a day"
    case traffic = "Sent a day by the Realtime Database"
  }

  private func figure(_ variant: VariantReport, _ measure: Measure) -> TableView.Cell {
    let days = max(1, report.period.days)
    return switch measure {
    case .bill: .figure(FigureText.bill(variant.month), variant.month?.amount)
    case .reads: .figure(FigureText.daily(variant.reads, report), variant.reads)
    case .traffic: .traffic((variant.realtime?.bytes ?? 0) / days)
    }
  }

  private func length(_ variant: VariantReport, _ measure: Measure) -> Double {
    switch measure {
    case .bill: variant.month?.amount.approximate ?? 0
    case .reads: Double(variant.reads)
    case .traffic: Double(variant.realtime?.bytes ?? 0)
    }
  }

  private func bars(_ baseline: VariantReport, _ measure: Measure) -> FigureView {
    let title = "\(measure.rawValue), by variant"
    let chart = BarList(
      id: "\(id)-compare-chart", title: title,
      summary: "The baseline is \(baseline.name)."
        + (recommended.map { " \($0) shows as much for less." } ?? ""),
      bars: report.variants.map { variant in
        let figure = figure(variant, measure).text
        let isCompared = variant.name != baseline.name && measure != .traffic
        return BarList.Bar(
          name: variant.name
            + standingText(variant),
          figure: isCompared ? "\(figure) · \(change(to: variant))" : figure,
          parts: [BarList.Part(name: "", value: length(variant, measure), style: style(variant))])
      })
    let table = TableView(
      id: "\(id)-compare-data", title, [.text("Variant"), .number(measure.rawValue), .number("Change")],
      cells: report.variants.map { variant in
        [.name(variant.name), figure(variant, measure), .figure(change(to: variant), changedBy(variant))]
      })
    return FigureView(id: "\(id)-compare-figure", title: title, svg: chart.svg, table: table)
  }

  private func standingText(_ variant: VariantReport) -> String {
    switch report.standing(of: variant) {
    case .baseline, .cheaper, .notCheaper: ""
    case .doesLess: " (\(variant.shortcomings.first ?? "does less"))"
    case .scenario: " (what if)"
    }
  }

  /// An alternative that is none.
  func isWrong(_ variant: VariantReport) -> Bool { report.standing(of: variant) == .doesLess }

  private static let others = ["s3", "s6", "s7", "s8", "s1"]

  /// The baseline is grey, what is recommended has the accent, what is wrong is red.
  func style(_ variant: VariantReport) -> String {
    if isWrong(variant) { return "bad" }
    if variant.name == recommended { return "s2" }
    if variant.name == baseline?.name { return "s4" }
    let others = report.variants.filter { $0.name != baseline?.name && $0.name != recommended && !isWrong($0) }
    return Self.others[(others.firstIndex { $0.name == variant.name } ?? 0) % Self.others.count]
  }
}

extension Rational {
  /// For the length of a bar, never for a figure.
  var approximate: Double { Double(numerator) / Double(denominator) }
}
