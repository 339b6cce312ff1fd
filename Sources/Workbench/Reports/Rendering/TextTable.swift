import Diagnostics

/// Columns of text, aligned by display width.
package struct TextTable {
  package enum Alignment: Sendable { case left, right }

  private struct Row {
    var mark: String
    var cells: [String]

    /// A mark is one column wide, whatever colours it, and a blank follows it.
    func width(_ column: Int) -> Int {
      (column == 0 && !mark.isEmpty ? 2 : 0) + (column < cells.count ? DisplayWidth.of(cells[column]) : 0)
    }

    func text(_ column: Int) -> String { (column == 0 && !mark.isEmpty ? "\(mark) " : "") + cells[column] }
  }

  private let alignments: [Alignment]
  private var rows: [Row] = []

  package init(_ alignments: [Alignment]) { self.alignments = alignments }

  /// - Parameters:
  ///   - cells: whatever users wrote: what could move the cursor or turn other text around is escaped.
  ///   - mark: one character in front of the first cell, and its colours; it stays as it is.
  package mutating func add(_ cells: [String], mark: String = "") {
    rows.append(Row(mark: mark, cells: cells.map(QuotedText.singleLine)))
  }

  /// Two blanks between columns, no blanks at the end of a line.
  package func lines(indent: Int = 0, headerOutdent: Bool = false) -> [String] {
    let widths = alignments.indices.map { column in rows.map { $0.width(column) }.max() ?? 0 }
    return rows.enumerated().map { index, row in
      var line = String(repeating: " ", count: headerOutdent && index == 0 ? 0 : indent)
      for column in row.cells.indices {
        let width = widths[column] + (headerOutdent && index == 0 && column == 0 ? indent : 0)
        let cell = row.text(column)
        let fill = String(repeating: " ", count: max(0, width - row.width(column)))
        switch alignments[column] {
        case .left: line += cell + fill
        case .right: line += fill + cell
        }
        line += "  "
      }
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }
}
