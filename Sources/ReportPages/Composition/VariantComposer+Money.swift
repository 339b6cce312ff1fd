import Diagnostics
import Metering
import RunReports
import Simulation

extension VariantComposer {
  var realtime: SectionView? {
    guard let realtime = variant.realtime else { return nil }
    let currency = realtime.book == nil ? nil : variant.month?.currency
    let hasUnindexed = realtime.rows.contains { $0.unindexed > 0 }
    var columns: [TableView.Column] = [
      .text("Path"), .text("Operation"), .text("Step"), .number("Count"), .number("Sent"), .number("Average"),
      .number("Largest"),
    ]
    if hasUnindexed { columns.append(.number("With index")) }
    columns.append(.number("Share"))
    if currency != nil { columns.append(.number("Month")) }
    let table = TableView(
      id: "\(id)-rtdb-data", "Traffic of the Realtime Database", columns,
      cells: realtime.rows.map { row in
        var cells: [TableView.Cell] = [
          .name(row.path.isEmpty ? "connections" : row.path, badge: notes(row)), .words(row.operation.rawValue),
          .words(row.step), .count(row.count), .traffic(row.bytes), .traffic(row.average), .traffic(row.largest),
        ]
        if hasUnindexed { cells.append(.traffic(row.bytesIfIndexed)) }
        cells.append(.figure(Percentage.text(row.bytes, of: realtime.bytes), row.bytes))
        if let currency {
          cells.append(.figure(row.monthlyCost.map { $0.money(currency: currency) } ?? "unknown", row.monthlyCost))
        }
        return cells
      })
    var section = section("rtdb", "Realtime Database")
    section.notes = RealtimeTable(realtime, currency: currency).lines.map { ProseView($0) }
    let busy = realtime.rows.filter { $0.bytes > 0 }.sorted { ($1.bytes, $0.path) < ($0.bytes, $1.path) }.prefix(8)
    guard !busy.isEmpty else {
      section.tables = realtime.rows.isEmpty ? [] : [table]
      return section
    }
    let title = "Sent by the Realtime Database"
    let chart = BarList(
      id: "\(id)-rtdb-chart", title: title, summary: "One bar for each path and operation.",
      bars: busy.map {
        BarList.Bar(
          "\($0.path.isEmpty ? "connections" : $0.path) \($0.operation.rawValue)",
          figure: "\(FigureText.traffic($0.bytes)) · \(Percentage.text($0.bytes, of: realtime.bytes))", value: $0.bytes,
          style: $0.unindexed > 0 ? "warn" : "s2")
      })
    section.figures = [FigureView(id: "\(id)-rtdb-figure", title: title, svg: chart.svg, table: table)]
    return section
  }

  private func notes(_ row: RealtimeReport.Row) -> BadgeView? {
    if row.unindexed > 0 { return BadgeView("no index", .warn) }
    return row.denied > 0 ? BadgeView("\(Grouped.count(row.denied)) denied", .bad) : nil
  }

  /// What the month is made of.
  var bill: SectionView? {
    guard let month = variant.month, month.lines.contains(where: { $0.quantity?.isZero == false }) else { return nil }
    var section = section("bill", "Bill of a month")
    if month.unpriced.isEmpty {
      func money(_ amount: Rational) -> String {
        amount.money(currency: month.currency, isVerified: month.unverified.isEmpty)
      }
      section.intro = ProseView(
        "A year of \(month.calendar.yearMonths) such months costs \(money(month.year)), one of 365 days "
          + "\(money(month.calendarYear)).")
    }
    var table = TableView(
      id: "\(id)-bill-data", "What the month of \(variant.name) is made of",
      [.text("Part"), .number("Quantity"), .number("After the free quota"), .number("Amount")],
      cells: month.lines.filter { $0.quantity?.isZero != true }.map { line in
        [
          .name(line.part.words), quantity(line.quantity, line.part), quantity(line.billed, line.part),
          .figure(
            line.amount.map { $0.money(currency: month.currency, isVerified: line.isVerified || $0.isZero) }
              ?? "unknown", line.amount),
        ]
      })
    table.total = [.name("total"), .words(""), .words(""), .figure(FigureText.bill(month), month.amount)]
    section.tables = [table]
    return section
  }

  private func quantity(_ amount: Rational?, _ part: MonthlyCost.Part) -> TableView.Cell {
    guard let amount else { return .figure("unknown", nil) }
    let whole = amount.decimal(places: 0)
    let text: String =
      switch part {
      case .reads, .writes, .deletes, .ttlDeletes: Grouped.decimal(whole)
      case .egress, .storage: Int64(whole).map { FigureText.bytes($0) } ?? Grouped.decimal(whole)
      case .rtdbDownload, .rtdbStorage: Int64(whole).map { FigureText.traffic($0) } ?? Grouped.decimal(whole)
      }
    return .figure(text, amount)
  }
}

extension MonthlyCost.Part {
  var words: String {
    switch self {
    case .reads: "reads"
    case .writes: "writes"
    case .deletes: "deletes"
    case .ttlDeletes: "TTL deletes"
    case .egress: "sent"
    case .storage: "storage"
    case .rtdbDownload: "Realtime Database, sent"
    case .rtdbStorage: "Realtime Database, storage"
    }
  }
}
