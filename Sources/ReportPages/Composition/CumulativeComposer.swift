import Diagnostics
import Metering
import RunReports
import Simulation

/// What has come together so far, one line per variant: reads, and money where the run has prices.
struct CumulativeComposer {
  let report: ReportComposer

  private var variants: [VariantReport] { report.report.variants }

  /// Reads and the bill grow alike: where there is money, that is shown.
  var figures: [FigureView] { [bill ?? reads].compactMap(\.self) }

  /// Hour by hour in short periods, else day by day.
  private var reads: FigureView? {
    let days = variants.map(\.days.count).max() ?? 0
    let isHourly = days <= 4
    let sums = variants.map { Self.runningSums($0.days.flatMap { isHourly ? $0.hours : [$0.reads] }) }
    guard let places = sums.map(\.count).max(), places > 1, variants.contains(where: { $0.reads > 0 }) else {
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
    return figure(
      "sum", title: "Reads so far, by \(isHourly ? "hour" : "day")",
      summary: "One line per variant, adding up all billed reads.", place: isHourly ? "Hour" : "Day", labels: labels,
      names: names,
      series: sums.map { sums in
        Series(
          values: sums.map(Double.init), cells: sums.map { .count($0) },
          last: sums.last.map { Grouped.counted($0, "read") } ?? "")
      })
  }

  /// The month's bill as it grows day by day. An axis cannot show less than ten cents.
  private var bill: FigureView? {
    let places = variants.map(\.days.count).max() ?? 0
    let series = variants.compactMap(billSeries)
    guard places > 1, series.count == variants.count, series.contains(where: { ($0.values.last ?? 0) >= 0.1 }) else {
      return nil
    }
    let names = (0..<places).map { "\($0 + 1)" }
    return figure(
      "bill", title: "How the bill of a month comes together, by simulated day",
      summary: "One line per variant: the part of each simulated day in the bill of the month.", place: "Day",
      labels: names,
      names: names, series: series)
  }

  private func billSeries(_ variant: VariantReport) -> Series? {
    guard let month = variant.month else { return nil }
    var series = Series(values: [], cells: [], last: "")
    var sum = Rational.zero
    for day in variant.days {
      guard let cost = day.cost else { return nil }
      sum = sum + cost
      series.values.append(sum.approximate)
      series.last = month.text(of: sum)
      series.cells.append(.figure(series.last, sum))
    }
    return series
  }

  private struct Series {
    var values: [Double]
    var cells: [TableView.Cell]
    /// The last value for people.
    var last: String
  }

  private func figure(
    _ name: String, title: String, summary: String, place: String, labels: [String], names: [String], series: [Series]
  ) -> FigureView {
    let id = "\(report.id)-\(name)"
    let order = variants.indices.sorted { rank(variants[$0]) < rank(variants[$1]) }
    let chart = LineChart(
      id: "\(id)-chart", title: title, summary: summary, labels: labels,
      lines: order.map { index in
        LineChart.Line(
          name: variants[index].name, values: series[index].values, figure: series[index].last,
          style: "line-\(report.style(variants[index]))")
      })
    let shown = order.reversed().filter { rank(variants[$0]) > 0 || variants.count <= 4 }
    var legend = shown.map { FigureView.Key(name: variants[$0].name, style: report.style(variants[$0])) }
    if shown.count < variants.count { legend.append(FigureView.Key(name: "other variants", style: "s5")) }
    let table = TableView(
      id: "\(id)-data", title, [.text(place)] + variants.map { .number($0.name) },
      cells: names.indices.map { place in
        [.name(names[place])] + series.map { $0.cells.indices.contains(place) ? $0.cells[place] : .words("") }
      })
    return FigureView(id: "\(id)-figure", title: title, svg: chart.svg, legend: legend, table: table)
  }

  private func rank(_ variant: VariantReport) -> Int {
    if variant.name == report.recommended { return 3 }
    if variant.name == report.baseline?.name { return 2 }
    return report.isWrong(variant) ? 1 : 0
  }

  private static func runningSums(_ values: [Int64]) -> [Int64] {
    var sum = SaturatingSum()
    var sums: [Int64] = []
    for value in values {
      sum.add(value)
      sums.append(sum.value)
    }
    return sums
  }
}
