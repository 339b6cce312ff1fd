/// Columns of text, aligned by display width.
package struct TextTable {
  package enum Alignment: Sendable { case left, right }

  private struct Row {
    var mark = ""
    var cells: [String]

    /// A mark is one column wide, whatever colours it, and a blank follows it.
    func width(_ column: Int) -> Int {
      (column == 0 && !mark.isEmpty ? 2 : 0) + (column < cells.count ? DisplayWidth.of(cells[column]) : 0)
    }

    func text(_ column: Int) -> String {
      (column == 0 && !mark.isEmpty ? "\(mark) " : "") + (column < cells.count ? cells[column] : "")
    }
  }

  private let alignments: [Alignment]
  private var rows: [Row] = []

  package init(_ alignments: [Alignment]) { self.alignments = alignments }

  /// All columns on the left.
  package init(_ rows: [[String]]) {
    alignments = Array(repeating: .left, count: rows.map(\.count).max() ?? 0)
    for cells in rows { add(cells) }
  }

  /// - Parameters:
  ///   - cells: whatever users wrote: what could move the cursor or turn other text around is escaped.
  ///   - mark: one character in front of the first cell, and its colours; it stays as it is.
  package mutating func add(_ cells: [String], mark: String = "") {
    rows.append(Row(mark: mark, cells: cells.map(QuotedText.singleLine)))
  }

  private var widths: [Int] { alignments.indices.map { column in rows.map { $0.width(column) }.max() ?? 0 } }

  private func text(_ row: Row, _ column: Int, width: Int) -> String {
    let fill = String(repeating: " ", count: max(0, width - row.width(column)))
    return switch alignments[column] {
    case .left: row.text(column) + fill
    case .right: fill + row.text(column)
    }
  }

  /// Two blanks between columns, no blanks at the end of a line.
  package func lines(indent: Int = 0, headerOutdent: Bool = false) -> [String] {
    let widths = widths
    return rows.enumerated().map { index, row in
      var line = String(repeating: " ", count: headerOutdent && index == 0 ? 0 : indent)
      for column in row.cells.indices {
        let width = widths[column] + (headerOutdent && index == 0 && column == 0 ? indent : 0)
        line += text(row, column, width: width) + "  "
      }
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }

  // MARK: With lines round it

  /// Columns of a terminal that the box takes.
  package var boxWidth: Int { widths.reduce(1) { $0 + $1 + 3 } }

  /// A box, with a line below the first row.
  package func box(isASCII: Bool) -> String {
    let widths = widths
    let (dash, bar) = isASCII ? ("-", "|") : ("─", "│")
    func rule(_ left: String, _ middle: String, _ right: String) -> String {
      let dashes = widths.map { String(repeating: dash, count: $0 + 2) }
      return isASCII ? "+\(dashes.joined(separator: "+"))+" : left + dashes.joined(separator: middle) + right
    }
    var lines = rows.map { row in
      bar + widths.indices.map { " \(text(row, $0, width: widths[$0])) " }.joined(separator: bar) + bar
    }
    lines.insert(rule("├", "┼", "┤"), at: min(1, lines.count))
    return ([rule("┌", "┬", "┐")] + lines + [rule("└", "┴", "┘")]).joined(separator: "\n")
  }

  /// The same, with the texts of the last columns cut until its box is not wider than this, as far as that goes.
  /// - Parameter whole: how many columns are not cut: an address that is cut is none.
  package func fitted(to limit: Int, keeping whole: Int, isASCII: Bool) -> TextTable {
    var limits = widths
    for column in limits.indices.dropFirst(whole).reversed() {
      let excess = limits.reduce(1) { $0 + $1 + 3 } - limit
      if excess > 0 { limits[column] = max(min(limits[column], 8), limits[column] - excess) }
    }
    var fitted = self
    for row in rows.indices {
      fitted.rows[row].cells = zip(rows[row].cells, limits).map { Self.cut($0, to: $1, isASCII ? "..." : "…") }
    }
    return fitted
  }

  private static func cut(_ text: String, to width: Int, _ mark: String) -> String {
    guard DisplayWidth.of(text) > width else { return text }
    var rest = Substring(text)
    while !rest.isEmpty, DisplayWidth.of(String(rest)) + DisplayWidth.of(mark) > width { rest.removeLast() }
    return rest + mark
  }
}
