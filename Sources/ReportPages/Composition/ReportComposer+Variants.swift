import Metering
import Workbench

// The variants side by side.

extension ReportComposer {
  var comparison: SectionView? {
    guard let baseline else { return nil }
    var section = SectionView(id: "\(id)-compare", "Variants", level: level + 1, intro: verdictSentence)
    if report.variants.count > 1, let measure { section.figures.append(bars(baseline, measure)) }
    if let lines = cumulative { section.figures.append(lines) }
    section.tables = [table(id: "\(id)-variants")]
    section.notes = report.variants.compactMap { variant in
      let notes = VariantNotes(variant, in: report).all
      return notes.isEmpty ? nil : ProseView("`\(variant.name)`: \(notes.joined(separator: "; "))")
    }
    return section
  }

  private var verdictSentence: String? {
    guard report.variants.count > 1, let baseline else { return nil }
    guard let best = report.variants.first(where: { $0.name == recommended }) else {
      return "No variant shows everything and costs less than `\(baseline.name)`."
    }
    return "`\(best.name)` shows everything that `\(baseline.name)` shows: \(change(to: best)) "
      + (comparesReads ? "reads." : "on the bill.")
  }

  private func table(id: String) -> TableView {
    let realtime = report.usesRealtimeDatabase
    let money = report.book != nil
    var columns: [TableView.Column] = [.text("Variant"), .number("Reads")] + (report.period.days > 1 ? [.number("Reads a day")] : [])
    if realtime { columns.append(.number("Realtime Database")) }
    columns += [.number("Writes"), .number("Deletes"), .number("Sent"), .number("Stored")]
    if money { columns.append(.number("Bill a month")) }
    columns += [.number("Change"), .number("Missed"), .number("Stale"), .number("Duplicates"), .number("Denied")]
    return TableView(
      id: id, "What each variant does in the simulated period", columns, report.variants.map { row($0, realtime, money) }
    ).omittingEmpty(["Writes", "Deletes", "Stale", "Duplicates", "Denied"])
  }

  private func row(_ variant: VariantReport, _ realtime: Bool, _ money: Bool) -> TableView.Row {
    let correctness = variant.correctness
    var cells: [TableView.Cell] = [
      .name(variant.name, badge: badges(variant).first { $0.text != "baseline" }), .count(variant.reads),
    ]
    if report.period.days > 1 {
      cells.append(
        .figure(FigureText.daily(variant.reads, report), Amount(variant.reads) / Amount(report.period.days)))
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
        + (recommended.map { " The cheapest that shows everything is \($0)." } ?? ""),
      bars: report.variants.map { variant in
        let figure = figure(variant, measure).text
        let isCompared = variant.name != baseline.name && measure != .traffic
        return BarList.Bar(
          name: variant.name + (variant.correctness.missed > 0 ? " (misses documents)" : variant.refused > 0 ? " (is refused)" : ""),
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

  /// Cheap for the wrong reason: documents are never shown, or requests are refused.
  private func isWrong(_ variant: VariantReport) -> Bool { variant.correctness.missed > 0 || variant.refused > 0 }

  /// The baseline is grey, what is recommended has the accent, what is wrong is red.
  func style(_ variant: VariantReport) -> String {
    if isWrong(variant) { return "bad" }
    if variant.name == recommended { return "s2" }
    return variant.name == baseline?.name ? "s4" : "s5"
  }

  /// Reads so far: hour by hour in short periods, else day by day.
  private var cumulative: FigureView? {
    let days = report.variants.map(\.days.count).max() ?? 0
    let isHourly = days <= 4
    let series = report.variants.map { $0.days.flatMap { isHourly ? $0.hours : [$0.reads] } }
    guard let places = series.map(\.count).max(), places > 1, report.variants.contains(where: { $0.reads > 0 }) else {
      return nil
    }
    let labels = (0..<places).map { place in
      if !isHourly { return "\(place + 1)" }
      if days == 1 { return "\(place)" }
      return place.isMultiple(of: 24) ? "day \(place / 24 + 1)" : ""
    }
    let names = (0..<places).map { place in
      !isHourly ? "\(place + 1)" : days == 1 ? "\(place)" : "day \(place / 24 + 1), \(place % 24):00"
    }
    let unit = isHourly ? "hour" : "day"
    let sums = series.map(runningSums)
    let title = "Reads so far, by \(unit)"
    let order = report.variants.indices.sorted { rank(report.variants[$0]) < rank(report.variants[$1]) }
    let chart = LineChart(
      id: "\(id)-sum-chart", title: title, summary: "One line per variant, adding up all billed reads.", labels: labels,
      lines: order.map { LineChart.Line(name: report.variants[$0].name, values: sums[$0], style: "line-\(style(report.variants[$0]))") },
      figure: { Grouped.counted($0, "read") })
    let shown = order.reversed().filter { rank(report.variants[$0]) > 0 || report.variants.count <= 4 }
    var legend = shown.map { FigureView.Key(name: report.variants[$0].name, style: style(report.variants[$0])) }
    if shown.count < report.variants.count { legend.append(FigureView.Key(name: "other variants", style: "s5")) }
    let table = TableView(
      id: "\(id)-sum-data", title, [.text(isHourly ? "Hour" : "Day")] + report.variants.map { .number($0.name) },
      cells: names.indices.map { place in
        [.name(names[place])] + sums.map { $0.indices.contains(place) ? .count($0[place]) : .words("") }
      })
    return FigureView(id: "\(id)-sum-figure", title: title, svg: chart.svg, legend: legend, table: table)
  }

  private func rank(_ variant: VariantReport) -> Int {
    if variant.name == recommended { return 3 }
    if variant.name == baseline?.name { return 2 }
    return isWrong(variant) ? 1 : 0
  }

  private func runningSums(_ values: [Int64]) -> [Int64] {
    var sum = SaturatingSum()
    var sums: [Int64] = []
    for value in values {
      sum.add(value)
      sums.append(sum.value)
    }
    return sums
  }
}

extension Amount {
  /// For the length of a bar, never for a figure.
  var approximate: Double { Double(numerator) / Double(denominator) }
}
