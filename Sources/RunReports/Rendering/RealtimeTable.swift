import Diagnostics
import Metering

/// The table of a variant's traffic and the lines below it, as terminal and Markdown show them alike.
package struct RealtimeTable {
  private let report: RealtimeReport
  private let currency: String?

  package init(_ report: RealtimeReport, currency: String?) {
    self.report = report
    self.currency = currency
  }

  private var hasUnindexed: Bool { report.rows.contains { $0.unindexed > 0 } }

  var header: [String] {
    ["path", "operation", "count", "sent", "average"] + (hasUnindexed ? ["with index"] : []) + ["share"]
      + (currency == nil ? [] : ["$/month"]) + [""]
  }

  /// Whether a column is of numbers.
  var isNumeric: [Bool] { header.enumerated().map { $0.offset > 1 && $0.offset < header.count - 1 } }

  var rows: [[String]] {
    report.rows.map { row in
      var cells = [
        row.path.isEmpty ? "–" : row.path, row.operation.rawValue, Grouped.count(row.count) + "×",
        FigureText.traffic(row.bytes), FigureText.traffic(row.average),
      ]
      if hasUnindexed { cells.append(row.unindexed > 0 ? FigureText.traffic(row.bytesIfIndexed) : "") }
      cells.append(Percentage.text(row.bytes, of: report.bytes))
      if let currency { cells.append(row.monthlyCost.map { $0.money(currency: currency) } ?? "unknown") }
      return cells + [notes(row)]
    }
  }

  private func notes(_ row: RealtimeReport.Row) -> String {
    var notes: [String] = []
    if row.unindexed > 0 { notes.append("no index") }
    if row.denied > 0 { notes.append("\(Grouped.count(row.denied)) denied") }
    return notes.joined(separator: ", ")
  }

  package var lines: [String] {
    let limits = report.limits
    var lines = [
      "\(FigureText.traffic(report.bytes)) sent · \(FigureText.traffic(report.storedBytes)) stored on average"
        + (hasUnindexed ? " · \(FigureText.traffic(report.bytesIfIndexed)) with every index" : ""),
      "peak connections \(Grouped.count(report.peakConnections)) of \(Grouped.count(limits.connections)) "
        + "(\(Grouped.count(limits.freeConnections)) without a bill)",
      "largest response \(FigureText.traffic(report.largestResponse)) of "
        + "\(limits.response.count) \(limits.response.unit.rawValue)"
        + (report.largestPath.isEmpty ? "" : " at \(report.largestPath)"),
    ]
    if report.writes > 0 {
      let perSecond = (Rational(report.peakWritesPerMinute) / Rational(60)).decimal(places: 1)
      lines.append(
        "\(Grouped.counted(report.writes, "write")), in the busiest minute \(Grouped.decimal(perSecond)) a second of "
          + "\(Grouped.count(limits.writesPerSecond)), and \(FigureText.traffic(report.peakBytesWrittenPerMinute)) of "
          + "\(limits.writtenPerMinute.count) \(limits.writtenPerMinute.unit.rawValue) a minute")
    }
    return lines
  }
}

extension FigureText {
  /// `1.2 GB`, one decimal, rounded: the Realtime Database is billed in powers of ten.
  package static func traffic(_ count: Int64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB", "PB"]
    guard count >= 1000 else { return "\(count) B" }
    var (unit, scale) = (1, Int128(1000))
    // Halves go up, and what becomes a thousand by that goes into the next unit.
    func tenths() -> Int128 { (Int128(count) * 20 + scale) / (scale * 2) }
    while unit < units.count - 1, tenths() >= 10_000 {
      scale *= 1000
      unit += 1
    }
    return "\(Grouped.count(Int64(clamping: tenths() / 10))).\(tenths() % 10) \(units[unit])"
  }
}
