import Metering
import RunReports
import Simulation

extension VariantComposer {
  /// Operations with a colour of their own; the others are one layer.
  private static let layers = 4
  /// More bars, or more rows of squares, cannot be told apart.
  private static let places = 62

  /// Reads through the period: by day and hour, or by hour where there is one day.
  var time: SectionView? {
    guard variant.reads > 0, let first = variant.days.first else { return nil }
    var section = section("time", "Through the period")
    section.figures = variant.days.count == 1 ? [hours(first)] : [days, heat]
    return section
  }

  private func hours(_ day: DayReport) -> FigureView {
    let title = "Reads by hour"
    let labels = day.hours.indices.map(String.init)
    let chart = StackedBars(
      id: "\(id)-hours-chart", title: title, summary: "The 24 hours of \(day.date).", labels: labels,
      layers: [StackedBars.Layer(name: "reads", values: day.hours)], figure: counted)
    return FigureView(
      id: "\(id)-hours-figure", title: title, svg: chart.svg,
      table: TableView(
        id: "\(id)-hours-data", title, [.number("Hour"), .number("Reads")],
        cells: day.hours.enumerated().map { [.count(Int64($0.offset)), .count($0.element)] }))
  }

  private var days: FigureView {
    let title = "Reads by day and operation"
    let order = operationsByReads.filter { variant.operations[$0].reads > 0 }
    let groups = grouped
    var layers = order.prefix(Self.layers).map { index in
      StackedBars.Layer(name: variant.operations[index].name, values: groups.map { $0.reads(of: index) })
    }
    let rest = order.dropFirst(Self.layers)
    if !rest.isEmpty {
      layers.append(
        StackedBars.Layer(
          name: "\(rest.count) more",
          values: groups.map { group in rest.reduce(0) { $0.addingSaturated(group.reads(of: $1)) } }))
    }
    let chart = StackedBars(
      id: "\(id)-days-chart", title: title, summary: "One bar for \(unit), one layer for each operation.",
      labels: groups.map(\.label), layers: layers, figure: counted)
    let legend = layers.enumerated().map {
      FigureView.Key(name: $0.element.name, style: StackedBars.style(ofLayer: $0.offset))
    }
    return FigureView(id: "\(id)-days-figure", title: title, svg: chart.svg, legend: legend, table: dayTable(order))
  }

  private func dayTable(_ order: [Int]) -> TableView {
    let month = variant.days.contains { $0.cost != nil } ? variant.month : nil
    var columns: [TableView.Column] = [
      .number("Day"), .text("Date"), .number("Reads"), .number("Writes"), .number("Deletes"), .number("Sent"),
    ]
    if month != nil { columns.append(.number("Of the bill")) }
    return TableView(
      id: "\(id)-days-data", "What \(variant.name) does day by day",
      columns + order.map { .number(variant.operations[$0].name) },
      cells: variant.days.map { day in
        var cells: [TableView.Cell] = [
          .count(day.number), .words("\(day.date)"), .count(day.reads), .count(day.tally.writes),
          .count(day.tally.deletes), .bytes(day.egressBytes),
        ]
        if let month { cells.append(.figure(day.cost.map { month.text(of: $0) } ?? "unknown", day.cost)) }
        return cells + order.map { .count(day.readsByOperation.indices.contains($0) ? day.readsByOperation[$0] : 0) }
      })
  }

  private var heat: FigureView {
    let title = "Reads by day and hour"
    let hours = (0..<24).map(String.init)
    let chart = HeatMap(
      id: "\(id)-heat-chart", title: title, summary: "One row for \(unit), one square for each hour.", columns: hours,
      rows: grouped.map { HeatMap.Row(label: $0.label, values: $0.hours) }, figure: counted)
    let table = TableView(
      id: "\(id)-heat-data", title, [.number("Day")] + hours.map { .number($0) },
      cells: variant.days.map { day in [.count(day.number)] + day.hours.map { .count($0) } })
    return FigureView(id: "\(id)-heat-figure", title: title, svg: chart.svg, table: table)
  }

  private var unit: String { daysInGroup == 1 ? "each day" : "\(daysInGroup) days each" }

  private var daysInGroup: Int { (variant.days.count + Self.places - 1) / Self.places }

  private var grouped: [DayGroup] {
    stride(from: 0, to: variant.days.count, by: daysInGroup).map { start in
      DayGroup(Array(variant.days[start..<min(start + daysInGroup, variant.days.count)]))
    }
  }
}

/// Neighbouring days that share a bar.
private struct DayGroup {
  private let days: [DayReport]

  init(_ days: [DayReport]) { self.days = days }

  var label: String { "\(days.first?.number ?? 0)" }

  var hours: [Int64] {
    (0..<24).map { hour in
      days.reduce(0) { $0.addingSaturated($1.hours.indices.contains(hour) ? $1.hours[hour] : 0) }
    }
  }

  func reads(of operation: Int) -> Int64 {
    days.reduce(0) {
      $0.addingSaturated($1.readsByOperation.indices.contains(operation) ? $1.readsByOperation[operation] : 0)
    }
  }
}

extension Int64 {
  fileprivate func addingSaturated(_ other: Int64) -> Int64 {
    var sum = SaturatingSum(value: self)
    sum.add(other)
    return sum.value
  }
}
